package reconcile_test

import (
	"strings"
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// lostAndFlagged is a game that White has lost by illegal moves, which is proposed, and in which Black's flag has fallen since.
func lostAndFlagged(t *testing.T, goesOn bool) *table {
	t.Helper()
	h := timed("60", rules.FIDE2023)
	h.Setup.Illegal[rules.White] = 1
	b := sit(t, h)
	b.do(trace.Command{Do: trace.DoStartClocks, By: "arbiter"})
	for _, uci := range []string{"e2e4", "e7e5", "g1f3", "b8c6"} {
		b.turn(uci)
		b.wait(3 * time.Second)
	}
	errs(b)
	if goesOn {
		putBack(b)
		b.press(rules.Black)
		b.turn("f1c4")
	}
	b.wait(80 * time.Second)
	b.isProposed("a flag has fallen", "0-1")
	return b
}

// isProposed checks that a result is in the state and is the latest that was told.
func (b *table) isProposed(what, result string) {
	b.t.Helper()
	if is := b.g.State().Result; is == nil || *is != result {
		b.t.Errorf("%s: the state has not %s: %v", what, result, b.results())
	}
	if all := b.results(); len(all) == 0 || !strings.HasPrefix(all[len(all)-1], result+" ") {
		b.t.Errorf("%s: %s is told, and not %s at last", what, all, result)
	}
}

// A flag falls while a loss by illegal moves is proposed, and is called or not. If the arbiter does not count the illegal
// move, what the flag came to is proposed, and nothing that is told later takes it back.
func TestFlagIsProposedOnceTheLossIsWithdrawn(t *testing.T) {
	for _, goesOn := range []bool{false, true} {
		for _, called := range []bool{false, true} {
			if called && !goesOn {
				continue // the game has a result, and a claim is refused
			}
			b := lostAndFlagged(t, goesOn)
			if called {
				b.do(word(trace.DoClaim, "white", trace.ClaimTime))
				b.isProposed("it is called", "1-0")
			}
			b.do(word(trace.DoIllegal, "arbiter", "not-counted"))
			b.wait(time.Second)
			b.isProposed("the illegal move does not count", "1-0")
		}
	}
}
