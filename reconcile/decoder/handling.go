package decoder

import (
	"time"

	"touchmove/rules"
)

// Handling is what players seem to do with a board that shows no position of the game.
type Handling string

// The kinds of handling. Pieces that were knocked over or stand wrongly are Astray.
const (
	Astray    Handling = ""
	Clearing  Handling = "clearing"   // the pieces are being taken off
	SettingUp Handling = "setting-up" // they are being put where a game begins
)

const (
	handlingFor       = time.Second // how long it must seem so before it is reported again
	clearingLeastTime = time.Second
	clearingWithin    = 8 * time.Second // the first few of them leave within this time
	setUpLeast        = 3               // pieces set down on squares where a game begins with a piece
)

// handling returns what players seem to do with a board on which pieces are missing or have been
// added that s does not expect.
func (d *Decoder) handling(s *hypothesis) Handling {
	live := s.mismatch &^ (s.distrust | s.pending)
	missing, came := live&s.full&^d.board.full, live&d.board.full&^s.full
	home := came & d.cfg.Start.Occupied()
	switch {
	case home.Count() >= setUpLeast && 3*home.Count() >= 2*came.Count():
		return SettingUp
	case missing == 0 || 3*came.Count() > missing.Count():
		return Astray
	}
	took := s.took(missing)
	if took >= clearingLeastTime && (missing.Count() >= sweepAt || missing.Count() >= astraySquare && took <= clearingWithin && d.isOver()) {
		return Clearing
	}
	return Astray
}

// took returns the time between the first and the last change of these squares. Pieces that are
// knocked over leave all at once; sensors break at times far apart.
func (s *hypothesis) took(set rules.Squares) time.Duration {
	first := s.since[set.First()]
	last := first
	for ; set != 0; set &= set - 1 {
		at := s.since[set.First()]
		first, last = min(first, at), max(last, at)
	}
	return last - first
}

// watchHandling reports again that the board shows no position when players begin to do something
// else with it.
func (d *Decoder) watchHandling(best *hypothesis) {
	s := &d.stray
	is := d.handling(best)
	if is == Astray || is == s.handling {
		s.otherwise = 0
		return
	}
	if s.otherwise == 0 {
		s.otherwise = d.now
	}
	if d.now-s.otherwise >= handlingFor {
		s.handling, s.otherwise = is, 0
		d.report(Finding{Kind: Displaced, Squares: best.mismatch &^ (best.distrust | best.pending), Why: string(is)})
	}
}
