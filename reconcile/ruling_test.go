package reconcile_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

func player(do, by, what string) trace.Command { return trace.Command{Do: do, By: by, What: what} }

// refused says whether a command is refused, with these words in the error.
func (b *table) refused(c trace.Command, words string) {
	b.t.Helper()
	before := b.g.Situation()
	_, err := b.g.Step(trace.Record{At: b.at, What: c})
	if err == nil || !strings.Contains(err.Error(), words) {
		b.t.Errorf("%s %s: %v, want a refusal with %q", c.Do, c.What, err, words)
	}
	if after := b.g.Situation(); after != before {
		b.t.Errorf("%s: refused, and changed %+v to %+v", c.Do, before, after)
	}
}

func (b *table) remarks(name string) (n int) {
	for _, m := range b.told {
		if m["event"] == "remark" && m["remark"] == name {
			n++
		}
	}
	return n
}

func (b *table) line() string {
	games := b.g.Games()
	var uci []string
	for _, m := range games[len(games)-1].Moves {
		uci = append(uci, m.UCI)
	}
	return strings.Join(uci, " ")
}

// An illegal move brings the opponent time once the arbiter confirms it, by edition
// and rate of play; what the arbiter does not count is taken back (F-7.4b, F-A3).
func TestIllegalMoveConfirmed(t *testing.T) {
	for _, c := range []struct {
		laws rules.Laws
		mode trace.Mode
		want time.Duration
	}{
		{rules.FIDE2009, trace.StandardPlay, 2 * time.Minute},
		{rules.FIDE2009, trace.Blitz, 2 * time.Minute},
		{rules.FIDE2014, trace.Blitz, time.Minute},
		{rules.FIDE2018, trace.Rapid, 2 * time.Minute},
		{rules.FIDE2023, trace.Rapid, time.Minute},
		{rules.FIDE1997, trace.StandardPlay, 0},
	} {
		h := timed("5400", c.laws)
		h.Mode = c.mode
		b := sit(t, h)
		b.do(start())
		b.refused(player(trace.DoIllegal, "arbiter", "confirm"), "no illegal move has been found")
		b.until(5)
		b.move("e2e5")
		b.wait(500 * time.Millisecond)
		b.press(rules.White)
		b.wait(3 * time.Second)
		if got := b.g.Situation().Illegal; got != [2]int{1, 0} {
			t.Errorf("%v: counts %v", c.laws, got)
		}
		_, before := b.left()
		b.do(player(trace.DoIllegal, "arbiter", "confirm"))
		_, after := b.left()
		if after-before != c.want {
			t.Errorf("%v %v: Black gets %v, want %v", c.laws, c.mode, after-before, c.want)
		}
		b.refused(player(trace.DoIllegal, "arbiter", "confirm"), "waits for a decision")
		b.do(player(trace.DoIllegal, "arbiter", "not-counted"))
		if _, again := b.left(); again != before || b.g.Situation().Illegal != [2]int{} {
			t.Errorf("%v: not counted leaves %v and %v", c.laws, again-before, b.g.Situation().Illegal)
		}
	}
}

// repeat plays knights out and back until the position stands for the third time.
func (b *table) repeat() {
	b.t.Helper()
	for range 2 {
		for _, uci := range []string{"g1f3", "g8f6", "f3g1", "f6g8"} {
			b.turn(uci)
		}
	}
}

