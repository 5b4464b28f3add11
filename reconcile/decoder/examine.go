package decoder

import (
	"time"

	"touchmove/reconcile/halfmove"
	"touchmove/rules"
)

// examine reports faulty sensors and displaced pieces.
func (d *Decoder) examine() {
	if d.phase != playing && d.phase != sweeping {
		return
	}
	d.examineSensors()
	d.examineBoard()
}

func (d *Decoder) examineSensors() {
	best := d.beam[0]
	var found [NoReading + 1]rules.Squares
	h := &d.health
	for set := h.watched | d.board.blind | best.distrust; set != 0; set &= set - 1 {
		sq := set.First()
		is, wait := d.condition(best, sq)
		switch {
		case is == h.told[sq]:
			h.doubt[sq] = 0
		case h.doubt[sq] == 0:
			h.doubt[sq] = d.now
		}
		if is != h.told[sq] && d.now-h.doubt[sq] >= wait {
			h.told[sq], h.doubt[sq] = is, 0
			found[is] = found[is].With(sq)
		}
		h.watched = h.watched.With(sq)
		if h.told[sq] == Sound && h.doubt[sq] == 0 && h.flicker[sq].level <= flickerAt {
			h.watched = h.watched.Without(sq)
		}
	}
	for is, set := range found {
		if set != 0 {
			d.report(Finding{Kind: Faulty, Squares: set, Fault: Fault(is)})
		}
	}
}

// condition returns the apparent condition of a square's sensor, and how long it has to look like
// that before it is reported.
func (d *Decoder) condition(best *hypothesis, sq rules.Square) (is Fault, wait time.Duration) {
	h, bit := &d.health, rules.SquaresOf(sq)
	chatters := h.told[sq] == Flicker && h.flicker[sq].now(d.now) > flickerCalm || h.flicker[sq].level > flickerAt
	switch {
	case d.board.blind&bit != 0:
		return NoReading, blindFor
	case chatters:
		return Flicker, 0
	case best.unfelt&bit != 0 && h.told[sq] != StuckOff:
		// The piece stands off the middle. Only a second piece that is not detected points to the
		// sensor.
		return Sound, soundFor
	case best.distrust&bit == 0:
		return Sound, soundFor
	case best.mismatch&bit == 0 && (h.told[sq] == StuckOn || h.told[sq] == StuckOff):
		return h.told[sq], faultFor
	case d.hasUnseenKing(best):
		return h.told[sq], soundFor // the kings may be on their way to the centre
	case d.board.full&bit != 0:
		return StuckOn, faultFor
	}
	return StuckOff, faultFor
}

// examineBoard reports when the board has shown no position of the game for a while, and when it
// shows one again.
func (d *Decoder) examineBoard() {
	best, s := d.beam[0], &d.stray
	live := best.mismatch &^ (best.distrust | best.pending)
	astray := live.Count() >= astraySquare
	if astray || d.isGoneSincePress(best, live) {
		s.home = 0
		if s.since == 0 {
			s.since = d.now
		}
		if astray && !s.told && d.now-s.since >= astrayFor {
			s.told, s.handling, s.otherwise = true, d.handling(best), 0
			d.report(Finding{Kind: Displaced, Squares: live, Why: string(s.handling)})
		} else if s.told {
			d.watchHandling(best)
		}
		return
	}
	s.since = 0
	if !s.told {
		return
	}
	if live != 0 {
		s.home = 0
		return
	}
	if s.home == 0 {
		s.home = d.now
	}
	if d.now-s.home >= homeFor {
		s.told, s.home = false, 0
		d.report(Finding{Kind: Restored, HalfMove: halfmove.HalfMove{After: *best.pos()}})
	}
}

// IsAstray reports whether the board was last reported to show no position of the game.
func (d *Decoder) IsAstray() bool { return d.stray.told }

// isGoneSincePress reports whether a piece of the player to move has been off the board, with none set down
// elsewhere, since before they pressed the clock: it is in no hand, and the reply will not be understood.
func (d *Decoder) isGoneSincePress(s *hypothesis, live rules.Squares) bool {
	missing := live & s.own &^ d.board.full
	if missing == 0 || live&^s.full != 0 {
		return false
	}
	return d.isMissingAtPress(s, missing.First())
}

// hasPendingFault reports whether a fault or a stray piece may soon have to be reported.
func (d *Decoder) hasPendingFault() bool {
	h := &d.health
	if d.stray.told || d.stray.since != 0 {
		return true
	}
	for set := h.watched; set != 0; set &= set - 1 {
		if sq := set.First(); h.doubt[sq] != 0 || h.told[sq] == Flicker {
			return true
		}
	}
	return false
}
