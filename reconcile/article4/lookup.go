package article4

import (
	"time"

	"touchmove/rules"
)

// turnOf returns the turn of a ply, nil when the log does not reach so far.
func (ref *Referee) turnOf(ply int) *turn {
	for i := len(ref.turns) - 1; i >= 0; i-- {
		if ref.turns[i].ply == ply {
			return ref.turns[i]
		}
	}
	return nil
}

// current is the open turn.
func (ref *Referee) current() *turn { return ref.turns[len(ref.turns)-1] }

// previous is the turn before the open one, or nil.
func (ref *Referee) previous() *turn {
	if n := len(ref.turns); n > 1 {
		return ref.turns[n-2]
	}
	return nil
}

// read reads a turn. until bounds the acts; 0 is no bound.
func (ref *Referee) read(t *turn, until time.Duration) *reading {
	from := time.Duration(0)
	if ref.laws.turnByPress && ref.clock && t.ply > ref.first+1 {
		if prev := ref.turnOf(t.ply - 1); prev != nil && prev.made != nil {
			if p, ok := ref.pressFor(prev); ok {
				from = p
			} else {
				from = 1<<63 - 1
			}
		}
	}
	return t.read(ref.header.Tactile, from, until)
}

// isBeforeTurn reports whether the turn has not passed yet at this time, where it passes
// with the press.
func (ref *Referee) isBeforeTurn(at time.Duration) bool {
	prev := ref.previous()
	if !ref.laws.turnByPress || !ref.clock || prev == nil {
		return false
	}
	p, ok := ref.pressFor(prev)
	return !ok || at < p
}

// finishUntil is until when hands on the squares of a move are still its player's:
// until the press, or for the time of a slide.
func (ref *Referee) finishUntil(t *turn) time.Duration {
	if at, ok := ref.pressFor(t); ok {
		return at
	}
	if ref.clock {
		return t.made.Released + time.Minute
	}
	return t.made.Released + ref.opt.Slide
}

// hasTouchedSince reports whether the player having the move has touched a piece.
func (ref *Referee) hasTouchedSince(t *turn, since time.Duration) bool {
	r := ref.read(t, 0)
	for _, touched := range r.touches {
		if touched.at >= since {
			return true
		}
	}
	return false
}

// rejudge judges a turn anew whose acts have changed.
func (ref *Referee) rejudge(t *turn) {
	t.made.breach = ref.laws.judge(t, ref.read(t, 0), &ref.opt)
	ref.dirty = true
}

// toucher is the player to whom a touch is attributed: the one having the move, as far
// as the decoder knows.
func (ref *Referee) toucher(a act) rules.Color {
	by := ref.current().mover()
	if a.to != unowned {
		return rules.Color(a.to - whites)
	}
	if landed, ok := ref.decoder.PendingMove(); ok && a.at > landed {
		by = by.Other()
	}
	return by
}
