package daemon_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon"
	"touchmove/daemon/hardware"
	"touchmove/eventlog"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/trace"
)

// One announcement by the mover serves both boards of a game, one ordinary and one tactile
// or both tactile, in every edition that has them. The move is made when the mover's own
// board shows it, the other board follows, and if that shows something else an alarm rings.
func TestOneAnnouncementServesBothBoards(t *testing.T) {
	for _, tactile := range [][2]bool{{false, true}, {true, true}, {true, false}} {
		for _, laws := range []rules.Laws{rules.FIDE2001, rules.FIDE2005, rules.FIDE2009, rules.FIDE2014, rules.FIDE2018, rules.FIDE2023} {
			if tactile[0] && laws != rules.FIDE2009 && laws != rules.FIDE2023 {
				continue // same as with the colours reversed
			}
			kind := func(tactile bool) string { return map[bool]string{true: "tactile", false: "ordinary"}[tactile] }
			t.Run(fmt.Sprint(laws, " ", kind(tactile[0]), " and ", kind(tactile[1])), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { announcedOnce(t, laws, tactile) })
			})
		}
	}
}

func announcedOnce(t *testing.T, laws rules.Laws, tactile [2]bool) {
	ctx, cancel := context.WithCancel(t.Context())
	dir := t.TempDir()
	var boards [2]*boardOf
	var wired [2]hardware.Board
	heads := [2]trace.Header{header, header}
	for i := range boards {
		h, board := newChipBoard(t)
		b := &boardOf{chipBoard: h, asks: make(chan broadcast.Request), done: make(chan error, 1)}
		b.pins.Set(setUpBoard())
		board.Period = 50 * time.Millisecond
		heads[i].Laws, heads[i].TwoBoards, heads[i].Tactile, heads[i].TactileOppo = laws, i == 0, tactile[i], tactile[1-i]
		if i == 0 {
			heads[i].Clock, heads[i].TimeControl = trace.ClockButtons, "5400+30"
		}
		b.s = open(t, dir+[...]string{"/a", "/b"}[i], heads[i], quiet)
		boards[i], wired[i] = b, board
	}
	white, black := boards[0], boards[1] // each player's own board; White's has the clock
	daemon.Pair(white.s, black.s)
	presses := make(chan scan.Press, 4)
	press := func(by rules.Color) { presses <- scan.Press{By: by, At: time.Now()}; time.Sleep(2 * time.Second) }
	white.play(ctx, wired[0], presses)
	black.play(ctx, wired[1], nil)
	ids, words := 0, 0
	ask := func(b *boardOf, c trace.Command) {
		t.Helper()
		ids++
		c.ID = fmt.Sprint("x", ids)
		answers := make(chan broadcast.Answer, 1)
		b.asks <- broadcast.Request{Command: c, Answer: func(a broadcast.Answer) { answers <- a }}
		if a := <-answers; !a.OK {
			t.Fatalf("%s: %s", c.Do, a.Error)
		}
	}
	announce := func(b *boardOf, by, uci string) {
		t.Helper()
		if tactile[0] && b == white || tactile[1] && b == black { // said aloud and entered, where that is required
			words++
			ask(b, trace.Command{Do: trace.DoAnnounce, By: by, UCI: uci})
		}
		time.Sleep(time.Second)
	}
	lines := func(when string, want string, on ...*boardOf) {
		t.Helper()
		for _, b := range on {
			if got := strings.Join(made(b.s.History), " "); got != want {
				t.Errorf("%s: board %d has %q, want %q", when, slices.Index(boards[:], b)+1, got, want)
			}
		}
	}
	rings := func(when string, squares ...string) {
		t.Helper()
		for i, b := range boards {
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
	time.Sleep(3 * time.Second)
	ask(white, trace.Command{Do: trace.DoStartClocks})

	white.move(rules.E2, rules.E4)
	announce(white, "white", "e2e4")
	time.Sleep(time.Second)
	if tactile[0] { // on an ordinary board a move is published when it is certain
		lines("made by White", "e2e4", white, black)
	}
	black.move(rules.E2, rules.E4) // Black sets it
	time.Sleep(time.Second)
	press(rules.White)
	lines("followed by Black", "e2e4", white, black)

	black.move(rules.E7, rules.E5)
	announce(black, "black", "e7e5")
	time.Sleep(time.Second)
	if tactile[1] {
		lines("made by Black on the own board", "e2e4 e7e5", white, black)
	}
	rings("before White has set it")
	white.move(rules.E7, rules.E5)
	time.Sleep(time.Second)
	press(rules.Black)
	lines("followed by White", "e2e4 e7e5", white, black)

	announce(white, "white", "g1f3") // said first, then moved
	white.move(rules.G1, rules.F3)
	time.Sleep(2 * time.Second)
	black.move(rules.G1, rules.H3) // misheard
	time.Sleep(12 * time.Second)
	rings("misheard", "f3", "h3")
	lines("misheard", "e2e4 e7e5 g1f3", white)
	if tactile[0] {
		lines("misheard", "e2e4 e7e5 g1f3", black)
	}
	black.move(rules.H3, rules.F3)
	time.Sleep(3 * time.Second)
	rings("put right")
	press(rules.White)

	black.move(rules.B8, rules.C6)
	announce(black, "black", "b8c6")
	white.move(rules.B8, rules.C6)
	time.Sleep(time.Second)
	press(rules.Black)

	white.pins.SetSquare(rules.E5, sensors.Empty) // a capture, with the captured piece taken off first
	time.Sleep(time.Second)
	white.move(rules.F3, rules.E5)
	announce(white, "white", "f3e5")
	black.pins.SetSquare(rules.E5, sensors.Empty)
	time.Sleep(time.Second)
	black.move(rules.F3, rules.E5)
	time.Sleep(time.Second)
	press(rules.White)
	time.Sleep(15 * time.Second)
	rings("after a capture")
	const all = "e2e4 e7e5 g1f3 b8c6 f3e5"
	lines("at the end", all, white, black)
	if n, early := white.tells("completed"), white.tells("clock_before_second_board"); n != 5 || early != 0 {
		t.Errorf("%d completed, %d pressed too early", n, early)
	}

	// What the arbiter does to the record is also done to the other journal.
	ask(white, trace.Command{Do: trace.DoTakeBack, By: "arbiter", Plies: 1})
	time.Sleep(time.Second)
	lines("taken back", "e2e4 e7e5 g1f3 b8c6", white, black)
	for _, b := range boards {
		b.move(rules.E5, rules.F3)
		b.pins.SetSquare(rules.E5, sensors.Occupied)
	}
	time.Sleep(20 * time.Second)
	rings("put back")
	ask(white, trace.Command{Do: trace.DoCorrect, By: "arbiter", Ply: 5, UCI: "f3e5"})
	time.Sleep(time.Second)
	lines("corrected", all, white, black)
	ask(white, trace.Command{Do: trace.DoUndo, By: "arbiter"})
	time.Sleep(time.Second)
	lines("undone", "e2e4 e7e5 g1f3 b8c6", white, black)
	ask(white, trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1/2-1/2"})
	time.Sleep(20 * time.Second)
	rings("over")
	for i, b := range boards {
		if s := b.s.History.State(); s.Phase != eventlog.Over || s.Result.Result != "1/2-1/2" {
			t.Errorf("board %d is %v, %s", i+1, s.Phase, s.Result.Result)
		}
	}
	ask(white, trace.Command{Do: trace.DoNewGame, By: "arbiter", Extra: `{"white":{"name":"Berg, Bo"}}`})
	time.Sleep(2 * time.Second)
	ask(white, trace.Command{Do: trace.DoUndo, By: "arbiter"})
	time.Sleep(2 * time.Second)
	lines("gone back to", "e2e4 e7e5 g1f3 b8c6", white, black)
	ask(white, trace.Command{Do: trace.DoNewGame, By: "arbiter", Extra: `{"white":{"name":"Berg, Bo"}}`})
	time.Sleep(2 * time.Second)
	if want := map[[2]bool]int{{false, true}: 2, {true, true}: 5, {true, false}: 3}[tactile]; words != want {
		t.Errorf("%d announcements for five moves, want %d", words, want)
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
	for i, sub := range []string{"/a", "/b"} {
		again := open(t, dir+sub, heads[i], quiet)
		if s := again.History.State(); s.Opened.Pairing.White.Name != "Berg, Bo" || len(s.Moves) > 0 {
			t.Errorf("after a restart board %d waits for %+v with %d moves", i+1, s.Opened.Pairing, len(s.Moves))
		}
		if err := again.Store.Journal.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// After a restart both journals still have the game, and play goes on. A journal that had
// fallen behind catches up with the record.
func TestTwoBoardsAfterARestart(t *testing.T) {
	dir := t.TempDir()
	sub := [2]string{dir + "/a", dir + "/b"}
	var heads [2]trace.Header
	for i := range heads {
		heads[i] = header
		heads[i].Laws, heads[i].TwoBoards, heads[i].Tactile, heads[i].TactileOppo = rules.FIDE2018, i == 0, true, true
	}
	shown := setUpBoard()
	put := func(s *daemon.Session, at time.Duration, uci string) {
		t.Helper()
		for _, w := range []trace.What{trace.Scan{Board: setUpBoard()}, trace.Command{Do: trace.DoCorrect, By: "arbiter", Ply: len(made(s.History)) + 1, UCI: uci}} {
			if err := s.Loop.Run(all([]trace.Record{{At: at, What: w}})); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i, moves := range [][]string{{"g1f3", "g8f6", "f3g1", "f6g8"}, {"g1f3", "g8f6"}} { // a power cut came before the second had all moves
		s := open(t, sub[i], heads[i], quiet)
		for at := range 60 {
			if err := s.Loop.Run(all([]trace.Record{{At: time.Duration(at) * 50 * time.Millisecond, What: trace.Scan{Board: shown}}})); err != nil {
				t.Fatal(err)
			}
		}
		for n, uci := range moves {
			put(s, 4*time.Second+time.Duration(n)*time.Second, uci)
		}
		if err := s.Store.Journal.Close(); err != nil {
			t.Fatal(err)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var boards [2]*boardOf
		var wired [2]hardware.Board
		for i := range boards {
			h, board := newChipBoard(t)
			h.pins.Set(shown)
			board.Period = 50 * time.Millisecond
			boards[i], wired[i] = &boardOf{chipBoard: h, asks: make(chan broadcast.Request), done: make(chan error, 1), s: open(t, sub[i], heads[i], quiet)}, board
		}
		daemon.Pair(boards[0].s, boards[1].s)
		for i, b := range boards {
			b.play(ctx, wired[i], nil)
		}
		time.Sleep(3 * time.Second)
		for i, b := range boards {
			if got := strings.Join(made(b.s.History), " "); got != "g1f3 g8f6 f3g1 f6g8" {
				t.Errorf("board %d has %q", i+1, got)
			}
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
	})
}
