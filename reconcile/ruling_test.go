package reconcile_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/reconcile/article4"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

func player(do, by, what string) trace.Command { return trace.Command{Do: do, By: by, What: what} }

// refused checks that a command is refused, with these words in the error.
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
	var uci []string
	for _, m := range b.g.Playing().Moves {
		uci = append(uci, m.UCI)
	}
	return strings.Join(uci, " ")
}

// TestIllegalMoveConfirmed: an illegal move gives the opponent time once the arbiter confirms it,
// by edition and rate of play; what the arbiter does not count is withdrawn (F-7.4b, F-A3).
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
		b.refused(player(trace.DoIllegal, "arbiter", "confirm"), "is waiting for a ruling")
		b.do(player(trace.DoIllegal, "arbiter", "not-counted"))
		if _, again := b.left(); again != before || b.g.Situation().Illegal != [2]int{} {
			t.Errorf("%v: not counted leaves %v and %v", c.laws, again-before, b.g.Situation().Illegal)
		}
	}
}

// TestPenalties: penalties change clocks and results; without an amount, the edition's amount
// applies (F-13.4, F-13.5, F-12.9).
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

// TestDefaultTime: a player who is absent at the default time loses, and both lose if both are; a
// player who is present does not (F-6.6).
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
	for laws, want := range map[rules.Laws]time.Duration{
		rules.FIDE1953: time.Hour, rules.FIDE1997: time.Hour, rules.FIDE2001: time.Hour, rules.FIDE2005: time.Hour, rules.FIDE2009: 0, rules.FIDE2018: 0, rules.FIDE2023: 0,
	} {
		if got, known := article4.DefaultTime(laws); !known || got != want {
			t.Errorf("%v: %v, %v, want %v", laws, got, known, want)
		}
	}
	if _, known := article4.DefaultTime(rules.FIDE2014); known {
		t.Error("2014: the event has to say (6.7)")
	}
	b := sit(t, timed("5400", rules.FIDE2023))
	b.do(arbiter(trace.DoNewGame, map[string]any{"default_ms": 600_000, "time_control": "5400"}))
	b.wait(3 * time.Second)
	b.do(start())
	b.wait(time.Minute)
	b.wantLeft(5340, 5400) // neither is present: White loses the time (6.7.2)
}

// TestRulingsWithoutAClock: without a clock rulings count and decide as with one, but change no
// times.
func TestRulingsWithoutAClock(t *testing.T) {
	h := trace.DefaultHeader()
	h.Clock, h.Laws, h.Quickplay = trace.ClockButtons, rules.FIDE2018, true
	b := sit(t, h)
	b.wait(time.Second)
	b.move("e2e5")
	b.wait(500 * time.Millisecond)
	b.press(rules.White)
	b.wait(3 * time.Second)
	b.do(player(trace.DoIllegal, "arbiter", "confirm"))
	if got := b.g.Situation(); got.Illegal != [2]int{1, 0} || got.Timed {
		t.Errorf("the situation is %+v, want one illegal move by White and no clock", got)
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

// TestProposedResultIsDeclared: a proposed result becomes final when the arbiter declares it, and
// keeps its reason.
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

// TestProposedDefaultIsDeclared: a proposed default becomes final, with that reason, when the
// arbiter declares it. If somebody has moved since, the declared result has another reason.
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
		t.Errorf("the result is %s, %s, want 1-0 by default", got.Result, got.Reason)
	}
	b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "*"})
	b.do(start())
	b.turn("e2e4") // he came after all, and play goes on
	b.turn("e7e5")
	b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1-0"})
	if got := b.g.Games()[len(games)-1]; got.Result != "1-0" || got.Reason != "arbiter" {
		t.Errorf("the result is %s, %s, want 1-0 by the arbiter", got.Result, got.Reason)
	}
}

// TestBothPlayersSign: a result that both players confirm is final, with the reason of the
// proposal. One confirmation is not enough, nor are two different ones. The arbiter may change the
// result later, and a move makes signatures void (F-8.7).
func TestBothPlayersSign(t *testing.T) {
	sign := func(by, result string) trace.Command {
		return trace.Command{Do: trace.DoSign, By: by, Result: result}
	}
	b := sit(t, timed("5400", rules.FIDE2018))
	b.do(start())
	b.turn("e2e4")
	b.turn("e7e5")
	b.refused(sign("white", "*"), "both agree")
	b.do(sign("white", "1-0"))
	b.do(sign("black", "1/2-1/2"))
	if got := b.g.Situation().Result; got != "*" {
		t.Errorf("they differ: %s", got)
	}
	b.turn("g1f3")
	b.do(sign("black", "1-0"))
	if got := b.g.Situation().Result; got != "*" {
		t.Errorf("White has signed before the last move: %s", got)
	}
	b.do(sign("white", "1-0"))
	if got := b.g.Situation().Result; got != "1-0" || b.results()[0] != "1-0 signed" {
		t.Errorf("both have signed: %s, %v", got, b.results())
	}
	games := b.g.Games()
	if by, result := games[0].Signed(); by != [2]bool{true, true} || result != "1-0" {
		t.Errorf("signed %v, %s", by, result)
	}
	if result, at, ok := games[0].Signature(rules.White); !ok || result != "1-0" || at == 0 || games[0].Unsigned(rules.FIDE2018) != [2]bool{} {
		t.Errorf("White's signature: %s at %v, %v", result, at, ok)
	}
	b.refused(sign("black", "0-1"), "the result is 1-0")
	b.do(player(trace.DoUndo, "arbiter", ""))
	if by, _ := b.g.Games()[0].Signed(); b.g.Situation().Result != "*" || by != [2]bool{false, true} {
		t.Errorf("undone: %s, signed %v", b.g.Situation().Result, by)
	}
	b.do(sign("white", "1-0"))
	b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "0-1", Why: "a device"})
	if got := b.g.Situation().Result; got != "0-1" {
		t.Errorf("the arbiter changes it: %s", got)
	}
	if by, _ := b.g.Games()[0].Signed(); by != [2]bool{} {
		t.Errorf("signatures under another result: %v", by)
	}
	if last := b.g.Games()[0]; last.Unsigned(rules.FIDE2018) != [2]bool{true, true} || last.Unsigned(rules.FIDE1997) != [2]bool{} {
		t.Errorf("who still has to sign: %v", last.Unsigned(rules.FIDE2018))
	}

	mated := sit(t, timed("5400", rules.FIDE2018))
	mated.do(start())
	for _, uci := range []string{"f2f3", "e7e5", "g2g4", "d8h4"} {
		mated.turn(uci)
	}
	mated.do(sign("white", "0-1"))
	mated.do(sign("black", "0-1"))
	if got := mated.results(); len(got) != 1 || got[0] != "0-1 checkmate" {
		t.Errorf("mate, signed by both: %v", got)
	}
}
