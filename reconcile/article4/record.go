package article4

import "touchmove/rules"

// record is the moves of a game and the positions they led to.
type record struct {
	start rules.Position // in which the trace's moves begin
	first int            // half-moves before them
	line  []played
	hist  *rules.History
	base  int // ply with which hist begins
}

// ply is the last half-move told.
func (r *record) ply() int { return r.first + len(r.line) }

// variant is the kind of chess that is played.
func (r *record) variant() rules.Variant { return r.start.Variant() }

// played is one half-move of the record.
type played struct {
	uci   string
	after rules.Position
}
