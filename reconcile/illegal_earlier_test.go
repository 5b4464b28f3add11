package reconcile_test

import (
	"strings"
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// bothErr makes White err, put it right and move the bishop, and Black err and put it right.
func bothErr(b *table) {
	errs(b)
	putBack(b)
	b.turn("f1c4")
	b.errs(rules.Black, "f8b6")
	b.putBack("f8b6")
}

// twice makes White err, put it right and move the bishop, Black reply, and White err again.
func twice(b *table) {
	errs(b)
	putBack(b)
	b.turn("f1c4")
	b.turn("f8c5")
	b.move("h2h5")
	b.wait(500 * time.Millisecond)
	b.press(rules.White)
	b.wait(3 * time.Second)
}

// TestConfirmAddsNone: a ruling that names a player is about an illegal move of that player that was found, although
// a later one was ruled on or is the opponent's. Confirming enters none beside it (2009:7.4).
func TestConfirmAddsNone(t *testing.T) {
	confirm, not, reject := entered("confirm", "white", 0, ""), entered("not-counted", "white", 0, ""), entered("reject", "white", 0, "")
	latest := word(trace.DoIllegal, "arbiter", "not-counted")
	for _, c := range []struct {
		name    string
		before  func(*table)
		do      []trace.Command
		refused string // what the last command is refused with
		counts  [2]int
		black   time.Duration // what Black has got
		stands  string        // whose illegal move is the latest
	}{
		{"the latest does not count, the one before it stands", twice, []trace.Command{latest}, "", [2]int{1, 0}, 0, "white"},
		{"the one before is confirmed", twice, []trace.Command{latest, confirm}, "", [2]int{1, 0}, 2 * time.Minute, "white"},
		{"and is confirmed once only", twice, []trace.Command{latest, confirm, confirm}, "is waiting for a ruling", [2]int{1, 0}, 2 * time.Minute, "white"},
		{"nor without the player", twice, []trace.Command{latest, word(trace.DoIllegal, "arbiter", "confirm"), word(trace.DoIllegal, "arbiter", "confirm")}, "is waiting for a ruling", [2]int{1, 0}, 2 * time.Minute, "white"},
		{"both count, the latest first", twice, []trace.Command{confirm, confirm}, "", [2]int{2, 0}, 4 * time.Minute, "white"},
		{"and no third", twice, []trace.Command{confirm, confirm, confirm}, "is waiting for a ruling", [2]int{2, 0}, 4 * time.Minute, "white"},
		{"neither counts", twice, []trace.Command{not, not}, "", [2]int{}, 0, ""},
		{"and there is no third that does not count", twice, []trace.Command{not, not, not}, "no illegal move has been found", [2]int{}, 0, ""},
		{"the opponent's is the latest", bothErr, []trace.Command{confirm}, "", [2]int{1, 1}, 2 * time.Minute, "black"},
		{"the time comes back", bothErr, []trace.Command{confirm, not}, "", [2]int{0, 1}, 0, "black"},
		{"White's was legal, Black's stands", bothErr, []trace.Command{reject}, "", [2]int{0, 1}, 0, "black"},
		{"White has none left to reject", bothErr, []trace.Command{reject, reject}, "no illegal move has been found", [2]int{0, 1}, 0, "black"},
		{"by its half-move", twice, []trace.Command{entered("not-counted", "white", 5, "")}, "", [2]int{1, 0}, 0, "white"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := sit(t, timed("5400", rules.FIDE2009))
			b.do(start())
			b.until(5)
			for _, uci := range strings.Fields("e2e4 e7e5 g1f3 b8c6") {
				b.turn(uci)
			}
			c.before(b)
			b.do(trace.Command{Do: trace.DoStopClocks, By: "arbiter"})
			line := b.line()
			_, was := b.left()
			for i, do := range c.do {
				if c.refused != "" && i == len(c.do)-1 {
					b.refused(do, c.refused)
				} else {
					b.do(do)
				}
			}
			_, is := b.left()
			if got := b.g.Situation().Illegal; got != c.counts || is-was != c.black {
				t.Errorf("counts %v, Black gets %v; want %v, %v", got, is-was, c.counts, c.black)
			}
			stands := ""
			if ill := b.g.State().Illegal; ill != nil {
				stands = ill.By
			}
			if stands != c.stands || b.line() != line {
				t.Errorf("the latest is %q's, want %q's; moves %s, before %s", stands, c.stands, b.line(), line)
			}
		})
	}
}

// TestUndoOfRulingOnEarlier: the undo of a ruling on an illegal move after a later one was found changes that
// illegal move alone.
func TestUndoOfRulingOnEarlier(t *testing.T) {
	for _, what := range []string{"confirm", "not-counted"} {
		b := sit(t, timed("5400", rules.FIDE2009))
		b.do(start())
		b.until(5)
		for _, uci := range strings.Fields("e2e4 e7e5 g1f3 b8c6") {
			b.turn(uci)
		}
		errs(b)
		putBack(b)
		b.do(entered(what, "white", 0, ""))
		b.turn("f1c4")
		b.errs(rules.Black, "f8b6")
		b.putBack("f8b6")
		b.turn("f8c5")
		b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
		if got := b.g.Situation().Illegal; got != [2]int{1, 1} {
			t.Errorf("%s: counts %v after the undo", what, got)
		}
		if ill := b.g.State().Illegal; ill == nil || ill.By != "black" {
			t.Errorf("%s: the latest is %+v", what, ill)
		}
		_, was := b.left()
		b.do(entered("confirm", "white", 0, ""))
		if _, is := b.left(); is-was != 2*time.Minute || b.g.Situation().Illegal != [2]int{1, 1} {
			t.Errorf("%s: confirmed, Black gets %v, counts %v", what, is-was, b.g.Situation().Illegal)
		}
	}
}
