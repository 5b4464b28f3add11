package decoder_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"touchmove/reconcile/asking"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
)

// play makes moves of both players in turn, with time between them.
func (t *table) play(line ...[2]rules.Square) {
	for _, m := range line {
		t.move(m[0], m[1])
		t.wait(5 * time.Second)
	}
}

// TestAlternativesOfASilentCapture: a pawn leaves its square and may have captured on either side,
// where both pieces were pushed off undetected. Both captures are alternatives until a later move
// decides.
func TestAlternativesOfASilentCapture(t *testing.T) {
	b := sit()
	b.play([2]rules.Square{rules.E2, rules.E4}, [2]rules.Square{rules.D7, rules.D5},
		[2]rules.Square{rules.G1, rules.F3}, [2]rules.Square{rules.F7, rules.F5})
	b.Change(rules.E4, sensors.Empty)
	b.wait(5 * time.Second)
	b.move(rules.B8, rules.C6)
	b.wait(5 * time.Second)
	var open *asking.Unsettled
	for _, u := range b.Alternatives() {
		if u.Ply == 5 {
			open = &u
		}
	}
	if open == nil {
		t.Fatalf("ply 5 is not listed: %+v", b.Alternatives())
	}
	var moves []string
	sum := open.Other
	for i, a := range open.Candidates {
		moves = append(moves, a.Move.UCI(rules.Standard))
		sum += a.Probability
		if m := moves[i]; (m == "e4d5" || m == "e4f5") && !slices.Contains(a.Reasons, asking.WhyVictimUnseen) {
			t.Errorf("%s: reasons %v", m, a.Reasons)
		}
		if i > 0 && a.Probability > open.Candidates[i-1].Probability {
			t.Errorf("%s is likelier than what stands before it", moves[i])
		}
	}
	if !slices.Contains(moves, "e4d5") || !slices.Contains(moves, "e4f5") || math.Abs(sum-1) > 1e-9 || open.Final {
		t.Errorf("candidates %v, in all %v, final %v", moves, sum, open.Final)
	}
	if p := open.Before; p.Turn() != rules.White {
		t.Errorf("asked before a move of %v", p.Turn())
	}
}

// TestNoAlternativesOfPlainMoves checks that there is no question when every move was clearly
// detected.
func TestNoAlternativesOfPlainMoves(t *testing.T) {
	b := sit()
	b.play([2]rules.Square{rules.E2, rules.E4}, [2]rules.Square{rules.E7, rules.E5}, [2]rules.Square{rules.G1, rules.F3},
		[2]rules.Square{rules.B8, rules.C6}, [2]rules.Square{rules.F1, rules.B5}, [2]rules.Square{rules.A7, rules.A6})
	for _, u := range b.Alternatives() {
		if len(u.Candidates) > 1 && u.Candidates[1].Probability > 0.01 {
			t.Errorf("ply %d: %+v", u.Ply, u.Candidates)
		}
	}
}

// TestChoose: a person says which of two pieces was captured. That move is published at once, and
// the reply too.
func TestChoose(t *testing.T) {
	b := sit()
	b.play([2]rules.Square{rules.E2, rules.E4}, [2]rules.Square{rules.D7, rules.D5},
		[2]rules.Square{rules.G1, rules.F3}, [2]rules.Square{rules.F7, rules.F5})
	b.Change(rules.E4, sensors.Empty)
	b.wait(5 * time.Second)
	b.move(rules.B8, rules.C6)
	b.wait(time.Second)
	for _, u := range b.Alternatives() {
		if u.Ply != 5 {
			continue
		}
		before := u.Before
		other, err := before.ParseUCI("e4e5")
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range u.Candidates {
			if a.Move.UCI(rules.Standard) == "e4f5" && !b.Choose(5, a.Move) {
				t.Error("e4f5 is refused")
			}
		}
		if b.Choose(5, other) {
			t.Error("e4e5 is taken beside it")
		}
	}
	b.wait(3 * time.Second)
	line := map[int]string{}
	for _, f := range b.told {
		if f.Kind == decoder.Made || f.Kind == decoder.Amended {
			line[f.Ply] = f.Move.UCI(rules.Standard)
			if f.Ply == 5 && line[5] == "e4f5" && f.Confidence != 1 {
				t.Errorf("what a person has said has confidence %v", f.Confidence)
			}
		}
	}
	if line[5] != "e4f5" || line[6] != "b8c6" {
		t.Errorf("told %v", line)
	}
	for _, u := range b.Alternatives() {
		if u.Ply == 5 {
			t.Errorf("asked again: %+v", u)
		}
	}
}
