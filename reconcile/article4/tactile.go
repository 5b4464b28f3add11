package article4

import (
	"slices"

	"touchmove/rules"
)

// candidates are the moves that a tactile board shows: of several captures into
// a hole that never read empty all.
func (w *Watch) candidates(t *turn, board *shown) []rules.Move {
	r := w.read(t, 0)
	if board.differs(&t.pos) == 0 {
		return nil
	}
	return w.consistent(t, r, board.fits(t))
}

// announce takes a move announced aloud. On a tactile board a move is executed
// when it stands in its hole and is announced (2009:E2.3); a slip of the tongue
// may be put right before the press (E2.6).
func (w *Watch) announce(uci string) {
	t := w.current()
	t.announced = uci
	w.dirty = true
	if !w.header.Tactile {
		return
	}
	t.mismatch = false
	w.executed(t)
}

// executed tells the move when what stands on the board was announced.
func (w *Watch) executed(t *turn) bool {
	m, err := t.pos.ParseUCI(t.announced)
	if err != nil {
		return false
	}
	board := w.shows()
	for _, c := range w.candidates(t, &board) {
		if c.From() == m.From() && c.To() == m.To() && c.IsCastling() == m.IsCastling() {
			w.impose(t, w.read(t, 0), m, true)
			return true
		}
	}
	return false
}

// announcedAt deals with a press on a tactile board and reports whether that was
// all. Where nobody feeds announcements the press stands for one.
func (w *Watch) announcedAt(t *turn, board *shown) bool {
	cands := w.candidates(t, board)
	if len(cands) == 0 {
		return false
	}
	switch {
	case t.announced == "" && len(cands) == 1:
		m := cands[0]
		if k := w.read(t, 0).kinds[1]; m.Promotion() != rules.NoKind && k != rules.NoKind {
			for _, other := range t.legalMoves() {
				if other.From() == m.From() && other.To() == m.To() && other.Promotion() == k {
					m = other
				}
			}
		}
		w.impose(t, w.read(t, 0), m, true)
	case t.announced == "":
		return false
	case !w.executed(t):
		t.mismatch = true
		w.odd = "announcement_mismatch"
	}
	w.dirty = true
	return true
}

// unannounced is the duty to announce what stands on the board.
func (w *Watch) unannounced(t *turn) *duty {
	if !w.header.Tactile || !w.fingers.settled() {
		return nil
	}
	board := w.shows()
	cands := w.candidates(t, &board)
	if len(cands) != 1 || cands[0].Promotion() != rules.NoKind {
		return nil
	}
	m := cands[0]
	if t.announced == m.UCI(w.header.Variant) {
		return nil
	}
	to := m.To()
	if m.IsCastling() {
		to, _ = t.pos.CastlingTargets(m)
	}
	return &duty{kind: finish, squares: []rules.Square{m.From(), to}, allowed: slices.Clone(cands)}
}

// replied takes a move for executed that nobody announced when the reply to it
// stands on the board: the game is not held up for want of a word.
//
// A move that was announced before it is set is executed when it stands there.
func (w *Watch) replied() {
	t := w.current()
	board := w.shows()
	if t.announced != "" && w.fingers.settled() && w.executed(t) {
		w.dirty = true
		return
	}
	if board.differs(&t.pos).Count() >= 2*sweep {
		w.order(Order{Do: Resume}) // the pieces are being set up anew
		return
	}
	switch cands := w.candidates(t, &board); {
	case len(cands) == 1:
		t.stood = cands[0]
	case len(cands) == 0 && t.stood != rules.NoMove && w.fingers.settled():
		next := turn{ply: t.ply + 1, pos: t.pos.After(t.stood)}
		if board.differs(&next.pos) != 0 && len(board.fits(&next)) > 0 {
			w.impose(t, w.read(t, 0), t.stood, true)
		}
	}
}
