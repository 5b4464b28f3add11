package daemon_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/daemon"
	"touchmove/eventlog"
	"touchmove/rules"
	"touchmove/sensors"
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

// announcedGame is a game on two boards in which moves are announced where a board is tactile.
type announcedGame struct {
	*twoBoards
	tactile [2]bool // White's board, Black's
	words   int     // announcements
}

func announcedOnce(t *testing.T, laws rules.Laws, tactile [2]bool) {
	heads := [2]trace.Header{header, header}
	for i := range heads {
		heads[i].Laws, heads[i].TwoBoards, heads[i].Tactile, heads[i].TactileOppo = laws, i == 0, tactile[i], tactile[1-i]
	}
	heads[0].Clock, heads[0].TimeControl = trace.ClockButtons, "5400+30"
	g := &announcedGame{playOnTwo(t, t.TempDir(), heads, setUpBoard()), tactile, 0}
	g.ask(t, g.white, trace.Command{Do: trace.DoStartClocks})
	g.playFive(t)
	g.correct(t)
	g.begin(t)
	if want := map[[2]bool]int{{false, true}: 2, {true, true}: 5, {true, false}: 3}[tactile]; g.words != want {
		t.Errorf("%d announcements for five moves, want %d", g.words, want)
	}
	g.end(t)
	for i := range heads {
		g.reopened(t, i, func(b *boardOf) {
			if s := b.s.History.State(); s.Opened.Pairing.White.Name != "Berg, Bo" || len(s.Moves) > 0 {
				t.Errorf("after a restart board %d waits for %+v with %d moves", i+1, s.Opened.Pairing, len(s.Moves))
			}
		})
	}
}

// announce has a move announced by the player whose board it is, if that is tactile: said aloud and entered.
func (g *announcedGame) announce(t *testing.T, by rules.Color, uci string) {
	t.Helper()
	if g.tactile[by] {
		g.words++
		g.ask(t, g.both()[by], trace.Command{Do: trace.DoAnnounce, By: by.String(), UCI: uci})
	}
	time.Sleep(time.Second)
}

// The moves that the hands of playFive make, and those without the last.
const (
	fourMoves = "e2e4 e7e5 g1f3 b8c6"
	fiveMoves = fourMoves + " f3e5"
)

// playFive plays five moves: announced after they were made and before, set on the other board at once,
// late and wrongly, the last one a capture.
func (g *announcedGame) playFive(t *testing.T) {
	white, black := g.white, g.black
	white.move(rules.E2, rules.E4)
	g.announce(t, rules.White, "e2e4")
	time.Sleep(time.Second)
	if g.tactile[0] { // on an ordinary board a move is published when it is certain
		g.wantMoves(t, "made by White", "e2e4", white, black)
	}
	black.move(rules.E2, rules.E4) // Black sets it
	time.Sleep(time.Second)
	g.press(rules.White)
	g.wantMoves(t, "followed by Black", "e2e4", white, black)

	black.move(rules.E7, rules.E5)
	g.announce(t, rules.Black, "e7e5")
	time.Sleep(time.Second)
	if g.tactile[1] {
		g.wantMoves(t, "made by Black on the own board", "e2e4 e7e5", white, black)
	}
	g.wantRinging(t, "before White has set it")
	white.move(rules.E7, rules.E5)
	time.Sleep(time.Second)
	g.press(rules.Black)
	g.wantMoves(t, "followed by White", "e2e4 e7e5", white, black)

	g.announce(t, rules.White, "g1f3") // said first, then moved
	white.move(rules.G1, rules.F3)
	time.Sleep(2 * time.Second)
	black.move(rules.G1, rules.H3) // misheard
	time.Sleep(12 * time.Second)
	g.wantRinging(t, "misheard", "f3", "h3")
	g.wantMoves(t, "misheard", "e2e4 e7e5 g1f3", white)
	if g.tactile[0] {
		g.wantMoves(t, "misheard", "e2e4 e7e5 g1f3", black)
	}
	black.move(rules.H3, rules.F3)
	time.Sleep(3 * time.Second)
	g.wantRinging(t, "put right")
	g.press(rules.White)

	black.move(rules.B8, rules.C6)
	g.announce(t, rules.Black, "b8c6")
	white.move(rules.B8, rules.C6)
	time.Sleep(time.Second)
	g.press(rules.Black)

	white.pins.SetSquare(rules.E5, sensors.Empty) // a capture, with the captured piece taken off first
	time.Sleep(time.Second)
	white.move(rules.F3, rules.E5)
	g.announce(t, rules.White, "f3e5")
	black.pins.SetSquare(rules.E5, sensors.Empty)
	time.Sleep(time.Second)
	black.move(rules.F3, rules.E5)
	time.Sleep(time.Second)
	g.press(rules.White)
	time.Sleep(15 * time.Second)
	g.wantRinging(t, "after a capture")
	g.wantMoves(t, "after a capture", fiveMoves, white, black)
	g.wantPresses(t, "after a capture", 5, 0)
}

// correct has the arbiter take back, correct, undo and end the game: what is done to the record is also done to
// the other journal.
func (g *announcedGame) correct(t *testing.T) {
	g.ask(t, g.white, trace.Command{Do: trace.DoTakeBack, By: "arbiter", Plies: 1})
	time.Sleep(time.Second)
	g.wantMoves(t, "taken back", fourMoves, g.both()...)
	for _, b := range g.both() {
		b.move(rules.E5, rules.F3)
		b.pins.SetSquare(rules.E5, sensors.Occupied)
	}
	time.Sleep(20 * time.Second)
	g.wantRinging(t, "put back")
	g.ask(t, g.white, trace.Command{Do: trace.DoCorrect, By: "arbiter", Ply: 5, UCI: "f3e5"})
	time.Sleep(time.Second)
	g.wantMoves(t, "corrected", fiveMoves, g.both()...)
	g.ask(t, g.white, trace.Command{Do: trace.DoUndo, By: "arbiter"})
	time.Sleep(time.Second)
	g.wantMoves(t, "undone", fourMoves, g.both()...)
	g.ask(t, g.white, trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1/2-1/2"})
	time.Sleep(20 * time.Second)
	g.wantRinging(t, "over")
	for i, b := range g.both() {
		if s := b.s.History.State(); s.Phase != eventlog.Over || s.Result.Result != "1/2-1/2" {
			t.Errorf("board %d is %v with the result %s, want over with 1/2-1/2", i+1, s.Phase, s.Result.Result)
		}
	}
}

// begin has the arbiter begin the next game, by mistake and then for good.
func (g *announcedGame) begin(t *testing.T) {
	next := trace.Command{Do: trace.DoNewGame, By: "arbiter", Extra: `{"white":{"name":"Berg, Bo"}}`}
	g.ask(t, g.white, next)
	time.Sleep(2 * time.Second)
	g.ask(t, g.white, trace.Command{Do: trace.DoUndo, By: "arbiter"})
	time.Sleep(2 * time.Second)
	g.wantMoves(t, "gone back to", fourMoves, g.both()...)
	g.ask(t, g.white, next)
	time.Sleep(2 * time.Second)
}

// After a restart both journals still have the game, and play goes on. A journal that had
// fallen behind catches up with the record.
func TestTwoBoardsAfterARestart(t *testing.T) {
	dir := t.TempDir()
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
		s := open(t, (&twoBoards{dir: dir}).journals(i), heads[i], quiet)
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
		g := playOnTwo(t, dir, heads, shown)
		g.wantMoves(t, "after a restart", "g1f3 g8f6 f3g1 f6g8", g.both()...)
		g.end(t)
	})
}