// A claim of repetition that is right draws; a wrong one brings time by edition and
// rate of play once the arbiter has ruled (F-9.2, F-9.4, F-9.5).
func TestDrawClaims(t *testing.T) {
	b := sit(t, timed("5400", rules.FIDE2023))
	b.do(start())
	b.repeat()
	if got := b.g.Appearances(); !slices.Equal(got, []int{0, 4, 8}) {
		t.Errorf("appearances after half-moves %v", got)
	}
	b.do(player(trace.DoClaim, "white", trace.ClaimRepetition))
	if got := b.g.Situation().Result; got != "1/2-1/2" {
		t.Errorf("a right claim: %s", got)
	}

	for _, c := range []struct {
		laws     rules.Laws
		mode     trace.Mode
		control  string
		opponent time.Duration
		claimant time.Duration // taken
	}{
		{rules.FIDE1997, trace.StandardPlay, "5400", 3 * time.Minute, 3 * time.Minute},
		{rules.FIDE1997, trace.StandardPlay, "200", 3 * time.Minute, -1}, // half of the rest
		{rules.FIDE2005, trace.StandardPlay, "5400", 3 * time.Minute, 3 * time.Minute},
		{rules.FIDE2009, trace.StandardPlay, "5400", 3 * time.Minute, 0},
		{rules.FIDE2018, trace.StandardPlay, "5400", 2 * time.Minute, 0},
		{rules.FIDE2018, trace.Blitz, "300", time.Minute, 0},
		{rules.FIDE2023, trace.Rapid, "900", time.Minute, 0},
		{rules.FIDE1953, trace.StandardPlay, "5400", 0, 0},
	} {
		h := timed(c.control, c.laws)
		h.Mode = c.mode
		b := sit(t, h)
		b.do(start())
		b.turn("e2e4")
		b.turn("e7e5")
		b.refused(player(trace.DoVerdict, "arbiter", "rejected"), "no claim is waiting")
		b.do(player(trace.DoClaim, "white", trace.ClaimRepetition))
		b.do(player(trace.DoStopClocks, "arbiter", ""))
		white, black := b.left()
		b.refused(player(trace.DoVerdict, "arbiter", "postpone"), "must be upheld or rejected")
		b.do(player(trace.DoVerdict, "arbiter", "rejected"))
		w, bl := b.left()
		taken := c.claimant
		if taken < 0 {
			taken = white / 2
		}
		if bl-black != c.opponent || white-w != taken {
			t.Errorf("%v %v: the opponent gets %v, the claimant loses %v; want %v and %v", c.laws, c.mode, bl-black, white-w, c.opponent, taken)
		}
		b.refused(player(trace.DoVerdict, "arbiter", "rejected"), "no claim is waiting")
	}
}

// The times that a wrong claim takes by the Laws of 2001 and 2005.
func TestWrongClaimTakesByTheRest(t *testing.T) {
	for control, want := range map[string]time.Duration{"105": time.Minute, "40": -1} {
		b := sit(t, timed(control, rules.FIDE2005))
		b.do(start())
		b.turn("e2e4")
		b.turn("e7e5")
		b.do(player(trace.DoClaim, "white", trace.ClaimFiftyMoves))
		b.do(player(trace.DoStopClocks, "arbiter", ""))
		before, _ := b.left()
		b.do(player(trace.DoVerdict, "arbiter", "rejected"))
		after, _ := b.left()
		if want < 0 {
			want = before
		}
		if after != want {
			t.Errorf("with %v left, %v afterwards, want %v", before, after, want)
		}
	}
}

// The arbiter may rule otherwise than the record: a wrong claim upheld draws, a
// right one rejected goes on (F-9.5).
func TestVerdictAgainstTheRecord(t *testing.T) {
	b := sit(t, timed("5400", rules.FIDE2023))
	b.do(start())
	b.turn("e2e4")
	b.turn("e7e5")
	b.do(player(trace.DoClaim, "white", trace.ClaimRepetition))
	b.do(player(trace.DoVerdict, "arbiter", "upheld"))
	if got := b.g.Situation().Result; got != "1/2-1/2" {
		t.Errorf("upheld: %s", got)
	}

	b = sit(t, timed("5400", rules.FIDE2023))
	b.do(start())
	b.repeat()
	b.do(player(trace.DoClaim, "white", trace.ClaimRepetition))
	b.do(player(trace.DoVerdict, "arbiter", "rejected"))
	if got := b.g.Situation(); got.Result != "*" || got.Times.Phase != chessclock.Paused {
		t.Errorf("rejected: %s, the clock is %v", got.Result, got.Times.Phase)
	}
	b.do(start())
	b.turn("d2d4")
	if got := b.g.Situation(); got.Ply != 9 || got.Result != "*" {
		t.Errorf("play does not go on: %+v", got)
	}
}

