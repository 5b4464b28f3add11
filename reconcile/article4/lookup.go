package article4

import (
	"time"

	"touchmove/rules"
)

// turnOf returns the turn of a ply, nil when the log does not reach back that far.
func (ref *Referee) turnOf(ply int) *turn {
	for i := len(ref.turns) - 1; i >= 0; i-- {
		if ref.turns[i].ply == ply {
			return ref.turns[i]
		}
	}
	return nil
}

// current returns the open turn.
func (ref *Referee) current() *turn { return ref.turns[len(ref.turns)-1] }

// previous returns the turn before the open one, or nil.
func (ref *Referee) previous() *turn {
	if n := len(ref.turns); n > 1 {
		return ref.turns[n-2]
	}
	return nil
}

// read evaluates the acts of a turn up to until; 0 means all of them.
func (ref *Referee) read(t *turn, until time.Duration) *reading {
	from, told := time.Duration(0), time.Duration(0)
	if k := ref.timing.shows; t.ply == ref.record.first+1 && k.Kept && k.Started && (t.made == nil || k.Began < t.made.Released) {
		from = k.Began // before, pieces are put straight for the game that is to begin (2009: 6.5, 2018: 6.6)
	}
	if ref.laws.turnByPress && ref.timing.connected && t.ply > ref.record.first+1 {
		if prev := ref.turnOf(t.ply - 1); prev != nil && prev.made != nil {
			if p, ok := ref.pressFor(prev); ok {
				from = p
			} else {
				from = 1<<63 - 1
			}
			told = from
		}
	}
	ref.timing.work += len(t.acts) * len(t.acts) // each is compared with the others
	return t.read(period{from: from, told: told, until: until, tactile: ref.header.Tactile})
}

// isBeforeTurn reports whether, in editions where the turn passes with the press, it had not yet
// passed at this time.
func (ref *Referee) isBeforeTurn(at time.Duration) bool {
	prev := ref.previous()
	if !ref.laws.turnByPress || !ref.timing.connected || prev == nil {
		return false
	}
	p, ok := ref.pressFor(prev)
	return !ok || at < p
}

// finishUntil returns the time up to which acts on the squares of a move are still its player's: until the
// press, until a pawn on the last rank has been exchanged, or for the time of a slide.
func (ref *Referee) finishUntil(t *turn) time.Duration {
	if at, ok := ref.pressFor(t); ok {
		return at
	}
	switch released := t.made.Released; {
	case ref.timing.connected:
		return released + time.Minute
	case t.made.assumed:
		return min(t.exchanged(), released+time.Minute)
	default:
		return released + ref.opt.Slide
	}
}

// exchanged returns when a piece was set down in place of the pawn on the last rank, which had been left
// there at first; the end of time if that was not seen.
func (t *turn) exchanged() time.Duration {
	up := false
	for _, a := range t.acts {
		if a.sq != t.made.Move.To() || a.at <= t.made.Released {
			continue
		}
		if up && a.kind == placed {
			return a.at
		}
		up = a.kind == lifted
	}
	return 1<<63 - 1
}

// hasTouchedSince reports whether the player having the move has touched a piece at this time or
// later.
func (ref *Referee) hasTouchedSince(t *turn, since time.Duration) bool {
	r := ref.read(t, 0)
	for _, touched := range r.touches {
		if touched.at >= since {
			return true
		}
	}
	return false
}

// rejudge judges a turn again after its acts have changed.
func (ref *Referee) rejudge(t *turn) {
	ref.judgeMade(t, ref.read(t, 0))
	ref.dirty = true
}

// judgeMade finds what the move of a turn broke. A move that an upheld claim has put in the place of another breaks
// nothing: what hands did after its release belongs to the move that was claimed.
func (ref *Referee) judgeMade(t *turn, r *reading) {
	t.made.breach = nil
	if s := ref.offences.settled; s != nil && s.ply == t.ply && s.status == upheld && s.breach.restores == t.made.Move {
		return
	}
	t.made.breach = ref.laws.judge(t, r, &ref.opt)
}

// toucher returns the player to whom a touch is attributed: the arbiter's choice, the player without
// the move who has said that they adjust, or the player having the move as far as the decoder knows.
func (ref *Referee) toucher(a act) rules.Color {
	by := ref.current().mover()
	if a.to == unowned {
		a.to = ref.current().adjuster(a)
	}
	if a.to != unowned {
		return rules.Color(a.to - whites)
	}
	if landed, ok := ref.decoder.PendingMove(); ok && a.at > landed && !ref.isGoingOn(a, landed) {
		by = by.Other()
	}
	return by
}

// isGoingOn reports whether a lift goes on with what is no legal move and was not pressed for since it landed, although the
// decoder takes it for one: the rook follows in illegal castling, of which the king has rested for long.
func (ref *Referee) isGoingOn(a act, landed time.Duration) bool {
	_, legal := ref.decoder.PendingLine()
	t := ref.current()
	return !legal && ref.timing.connected && a.kind == lifted && t.pos.Of(t.mover()).Has(a.sq) && !ref.hasPressedBetween(t.mover(), landed, a.at)
}
