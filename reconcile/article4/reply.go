package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// reply is where hands have been since a press.
type reply struct {
	squares rules.Squares
	pressed time.Duration
}

// has reports whether an act is one of the reply.
func (r *reply) has(a act) bool {
	return a.kind <= placed && a.at > r.pressed && r.squares.Has(a.sq)
}

// own returns the acts of the turn without those of the reply.
func (t *turn) own() []act {
	if t.reply.squares == 0 {
		return t.acts
	}
	return slices.DeleteFunc(slices.Clone(t.acts), t.reply.has)
}