// Offers: after the own move and before the press; at another moment valid but
// noted, in 1953 none; they cannot be withdrawn; the event may forbid them before
// a move (F-9.1, F-12.6).
func TestDrawOffers(t *testing.T) {
	state := func(b *table) string {
		if s := b.g.State().DrawOffer; s != nil {
			return *s
		}
		return ""
	}
	for _, laws := range rules.AllLaws() {
		b := sit(t, timed("5400", laws))
		b.do(start())
		b.turn("e2e4")
		b.turn("e7e5")
		b.do(player(trace.DoOfferDraw, "black", "")) // White's time runs
		want, noted := "open", 1
		if laws == rules.FIDE1953 {
			want, noted = "", 0
		}
		if got := state(b); got != want || b.remarks("draw_offer_irregular") != noted {
			t.Errorf("%v: in the opponent's time the offer is %q, noted %d times", laws, got, b.remarks("draw_offer_irregular"))
		}
		b.move("g1f3")
		b.wait(500 * time.Millisecond)
		b.do(player(trace.DoOfferDraw, "white", ""))
		b.press(rules.White)
		b.wait(2 * time.Second)
		if got := state(b); got != "open" {
			t.Errorf("%v: the offer is %q", laws, got)
		}
		b.do(player(trace.DoDeclineDraw, "white", ""))
		if state(b) != "open" || b.remarks("draw_offer_cannot_be_withdrawn") != 1 {
			t.Errorf("%v: an offer was withdrawn", laws)
		}
		b.do(player(trace.DoAcceptDraw, "white", ""))
		if b.g.Situation().Result != "*" {
			t.Errorf("%v: the own offer was accepted", laws)
		}
		if got := b.g.Counts().Offers; got != [2]int{1, 1} {
			t.Errorf("%v: offers %v", laws, got)
		}
		b.do(player(trace.DoAcceptDraw, "black", ""))
		if b.g.Situation().Result != "1/2-1/2" {
			t.Errorf("%v: an offer accepted: %s", laws, b.g.Situation().Result)
		}
	}

	b := sit(t, timed("5400", rules.FIDE2009))
	b.do(arbiter(trace.DoNewGame, map[string]any{"draw_from": 3, "time_control": "5400"}))
	b.wait(3 * time.Second)
	b.do(start())
	b.turn("e2e4")
	b.do(player(trace.DoOfferDraw, "white", ""))
	if state(b) != "" || b.remarks("draw_offer_not_allowed") != 1 {
		t.Errorf("an offer before move 3 is %q", state(b))
	}
	for _, uci := range []string{"e7e5", "g1f3", "b8c6", "f1b5"} {
		b.turn(uci)
	}
	b.do(player(trace.DoOfferDraw, "white", ""))
	if state(b) != "open" {
		t.Errorf("an offer at move 3 is %q: %v", state(b), b.line())
	}
}

// The quickplay finish: under two minutes, by the player having the move, without
// an increment; the clocks stop and the arbiter rules (F-10.2).
func TestQuickplayFinish(t *testing.T) {
	claim := func(by string) trace.Command { return player(trace.DoQuickplay, by, "claim") }
	b := sit(t, timed("150", rules.FIDE2018))
	b.do(start())
	b.refused(claim("white"), "only with less than two minutes")
	b.until(40)
	b.refused(claim("black"), "only the player having the move")
	b.do(player(trace.DoQuickplay, "white", "request-increment"))
	if c, _ := b.g.Clock(); c.Phase() != chessclock.Paused {
		t.Errorf("the clocks are %v", c.Phase())
	}
	white, black := b.left()
	b.do(player(trace.DoVerdict, "arbiter", "upheld"))
	b.do(start())
	if _, got := b.left(); got-black != 2*time.Minute {
		t.Errorf("the opponent gets %v", got-black)
	}
	b.turn("e2e4")
	if got, _ := b.left(); got != white-900*time.Millisecond+5*time.Second {
		t.Errorf("White has %v of %v: the increment of 5 s", got, white)
	}
	b.refused(claim("black"), "only with less than two minutes")

	b = sit(t, timed("90", rules.FIDE2005))
	b.do(start())
	b.until(10)
	b.do(claim("white"))
	_, black = b.left()
	b.do(player(trace.DoVerdict, "arbiter", "postpone"))
	b.do(player(trace.DoVerdict, "arbiter", "rejected"))
	if _, got := b.left(); got-black != 2*time.Minute {
		t.Errorf("rejected: the opponent gets %v", got-black)
	}
	b.refused(player(trace.DoQuickplay, "white", "request-increment"), "knows no request")
	sit(t, timed("90", rules.FIDE1953)).refused(claim("white"), "has no quickplay finish")
	b = sit(t, timed("90+2", rules.FIDE2018))
	b.do(start())
	b.refused(claim("white"), "not with an increment")
	b = sit(t, timed("90", rules.FIDE2018))
	b.do(start())
	b.do(claim("white"))
	b.do(player(trace.DoVerdict, "arbiter", "draw"))
	if got := b.g.Situation().Result; got != "1/2-1/2" {
		t.Errorf("ruled a draw: %s", got)
	}
}

