package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast"
	"touchmove/calibration"
	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/mcp23017"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/trace"
)

// boardsAtOnce is how many boards make the moves: few, so that what is measured
// is a computer under a board and not one that is busy.
const boardsAtOnce = 2

// latency measures how soon a move is with a subscriber after the moment at
// which it was decided, which is as late after the piece was let go as it takes
// to tell a move from a touch. The boards are scanned in real time.
func latency(length time.Duration) error {
	quiet := slog.New(slog.DiscardHandler)
	inside, err := broadcast.StartEmbedded(broadcast.Embedded{Listen: "127.0.0.1:0", Base: "touchmove/v1"}, quiet)
	if err != nil {
		return err
	}
	defer inside.Close()
	outside, err := startMosquitto()
	if err != nil {
		return err
	}
	defer outside.stop()
	for _, b := range []struct {
		name, url string
		daemon    broadcast.Broker
	}{{"embedded", "tcp://" + inside.Addr(), inside.Broker()}, {"mosquitto", outside.url, broadcast.Broker{URL: outside.url}}} {
		if err := onBroker(b.name, b.url, b.daemon, length); err != nil {
			return err
		}
	}
	return nil
}

func onBroker(name, url string, as broadcast.Broker, length time.Duration) error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var mu sync.Mutex
	var beyond, physical []time.Duration
	reader, err := subscribe(url, "bench-reader", "touchmove/v1/+/+/move", func(_ mqtt.Client, m mqtt.Message) {
		now := time.Now()
		var move struct {
			At         time.Time
			AtMS       int64 `json:"at_ms"`
			ReleasedMS int64 `json:"released_ms"`
		}
		if json.Unmarshal(m.Payload(), &move) != nil {
			return
		}
		mu.Lock()
		beyond = append(beyond, now.Sub(move.At))
		physical = append(physical, time.Duration(move.AtMS-move.ReleasedMS)*time.Millisecond)
		mu.Unlock()
	})
	if err != nil {
		return err
	}
	defer reader.Disconnect(100)
	ctx, stop := context.WithTimeout(context.Background(), length)
	defer stop()
	var all sync.WaitGroup
	errs := make(chan error, boardsAtOnce)
	for i := range boardsAtOnce {
		all.Go(func() { errs <- play(ctx, filepath.Join(dir, fmt.Sprint(i)), i, as) })
	}
	all.Wait()
	for range boardsAtOnce {
		if err := <-errs; err != nil {
			return err
		}
	}
	mu.Lock()
	defer mu.Unlock()
	fmt.Printf("latency   %s: from decision to subscriber %s (aim: p50 5 ms, p99 25 ms); before it, from release to decision %s\n", name, spread(beyond), spread(physical))
	return nil
}

// play moves knights to and fro on one board until ctx ends.
func play(ctx context.Context, dir string, n int, as broadcast.Broker) error {
	quiet := slog.New(slog.DiscardHandler)
	pins, bus, squares := chips.NewBoard(), chips.NewBus("I2C1"), configs.Natural(0)
	addrs := []uint16{0x20, 0x21, 0x22, 0x23}
	for i, addr := range addrs {
		bus.Attach(addr, chips.NewMCP23017(pins.Contacts(squares[16*i:16*i+16])))
	}
	dev, err := mcp23017.New(bus, mcp23017.Opts{Addrs: addrs})
	if err != nil {
		return err
	}
	table, err := calibration.NewTable(calibration.Board{Sensing: sensors.Occupancy, Wiring: squares, ActiveLow: true})
	if err != nil {
		return err
	}
	var start sensors.Scan
	for sq := range start {
		start[sq] = sensors.Empty
		if sq < 16 || sq >= 48 {
			start[sq] = sensors.Occupied
		}
	}
	pins.Set(start)
	id := fmt.Sprintf("board-%d", n)
	header := trace.DefaultHeader()
	header.Board = id
	s, err := daemon.OpenSession(dir, id, header, time.Now(), quiet)
	if err != nil {
		return err
	}
	defer s.Journal.Close()
	topics := broadcast.Topics{Base: "touchmove/v1", Event: "bench", Board: id, Node: "bench"}
	p, err := broadcast.NewPublisher(as, topics, broadcast.Info{}, s.History, nil, quiet)
	if err != nil {
		return err
	}
	telling, hush := context.WithCancel(context.Background())
	var told sync.WaitGroup
	told.Go(func() { p.Run(telling) })
	go func() {
		wait := func(d time.Duration) bool {
			select {
			case <-time.After(d):
				return true
			case <-ctx.Done():
				return false
			}
		}
		if !wait(3*time.Second + time.Duration(n)*137*time.Millisecond) {
			return
		}
		moves := [][2]rules.Square{{rules.G1, rules.F3}, {rules.G8, rules.F6}, {rules.F3, rules.G1}, {rules.F6, rules.G8}}
		for i := 0; ; i++ {
			m := moves[i%4]
			pins.SetSquare(m[0], sensors.Empty)
			if !wait(180 * time.Millisecond) {
				return
			}
			pins.SetSquare(m[1], sensors.Occupied)
			if !wait(620 * time.Millisecond) {
				return
			}
		}
	}()
	live := daemon.NewLive(daemon.Board{Buses: []daemon.Bus{{dev}}, Table: table, Period: 5 * time.Millisecond}, 0, nil, nil)
	err = s.Run(live.Records(ctx, s.Daemon))
	hush()
	told.Wait()
	return err
}
