package article4

import "touchmove/rules"

// record holds the moves of a game and the positions they led to.
type record struct {
	later bool           // not the first game of the trace
	start rules.Position // the position before the first recorded move
	first int            // half-moves before them
	line  []played
	hist  *rules.History
	base  int // ply at which hist begins
}

// ply is the number of the last published half-move.
func (r *record) ply() int { return r.first + len(r.line) }

// variant is the variant that is played.
func (r *record) variant() rules.Variant { return r.start.Variant() }

// played is one recorded half-move.
type played struct {
	uci     string
	after   rules.Position
	illegal bool // it stands all the same
}
