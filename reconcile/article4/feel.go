package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// rest is a piece whose resting is to be looked at again.
type rest struct {
	due time.Duration
	ply int
	sq  rules.Square
	at  time.Duration
}

// feel takes the lifts and placings that have become sure.
func (w *Watch) feel() {
	w.acts = w.fingers.sure(w.now, w.acts[:0])
	if w.mending() {
		w.mended(true)
		return // hands that put the board right
	}
	for _, a := range w.acts {
		w.act(a)
	}
	if w.header.Tactile {
		w.replied()
	}
	if w.hold != nil && w.hold.why == holdIllegal {
		w.mended(true)
	}
}

// act puts an act into its turn and tells what it was.
func (w *Watch) act(a act) {
	t := w.route(a)
	i := len(t.acts)
	for i > 0 && t.acts[i-1].at > a.at {
		i--
	}
	t.add(a)
	if i < len(t.acts)-1 {
		copy(t.acts[i+1:], t.acts[i:])
		t.acts[i] = a
	}
	w.dirty = true
	if t.made != nil {
		w.rejudge(t)
		return
	}
	w.asked = nil
	if a.deed > felt || w.result.text != "" {
		return
	}
	r := w.read(t, 0)
	by := w.toucher(a)
	switch a.deed {
	case lifted, felt:
		piece := t.pos.At(a.sq)
		if piece == rules.NoPiece || a.noise || a.deed == felt && w.header.Tactile {
			return
		}
		if a.deed == lifted {
			for _, rel := range r.releases {
				if rel.sq == a.sq && rel.until == a.at {
					return // taken on from where it was set down
				}
			}
		} else {
			by = a.by
		}
		w.tell(Touched{Square: a.sq, Piece: piece, By: by})
	case placed:
		if i == len(t.acts)-1 && r.returned != rules.NoPiece {
			w.tell(Returned{Square: a.sq, Piece: r.returned, By: by, Announced: r.returnedAnn})
			if prev := w.previous(); w.early(a.at) && prev != nil && r.returned.Color() == t.mover() {
				w.remark(touchedEarly, t.mover())
			}
			return
		}
		w.rests = append(w.rests, rest{due: a.at + w.opt.Slide, ply: t.ply, sq: a.sq, at: a.at})
	}
}

// toucher is the player to whom a touch is put: the one having the move, by the
// decoder's best knowledge.
func (w *Watch) toucher(a act) rules.Color {
	by := w.current().mover()
	if a.to != unowned {
		return rules.Color(a.to - whites)
	}
	if landed, ok := w.eyes.Ahead(); ok && a.at > landed {
		by = by.Other()
	}
	return by
}

// route finds the turn to which an act belongs by its time.
func (w *Watch) route(a act) *turn {
	i := len(w.turns) - 1
	if a.deed == placed && i > 0 && w.comesBack(i, a.sq) {
		return w.turns[i-1]
	}
	for i > 0 {
		prev := w.turns[i-1]
		m := prev.made
		if a.at > m.released {
			finishing := a.deed <= placed && a.at <= w.finishUntil(prev) && footprint(&prev.pos, m.move).Has(a.sq) &&
				!slices.ContainsFunc(w.turns[i].acts, func(o act) bool { return o.deed == lifted })
			choice := a.deed == promotes && m.move.Promotion() != rules.NoKind &&
				!slices.ContainsFunc(w.turns[i].acts, func(o act) bool { return o.deed == lifted })
			if !finishing && !choice {
				break
			}
		}
		i--
		if a.at > m.released {
			break
		}
	}
	return w.turns[i]
}

// comesBack says whether a piece that was touched in the turn before turn i, and
// still off the board when its move was made, is what now stands on its square.
func (w *Watch) comesBack(i int, sq rules.Square) bool {
	prev := w.turns[i-1]
	if prev.made == nil || slices.ContainsFunc(w.turns[i].acts, func(o act) bool { return o.sq == sq }) {
		return false
	}
	r := w.read(prev, 0)
	return slices.ContainsFunc(r.hand, func(h held) bool { return h.from == sq && h.touch > 0 && r.touches[h.touch-1].sq == sq })
}

// finishUntil is until when hands at a move's own squares are those of its
// player: until the press, or for the time of a slide.
func (w *Watch) finishUntil(t *turn) time.Duration {
	if at, ok := w.pressed(t.mover(), t.made.released); ok {
		return at
	}
	if w.clock {
		return t.made.released + time.Minute
	}
	return t.made.released + w.opt.Slide
}

// pressed returns the first press of a player at or after the release of a move
// (a little before it: scanning makes landings late).
func (w *Watch) pressed(by rules.Color, released time.Duration) (time.Duration, bool) {
	for _, at := range w.presses[by] {
		if at >= released-w.opt.Press {
			return at, true
		}
	}
	return 0, false
}

// early says whether the turn has not passed yet at this time, where it passes
// with the press.
func (w *Watch) early(at time.Duration) bool {
	prev := w.previous()
	if !w.laws.turnByPress || !w.clock || prev == nil {
		return false
	}
	p, ok := w.pressed(prev.mover(), prev.made.released)
	return !ok || at < p
}

// read reads a turn. until bounds the acts; 0 is no bound.
func (w *Watch) read(t *turn, until time.Duration) *reading {
	from := time.Duration(0)
	if w.laws.turnByPress && w.clock && t.ply > w.first+1 {
		if prev := w.turnOf(t.ply - 1); prev != nil && prev.made != nil {
			if p, ok := w.pressed(prev.mover(), prev.made.released); ok {
				from = p
			} else {
				from = 1<<63 - 1
			}
		}
	}
	return t.read(w.header.Tactile, from, until)
}

// turnOf returns the turn of a ply, nil when the log does not reach so far.
func (w *Watch) turnOf(ply int) *turn {
	for i := len(w.turns) - 1; i >= 0; i-- {
		if w.turns[i].ply == ply {
			return w.turns[i]
		}
	}
	return nil
}

// rejudge judges a turn anew whose acts have changed.
func (w *Watch) rejudge(t *turn) {
	t.made.breach = w.laws.judge(t, w.read(t, 0), &w.opt)
	w.dirty = true
}
