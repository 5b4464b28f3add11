package reconcile_test

import (
	"reflect"
	"slices"
	"testing"

	"touchmove/reconcile/article4"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// TestOffersAndRefusedClaimsAreListed: the arbiter sees after which half-moves a player has offered a draw, and which
// claims were refused, by the record or by a verdict; an undo takes them off the list, and so does a verdict that finds for
// the claimant (2009: 12.6, 2018: 11.5).
func TestOffersAndRefusedClaimsAreListed(t *testing.T) {
	for _, l := range rules.AllLaws() {
		b := sit(t, timed("5400", l))
		b.do(start())
		offers, refused := [2][]int{}, [2][]article4.Refused{}
		check := func(when string) {
			t.Helper()
			c := b.g.Counts()
			for by := range offers {
				if len(c.Offers[by])+len(offers[by]) > 0 && !reflect.DeepEqual(c.Offers[by], offers[by]) || len(c.Refused[by])+len(refused[by]) > 0 && !reflect.DeepEqual(c.Refused[by], refused[by]) {
					t.Errorf("%v, %s: %v offers %v, want %v; refused %v, want %v", l, when, rules.Color(by), c.Offers[by], offers[by], c.Refused[by], refused[by])
				}
			}
		}
		b.turn("e2e4")
		b.turn("e7e5")
		b.do(player(trace.DoOfferDraw, "white", "")) // not after an own move: no offer under the code of 1953, and on the list
		offers[rules.White] = []int{2}
		check("offered")
		b.turn("g1f3")
		b.turn("b8c6")
		b.do(player(trace.DoOfferDraw, "black", ""))
		offers[rules.Black] = []int{4}
		check("offered by Black")
		b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
		offers[rules.Black] = nil
		check("undone")
		b.do(start())
		b.do(player(trace.DoClaim, "white", trace.ClaimFiftyMoves))
		refused[rules.White] = []article4.Refused{{What: trace.ClaimFiftyMoves, Ply: 4}}
		check("claimed")
		b.do(player(trace.DoVerdict, "arbiter", "rejected"))
		check("rejected")
		b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
		b.do(player(trace.DoVerdict, "arbiter", "upheld"))
		refused[rules.White] = nil
		check("upheld")
		b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
		refused[rules.White] = []article4.Refused{{What: trace.ClaimFiftyMoves, Ply: 4}}
		check("verdict undone")
		b.do(player(trace.DoVerdict, "arbiter", "rejected"))
		if clock, _ := b.g.Clock(); clock.Phase().String() != "running" {
			b.do(start())
		}
		b.do(player(trace.DoClaim, "white", trace.ClaimTouchedPiece))
		refused[rules.White] = append(refused[rules.White], article4.Refused{What: trace.ClaimTouchedPiece, Ply: 4})
		check("a breach claimed")
		b.do(player(trace.DoClaim, "white", trace.ClaimFiftyMoves))
		refused[rules.White] = append(refused[rules.White], article4.Refused{What: trace.ClaimFiftyMoves, Ply: 4})
		if clock, _ := b.g.Clock(); clock.Phase().String() != "running" {
			b.do(start())
		}
		b.turn("f1b5")
		b.turn("a7a6")
		b.do(player(trace.DoClaim, "white", trace.ClaimTouchedPiece))
		refused[rules.White] = append(refused[rules.White], article4.Refused{What: trace.ClaimTouchedPiece, Ply: 6})
		check("claimed again, and a breach later")
		b.do(player(trace.DoVerdict, "arbiter", "upheld"))
		refused[rules.White] = slices.Delete(refused[rules.White], 2, 3)
		check("the claim upheld that is not the latest on the list")
	}
	for _, verdict := range []string{"rejected", "postpone"} {
		b := sit(t, announced("100", rules.FIDE2018))
		b.do(start())
		b.turn("e2e4")
		b.turn("e7e5")
		b.do(word(trace.DoQuickplay, "white", "claim"))
		b.do(word(trace.DoVerdict, "arbiter", verdict))
		want := []article4.Refused(nil)
		if verdict == "rejected" {
			want = []article4.Refused{{What: "claim", Ply: 2}}
		}
		if got := b.g.Counts().Refused[rules.White]; len(got) != len(want) || len(want) > 0 && got[0] != want[0] {
			t.Errorf("%s: %v, want %v", verdict, got, want)
		}
	}
}

// TestLatestOffersAreListed: of a player who offers a draw all day the latest 100 offers are listed, and what was listed
// before does not change under its reader.
func TestLatestOffersAreListed(t *testing.T) {
	b := sit(t, timed("5400", rules.FIDE2018))
	b.do(start())
	for range 150 {
		b.do(player(trace.DoOfferDraw, "white", ""))
	}
	before := b.g.Counts().Offers[rules.White]
	b.turn("e2e4")
	b.do(player(trace.DoOfferDraw, "white", ""))
	after := b.g.Counts().Offers[rules.White]
	if len(before) != 100 || before[99] != 0 || len(after) != 100 || after[98] != 0 || after[99] != 1 {
		t.Errorf("listed %v, then %v", before, after)
	}
}
