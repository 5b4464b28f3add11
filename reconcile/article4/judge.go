package article4

import (
	"time"

	"touchmove/rules"
)

// judge decides what a press was for, once the board has come to rest.
func (w *Watch) judge() {
	w.decide()
	if w.doubted && w.judging == nil {
		w.doubted = false
		if w.hold == nil && w.result.text == "" && len(w.orders) == 0 {
			w.order(Order{Do: Resume})
		}
	}
}

func (w *Watch) decide() {
	j := w.judging
	t := w.current()
	if t.ply != j.ply || t.made != nil || w.result.text != "" {
		w.judging = nil
		return
	}
	board := w.shows()
	board.mask &^= j.late
	if !w.fingers.settled() && w.now < j.pressed+4*w.opt.Press {
		j.at = w.now + 20*time.Millisecond
		return
	}
	w.judging = nil
	if w.now < j.at || w.mending() {
		return
	}
	if j.twice {
		w.judging = nil
		if r := w.read(t, 0); w.stands(t, r, &board, j) {
			w.illegalMove(t, r, j)
		}
		return
	}
	if j.moved && !j.settled {
		w.remark(pressedEarly, j.by)
	}
	r := w.read(t, 0)
	if w.header.Tactile && w.announcedAt(t, &board) {
		return
	}
	if d := t.promotion(r); d != nil && r.none && !r.restored {
		w.pawnLeft(t, d, j)
		return
	}
	all := board.fits(t)
	fits := w.consistent(t, r, all)
	off := board.differs(&t.pos)
	switch {
	case len(fits) == 1 && off == 0:
		// King and rook have changed places, or one stood there already.
		w.impose(t, r, fits[0], true)
	case off == 0:
		if !w.behind(t, j.by, j.pressed) {
			w.idle(t, j, withoutMove)
		}
	case len(fits) > 1:
		w.choose(t, r, fits)
	case len(fits) == 1:
		// The decoder will tell it; but nothing on the board tells castling from
		// other moves of king and rook where only the order of hands does. And a
		// press says that the move is over: if only this one fits, and nothing
		// before it is in doubt, it is told.
		switch {
		case len(all) > 1 && fits[0].IsCastling():
			w.impose(t, r, fits[0], true)
		case j.settled && w.eyes.Sole(fits[0]) && fits[0].Promotion() == rules.NoKind:
			w.impose(t, r, fits[0], true)
		case !j.settled:
			j.at, j.settled = j.pressed+4*w.opt.Press, true
			w.judging = j
		}
	default:
		w.unfit(t, r, &board, j)
	}
}

// consistent leaves out moves that the order of lifting and placing denies, and
// of a board that looks as before every move that nobody was seen to make.
func (w *Watch) consistent(t *turn, r *reading, fits []rules.Move) []rules.Move {
	var out []rules.Move
	for _, m := range fits {
		from, to := m.From(), m.To()
		ok := true
		if m.IsCastling() {
			kingTo, rookTo := t.pos.CastlingTargets(m)
			ok = r.model[kingTo] == t.pos.At(from) && r.model[rookTo] == t.pos.At(to)
		} else {
			for _, rel := range r.releases {
				if rel.until == 0 && (rel.sq == to && rel.from != from || rel.from == from && rel.sq != to) && !r.restored {
					ok = false
				}
			}
		}
		if ok {
			out = append(out, m)
		}
	}
	return out
}

// choose deals with several moves that fit at a press: a person is asked, unless
// what was seen, or that only one of them breaks no rule, may yet tell.
func (w *Watch) choose(t *turn, r *reading, fits []rules.Move) {
	owed := w.laws.owes(t, r, &w.opt)
	var good []rules.Move
	for _, m := range fits {
		if owed.duty == nil || owed.duty.allows(m) {
			good = append(good, m)
		}
	}
	if _, ahead := w.eyes.Ahead(); ahead && !silent(r, fits) || len(good) == 1 {
		return
	}
	w.asked = fits
	w.dirty = true
}

// silent says whether nothing at all was seen of where the piece went.
func silent(r *reading, fits []rules.Move) bool {
	for _, m := range fits {
		for _, rel := range r.releases {
			if rel.from == m.From() {
				return false
			}
		}
	}
	return true
}

