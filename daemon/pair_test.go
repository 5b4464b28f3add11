package daemon_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon"
	"touchmove/daemon/hardware"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/trace"
)

// boardOf is one of the two boards of a game, on simulated chips.
type boardOf struct {
	*chipBoard
	s    *daemon.Session
	asks chan broadcast.Request
	done chan error
}

// play runs the session of one board of a pair.
func (b *boardOf) play(ctx context.Context, board hardware.Board, presses chan scan.Press) {
	go func() {
		b.done <- b.s.Loop.Run(daemon.NewLive(board, b.s.Last, presses, b.asks).Records(ctx, b.s.Loop))
	}()
}

func (b *boardOf) move(uci ...rules.Square) {
	b.pins.SetSquare(uci[0], sensors.Empty)
	time.Sleep(time.Second)
	b.pins.SetSquare(uci[1], sensors.Occupied)
}

// tells returns how often an event was published, by its name or, for a remark, its
// word.
func (b *boardOf) tells(name string) (n int) {
	told, _ := b.s.History.From(0)
	for _, e := range told {
		if w, ok := e.What.(reconcile.Remark); ok && w.Remark == name || e.What.Name() == name {
			n++
		}
	}
	return n
}

// Two boards of one game: if they still differ ten seconds after a move was set on one
// of them, an alarm rings on both, with the squares and the last agreement. A move must
// be on both boards before it is completed, and the journal of the record says when it
// was (2009: E1, E2.3, E2.7).
func TestTwoBoardsOfOneGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		dir := t.TempDir()
		var boards [2]*boardOf
		var wired [2]hardware.Board
		for i := range boards {
			h, board := newChipBoard(t)
			b := &boardOf{chipBoard: h, asks: make(chan broadcast.Request), done: make(chan error, 1)}
			b.pins.Set(setUpBoard())
			head := header
			head.TwoBoards, head.Tactile, head.TactileOppo = i == 0, i == 1, i == 0
			if i == 0 {
				head.Clock, head.TimeControl = trace.ClockButtons, "5400+30"
			}
			b.s = open(t, dir+[...]string{"/a", "/b"}[i], head, quiet)
			boards[i], wired[i] = b, board
		}
		sighted, tactile := boards[0], boards[1]
		daemon.Pair(sighted.s, tactile.s)
		presses := make(chan scan.Press, 4)
		press := func(by rules.Color) { presses <- scan.Press{By: by, At: time.Now()}; time.Sleep(2 * time.Second) }
		sighted.play(ctx, wired[0], presses)
		tactile.play(ctx, wired[1], nil)
		rings := func(when string, squares ...string) {
			t.Helper()
			for _, b := range boards {
				var got []string
				for _, a := range b.s.History.State().Ringing.Alarms {
					if a.ID == "boards_differ" {
						got = a.Squares
					}
				}
				if !slices.Equal(got, squares) {
					t.Errorf("%s: the boards differ on %v, want %v", when, got, squares)
				}
			}
		}
		time.Sleep(3 * time.Second)
		answered := make(chan broadcast.Answer, 1)
		sighted.asks <- broadcast.Request{Command: trace.Command{ID: "1", Do: trace.DoStartClocks}, Answer: func(a broadcast.Answer) { answered <- a }}
		if a := <-answered; !a.OK {
			t.Fatal(a.Error)
		}

		sighted.move(rules.E2, rules.E4)
		time.Sleep(9 * time.Second)
		rings("before ten seconds")
		time.Sleep(2 * time.Second)
		rings("not set on the other board", "e2", "e4")
		tactile.move(rules.E2, rules.E4)
		time.Sleep(2 * time.Second)
		rings("set there")
		press(rules.White)
		if n, early := sighted.tells("completed"), sighted.tells("clock_before_second_board"); n != 1 || early != 0 {
			t.Errorf("%d completed, %d too early", n, early)
		}

		tactile.move(rules.E7, rules.E5) // Black plays on his own board first
		time.Sleep(3 * time.Second)
		sighted.move(rules.E7, rules.E5)
		time.Sleep(time.Second)
		press(rules.Black)
		if n, early := sighted.tells("completed"), sighted.tells("clock_before_second_board"); n != 2 || early != 0 {
			t.Errorf("%d completed, %d too early", n, early)
		}

		sighted.pins.SetSquare(rules.D2, sensors.Empty) // a piece in the hand, for a long time
		time.Sleep(20 * time.Second)
		rings("a lift")
		sighted.pins.SetSquare(rules.D2, sensors.Occupied)
		time.Sleep(2 * time.Second)

		sighted.move(rules.G1, rules.F3)
		time.Sleep(time.Second)
		press(rules.White) // before it is set on the other board
		if n, early := sighted.tells("completed"), sighted.tells("clock_before_second_board"); n != 2 || early != 1 {
			t.Errorf("%d completed, %d too early", n, early)
		}
		tactile.move(rules.G1, rules.H3) // misheard
		time.Sleep(12 * time.Second)
		rings("misheard", "f3", "h3")
		for _, a := range sighted.s.History.State().Ringing.Alarms {
			if a.ID == "boards_differ" && a.Ply != 2 {
				t.Errorf("both agreed after half-move 2, not %d", a.Ply)
			}
		}
		tactile.move(rules.H3, rules.F3)
		time.Sleep(2 * time.Second)
		rings("put right")
		if n := sighted.tells("completed"); n != 3 {
			t.Errorf("%d completed", n)
		}
		if a := sighted.s.History.State().Desk.Spoken; a == nil || a.Text != "Springer Felix drei" || a.Ply != 3 || a.Language != "de" {
			t.Errorf("announced %+v", a)
		}
		if got := made(sighted.s.History); !slices.Equal(got, []string{"e2e4", "e7e5", "g1f3"}) {
			t.Errorf("the record has %v", got)
		}
		cancel()
		for _, b := range boards {
			if err := <-b.done; err != nil {
				t.Fatal(err)
			}
			if err := b.s.Store.Journal.Close(); err != nil {
				t.Fatal(err)
			}
		}
		told := sighted.tells("completed")
		head := header
		head.TwoBoards, head.TactileOppo, head.Clock, head.TimeControl = true, true, trace.ClockButtons, "5400+30"
		again := open(t, dir+"/a", head, quiet)
		after := &boardOf{s: again}
		if n := after.tells("completed"); n != told {
			t.Errorf("after a restart %d completed, before it %d", n, told)
		}
		if err := again.Store.Journal.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// setUpBoard returns the starting position as contacts read it.
func setUpBoard() (s sensors.Scan) {
	for sq := range s {
		s[sq] = sensors.Empty
		if sq < 16 || sq >= 48 {
			s[sq] = sensors.Occupied
		}
	}
	return s
}
