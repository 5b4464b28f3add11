package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// patience is how long a press of the player not having the move is examined repeatedly, until the
// board shows whether a move was made for it.
const patience = 5 * time.Second

// watchPress stores a press until its use is known.
func (ref *Referee) watchPress(by rules.Color, at time.Duration) {
	if len(ref.waiting.openPresses) > 2*keepPresses {
		ref.waiting.openPresses = slices.Delete(ref.waiting.openPresses, 0, 1)
	}
	p := openPress{by: by, at: at}
	if by != ref.current().mover() {
		p.due = at + 4*ref.opt.Press
	}
	ref.waiting.openPresses = append(ref.waiting.openPresses, p)
}

// settlePresses finds the use of the open presses. A press that completed no move only gave the
// time back: it is reported to the clock, which cancels its move count and its bonus (1997:7.3,
// 2009:6.7a).
func (ref *Referee) settlePresses() {
	ref.waiting.openPresses = slices.DeleteFunc(ref.waiting.openPresses, func(p openPress) bool {
		switch ref.useOf(&p) {
		case completes:
			return true
		case givesBack:
			ref.void(p.by, p.at)
			return true
		}
		return false
	})
	for i := range ref.waiting.openPresses {
		switch p := &ref.waiting.openPresses[i]; {
		case p.due == 0 || p.due > ref.now:
		case ref.now >= p.at+patience:
			p.due = 0
		default:
			p.due = ref.now + 2*ref.opt.Press
		}
	}
}

// reopenPresses makes the presses for the move of this ply and those after it open again: the moves
// are taken back, and others may take their place.
func (ref *Referee) reopenPresses(ply int) {
	if !ref.timing.shows.Kept {
		return
	}
	for _, t := range ref.turns {
		if t.ply < ply || t.made == nil {
			continue
		}
		at, ok := ref.ownPress(t)
		if ok && !slices.ContainsFunc(ref.waiting.openPresses, func(p openPress) bool { return p.by == t.mover() && p.at == at }) {
			ref.waiting.openPresses = append(ref.waiting.openPresses, openPress{by: t.mover(), at: at})
		}
	}
}

// voidMoves marks the presses for the move of this ply and those after it as having completed no
// move, because a claim takes the moves back.
func (ref *Referee) voidMoves(ply int) {
	for _, t := range ref.turns {
		if t.ply < ply || t.made == nil {
			continue
		}
		if at, ok := ref.pressFor(t); ok {
			ref.void(t.mover(), at)
		}
	}
}

// use is what a press was for.
type use uint8

const (
	unsettled use = iota
	completes
	givesBack
)

// useOf finds what an open press was for, as far as the published moves and the board show it.
func (ref *Referee) useOf(p *openPress) use {
	var next *turn // the player's first move that was released after the press
	for i := len(ref.turns) - 1; i >= 0; i-- {
		t := ref.turns[i]
		if t.made == nil || t.mover() != p.by {
			continue
		}
		if at, ok := ref.pressFor(t); ok && at == p.at {
			return completes
		}
		if t.made.Released <= p.at+ref.opt.Press {
			break
		}
		next = t
	}
	if next != nil {
		if at, ok := ref.ownPress(next); ok && at > p.at {
			return givesBack // that move has a press of its own
		}
		return unsettled
	}
	t := ref.current()
	if t.mover() == p.by {
		if prev := ref.previous(); prev != nil && prev.made.Released > p.at {
			return givesBack // the opponent had the move until then
		}
		return unsettled // judged as a press of the player having the move
	}
	if p.due != 0 && p.due <= ref.now && ref.isWaiting(t, p) {
		return givesBack
	}
	return unsettled
}

// isWaiting reports whether the board shows that the player having the move had made none before
// this press of the other player.
func (ref *Referee) isWaiting(t *turn, p *openPress) bool {
	if _, ahead := ref.decoder.PendingMove(); ahead || ref.waiting.judging != nil || !ref.debouncer.isQuiet() {
		return false
	}
	if ill := ref.offences.illegal; ill != nil && ill.ply == t.ply && ill.pressed < p.at {
		return true // the opponent gave the time back because of it
	}
	board := ref.shows()
	if board.differs(&t.pos) == 0 {
		return true
	}
	for _, own := range ref.clock.presses[t.mover()] {
		if own.at > p.at-patience && own.at < p.at && t.accounted > 0 && !ref.isRecordBehind(t, t.mover(), p.at) {
			return true // the opponent's presses are all known to have completed no move
		}
	}
	return false
}
