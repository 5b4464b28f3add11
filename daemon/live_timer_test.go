package daemon_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/daemon"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/trace"
)

// A decision that depends on time is published at that time, however long the board's
// period is.
func TestToldWhenItIsDue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, board := newChipBoard(t)
		board.Period = 50 * time.Millisecond
		for sq := rules.A1; sq <= rules.H8; sq++ {
			if sq < rules.A3 || sq >= rules.A7 {
				h.pins.SetSquare(sq, sensors.Occupied)
			}
		}
		s := open(t, t.TempDir(), header, quiet)
		ctx, stop := context.WithCancel(t.Context())
		records := map[time.Duration]bool{}
		done := make(chan error)
		go func() {
			live := daemon.NewLive(board, 0, nil, nil).Records(ctx, s.Loop)
			done <- s.Loop.Run(func(yield func(trace.Record, error) bool) {
				for r, err := range live {
					records[r.At] = true
					if !yield(r, err) {
						return
					}
				}
			})
		}()
		time.Sleep(3017 * time.Millisecond)
		moves := []string{"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6"}
		for _, uci := range moves {
			h.pins.SetSquare(rules.SquareAt(int(uci[0]-'a'), int(uci[1]-'1')), sensors.Empty)
			time.Sleep(213 * time.Millisecond)
			h.pins.SetSquare(rules.SquareAt(int(uci[2]-'a'), int(uci[3]-'1')), sensors.Occupied)
			time.Sleep(1911 * time.Millisecond)
		}
		stop()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		s.Store.Journal.Close()
		if got := made(s.History); strings.Join(got, " ") != strings.Join(moves, " ") {
			t.Fatalf("made %v", got)
		}
		between := 0 // decided between two readings at the board's own rate
		told, _ := s.History.From(0)
		for _, e := range told {
			if _, ok := e.What.(reconcile.Made); !ok {
				continue
			}
			if !records[e.At] {
				t.Errorf("decided at %v, and no record is of that time", e.At)
			}
			if e.At%board.Period != 0 {
				between++
			}
		}
		if between == 0 {
			t.Error("every move was decided when the board was read anyway: this shows nothing")
		}
	})
}

// A board whose goroutine sleeps by the kernel's timer is read as often as one that
// sleeps by Go's timers.
func TestTimer(t *testing.T) {
	_, board := newChipBoard(t)
	board.Period, board.Timer, board.Stats = time.Millisecond, scan.NewTimer(), &scan.Stats{}
	s := open(t, t.TempDir(), header, quiet)
	ctx, stop := context.WithCancel(t.Context())
	began := time.Now()
	scans := 0
	err := s.Loop.Run(func(yield func(trace.Record, error) bool) {
		board.Table = counting{board.Table, func() {
			if scans++; scans == 200 {
				stop()
			}
		}}
		for r, err := range daemon.NewLive(board, 0, nil, nil).Records(ctx, s.Loop) {
			if !yield(r, err) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	// A slow machine skips scans, and none comes too soon except for something that is
	// due.
	if took := time.Since(began); took < 150*time.Millisecond {
		t.Errorf("200 scans of a millisecond each took %v", took)
	}
	if err := board.Timer.Close(); err != nil {
		t.Error(err)
	}
	s.Store.Journal.Close()
}
