package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/daemon/doctor"
	"touchmove/daemon/resources"
	"touchmove/daemon/setup"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/wiring"
)

// For every kind of wiring: setup recognises it from its twins, the configuration has no errors,
// the daemon starts with it, and the first move is published.
func TestSetupToFirstMove(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	for _, driver := range append(wiring.Words(), wiring.Mixed{}.Driver()) {
		t.Run(driver, func(t *testing.T) {
			t.Parallel()
			pins := chips.NewBoard()
			twins := twinsOf(t, driver, pins)
			path := filepath.Join(t.TempDir(), "kitchen.toml")
			setUp(t, driver, path, twins)
			for _, f := range checkFile(path) {
				if !f.Warning { // four MCP23017 get a warning
					t.Errorf("check: %v", f)
				}
			}
			config, _, err := configs.Load(path)
			if err != nil {
				t.Fatal(err)
			}
			config.State = t.TempDir()
			config.MQTT.Listen, config.MQTT.WebSocket, config.Screen.Listen = "127.0.0.1:0", "", ""
			named, err := resources.Read(config, time.Now(), slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			named.Hardware = twins
			d, err := daemon.OpenResources(named, "test", slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			moves := spectate(t, d.Broker.Addr())
			ctx, stop := context.WithCancel(t.Context())
			done := make(chan error, 1)
			go func() { done <- d.Run(ctx) }()
			played := make(chan struct{})
			go func() { defer close(played); play(ctx, pins, config.Boards[0].Sensing) }()
			select {
			case move := <-moves:
				if !strings.Contains(move, `"uci":"e2e4"`) {
					t.Errorf("published %s", move)
				}
			case <-time.After(time.Minute):
				t.Error("no move is published within a minute")
			}
			stop()
			<-played
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}

// setUp runs a setup without questions on a computer with these chips.
func setUp(t *testing.T, driver, path string, twins *wiring.Twins) {
	t.Helper()
	var out bytes.Buffer
	system := twinComputer(twins)
	known := setup.Answers{Yes: true, Board: "kitchen", Driver: driver}
	if driver == (wiring.Mixed{}).Driver() {
		known.Driver = "" // it has no name of its own, but setup recognises it
	}
	if usual, _ := wiring.Usual(driver); usual != nil {
		for _, part := range usual.Parts() {
			switch w := part.(type) {
			case wiring.GPIOMatrix:
				known.Rows, known.Columns = w.Rows, w.Columns
			case wiring.MCPMatrix:
				known.RowsPort = "a"
			case wiring.Multiplexed:
				known.Select = w.Select
			}
		}
	}
	s := setup.New(setup.Options{
		Look:    func() doctor.Survey { return doctor.Look(system, nil) },
		Examine: func(c *configs.Config) []doctor.Finding { return doctor.Examine(system, doctor.Request{Config: c}) },
		In:      strings.NewReader(""), Out: &out, Place: setup.Place{File: path, Board: "board-1"}, Answers: known, Secret: setup.NewPassword,
	})
	if written, err := s.Configure(t.Context()); err != nil || written != path {
		t.Fatalf("setup: %q, %v, after\n%s", written, err, out.String())
	}
}

// twinComputer returns a Raspberry Pi to which the twins are connected.
func twinComputer(twins *wiring.Twins) doctor.System {
	files := fstest.MapFS{"proc/device-tree/model": {Data: []byte("Raspberry Pi 4 Model B\x00")}}
	for name := range twins.Buses {
		files["dev/i2c-"+name] = &fstest.MapFile{Mode: fs.ModeDevice}
	}
	return doctor.System{
		FS: files,
		Bus: func(n int) (doctor.Bus, error) {
			return twins.Bus(fmt.Sprint(n))
		},
		Chip:         func(string) (doctor.GPIOChip, error) { return doctor.GPIOChip{}, fs.ErrNotExist },
		Open:         func(string) error { return nil },
		Write:        func(string) error { return nil },
		Free:         func(string) (uint64, error) { return 1 << 30, nil },
		Synchronised: func() (bool, error) { return true, nil },
		Since:        func() time.Duration { return 0 },
	}
}

func twinsOf(t *testing.T, driver string, pins *chips.Board) *wiring.Twins {
	t.Helper()
	w, err := wiring.Usual(driver)
	if err != nil {
		t.Fatal(err)
	}
	twins, err := wiring.NewTwins(w, scan.ClockLines{}, pins, nil)
	if err != nil {
		t.Fatal(err)
	}
	return twins
}

// spectate returns the moves that a broker publishes.
func spectate(t *testing.T, broker string) <-chan string {
	t.Helper()
	moves := make(chan string, 64)
	client := mqtt.NewClient(mqtt.NewClientOptions().AddBroker("tcp://" + broker).SetClientID("spectator"))
	if token := client.Connect(); token.Wait() && token.Error() != nil {
		t.Fatal(token.Error())
	}
	t.Cleanup(func() { client.Disconnect(0) })
	token := client.Subscribe("touchmove/v1/+/kitchen/move", 1, func(_ mqtt.Client, m mqtt.Message) { moves <- string(m.Payload()) })
	if token.Wait() && token.Error() != nil {
		t.Fatal(token.Error())
	}
	return moves
}

// play sets up the pieces, then moves a pawn for each side: e2 to e4 and e7 to e5.
func play(ctx context.Context, pins *chips.Board, sensing sensors.Sensing) {
	white, black := sensors.Occupied, sensors.Occupied
	if sensing == sensors.Polarity {
		white, black = sensors.White, sensors.Black
	}
	var start sensors.Scan
	for sq := range start {
		switch rules.Square(sq).Rank() {
		case 0, 1:
			start[sq] = white
		case 6, 7:
			start[sq] = black
		default:
			start[sq] = sensors.Empty
		}
	}
	pins.Set(start)
	for _, deed := range []struct {
		after time.Duration
		sq    rules.Square
		is    sensors.State
	}{{1500 * time.Millisecond, rules.E2, sensors.Empty}, {400 * time.Millisecond, rules.E4, white}, {time.Second, rules.E7, sensors.Empty}, {400 * time.Millisecond, rules.E5, black}} {
		select {
		case <-ctx.Done():
			return
		case <-time.After(deed.after):
		}
		pins.SetSquare(deed.sq, deed.is)
	}
}

// An example starts if and only if check finds no error in it.
func TestExamplesStart(t *testing.T) {
	examples, err := filepath.Glob("../../configs/*.toml")
	if err != nil || len(examples) < 15 {
		t.Fatalf("%d examples, %v", len(examples), err)
	}
	for _, path := range examples {
		t.Run(filepath.Base(path), func(t *testing.T) {
			var wrong []string
			for _, f := range checkFile(path) {
				if !f.Warning {
					wrong = append(wrong, f.What)
				}
			}
			if hall := filepath.Base(path) == "hall.toml"; hall != (len(wrong) > 0) {
				t.Errorf("check: %q", wrong) // the hall's password and certificate are not in the tree
			}
			config, _, err := configs.Load(path)
			if err != nil {
				t.Fatal(err)
			}
			config.State = t.TempDir()
			if config.MQTT.Embedded() {
				config.MQTT.Listen, config.MQTT.WebSocket = "127.0.0.1:0", ""
			}
			config.Screen.Listen = ""
			named, err := resources.Read(config, time.Now(), slog.New(slog.DiscardHandler))
			for _, what := range wrong {
				if err == nil || !strings.Contains(err.Error(), what) {
					t.Errorf("run does not say %q: %v", what, err)
				}
			}
			if len(wrong) > 0 {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			config.Boards = config.Boards[:1]
			if board := config.Boards[0]; len(board.Wiring.Parts()) > 0 {
				twins, err := wiring.NewTwins(board.Wiring, board.Clock, chips.NewBoard(), nil)
				if err != nil {
					t.Fatal(err)
				}
				twins.Signals(board.Signals())
				named.Hardware = twins
			}
			d, err := daemon.OpenResources(named, "test", slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			time.AfterFunc(200*time.Millisecond, stop)
			if err := d.Run(ctx); err != nil {
				t.Error(err)
			}
		})
	}
}
