package decoder

import (
	"time"

	"touchmove/rules"
)

// Line is a game as far as it was told, left for another one. Return goes back to it.
type Line struct {
	tail  *link
	start rules.Position // in which games began then
	ply   int
	began time.Duration
	phase phase
}

// Line returns the game that is told now.
func (d *Decoder) Line() Line {
	return Line{tail: d.pub.tail, start: d.cfg.Start, ply: d.rootPly, began: d.began, phase: d.phase}
}

// Left returns the game that was on the board before its pieces were set up for another
// one.
func (d *Decoder) Left() Line { return d.left }

// Return goes back to a game: its line is the only story again, and what the board shows
// otherwise is open. Nothing is told. Pieces that stand as at the beginning of a game
// begin none before they have been moved.
func (d *Decoder) Return(l Line) {
	d.cfg.Start = l.start
	d.reset(l.start, l.ply)
	d.began, d.stale = l.began, true
	if l.phase == settingUp {
		d.phase, d.stale, d.dirty = settingUp, false, true
		return
	}
	d.stand(l.tail)
	d.pub.redo = 0
	if l.phase == finished {
		d.phase = finished
	}
}

// Rest has the decoder tell nothing more, and no game begin, until Return.
func (d *Decoder) Rest() { d.phase, d.stale = finished, true }
