package eventlog

import (
	"reflect"

	"touchmove/reconcile"
)

// Ruling is what an arbiter may have to rule upon: the duty of Article 4, the latest
// breach of it and illegal move, and the latest claim with what the record says of it.
// What is not the case is nil.
type Ruling struct {
	Obligation *reconcile.Duty           `json:"obligation"`
	Violation  *reconcile.ViolationState `json:"violation"`
	Illegality *reconcile.IllegalState   `json:"illegal_move"`
	Claim      *Claim                    `json:"claim"`
	Needs      []string                  `json:"needs"` // open questions to a person, as docs/laws.md names them
}

// Claim is a claim of a draw or of the quickplay finish, until the game goes on after
// the verdict.
type Claim struct {
	What    string `json:"what"`          // repetition, fifty-moves, claim or request-increment
	By      string `json:"by"`            // white or black
	UCI     string `json:"uci,omitempty"` // the move intended
	Right   bool   `json:"right"`         // by what the record says
	Waits   bool   `json:"waits"`         // for a verdict
	Stood   []int  `json:"appearances"`   // the half-moves after which the position stood
	Differs []Near `json:"differs"`       // where the same men stood, and it was another position
	Quiet   int    `json:"quiet"`         // half-moves in a row without capture and pawn move
	Since   int    `json:"since"`         // the first of them
}

// Near is a position that looked the same and was not.
type Near struct {
	Ply int    `json:"ply"`
	Why string `json:"why"`
}

func rulingOf(g *reconcile.Game, s reconcile.State) (r Ruling) {
	r.Obligation, r.Violation, r.Illegality = s.Obligation, s.Violation, s.Illegal
	if len(s.Needs) > 0 { // none is the same as not yet looked at: nothing to tell
		r.Needs = s.Needs
	}
	if c, ok := g.Claimed(); ok {
		told := &Claim{What: c.What, By: c.By.String(), UCI: c.UCI, Right: c.Upheld, Waits: c.Waits, Stood: c.Appearances, Differs: []Near{}, Quiet: c.Quiet, Since: c.Since}
		if told.Stood == nil {
			told.Stood = []int{}
		}
		for _, d := range c.Differs {
			told.Differs = append(told.Differs, Near{d.Ply, d.Why})
		}
		r.Claim = told
	}
	return r
}

func (r Ruling) same(q Ruling) bool { return reflect.DeepEqual(r, q) }