// Penalties change clocks and results; the amount is that of the edition where none
// is told (F-13.4, F-13.5, F-12.9).
func TestPenalties(t *testing.T) {
	b := sit(t, timed("5400", rules.FIDE2023))
	b.do(start())
	b.do(player(trace.DoStopClocks, "arbiter", ""))
	penalty := func(kind, player string, ms int) trace.Command {
		extra := map[string]any{"kind": kind, "player": player}
		if ms > 0 {
			extra["ms"] = ms
		}
		return arbiter(trace.DoPenalty, extra)
	}
	b.do(penalty("add-opponent", "white", 0))
	b.wantLeft(5400, 5520)
	b.do(penalty("take", "white", 60_000))
	b.wantLeft(5340, 5520)
	b.do(penalty("extra-time", "white", 30_000))
	b.wantLeft(5370, 5520)
	b.do(penalty("warning", "black", 0))
	b.refused(penalty("take", "white", 0), "how much")
	b.refused(penalty("prison", "white", 0), "must be one of")
	b.refused(penalty("take", "both", 1), "must be white or black")
	b.do(penalty("loss", "black", 0))
	if got := b.g.Situation().Result; got != "1-0" {
		t.Errorf("result %s", got)
	}
	b = sit(t, timed("5400", rules.FIDE2023))
	b.do(penalty("both-lose", "", 0))
	if got := b.g.Situation().Result; got != "0-0" {
		t.Errorf("result %s", got)
	}
	b = sit(t, trace.DefaultHeader())
	b.refused(penalty("take", "white", 1000), "has no clock")
}

// Who is not there at the default time loses; nobody there, both do; who is, does
// not (F-6.6).
func TestDefaultTime(t *testing.T) {
	for _, c := range []struct {
		extra  map[string]any
		here   string
		plays  bool
		result string
	}{
		{map[string]any{"default_ms": 30_000}, "", false, "0-0"},
		{map[string]any{"default_ms": 30_000}, "black", false, "0-1"},
		{map[string]any{"default_ms": 30_000}, "white", true, ""},
		{map[string]any{"default": true}, "", false, "0-0"}, // at once (2009: 6.6a)
		{map[string]any{}, "", false, ""},
	} {
		c.extra["time_control"] = "5400"
		b := sit(t, timed("5400", rules.FIDE2009))
		b.do(arbiter(trace.DoNewGame, c.extra))
		b.wait(3 * time.Second)
		b.do(start())
		if c.here != "" {
			b.do(arbiter(trace.DoPresent, map[string]any{"player": c.here}))
		}
		if c.plays {
			b.turn("e2e4")
			b.turn("e7e5")
		}
		b.wait(40 * time.Second)
		want := []string(nil)
		if c.result != "" {
			want = []string{c.result + " default proposed"}
		}
		if got := b.results(); !slices.Equal(got, want) {
			t.Errorf("%v, %s here: %v, want %v", c.extra, c.here, got, want)
		}
	}
}

// The game goes back to an earlier half-move: counters and times are those of then,
// the board is put right square by square, hands at it make no moves meanwhile, and
// play goes on from there (F-6.13, F-7.4a, F-7.5).
func TestRestoreToAnEarlierPly(t *testing.T) {
	b := sit(t, timed("5400+30", rules.FIDE2023))
	b.do(start())
	for _, uci := range []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"} {
		b.turn(uci)
	}
	times := b.g.Games()[0].Moves[2].Left // after 2. Nf3
	b.refused(trace.Command{Do: trace.DoRestore, By: "arbiter", Ply: 9}, "is not in the game")
	b.do(trace.Command{Do: trace.DoRestore, By: "arbiter", Ply: 3})
	if got := b.line(); got != "e2e4 e7e5 g1f3" {
		t.Fatalf("the line is %s", got)
	}
	w, bl := b.left()
	if [2]time.Duration{w, bl} != times {
		t.Errorf("the clock shows %v and %v, then it was %v", w, bl, times)
	}
	s := b.g.Situation()
	if s.Times.Moves != [2]int{2, 1} || s.Times.Phase != chessclock.Paused || s.Times.Runs != rules.Black {
		t.Errorf("counters %v, %v, %v to run", s.Times.Moves, s.Times.Phase, s.Times.Runs)
	}
	words := func() (list []string) {
		for _, g := range b.g.Guide() {
			if g.Remove {
				list = append(list, "off "+g.Square.String())
			} else {
				list = append(list, fmt.Sprintf("%v on %v", g.Put, g.Square))
			}
		}
		return list
	}
	if got := words(); !slices.Equal(got, []string{"off b5", "off a6", "off c6", "B on f1", "p on a7", "n on b8"}) {
		t.Errorf("guide %v", got)
	}
	for len(b.g.Guide()) > 0 {
		next := b.g.Guide()[0]
		is := sensors.Occupied
		if next.Remove {
			is = sensors.Empty
		}
		b.shown[next.Square] = is
		b.take(trace.Change{Square: next.Square, Is: is})
		b.wait(800 * time.Millisecond)
	}
	b.wait(3 * time.Second)
	if got := b.line(); got != "e2e4 e7e5 g1f3" {
		t.Fatalf("putting the board right made moves: %s", got)
	}
	b.do(start())
	b.turn("g8f6")
	b.turn("f3e5")
	if got := b.line(); got != "e2e4 e7e5 g1f3 g8f6 f3e5" {
		t.Errorf("play goes on with %s", got)
	}
}

