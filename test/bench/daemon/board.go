package main

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"time"

	"touchmove/broadcast"
	"touchmove/calibration"
	"touchmove/daemon"
	"touchmove/daemon/hardware"
	"touchmove/internal/latency"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/mcp23017"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/trace"
	"touchmove/sensors/wiring"
)

// board is a whole board in this process: the registers of its chips, the real driver,
// the table, the game, the journal and the publisher.
type board struct {
	id     string
	period time.Duration // of a scan
	pause  time.Duration // from one move to the next
	few    bool          // sleeps like a board of a daemon with few boards
	moves  []rules.Move  // moves of the hand, one after another
	wait   time.Duration // before the first

	syncs *latency.Histogram // how long the disk took to sync, once play has ended

	mu       sync.Mutex
	released []time.Time // when the hand let go of the piece, by move
}

// topics returns the board's topics.
func (b *board) topics() broadcast.Topics {
	return broadcast.Topics{Base: "touchmove/v1", Event: "bench", Board: b.id, Node: "bench"}
}

// made returns how many moves the hand has made.
func (b *board) made() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.released)
}

func (b *board) releasedAt(ply int) time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.released[ply-1]
}

// play makes the moves in real time until all are made or ctx ends, and continues
// scanning and publishing until ctx ends. dir is the directory of the journal.
func (b *board) play(ctx context.Context, dir string, as broadcast.Broker) error {
	quiet := slog.New(slog.DiscardHandler)
	pins, bus, squares := chips.NewBoard(), chips.NewBus("I2C1"), wiring.Natural(0)
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
	header := trace.DefaultHeader()
	header.Board = b.id
	s, err := daemon.OpenSession(filepath.Join(dir, b.id), b.id, header, time.Now(), quiet)
	if err != nil {
		return err
	}
	defer s.Store.Journal.Close()
	p, err := broadcast.NewPublisher(as, b.topics(), broadcast.Info{}, s.History, nil, quiet)
	if err != nil {
		return err
	}
	telling, hush := context.WithCancel(context.Background())
	var told, hand sync.WaitGroup
	told.Go(func() { p.Run(telling) })
	hand.Go(func() { b.hand(ctx, pins) })
	opened := hardware.Board{Board: scan.NewBoard(table, b.period, dev)}
	if b.few {
		opened.Timer = scan.NewTimer()
		defer opened.Timer.Close()
	}
	live := daemon.NewLive(opened, time.Since(s.Store.Began), nil, nil)
	b.syncs = &live.Syncs
	err = s.Loop.Run(live.Records(ctx, s.Loop))
	hand.Wait()
	hush()
	told.Wait()
	return err
}

// hand makes the moves: it lifts a piece for 180 ms, puts it down, and waits.
func (b *board) hand(ctx context.Context, pins *chips.Board) {
	const lifted = 180 * time.Millisecond
	wait := func(d time.Duration) bool {
		select {
		case <-time.After(d):
			return true
		case <-ctx.Done():
			return false
		}
	}
	if !wait(b.wait) {
		return
	}
	for _, m := range b.moves {
		pins.SetSquare(m.From(), sensors.Empty)
		if !wait(lifted) {
			return
		}
		b.mu.Lock()
		pins.SetSquare(m.To(), sensors.Occupied)
		b.released = append(b.released, time.Now())
		b.mu.Unlock()
		if !wait(b.pause - lifted) {
			return
		}
	}
}

// quietMoves returns n random legal moves without captures, castling and promotions, so
// that a hand has two squares to touch. There may be fewer.
func quietMoves(seed uint64, n int) (moves []rules.Move) {
	dice, pos := rand.New(rand.NewPCG(seed, 1)), rules.StartPosition()
	for range n {
		var list []rules.Move
		for _, m := range pos.LegalMoves(nil) {
			if pos.At(m.To()) == rules.NoPiece && !m.IsCastling() && !m.IsEnPassant() && m.Promotion() == rules.NoKind {
				list = append(list, m)
			}
		}
		if len(list) == 0 {
			break
		}
		m := list[dice.IntN(len(list))]
		moves, pos = append(moves, m), pos.After(m)
	}
	return moves
}
