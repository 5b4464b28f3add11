package article4

import (
	"slices"

	"touchmove/rules"
)

// candidates returns the moves that a tactile board may show. Of several captures into a hole that
// never read empty it returns all.
func (ref *Referee) candidates(t *turn, board *shown) []rules.Move {
	r := ref.read(t, 0)
	if board.differs(&t.pos) == 0 {
		return nil
	}
	return ref.consistent(t, r, board.fits(t))
}

// announce handles a move announced aloud. On a tactile board a move is executed when the piece
// stands in its hole and the move is announced (2009:E2.3); a slip of the tongue may be corrected
// before the press (E2.6).
func (ref *Referee) announce(uci string) {
	t := ref.current()
	t.announced = uci
	ref.dirty = true
	if !ref.header.Tactile {
		return
	}
	t.mismatch = false
	ref.executeAnnounced(t)
}

// executeAnnounced publishes the move when the board shows the announced move.
func (ref *Referee) executeAnnounced(t *turn) bool {
	m, err := t.pos.ParseUCI(t.announced)
	if err != nil {
		return false
	}
	board := ref.shows()
	for _, c := range ref.candidates(t, &board) {
		if c.From() == m.From() && c.To() == m.To() && c.IsCastling() == m.IsCastling() {
			ref.impose(t, m)
			return true
		}
	}
	return false
}

// judgeAnnounced handles a press on a tactile board and reports whether nothing else is to be done.
// If nobody enters announcements, the press stands for one.
func (ref *Referee) judgeAnnounced(t *turn, board *shown) bool {
	cands := ref.candidates(t, board)
	if len(cands) == 0 {
		return false
	}
	switch {
	case t.announced == "" && len(cands) == 1:
		m := cands[0]
		if k := ref.read(t, 0).kinds[1]; m.Promotion() != rules.NoKind && k != rules.NoKind {
			for _, other := range t.legalMoves() {
				if other.From() == m.From() && other.To() == m.To() && other.Promotion() == k {
					m = other
				}
			}
		}
		ref.impose(t, m)
	case t.announced == "":
		return false
	case !ref.executeAnnounced(t):
		t.mismatch = true
		ref.noted.irregularity = "announcement_mismatch"
	}
	ref.dirty = true
	return true
}

// announcementDuty returns the duty to announce the move on the board.
func (ref *Referee) announcementDuty(t *turn) *duty {
	switch was := &ref.view; {
	case !ref.header.Tactile:
		return nil
	case !ref.debouncer.isQuiet() && was.announce && was.ply == t.ply:
		return was.duty // until it is sure that a piece has left
	case !ref.debouncer.isQuiet():
		return nil
	}
	board := ref.shows()
	cands := ref.candidates(t, &board)
	if len(cands) != 1 || cands[0].Promotion() != rules.NoKind {
		return nil
	}
	m := cands[0]
	if t.announced == m.UCI(ref.record.variant()) || ref.isUnseenCapture(t, m, ref.debouncer.since[m.From()]) {
		return nil // announced, or the piece is still in the hand, as far as any sensor has shown
	}
	to := m.To()
	if m.IsCastling() {
		to, _ = t.pos.CastlingTargets(m)
	}
	return &duty{kind: finish, squares: []rules.Square{m.From(), to}, allowed: slices.Clone(cands)}
}

// checkReply treats a move that was not announced as executed when the reply to it stands on the
// board, so that a missing announcement does not hold up the game.
//
// A move that was announced before it is made is executed when it stands on the board.
func (ref *Referee) checkReply() {
	t := ref.current()
	board := ref.shows()
	if t.announced != "" && ref.debouncer.isQuiet() && ref.executeAnnounced(t) {
		ref.dirty = true
		return
	}
	if board.differs(&t.pos).Count() >= 2*sweep {
		ref.order(Order{Do: Resume}) // the pieces are being set up again
		return
	}
	switch cands := ref.candidates(t, &board); {
	case len(cands) == 1:
		t.stood = cands[0]
	case len(cands) == 0 && t.stood != rules.NoMove && ref.debouncer.isQuiet():
		next := turn{ply: t.ply + 1, pos: t.pos.After(t.stood)}
		if board.differs(&next.pos) != 0 && len(board.fits(&next)) > 0 {
			ref.impose(t, t.stood)
		}
	}
}
