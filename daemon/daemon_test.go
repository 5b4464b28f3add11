package daemon_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// small returns the configuration used when there is none, on free ports and with a
// second board.
func small(t *testing.T) *configs.Config {
	c := configs.Default()
	c.State, c.Screen.Listen = t.TempDir(), ""
	c.MQTT.Listen, c.MQTT.WebSocket = broadcasttest.FreeAddress(t), broadcasttest.FreeAddress(t)
	c.Boards = nil
	for i, chip := range []string{"mcp23017", "gpiomatrix"} {
		c.Boards = append(c.Boards, configs.Board{
			ID: []string{"one", "two"}[i], Event: "local", Sensing: sensors.Occupancy, ScanHz: 30, // not a whole number of microseconds
			Wiring: configs.Simulated{Chip: chip, PGN: oneGame(t), Style: "clean", Seed: uint64(i), Speed: 50},
		})
	}
	return c
}

// runDaemon opens and runs a daemon until stop, which the caller must call.
func runDaemon(t *testing.T, c *configs.Config) (d *daemon.Daemon, stop func()) {
	t.Helper()
	d, err := daemon.Open(c, "v1", quiet)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- d.Run(ctx) }()
	return d, func() {
		t.Helper()
		cancel()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
}

// A daemon with the embedded broker: two boards play, anonymous clients watch, commands
// are answered, and at the end all clients learn that the boards are offline.
func TestHall(t *testing.T) {
	t.Parallel() // it mostly waits
	c := small(t)
	d, err := daemon.Open(c, "v1", quiet)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- d.Run(ctx) }()
	var followers []*broadcasttest.Follower
	for i, url := range []string{"tcp://" + c.MQTT.Listen, "ws://" + c.MQTT.WebSocket} {
		board := d.Boards[i]
		f := broadcasttest.Follow(t, url, "touchmove/v1/local/"+board.Config.ID+"/", "", "")
		broadcasttest.Eventually(t, "two moves of board "+board.Config.ID, func() bool {
			moves, _ := f.Moves(board.History.Last().Game)
			return len(moves) >= 2
		})
		a, err := board.Ask(ctx, broadcast.Request{Command: trace.Command{ID: "1", Do: trace.DoNote, What: "hello"}})
		if err != nil || !a.OK || a.Game != board.History.Last().Game {
			t.Errorf("board %s: answer %+v, %v", board.Config.ID, a, err)
		}
		followers = append(followers, f)
	}
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	for i, f := range followers { // acknowledged before the broker closed
		if got := f.Last("availability"); got != "offline" {
			t.Errorf("board %s is %s at the end", d.Boards[i].Config.ID, got)
		}
	}
	for _, board := range d.Boards {
		moves := made(board.History)
		var played []string
		for _, m := range games(t, 1)[0].Moves {
			played = append(played, m.UCI(rules.Standard))
		}
		if n := min(len(moves), len(played)); !slices.Equal(moves[:n], played[:n]) {
			t.Errorf("board %s: %v was told", board.Config.ID, moves)
		}
		if _, err := board.Ask(canceled(), broadcast.Request{Command: trace.Command{ID: "2", Do: trace.DoRestore}}); err == nil {
			t.Errorf("board %s: a command was answered after the end", board.Config.ID)
		}
	}
	again, err := daemon.Open(c, "v1", quiet) // all resources were released
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop = context.WithCancel(t.Context())
	stop()
	if err := again.Run(ctx); err != nil {
		t.Errorf("a run that ends at once: %v", err)
	}
}

func canceled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// What cannot be opened is reported with what to do, and leaves nothing open. A missing
// bus or missing lines are no such error: the daemon waits for them (TestPatientBus).
func TestOpenRefuses(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*configs.Config)
		says   string
	}{
		{"a style nobody plays", func(c *configs.Config) {
			c.Boards[1].Wiring = configs.Simulated{Chip: "mcp23017", Style: "tired", Speed: 1}
		}, "tired"},
		{"a chip nobody simulates", func(c *configs.Config) {
			c.Boards[1].Wiring = configs.Simulated{Chip: "abacus", Style: "club", Speed: 1}
		}, "abacus"},
		{"games that are not there", func(c *configs.Config) {
			c.Boards[1].Wiring = configs.Simulated{Chip: "mcp23017", Style: "club", Speed: 1, PGN: "nowhere.pgn"}
		}, "nowhere.pgn"},
		{"games that are none", func(c *configs.Config) {
			path := filepath.Join(c.State, "empty.pgn")
			if err := os.WriteFile(path, nil, 0o644); err != nil {
				t.Fatal(err)
			}
			c.Boards[1].Wiring = configs.Simulated{Chip: "mcp23017", Style: "club", Speed: 1, PGN: path}
		}, "no game"},
		{"a state directory that is a file", func(c *configs.Config) {
			c.State = filepath.Join(c.State, "file")
			if err := os.WriteFile(c.State, nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}, "file"},
		{"a topic level that is none", func(c *configs.Config) { c.Boards[1].Event = "Open 2026" }, "Open 2026"},
		{"a password that is not there", func(c *configs.Config) {
			c.MQTT.Users = []configs.User{{Name: "ann", Role: configs.Arbiter, Password: configs.Secret{File: "/nowhere"}}}
		}, "/nowhere"},
		{"certificates that are none", func(c *configs.Config) {
			c.MQTT.Broker, c.MQTT.TLS.CA = "ssl://127.0.0.1:8883", "daemon_test.go"
		}, "PEM"},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := small(t)
			good := *config
			good.Boards = slices.Clone(config.Boards)
			c.change(config)
			if _, err := daemon.Open(config, "v1", quiet); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Fatalf("error %v does not say %q", err, c.says)
			}
			d, err := daemon.Open(&good, "v1", quiet)
			if err != nil {
				t.Fatalf("something was left open: %v", err)
			}
			ctx, stop := context.WithTimeout(t.Context(), time.Nanosecond)
			defer stop()
			if err := d.Run(ctx); err != nil {
				t.Error(err)
			}
		})
	}
}
