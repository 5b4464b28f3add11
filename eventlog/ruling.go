package eventlog

import (
	"reflect"

	"touchmove/reconcile"
)

// Ruling is what an arbiter may have to rule on: the duty under Article 4, the latest
// breach of it, the latest illegal move, and the latest claim with the evidence of the
// record. Parts that do not apply are nil.
type Ruling struct {
	Obligation *reconcile.Duty           `json:"obligation"`
	Violation  *reconcile.ViolationState `json:"violation"`
	Illegality *reconcile.IllegalState   `json:"illegal_move"`
	Claim      *Claim                    `json:"claim"`
	Needs      []string                  `json:"needs"` // open questions for a person, by their names in docs/laws.md
}

// Claim is a claim of a draw or of the quickplay finish. It stays until play continues
// after the verdict.
type Claim struct {
	What    string `json:"what"`          // repetition, fifty-moves, claim or request-increment
	By      string `json:"by"`            // white or black
	UCI     string `json:"uci,omitempty"` // the move intended
	Right   bool   `json:"right"`         // by the record
	Waits   bool   `json:"waits"`         // whether it still waits for a verdict
	Stood   []int  `json:"appearances"`   // the half-moves after which the position occurred
	Differs []Near `json:"differs"`       // where the same pieces stood but the position differed
	Quiet   int    `json:"quiet"`         // half-moves in a row without a capture or pawn move
	Since   int    `json:"since"`         // the first of them
}

// Near is a position that looked the same but was not.
type Near struct {
	Ply int    `json:"ply"`
	Why string `json:"why"`
}

func rulingOf(g *reconcile.Game, s reconcile.State) (r Ruling) {
	r.Obligation, r.Violation, r.Illegality = s.Obligation, s.Violation, s.Illegal
	if len(s.Needs) > 0 { // no open question counts the same as none examined yet: no change
		r.Needs = s.Needs
	}
	if c, ok := g.Claimed(); ok {
		claim := &Claim{What: c.What, By: c.By.String(), UCI: c.UCI, Right: c.Upheld, Waits: c.Waits, Stood: c.Appearances, Differs: []Near{}, Quiet: c.Quiet, Since: c.Since}
		if claim.Stood == nil {
			claim.Stood = []int{}
		}
		for _, d := range c.Differs {
			claim.Differs = append(claim.Differs, Near{d.Ply, d.Why})
		}
		r.Claim = claim
	}
	return r
}

func (r Ruling) same(q Ruling) bool { return reflect.DeepEqual(r, q) }
