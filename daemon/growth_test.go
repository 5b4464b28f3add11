package daemon_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon"
	"touchmove/rules"
	"touchmove/sensors"
)

// loose runs a board of which contacts chatter for two minutes, while moves are made on other
// squares, and returns its history and the length of its journal in bytes.
func loose(t *testing.T, chattering rules.Squares, moves ...string) (h *daemon.History, length int64) {
	synctest.Test(t, func(t *testing.T) {
		b, board := newChipBoard(t)
		at := rules.StartPosition()
		for sq := rules.A1; sq <= rules.H8; sq++ {
			if at.At(sq) != rules.NoPiece {
				b.pins.SetSquare(sq, sensors.Occupied)
			}
		}
		s := open(t, t.TempDir(), header, quiet)
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- s.Loop.Run(daemon.NewLive(board, 0, nil, nil).Records(ctx, s.Loop)) }()
		time.Sleep(2*time.Second + time.Millisecond)
		chance := rand.New(rand.NewPCG(1, 2))
		for n := range 24000 {
			time.Sleep(5 * time.Millisecond)
			for set := chattering; set != 0; set &= set - 1 {
				b.pins.SetSquare(set.First(), []sensors.State{sensors.Empty, sensors.Occupied}[chance.IntN(2)])
			}
			if move, half := n/4000, n%4000; n >= 4000 && move <= len(moves) && (half == 0 || half == 100) {
				from, to, _ := strings.Cut(moves[move-1], "-")
				square, is := from, sensors.Empty
				if half == 100 {
					square, is = to, sensors.Occupied
				}
				sq, err := rules.ParseSquare(square)
				if err != nil {
					t.Fatal(err)
				}
				b.pins.SetSquare(sq, is)
			}
		}
		stop()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		length = s.Store.Journal.Length()
		if err := s.Store.Journal.Close(); err != nil {
			t.Fatal(err)
		}
		h = s.History
	})
	return h, length
}

// Contacts that chatter at every scan do not fill the disk, nor make a journal that is too long to
// be read at the next start. The game goes on, and the squares stay without a vote.
func TestChatter(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	t.Parallel()
	t.Run("one square", func(t *testing.T) {
		t.Parallel()
		h, length := loose(t, rules.Squares(0).With(rules.A1), "e2-e4", "e7-e5", "g1-f3", "b8-c6")
		t.Logf("%d bytes", length)
		if length > 64<<10 {
			t.Errorf("the journal has %d bytes", length)
		}
		if got := fmt.Sprint(made(h)); got != "[e2e4 e7e5 g1f3 b8c6]" {
			t.Errorf("made %v", got)
		}
		if text := lines(h); !strings.Contains(text, `"flicker"`) || strings.Contains(text, `"fault":"none"`) {
			t.Errorf("the square is not reported, or as sound again:\n%s", text)
		}
	})
	t.Run("all squares", func(t *testing.T) {
		t.Parallel()
		h, length := loose(t, ^rules.Squares(0))
		t.Logf("%d bytes, %d entries", length, h.Last().Seq)
		if length > 5<<17 {
			t.Errorf("the journal has %d bytes", length)
		}
		if text := lines(h); strings.Contains(text, `"fault":"none"`) {
			t.Error("a square is reported as sound again")
		}
	})
}

// A login that sends commands all day, as many as it may, does not make the journal too long, and
// keeps nobody else from giving commands. All that is sent would make 3 MB, and then 11 MB more.
func TestCommandsAllDay(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	synctest.Test(t, func(t *testing.T) {
		_, board := newChipBoard(t)
		s := open(t, t.TempDir(), header, quiet)
		requests := make(chan broadcast.Request, 1)
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error)
		board.Period = 50 * time.Millisecond
		go func() { done <- s.Loop.Run(daemon.NewLive(board, 0, nil, requests).Records(ctx, s.Loop)) }()
		send := func(role broadcast.Role, name, do, keys string) broadcast.Answer {
			t.Helper()
			sender := broadcast.Sender{Name: name, Role: role, Side: rules.White}
			payload, err := broadcast.ReadPayload([]byte(`{"id":"` + name + `"` + keys + `}`))
			if err != nil {
				t.Fatal(err)
			}
			r, err := sender.Request(payload, do, "hall-7")
			if err != nil {
				t.Fatal(err)
			}
			answer := make(chan broadcast.Answer, 1)
			r.Answer = func(a broadcast.Answer) { answer <- a }
			requests <- r
			return <-answer
		}
		flood := func(role broadcast.Role, n int, every time.Duration, do, keys string) {
			ok := 0
			for i := range n {
				time.Sleep(every)
				if send(role, fmt.Sprint(role, do, i), do, keys).OK {
					ok++
				}
			}
			t.Logf("%v: %d of %d, the journal has %d bytes", role, ok, n, s.Store.Journal.Length())
		}
		flood(broadcast.Seat, 300, 200*time.Millisecond, "claim", `,"what":"touched-piece","by":"white","why":"`+strings.Repeat("x", 10<<10)+`"`)
		if n := s.Store.Journal.Length(); n > 1<<20 {
			t.Errorf("after the player's commands the journal has %d bytes", n)
		}
		if a := send(broadcast.Arbiter, "note-1", "note", `,"what":"hello"`); !a.OK {
			t.Errorf("the arbiter is refused: %v", a)
		}
		flood(broadcast.Arbiter, 700, 50*time.Millisecond, "note", `,"what":"`+strings.Repeat("x", 15<<10)+`"`)
		if n := s.Store.Journal.Length(); n > 19<<19 {
			t.Errorf("after the arbiter's commands the journal has %d bytes", n)
		}
		time.Sleep(time.Minute)
		if a := send(broadcast.Arbiter, "note-2", "note", `,"what":"hello"`); !a.OK {
			t.Errorf("the arbiter is refused a minute later: %v", a)
		}
		stop()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		s.Store.Journal.Close()
	})
}