// An undo after any action restores what stood before it: the moves, the duties,
// the counts, the result and the times.
func TestUndo(t *testing.T) {
	extra := func(do string, keys map[string]any) trace.Command { return arbiter(do, keys) }
	for _, c := range []struct {
		name string
		do   trace.Command
		prep func(b *table)
	}{
		{name: "take-back", do: trace.Command{Do: trace.DoTakeBack, By: "arbiter", Plies: 3}},
		{name: "restore", do: trace.Command{Do: trace.DoRestore, By: "arbiter", Ply: 1}},
		{name: "correct", do: trace.Command{Do: trace.DoCorrect, By: "arbiter", Ply: 2, UCI: "d7d5"}},
		{name: "set-position", do: trace.Command{Do: trace.DoSetPosition, By: "arbiter", FEN: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}},
		{name: "result", do: trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1-0"}},
		{name: "resign", do: player(trace.DoResign, "white", "")},
		{name: "penalty", do: extra(trace.DoPenalty, map[string]any{"kind": "add-opponent", "player": "black"})},
		{name: "loss", do: extra(trace.DoPenalty, map[string]any{"kind": "loss", "player": "black"})},
		{name: "set-clock", do: extra(trace.DoSetClock, map[string]any{"white_ms": 1, "black_ms": 2, "white_moves": 9, "runs": "black"})},
		{name: "flag", do: player(trace.DoFlag, "white", "")},
		{name: "touch", do: trace.Command{Do: trace.DoTouch, By: "white", Square: "b1"}},
		{name: "wrong claim", do: player(trace.DoClaim, "white", trace.ClaimRepetition)},
		{name: "verdict", do: player(trace.DoVerdict, "arbiter", "rejected"), prep: func(b *table) { b.do(player(trace.DoClaim, "white", trace.ClaimRepetition)) }},
		{name: "offer", do: player(trace.DoOfferDraw, "black", "")},
		{name: "acceptance", do: player(trace.DoAcceptDraw, "white", ""), prep: func(b *table) { b.do(player(trace.DoOfferDraw, "black", "")) }},
		{name: "stop", do: player(trace.DoStopClocks, "arbiter", "")},
		{name: "illegal move confirmed", do: player(trace.DoIllegal, "arbiter", "confirm"), prep: func(b *table) {
			b.move("d2d5")
			b.wait(500 * time.Millisecond)
			b.press(rules.White)
			b.wait(3 * time.Second)
		}},
		{name: "illegal move not counted", do: player(trace.DoIllegal, "arbiter", "not-counted"), prep: func(b *table) {
			b.move("d2d5")
			b.wait(500 * time.Millisecond)
			b.press(rules.White)
			b.wait(3 * time.Second)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := sit(t, timed("5400+30", rules.FIDE2018))
			b.do(start())
			for _, uci := range []string{"e2e4", "e7e5", "g1f3", "b8c6"} {
				b.turn(uci)
			}
			if c.prep != nil {
				c.prep(b)
			}
			line, before, state := b.line(), b.g.Situation(), b.g.State()
			b.do(c.do)
			after, changed := b.g.Situation(), b.g.State()
			if c.name != "flag" && after == before && reflect.DeepEqual(state, changed) {
				t.Fatal("the action changed nothing")
			}
			b.do(player(trace.DoUndo, "arbiter", ""))
			again := b.g.Situation()
			if got := b.line(); got != line {
				t.Errorf("the line is %s, it was %s", got, line)
			}
			phase := again.Times.Phase
			if want := chessclock.Paused; before.Times.Phase == chessclock.Running && phase != want {
				t.Errorf("the clocks are %v", phase)
			}
			again.Times.Phase = before.Times.Phase // they stand until the arbiter starts them
			if again != before {
				t.Errorf("now %+v\nwas %+v", again, before)
			}
			now := b.g.State()
			now.Events = state.Events // remarks stay in the log
			if !reflect.DeepEqual(now, state) {
				t.Errorf("the Laws now %+v\nwas %+v", now, state)
			}
			if results := b.results(); c.name == "flag" && (len(results) != 2 || results[1] != "* undone") {
				t.Errorf("results %v", results)
			}
			actions := b.g.Actions()
			last, undone := actions[len(actions)-1], actions[len(actions)-2]
			if last.Undoes != undone.Number || undone.Undone != last.Number || undone.Command != c.do {
				t.Errorf("the log says that %d undoes %d", last.Number, last.Undoes)
			}
			b.refused(trace.Command{Do: trace.DoUndo, By: "arbiter", What: "nobody's"}, "no such action")
			if c.name == "set-position" || c.prep != nil && strings.HasPrefix(c.name, "illegal") {
				return
			}
			b.do(start())
			b.turn("f1b5")
			if got := b.line(); got != line+" f1b5" {
				t.Errorf("play goes on with %s", got)
			}
		})
	}
}

// What came after an action is undone before it.
func TestUndoInOrder(t *testing.T) {
	b := sit(t, timed("5400", rules.FIDE2018))
	b.do(start())
	b.do(trace.Command{ID: "a-1", Do: trace.DoResult, By: "arbiter", Result: "1-0"})
	b.do(trace.Command{ID: "a-2", Do: trace.DoResult, By: "arbiter", Result: "0-1"})
	b.refused(trace.Command{Do: trace.DoUndo, By: "arbiter", What: "a-1"}, "undo that one first")
	b.do(trace.Command{Do: trace.DoUndo, By: "arbiter", What: "a-2"})
	if got := b.g.Situation().Result; got != "1-0" {
		t.Errorf("result %s", got)
	}
	b.do(arbiter(trace.DoUndo, map[string]any{"action": 2}))
	if got := b.g.Situation().Result; got != "*" {
		t.Errorf("result %s", got)
	}
	b.refused(trace.Command{Do: trace.DoUndo, By: "arbiter", What: "a-1"}, "has been undone")
}

// A game is adjourned: the board is frozen, the move sealed, the times kept; it
// goes on with the move as it was opened (F-G1, F-G8).
func TestAdjournment(t *testing.T) {
	for _, c := range []struct {
		opened, line, result string
	}{
		{"Nf3", "e2e4 e7e5 g1f3", ""},
		{"g1f3", "e2e4 e7e5 g1f3", ""},
		{"Nf6", "e2e4 e7e5", "0-1 sealed_move proposed"},
		{"N?", "e2e4 e7e5", "0-1 sealed_move proposed"},
	} {
		b := sit(t, timed("5400", rules.FIDE2018))
		b.refused(trace.Command{Do: trace.DoSeal, By: "white"}, "adjourn the game first")
		b.do(start())
		b.turn("e2e4")
		b.turn("e7e5")
		b.do(player(trace.DoAdjourn, "arbiter", ""))
		b.refused(trace.Command{Do: trace.DoSeal, By: "black", Extra: `{"text":"d6"}`}, "white has the move")
		b.refused(trace.Command{Do: trace.DoSeal, By: "white"}, "write the move")
		b.wait(10 * time.Second) // White thinks about it
		white, _ := b.left()
		e, err := trace.NewExtra(map[string]any{"text": c.opened})
		if err != nil {
			t.Fatal(err)
		}
		b.do(trace.Command{Do: trace.DoSeal, By: "white", Extra: e})
		for sq := range b.shown { // the pieces are put away
			b.shown[sq] = sensors.Empty
		}
		b.take(trace.Scan{Board: b.shown})
		b.wait(time.Hour)
		a, ok := b.g.Adjourned()
		if got, _ := b.left(); got != white || !ok || a.Left[rules.White] != white || a.Ply != 2 || a.Sealer != rules.White {
			t.Errorf("White's time is %v, it was %v; %+v", got, white, a)
		}
		p := b.g.Position()
		b.shown = board(p)
		b.take(trace.Scan{Board: b.shown})
		b.wait(2 * time.Second)
		if got := b.line(); got != "e2e4 e7e5" {
			t.Fatalf("putting the pieces away made moves: %s", got)
		}
		b.do(player(trace.DoResumeAdjourned, "arbiter", ""))
		if got := b.line(); got != c.line {
			t.Errorf("%s: the line is %s", c.opened, got)
		}
		results := b.results()
		if c.result == "" && len(results) != 0 || c.result != "" && (len(results) == 0 || results[len(results)-1] != c.result) {
			t.Errorf("%s: results %v, want %q", c.opened, results, c.result)
		}
	}
}

// Without a clock rulings count and decide as with one, and change no times.
func TestRulingsWithoutAClock(t *testing.T) {
	h := trace.DefaultHeader()
	h.Clock, h.Laws = trace.ClockButtons, rules.FIDE2018
	b := sit(t, h)
	b.wait(time.Second)
	b.move("e2e5")
	b.wait(500 * time.Millisecond)
	b.press(rules.White)
	b.wait(3 * time.Second)
	b.do(player(trace.DoIllegal, "arbiter", "confirm"))
	if got := b.g.Situation(); got.Illegal != [2]int{1, 0} || got.Timed {
		t.Errorf("%+v", got)
	}
	b.do(player(trace.DoClaim, "white", trace.ClaimRepetition))
	b.do(player(trace.DoVerdict, "arbiter", "rejected"))
	b.do(player(trace.DoQuickplay, "white", "claim"))
	b.do(player(trace.DoVerdict, "arbiter", "draw"))
	if got := b.g.Situation().Result; got != "1/2-1/2" {
		t.Errorf("result %s", got)
	}
	b.do(player(trace.DoUndo, "arbiter", ""))
	if got := b.g.Situation(); got.Result != "*" || b.count("adjusted") != 0 {
		t.Errorf("%+v, clock told %v", got, b.changes())
	}
}

// What was proposed becomes final when the arbiter declares it, and keeps its reason.
func TestProposedResultIsDeclared(t *testing.T) {
	b := sit(t, timed("10", rules.FIDE2009))
	b.do(start())
	b.until(20)
	b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "0-1"})
	if got := b.results(); len(got) != 2 || got[1] != "0-1 flag_fall" {
		t.Errorf("results %v", got)
	}
	if got := b.g.Games()[0]; got.Result != "0-1" || got.Reason != "flag_fall" {
		t.Errorf("the record says %s, %s", got.Result, got.Reason)
	}

	h := timed("5400", rules.FIDE2018)
	h.Setup.Illegal[rules.White] = 1
	b = sit(t, h)
	b.do(start())
	b.until(5)
	b.move("e2e5")
	b.wait(500 * time.Millisecond)
	b.press(rules.White)
	b.wait(3 * time.Second)
	b.do(player(trace.DoIllegal, "arbiter", "confirm"))
	got := b.results()
	if len(got) != 2 || got[0] != "0-1 illegal_moves proposed black can" || !strings.HasPrefix(got[1], "0-1 illegal_moves") || strings.Contains(got[1], "proposed") {
		t.Errorf("results %v", got)
	}
}

// A default that was proposed is one when the arbiter declares it; when somebody has
// moved since, his word is another one.
func TestProposedDefaultIsDeclared(t *testing.T) {
	b := sit(t, timed("5400", rules.FIDE2018))
	b.do(arbiter(trace.DoNewGame, map[string]any{"default_ms": 60000}))
	b.wait(3 * time.Second)
	b.do(start())
	b.do(arbiter(trace.DoPresent, map[string]any{"player": "white"}))
	b.wait(2 * time.Minute)
	b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1-0"})
	games := b.g.Games()
	if got := games[len(games)-1]; got.Result != "1-0" || got.Reason != "default" {
		t.Errorf("%s, %s", got.Result, got.Reason)
	}
	b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "*"})
	b.do(start())
	b.turn("e2e4") // he came after all, and play goes on
	b.turn("e7e5")
	b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1-0"})
	if got := b.g.Games()[len(games)-1]; got.Result != "1-0" || got.Reason != "arbiter" {
		t.Errorf("%s, %s", got.Result, got.Reason)
	}
}
