package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast"
	embedded "touchmove/broadcast/broker"
)

// boardsAtOnce is how many boards make moves: few, as the measurement is of a computer
// with its own boards, not of a busy one.
const boardsAtOnce = 2

// fewestMoves is the minimum number of moves for a latency: with a hundred, the 99th
// percentile would just be one of the slowest two.
const fewestMoves = 250

// pauseOfMoves is the pause of a board between two moves.
const pauseOfMoves = 800 * time.Millisecond

// movesLatency measures how soon a subscriber has a move after it was decided. The
// decision itself comes later than the release, by the time that it takes to distinguish
// a move from a touch. The boards are scanned in real time.
func movesLatency(length time.Duration) error {
	length = max(length, fewestMoves*pauseOfMoves/boardsAtOnce+4*time.Second)
	quiet := slog.New(slog.DiscardHandler)
	inside, err := embedded.Start(embedded.Options{Listen: "127.0.0.1:0", Base: "touchmove/v1"}, quiet)
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
		for _, busy := range []bool{false, true} {
			if err := onBroker(b.name, b.url, b.daemon, busy, length); err != nil {
				return err
			}
		}
	}
	return nil
}

func onBroker(name, url string, as broadcast.Broker, busy bool, length time.Duration) error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	aims := "p50 2 ms, p99 25 ms"
	if busy {
		name, aims = name+", the disk busy", "p99 50 ms"
		writing, done := context.WithCancel(context.Background())
		var writer sync.WaitGroup
		writer.Go(func() { keepBusy(writing, filepath.Join(dir, "busy")) })
		defer writer.Wait()
		defer done()
	}
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
	var alone []time.Duration
	all.Go(func() { alone = plainFile(ctx, filepath.Join(dir, "plain")) })
	errs := make(chan error, boardsAtOnce)
	var boards []*board
	for i := range boardsAtOnce {
		b := &board{
			id: fmt.Sprintf("board-%d", i), period: 5 * time.Millisecond, pause: pauseOfMoves, few: true,
			moves: quietMoves(uint64(i), int(length/pauseOfMoves)), wait: 3*time.Second + time.Duration(i)*137*time.Millisecond,
		}
		boards = append(boards, b)
		all.Go(func() { errs <- b.play(ctx, dir, as) })
	}
	all.Wait()
	for range boardsAtOnce {
		if err := <-errs; err != nil {
			return err
		}
	}
	mu.Lock()
	defer mu.Unlock()
	fmt.Printf("latency   %s: from decision to subscriber %s (aim: %s); before it, from release to decision %s\n", name, spread(beyond), aims, spread(physical))
	fmt.Printf("          a plain file beside it, a block synced every half second: %s\n", spread(alone))
	for _, b := range boards {
		half, most99, most := b.syncs.Summary()
		fmt.Printf("          of it the disk, %s: p50 %v, p99 %v, max %v\n", b.id, half, most99, most.Round(10*time.Microsecond))
	}
	return nil
}

// plainFile writes blocks into a file that has its space already, as journals do, and syncs each
// (fdatasync(2)), until ctx ends. It returns how long each took: what the disk itself takes at
// that time, without the program.
func plainFile(ctx context.Context, path string) (took []time.Duration) {
	f, err := os.Create(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	const blocks = 64
	if _, err := f.Write(make([]byte, blocks<<12)); err != nil || f.Sync() != nil {
		return nil
	}
	block := make([]byte, 512)
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return took
		case <-time.After(pauseOfMoves / boardsAtOnce * 5 / 4):
		}
		block[0]++
		began := time.Now()
		if _, err := f.WriteAt(block, int64(n%blocks)<<12); err != nil || syscall.Fdatasync(int(f.Fd())) != nil {
			return took
		}
		took = append(took, time.Since(began))
	}
}

// keepBusy writes and syncs 16 MB again and again, like a system update, until ctx ends.
func keepBusy(ctx context.Context, path string) {
	block := make([]byte, 1<<20)
	for ctx.Err() == nil {
		f, err := os.Create(path)
		if err != nil {
			return
		}
		for n := 0; n < 16 && err == nil && ctx.Err() == nil; n++ {
			_, err = f.Write(block)
		}
		f.Sync() //nolint:errcheck // only the time matters
		f.Close()
	}
}
