package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// hasTime reports whether this player's clock is running, as far as it is known: from the clock
// that is kept, or else from the presses.
func (ref *Referee) hasTime(by rules.Color) bool {
	if k := ref.timing.shows; k.Kept && k.Started {
		return k.Runs && k.By == by
	}
	return !ref.timing.connected || ref.clock.running == by || ref.clock.uncertain
}

// keepPresses is how many presses of each player are remembered.
const keepPresses = 8

// pressFor returns the press that completes the move of a turn: its own or, if there is none, its
// player's first press after it.
func (ref *Referee) pressFor(t *turn) (at time.Duration, ok bool) {
	if at, ok = ref.ownPress(t); ok {
		return at, ok
	}
	for _, p := range ref.clock.presses[t.mover()] {
		if p.isFor(t.made.Released, ref.opt.Press) {
			return p.at, true
		}
	}
	return 0, false
}

// ownPress returns the first press of a turn's player at or after the release of its move (or a
// little before, since scanning delays landings) and before that of their next move. A press during
// which their own clock was running takes precedence.
func (ref *Referee) ownPress(t *turn) (at time.Duration, ok bool) {
	until := time.Duration(1<<63 - 1)
	if next := ref.turnOf(t.ply + 2); next != nil && next.made != nil {
		until = max(next.made.Released-ref.opt.Press, ref.begunAt(next))
	}
	begun := ref.begunAt(t)
	for _, p := range ref.clock.presses[t.mover()] {
		switch {
		case !p.isFor(t.made.Released, ref.opt.Press) || p.at < begun || p.at >= until:
		case !p.wrong:
			return p.at, true
		case !ok:
			at, ok = p.at, true
		}
	}
	return at, ok
}

// begunAt returns when the player lifted the first own piece of the turn's move: an earlier press is not for
// it. It returns 0 if no sensor has shown that.
func (ref *Referee) begunAt(t *turn) time.Duration {
	own := footprint(&t.pos, t.made.Move) & t.pos.Of(t.mover())
	for _, a := range t.acts {
		if a.kind == lifted && own.Has(a.sq) && a.at <= t.made.Released {
			return a.at
		}
	}
	if prev := ref.turnOf(t.ply - 1); prev != nil { // the hand was there before the opponent's had gone
		for _, a := range slices.Backward(prev.acts) {
			if a.kind <= placed && own.Has(a.sq) {
				if a.kind == lifted {
					return a.at
				}
				break
			}
		}
	}
	if from := t.made.Move.From(); ref.debouncer.isLeaving(from) && ref.debouncer.since[from] <= t.made.Released {
		return ref.debouncer.since[from] // not yet an act
	}
	return 0
}

// wasWrong reports whether the other player's clock was running at this press.
func (ref *Referee) wasWrong(by rules.Color, at time.Duration) bool {
	return slices.ContainsFunc(ref.clock.presses[by], func(p pressed) bool { return p.at == at && p.wrong })
}

// isPressedLate reports whether this press of the player having the move completes their
// last move, to which the opponent has replied: "a player must be allowed to stop his
// clock after making his move, even after the opponent has made his next move"
// (2009:6.7a, 2018:6.2.2).
func (ref *Referee) isPressedLate(t *turn, pressed time.Duration) bool {
	own := ref.turnOf(t.ply - 2)
	if own == nil || own.made == nil {
		return false
	}
	at, ok := ref.pressFor(own)
	return ok && at == pressed
}

// hasPressedBetween reports whether a player pressed between two moments.
func (ref *Referee) hasPressedBetween(by rules.Color, from, to time.Duration) bool {
	return slices.ContainsFunc(ref.clock.presses[by], func(p pressed) bool { return p.at > from && p.at < to })
}

// hasPressedFor reports whether the player of a turn pressed for its move before this time. A press just before the
// release counts.
func (ref *Referee) hasPressedFor(t *turn, before time.Duration) bool {
	return ref.hasPressedBetween(t.mover(), t.made.Released-ref.opt.Press, before)
}

// isPressedOutOfStep reports whether the opponent's last move has no press before this one, so
// that it is unknown whose press this was.
func (ref *Referee) isPressedOutOfStep(j *judging) bool {
	prev := ref.previous()
	if prev == nil || !ref.timing.connected {
		return false
	}
	p, ok := ref.pressFor(prev)
	return !ok || p > j.pressed
}
