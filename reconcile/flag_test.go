package reconcile_test

import (
	"slices"
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// TestFlagIsClaimed: until 2014, in fast play without supervision, only a player calls a flag; a
// claim without a fallen flag is refused, and with both flags down the game is drawn. From 2018 the
// arbiter calls flags too (F-6.8, F-A4d).
func TestFlagIsClaimed(t *testing.T) {
	fast := func(laws rules.Laws) *table {
		h := timed("10", laws)
		h.Mode, h.Unsupervised = trace.Blitz, true
		b := sit(t, h)
		b.do(start())
		return b
	}
	claim := player(trace.DoClaim, "black", trace.ClaimTime)
	for _, laws := range []rules.Laws{rules.FIDE2001, rules.FIDE2005, rules.FIDE2009, rules.FIDE2014} {
		b := fast(laws)
		b.until(5)
		b.do(claim)
		if b.remarks("claim_rejected") != 1 {
			t.Errorf("%v: a claim before the flag: %v", laws, b.lines)
		}
		b.until(15)
		if got := b.results(); len(got) != 0 {
			t.Errorf("%v: nobody has claimed: %v", laws, got)
		}
		b.do(claim)
		if got := b.results(); !slices.Equal(got, []string{"0-1 flag_fall proposed black can"}) {
			t.Errorf("%v: claimed: %v", laws, got)
		}

		b = fast(laws)
		b.until(15)
		b.press(rules.White) // and Black's flag falls too
		b.until(30)
		b.do(claim)
		if got := b.results(); !slices.Equal(got, []string{"1/2-1/2 both_flags proposed"}) {
			t.Errorf("%v: both down: %v", laws, got)
		}
	}
	b := fast(rules.FIDE2018)
	b.until(15)
	if got := b.results(); !slices.Equal(got, []string{"0-1 flag_fall proposed black can"}) {
		t.Errorf("2018: %v", got)
	}
}

// TestBothFlagsAtOnce: when it is unknown which flag fell first, play goes on; from 2005 the game
// is drawn in the last period (F-6.11).
func TestBothFlagsAtOnce(t *testing.T) {
	for _, c := range []struct {
		laws    rules.Laws
		control string
		want    string
	}{
		{rules.FIDE2001, "300", "* both flags have fallen, and nobody knows which first: play goes on"},
		{rules.FIDE2005, "300", "1/2-1/2 both_flags proposed"},
		{rules.FIDE2018, "300", "1/2-1/2 both_flags proposed"},
		{rules.FIDE2018, "40/300:300", "* both flags have fallen, and nobody knows which first: play goes on"},
	} {
		b := sit(t, announced(c.control, c.laws))
		b.do(arbiter(trace.DoClockReading, map[string]any{"white_ms": 5000, "black_ms": 5000, "runs": "white"}))
		b.wait(10 * time.Second)
		b.do(arbiter(trace.DoClockReading, map[string]any{"white_ms": 0, "black_ms": 0, "runs": "none", "flag": "both"}))
		if got := b.results(); len(got) == 0 || got[len(got)-1] != c.want {
			t.Errorf("%v, %s: %v, want %s", c.laws, c.control, got, c.want)
		}
	}
}

// TestBothKingsInCheck: a move leaves both kings in check. By 2005 and 2009 the arbiter of fast
// play acts without a claim; from 2014 he waits for one more move (F-A4c).
func TestBothKingsInCheck(t *testing.T) {
	for _, c := range []struct {
		laws    rules.Laws
		illegal [2]int // counted at once
		drawn   bool   // after one more move that does not put it right
	}{
		{rules.FIDE2001, [2]int{}, false}, {rules.FIDE2005, [2]int{1, 0}, false}, {rules.FIDE2009, [2]int{1, 0}, false},
		{rules.FIDE2014, [2]int{}, true}, {rules.FIDE2018, [2]int{}, true}, {rules.FIDE2023, [2]int{}, true},
	} {
		h := timed("300", c.laws)
		h.Mode, h.Unsupervised = trace.Rapid, true
		h.Start = "4r2k/8/7p/8/8/8/7P/1R2K2R w - - 0 1" // White is in check
		b := sit(t, h)
		b.do(start())
		b.until(5)
		b.move("b1b8") // leaves White's own king in check; the rook on e8 shields the other
		b.wait(500 * time.Millisecond)
		b.press(rules.White)
		b.wait(3 * time.Second)
		if got := b.g.Situation().Illegal; got != [2]int{} && c.illegal == [2]int{} {
			t.Errorf("%v: one king in check counted: %v", c.laws, got)
		}

		h.Start = "4r2k/8/7p/8/8/8/6PP/R3K3 w - - 0 1"
		b = sit(t, h)
		b.do(start())
		b.until(5)
		b.move("a1a8") // pins the rook that gives check: Black's king is not attacked either
		b.wait(500 * time.Millisecond)
		b.press(rules.White)
		b.wait(3 * time.Second)
		if got := b.g.Situation().Illegal; got != [2]int{} {
			t.Errorf("%v: Black's king is not in check: %v", c.laws, got)
		}

		h.Start = "3kr3/8/7p/8/8/8/6PP/R3K3 w - - 0 1"
		b = sit(t, h)
		b.do(start())
		b.until(5)
		b.move("a1a8") // gives check, and leaves White's own king in check
		b.wait(500 * time.Millisecond)
		b.press(rules.White)
		b.wait(3 * time.Second)
		if got := b.g.Situation().Illegal; got != c.illegal {
			t.Errorf("%v: both kings in check: counted %v, want %v", c.laws, got, c.illegal)
		}
		if c.illegal != [2]int{} {
			continue
		}
		b.move("h6h5") // does not put it right
		b.wait(500 * time.Millisecond)
		b.press(rules.Black)
		b.wait(4 * time.Second)
		drawn := slices.Contains(b.results(), "1/2-1/2 illegal_position proposed")
		if drawn != c.drawn {
			t.Errorf("%v: after one more move: %v; line %s", c.laws, b.results(), b.line())
		}
	}
}

// TestSecondFlag: the flag that was called first counts. A second one is on record and turns no
// proposal round; where only players call flags, two of them draw (2005:B7, 2009:A4d). After the
// arbiter has decided that play goes on, flags can be called again.
func TestSecondFlag(t *testing.T) {
	flag := func(by string) trace.Command {
		c := player(trace.DoFlag, by, "")
		c.Why = "seen"
		return c
	}
	for _, laws := range rules.AllLaws() {
		h := timed("5400+30", laws)
		h.Mode, h.ModeGiven = trace.StandardPlay, true
		b := sit(t, h)
		b.do(start())
		b.turn("e2e4")
		b.turn("e7e5")
		b.do(flag("white"))
		b.do(flag("black"))
		if got := b.results(); len(got) != 1 || got[0] != "0-1 flag_fall proposed black can" && got[0] != "0-1 flag_fall proposed" {
			t.Errorf("%v: %v", laws, got)
		}
		b.refused(flag("black"), "0-1 is proposed")
		b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
		b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "0-1"})
		b.do(trace.Command{Do: trace.DoResult, By: "arbiter", Result: "*"})
		b.do(flag("black"))
		if got := shown(b); got[:3] != "1-0" {
			t.Errorf("%v: after play went on: %v", laws, b.results())
		}

		h.Mode, h.Unsupervised = trace.Blitz, true
		b = sit(t, h)
		b.do(start())
		b.turn("e2e4")
		b.turn("e7e5")
		b.do(flag("white"))
		b.do(flag("black"))
		want := "0-1"
		if laws > rules.FIDE1953 && laws < rules.FIDE2018 {
			want = "1/2"
		}
		if got := shown(b); got[:3] != want {
			t.Errorf("%v, blitz without supervision: %v, want %s", laws, b.results(), want)
		}
	}
}
