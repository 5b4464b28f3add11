package article4

import (
	"slices"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// What was captured is a guess where sensors tell no colours: a piece that comes down where
// one of the opponent's was lifted may be that piece put back, or the mover's that took it.
// Until the press the reading is taken that breaks no rule.

// readPressed reads a turn whose player has pressed. Nobody presses on purpose with one of
// their own pieces in the hand: if no legal move looks like the board, the piece in the hand
// is taken for the one that came down where they had lifted one of the opponent's.
func (ref *Referee) readPressed(t *turn, board *shown) *reading {
	r := ref.read(t, 0)
	if i := t.setDownElsewhere(r, board, t.pos.Of(t.mover().Other())); i >= 0 && len(board.fits(t)) == 0 {
		t.acts[i].takes = true
		again := ref.read(t, 0)
		t.acts[i].takes = false
		if !again.holdsOwn(t) {
			again.takes = i + 1
			return again
		}
	}
	return r
}

// mayLookLegal reports whether the decoder may take the illegal move for a legal one: half
// of what it thinks castling, or a capture of which no sensor saw anything.
func (ref *Referee) mayLookLegal(t *turn, r *reading) bool {
	if _, ahead := ref.decoder.PendingMove(); ahead || ref.heldForPress {
		return true
	}
	return ref.header.Sensing == sensors.Occupancy && slices.ContainsFunc(t.legalMoves(), func(m rules.Move) bool {
		return t.pos.Captured(m) != rules.NoSquare && slices.ContainsFunc(r.releases, func(rel release) bool {
			return rel.until == 0 && (rel.from == m.From() || rel.from == m.To()) // its own capture, or that of a piece taken off its square
		})
	})
}

// setDownElsewhere returns the index of the last act with which a piece came down on one of
// these squares, whose own piece had been lifted in this turn, while the only piece of the mover that is off
// the board was in the hand; -1 when there is none.
func (t *turn) setDownElsewhere(r *reading, board *shown, on rules.Squares) int {
	own, alone := t.ownInHand(r)
	if !alone || board.polarity || r.restored {
		return -1
	}
	for i, a := range slices.Backward(t.acts) {
		if a.deed == placed && a.at > own.at && on.Has(a.sq) && board.full.Has(a.sq) && r.model[a.sq] == t.pos.At(a.sq) {
			return i
		}
	}
	return -1
}

// ownInHand returns the only piece of the mover that is in the hand, and false when there is
// none, or more.
func (t *turn) ownInHand(r *reading) (own held, alone bool) {
	n := 0
	for _, h := range r.hand {
		if h.piece.Color() == t.mover() {
			own, n = h, n+1
		}
	}
	return own, n == 1
}

// mayHaveTakenElsewhere reports whether the only legal move that looks like the board is a
// capture of which nothing was seen since its piece was lifted, while a piece came down on
// another square where the mover had lifted the one that stood there. The move may be that
// illegal capture. That the piece of the legal one was touched before shows nothing of it.
func (ref *Referee) mayHaveTakenElsewhere(t *turn, r *reading, board *shown, m rules.Move) bool {
	own, _ := t.ownInHand(r)
	felt := slices.ContainsFunc(t.acts, func(a act) bool {
		return (a.deed == lifted || a.deed == placed) && a.sq == m.To() && a.at >= own.at
	})
	return t.pos.Captured(m) == m.To() && !felt && t.setDownElsewhere(r, board, t.pos.Occupied()) >= 0
}

// boundCapture returns the legal capture that was made when a piece was released, if the piece
// stands elsewhere now and the one it took is off the board: the release binds, and what
// was meant the players have to say. NoMove when there is none.
func (t *turn) boundCapture(r *reading, board *shown, o *Options) rules.Move {
	for i := range r.releases {
		rel := &r.releases[i]
		if !rel.takes || rel.until == 0 || rel.piece.Color() != t.mover() || !rel.hasRested(o.Slide) || board.full.Has(rel.sq) {
			continue
		}
		if p, m := t.partOf(rel.from, rel.sq); p == wholeOne || p == ofPromotion {
			return m
		}
	}
	return rules.NoMove
}

// isUnseenCapture reports whether a move is a capture of which no sensor has seen anything
// since a time.
func (ref *Referee) isUnseenCapture(t *turn, m rules.Move, since time.Duration) bool {
	return ref.header.Sensing == sensors.Occupancy && t.pos.Captured(m) == m.To() && ref.debouncer.since[m.To()] < since
}

// areCaptures reports whether moves that look like the board, and that the hands seem to
// contradict, are plain captures: what sensors see least of.
func areCaptures(t *turn, moves []rules.Move) bool {
	return len(moves) > 0 && !slices.ContainsFunc(moves, func(m rules.Move) bool {
		return m.IsCastling() || t.pos.Captured(m) == rules.NoSquare
	})
}
