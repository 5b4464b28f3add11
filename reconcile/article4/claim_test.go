package article4_test

import (
	"slices"
	"testing"
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// TestUpheldClaim: after an upheld claim the board shows the other move until it is put right;
// putting it right touches nothing.
func TestUpheldClaim(t *testing.T) {
	b := newTable(t, header(rules.FIDE2009))
	b.lift("e2")
	b.place("e2")
	b.play("d2d4")
	b.command(trace.Command{Do: trace.DoClaim, By: "black", What: trace.ClaimTouchedPiece})
	b.wantRule("touched_piece", "white", "upheld")
	b.wantDuty("move", "e2")
	if !b.held || len(b.moves) != 0 {
		t.Fatalf("held %v, moves %v", b.held, b.moves)
	}
	b.lift("d4")
	b.place("d2")
	if b.held {
		t.Error("still held with the board put right")
	}
	b.lift("e2")
	b.place("e4")
	b.made("e2e4", 200*time.Millisecond)
	b.press(rules.White)
	b.wantRule("touched_piece", "white", "upheld")
	b.wantDuty("")
	if got := b.state().Moves; !slices.Equal(got, []string{"e2e4"}) {
		t.Errorf("moves %v", got)
	}
}

// TestPromisedMove checks that a move announced with a refused draw claim has to be played.
func TestPromisedMove(t *testing.T) {
	b := newTable(t, header(rules.FIDE2009))
	b.command(trace.Command{Do: trace.DoClaim, By: "white", What: trace.ClaimRepetition, UCI: "g1f3"})
	b.wantDuty("move", "g1")
	if got := b.state().DrawOffer; got == nil || *got != "open" {
		t.Errorf("a claim is an offer (9.1), draw_offer is %v", got)
	}
	b.play("e2e4")
	b.wantRule("touched_piece", "white", "claimable")
}

// TestTactileReply: on a tactile board the reply shows that a move was executed although it was not
// announced.
func TestTactileReply(t *testing.T) {
	h := header(rules.FIDE2009)
	h.Tactile, h.Clock = true, trace.ClockNone
	b := newTable(t, h)
	b.lift("e2")
	b.place("e4")
	if needs := b.state().Needs; !slices.Equal(needs, []string{"announcement"}) || !b.held {
		t.Fatalf("needs %v, held %v", needs, b.held)
	}
	b.lift("e7")
	b.place("e5")
	if got := b.state().Moves; !slices.Equal(got, []string{"e2e4"}) {
		t.Errorf("moves %v", got)
	}
}
