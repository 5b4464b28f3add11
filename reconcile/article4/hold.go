package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// hold is why the decoder tells no moves for now.
type hold struct {
	why    why
	ply    int           // of the turn that is open
	off    rules.Squares // what differed from the position when it began
	undone rules.Move    // mending: the move that the claim took away
}

type why uint8

const (
	holdIllegal why = iota // an illegal move stands and waits to be put right
	holdPawn               // a pawn was left on the last rank
	holdMending            // a claim was upheld; the board shows the other move still
	holdFrozen             // the game is adjourned
	holdReturn             // the game is gone back to, and its position is being put up
)

// sweep is how many men have to be off their squares to be no play any more.
const sweep = 5

func (w *Watch) holdFor(h *hold) {
	w.hold = h
	if t := w.current(); t.ply == h.ply {
		board := w.shows()
		h.off = board.differs(&t.pos)
	}
	w.order(Order{Do: Hold})
}

// free forgets why the decoder was held; the caller orders what comes next.
func (w *Watch) free() { w.hold = nil }

func (w *Watch) resume() {
	w.hold = nil
	w.dirty = true
	if !w.header.Tactile {
		w.order(Order{Do: Resume})
	}
}

// mending says whether hands at the board are putting it right after a claim.
func (w *Watch) mending() bool { return w.hold != nil && w.hold.why == holdMending }

// disturbed looks whether a change of a reading ends a hold, or belongs to a
// press that is being judged.
func (w *Watch) disturbed(sq rules.Square, at time.Duration) {
	if j := w.judging; j != nil {
		t := w.current()
		full := w.fingers.full.Has(sq)
		switch p := t.pos.At(sq); {
		case !full && p != rules.NoPiece && p.Color() != j.by && !w.tookBefore(t, sq):
			j.late = j.late.With(sq)
		case full && at > j.pressed && at <= j.pressed+w.opt.Press && !j.late.Has(sq):
			j.moved = true
		}
	}
	if w.hold == nil {
		return
	}
	w.now = at
	switch w.hold.why {
	case holdIllegal, holdMending:
		w.mended(false)
	case holdReturn:
		w.returned()
	case holdPawn:
		board := w.shows()
		t := w.current()
		if off := board.differs(&t.pos); off == 0 || off.Count() >= sweep || w.elsewhere(off) {
			w.resume()
		}
	}
}

// tookBefore says whether a man of the opponent had been lifted in this turn
// before the press: then it is a victim and no reply.
func (w *Watch) tookBefore(t *turn, sq rules.Square) bool {
	for _, a := range t.acts {
		if a.deed == lifted && a.sq == sq {
			return true
		}
	}
	return false
}

// mendedAlready ends the putting right when there is nothing to be put right: one
// piece of a promotion looks like another.
func (w *Watch) mendedAlready() {
	if !w.mending() || w.hold.ply != w.current().ply {
		return
	}
	board := w.shows()
	if board.differs(&w.current().pos) == 0 {
		w.resume()
	}
}

// mended ends the putting right: the board shows the position again, or, once
// the hands rest, a legal move from it that is not the one taken away, or nobody
// is playing any more.
func (w *Watch) mended(resting bool) {
	board := w.shows()
	t := w.current()
	off := board.differs(&t.pos)
	if w.hold.off == 0 {
		w.hold.off = off // the move taken away, as the board shows it
	}
	if w.elsewhere(off) && w.goesOn() {
		return
	}
	done := off == 0 || off.Count() > sweep+w.hold.off.Count() || w.elsewhere(off)
	if !done && resting && w.fingers.settled() {
		for _, m := range board.fits(t) {
			if m.From() != w.hold.undone.From() || m.To() != w.hold.undone.To() || w.hold.undone == rules.NoMove {
				done = true
			}
		}
	}
	if !done {
		return
	}
	if w.mending() {
		w.fingers.show()
	}
	w.resume()
}

// elsewhere says whether a man has gone from one square to another that the hold
// is not about: play goes on.
func (w *Watch) elsewhere(off rules.Squares) bool {
	return w.fingers.settled() && (off&^w.hold.off).Count() >= 2
}

// impose has the decoder tell a move of which the Laws are sure.
func (w *Watch) impose(t *turn, r *reading, m rules.Move, legal bool) {
	from, until := w.now, time.Duration(0)
	prints := footprint(&t.pos, m)
	for _, a := range t.acts {
		if a.deed <= placed && prints.Has(a.sq) {
			from = min(from, a.at)
			if a.deed == placed || until == 0 {
				until = max(until, a.at)
			}
		}
	}
	if until == 0 {
		until = w.now
	}
	w.free()
	w.order(Order{Do: Impose, Ply: t.ply, Move: m, Legal: legal, Lifted: from, Landed: until})
}

// Doubtful says, at a press of this player and before the decoder sees it,
// whether the board cannot show a move of theirs: two of their men stand
// elsewhere, nothing of the opponent's has changed, and no legal move looks like
// it. Castling that is not allowed looks like that, and half of it like a king's
// move: where that has been told already it is taken back.
func (w *Watch) Doubtful(by rules.Color) bool {
	t := w.pressedFor(by)
	if t == nil {
		return false
	}
	r := w.read(t, 0)
	standing := 0
	for _, rel := range r.releases {
		if rel.until != 0 {
			continue
		}
		if rel.piece.Color() != by {
			return false
		}
		standing++
	}
	if standing < 2 || len(r.hand) > 0 || !w.anchored(t) {
		return false
	}
	board := w.shows()
	if board.differs(&t.pos)&t.pos.Of(by.Other()) != 0 || len(board.fits(t)) > 0 {
		return false
	}
	w.doubted = true
	if t.ply <= w.ply() {
		w.order(Order{Do: TakeBack, Plies: w.ply() - t.ply + 1})
	}
	return true
}

// pressedFor is the turn that a press of this player would complete: the open
// one, or the one before it with all that has been done since. It is nil when
// nothing is to be completed.
func (w *Watch) pressedFor(by rules.Color) *turn {
	if !w.begun || w.hold != nil || w.header.Tactile || w.result.text != "" || by != w.running && !w.unsure {
		return nil
	}
	t, prev := w.current(), w.previous()
	switch {
	case t.mover() == by:
		return t
	case prev == nil || prev.made.complete || prev.made.illegal:
		return nil
	}
	return &turn{ply: prev.ply, pos: prev.pos, legal: prev.legal, acts: append(slices.Clone(prev.acts), t.acts...)}
}

// Unfinished says whether the recording ends with a man of the player having the
// move in the hand: then no move is made of it.
func (w *Watch) Unfinished() bool {
	if !w.begun || w.hold != nil || w.result.text != "" {
		return false
	}
	landed, ahead := w.eyes.Ahead()
	t := w.current()
	board := w.shows()
	if len(board.fits(t)) > 0 {
		return false
	}
	for _, h := range w.read(t, 0).hand {
		if h.piece.Color() == t.mover() && board.mask.Has(h.from) && !board.full.Has(h.from) {
			return !ahead || h.at <= landed // else moves were made that are not told yet
		}
	}
	return false
}