// unfit deals with a board that shows no legal move at a press.
func (w *Watch) unfit(t *turn, r *reading, board *shown, j *judging) {
	mover := t.mover()
	if !w.anchored(t) || w.behind(t, j.by, j.pressed) {
		return
	}
	inHand := 0
	for _, h := range r.hand {
		if h.piece.Color() == mover {
			inHand++
		}
	}
	switch prints := standing(t, r); {
	case inHand > 0:
		if _, ahead := w.eyes.Ahead(); !ahead {
			w.idle(t, j, pieceInHand)
		}
	case prints == 0:
		if own := board.differs(&t.pos) & t.pos.Of(mover); own == 0 && board.differs(&t.pos)&^t.pos.Occupied() == 0 {
			w.idle(t, j, withoutMove)
		}
	case !w.stands(t, r, board, j):
	case w.laws.completeAtRelease && w.laws.released(t, r, &w.opt) != nil:
		w.idle(t, j, withoutMove) // not executed; it has to be finished (1953:7)
	default:
		// A hand may be on its way still; what stands there later as well is illegal.
		j.at, j.twice = j.pressed+4*w.opt.Press, true
		w.judging = j
	}
}

// behind says whether the player has pressed before in this turn for something
// that nobody understood: the record is behind the game.
func (w *Watch) behind(t *turn, by rules.Color, before time.Duration) bool {
	since := time.Duration(-1)
	if prev := w.turnOf(t.ply - 1); prev != nil && prev.made != nil {
		since = prev.made.released
	}
	n := 0
	for _, at := range w.presses[by] {
		if at > since && at < before {
			n++
		}
	}
	return n > t.accounted
}

// standing is the squares of the mover's men that stand elsewhere than before.
func standing(t *turn, r *reading) rules.Squares {
	var prints rules.Squares
	for _, rel := range r.releases {
		if rel.until == 0 && rel.piece.Color() == t.mover() {
			prints |= rules.SquaresOf(rel.from, rel.sq)
		}
	}
	return prints
}

// stands says whether every man of the mover is on the board, some where no
// legal move put them, set down before the press and at rest since, and nothing
// else of the mover's has changed.
func (w *Watch) stands(t *turn, r *reading, board *shown, j *judging) bool {
	for _, h := range r.hand {
		if h.piece.Color() == t.mover() {
			return false
		}
	}
	for _, rel := range r.releases {
		if rel.until == 0 && rel.piece.Color() == t.mover() && (!board.full.Has(rel.sq) || rel.at > j.pressed+w.opt.Press) {
			return false
		}
	}
	if prev := w.previous(); prev != nil && w.clock {
		if p, ok := w.pressed(prev.mover(), prev.made.released); !ok || p > j.pressed {
			return false // the clock has lost its step: nobody can say whose press it was
		}
	}
	if _, ahead := w.eyes.Ahead(); ahead && !w.doubted || w.kingCentred(t, r) {
		return false
	}
	prints := standing(t, r)
	stray := board.differs(&t.pos) &^ (prints | t.pos.Of(t.mover().Other()))
	return prints != 0 && stray == 0 && len(w.consistent(t, r, board.fits(t))) == 0
}

// idle tells a press for which no move was made.
func (w *Watch) idle(t *turn, j *judging, name string) {
	t.accounted++
	w.unsure = true
	w.remark(name, j.by)
	w.void(j.by, j.pressed)
	if !w.laws.pressCounts || j.moved || name == pieceInHand && len(w.asked) > 0 {
		return
	}
	if old := w.illegal; old != nil && old.idle && old.ply == t.ply && !t.handled(old.pressed) && !w.pressedBetween(j.by.Other(), old.pressed, j.pressed) {
		return // pressed twice for the same
	}
	ill := &illegal{by: j.by, ply: t.ply, pressed: j.pressed, reason: IllegalReason(name), idle: true}
	w.countIllegal(t, ill, false)
}

// kingCentred says whether a king was put in the centre where it could not go:
// that tells a result.
func (w *Watch) kingCentred(t *turn, r *reading) bool {
	for _, rel := range r.releases {
		if rel.piece.Kind() == rules.King && rel.until == 0 && centre.Has(rel.sq) && !t.pos.Attackers(rel.sq, rel.piece.Color()).Has(rel.from) {
			return true
		}
	}
	return false
}

// centre is where kings are put after a game to show its result.
const centre = rules.Squares(1<<27 | 1<<28 | 1<<35 | 1<<36)
