package daemon_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
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

// twoBoards is a game on two boards, each player's own, on simulated chips. White's has the clock and
// the record.
type twoBoards struct {
	white, black *boardOf
	dir          string
	heads        [2]trace.Header
	presses      chan scan.Press
	stop         context.CancelFunc
	asked        int // commands
}

// playOnTwo opens two boards whose journals are below a directory, pairs them, and plays.
func playOnTwo(t *testing.T, dir string, heads [2]trace.Header, shown sensors.Scan) *twoBoards {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	g := &twoBoards{dir: dir, heads: heads, presses: make(chan scan.Press, 4), stop: stop}
	var wired [2]hardware.Board
	for i, b := range []**boardOf{&g.white, &g.black} {
		h, board := newChipBoard(t)
		h.pins.Set(shown)
		board.Period = 50 * time.Millisecond
		wired[i] = board
		*b = &boardOf{chipBoard: h, asks: make(chan broadcast.Request), done: make(chan error, 1), s: open(t, g.journals(i), heads[i], quiet)}
	}
	daemon.Pair(g.white.s, g.black.s)
	g.white.play(ctx, wired[0], g.presses)
	g.black.play(ctx, wired[1], nil)
	time.Sleep(3 * time.Second)
	return g
}

func (g *twoBoards) journals(board int) string { return g.dir + [...]string{"/a", "/b"}[board] }

func (g *twoBoards) both() []*boardOf { return []*boardOf{g.white, g.black} }

// press presses the clock, and gives the boards time to see it.
func (g *twoBoards) press(by rules.Color) {
	g.presses <- scan.Press{By: by, At: time.Now()}
	time.Sleep(2 * time.Second)
}

// ask gives a command to a board and waits until it is stored.
func (g *twoBoards) ask(t *testing.T, b *boardOf, c trace.Command) {
	t.Helper()
	g.asked++
	c.ID = fmt.Sprint("x", g.asked)
	answers := make(chan broadcast.Answer, 1)
	b.asks <- broadcast.Request{Command: c, Answer: func(a broadcast.Answer) { answers <- a }}
	if a := <-answers; !a.OK {
		t.Fatalf("%s: %s", c.Do, a.Error)
	}
}

// wantRinging checks which squares the alarm names that the boards differ, none for no alarm, and that no other
// alarm rings.
func (g *twoBoards) wantRinging(t *testing.T, when string, squares ...string) {
	t.Helper()
	for i, b := range g.both() {
		var got, other []string
		for _, a := range b.s.History.State().Ringing.Alarms {
			if a.ID == "boards_differ" {
				got = a.Squares
			} else {
				other = append(other, string(a.ID))
			}
		}
		if !slices.Equal(got, squares) || len(other) > 0 {
			t.Errorf("%s: at board %d boards differ on %v, want %v; and %v rings", when, i+1, got, squares, other)
		}
	}
}

// wantMoves checks the moves on record at some boards.
func (g *twoBoards) wantMoves(t *testing.T, when, want string, on ...*boardOf) {
	t.Helper()
	for _, b := range on {
		if got := strings.Join(made(b.s.History), " "); got != want {
			t.Errorf("%s: board %d has %q, want %q", when, slices.Index(g.both(), b)+1, got, want)
		}
	}
}

// wantPresses checks how many moves a press has completed, and how many presses came before the move stood on the
// second board.
func (g *twoBoards) wantPresses(t *testing.T, when string, completed, early int) {
	t.Helper()
	if c, e := g.white.tells("completed"), g.white.tells("clock_before_second_board"); c != completed || e != early {
		t.Errorf("%s: %d moves completed and %d presses too early, want %d and %d", when, c, e, completed, early)
	}
}

// end ends play and closes the journals.
func (g *twoBoards) end(t *testing.T) {
	t.Helper()
	g.stop()
	for i, b := range g.both() {
		if err := errors.Join(<-b.done, b.s.Store.Journal.Close()); err != nil {
			t.Fatalf("board %d: %v", i+1, err)
		}
	}
}

// reopened opens the journal of a board again and passes what it has to look.
func (g *twoBoards) reopened(t *testing.T, board int, look func(*boardOf)) {
	t.Helper()
	again := open(t, g.journals(board), g.heads[board], quiet)
	look(&boardOf{s: again})
	if err := again.Store.Journal.Close(); err != nil {
		t.Fatal(err)
	}
}

// Two boards of one game: if they still differ ten seconds after a move was set on one
// of them, an alarm rings on both, with the squares and the last agreement. A move must
// be on both boards before it is completed, and the journal of the record says when it
// was (2009: E1, E2.3, E2.7).
func TestTwoBoardsOfOneGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		heads := [2]trace.Header{header, header}
		heads[0].TwoBoards, heads[0].TactileOppo, heads[1].Tactile = true, true, true
		heads[0].Clock, heads[0].TimeControl = trace.ClockButtons, "5400+30"
		g := playOnTwo(t, t.TempDir(), heads, setUpBoard())
		sighted, tactile := g.white, g.black
		g.ask(t, sighted, trace.Command{Do: trace.DoStartClocks})

		sighted.move(rules.E2, rules.E4)
		time.Sleep(9 * time.Second)
		g.wantRinging(t, "before ten seconds")
		time.Sleep(2 * time.Second)
		g.wantRinging(t, "not set on the other board", "e2", "e4")
		tactile.move(rules.E2, rules.E4)
		time.Sleep(2 * time.Second)
		g.wantRinging(t, "set there")
		g.press(rules.White)
		g.wantPresses(t, "White's move", 1, 0)

		tactile.move(rules.E7, rules.E5) // Black plays on his own board first
		time.Sleep(3 * time.Second)
		sighted.move(rules.E7, rules.E5)
		time.Sleep(time.Second)
		g.press(rules.Black)
		g.wantPresses(t, "Black's move", 2, 0)

		sighted.pins.SetSquare(rules.G1, sensors.Empty) // a piece in the hand, for a long time
		time.Sleep(20 * time.Second)
		g.wantRinging(t, "a lift")
		sighted.pins.SetSquare(rules.G1, sensors.Occupied)
		time.Sleep(2 * time.Second)

		sighted.move(rules.G1, rules.F3)
		time.Sleep(time.Second)
		g.press(rules.White)
		g.wantPresses(t, "pressed before it is set on the other board", 2, 1)
		tactile.move(rules.G1, rules.H3) // misheard
		time.Sleep(12 * time.Second)
		g.wantRinging(t, "misheard", "f3", "h3")
		for _, a := range sighted.s.History.State().Ringing.Alarms {
			if a.ID == "boards_differ" && a.Ply != 2 {
				t.Errorf("misheard: the alarm says that both agreed after half-move %d, want 2", a.Ply)
			}
		}
		tactile.move(rules.H3, rules.F3)
		time.Sleep(2 * time.Second)
		g.wantRinging(t, "put right")
		g.wantPresses(t, "put right", 3, 1)
		if a := sighted.s.History.State().Desk.Spoken; a == nil || a.Text != "Springer Felix drei" || a.Ply != 3 || a.Language != "de" {
			t.Errorf("announced %+v, want half-move 3 in German", a)
		}
		g.wantMoves(t, "at the end", "e2e4 e7e5 g1f3", sighted)
		g.end(t)
		g.reopened(t, 0, func(b *boardOf) {
			if n := b.tells("completed"); n != 3 {
				t.Errorf("after a restart %d moves are completed, want 3", n)
			}
		})
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
