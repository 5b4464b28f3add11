package rules

import "slices"

// A History is a game's positions from its start, as the rules on repetition and counted moves need
// them. Make one with NewHistory. It must not be used by several goroutines at once.
type History struct {
	positions []Position // the start, and the one after each half-move
}

// NewHistory begins a history; the start position counts as its first appearance.
func NewHistory(start Position) *History {
	return &History{positions: []Position{start}}
}

// Position is the position on the board now.
func (h *History) Position() Position { return h.positions[len(h.positions)-1] }

// Len is the number of half-moves played.
func (h *History) Len() int { return len(h.positions) - 1 }

// At is the position after n half-moves, from 0, the start, to Len.
func (h *History) At(n int) Position { return h.positions[n] }

// Play makes a move. An illegal one is a *MoveError and changes nothing.
func (h *History) Play(m Move) error {
	q, err := h.Position().Play(m)
	if err != nil {
		return err
	}
	h.positions = append(h.positions, q)
	return nil
}

// Clone returns a copy that changes independently.
func (h *History) Clone() *History {
	return &History{positions: slices.Clone(h.positions)}
}

// Undo takes back half-moves until n are left; beyond Len it does nothing.
func (h *History) Undo(n int) {
	if n = max(n, 0); n < h.Len() {
		h.positions = h.positions[:n+1]
	}
}

// Repetitions returns how often the position on the board has appeared so far, this time included.
// The appearances need not be consecutive (2009: 9.2).
func (h *History) Repetitions() int {
	last := len(h.positions) - 1
	return h.count(&h.positions[last], last-2)
}

// count counts p and its earlier appearances from the position at index last backwards, by whole
// moves, and only as far back as no capture or pawn move lies between.
func (h *History) count(p *Position, last int) int {
	n := 1
	oldest := len(h.positions) - 1 - int(p.halfmove)
	for i := last; i >= 0 && i >= oldest-1; i -= 2 {
		if h.positions[i].Same(*p) {
			n++
		}
	}
	return n
}

// Automatic reports whether the game has ended automatically in an edition of the Laws: by what
// Position.Outcome reports or, from 2014, by fivefold repetition and 75 moves. Checkmate takes
// precedence (2018: 9.6.2). In 2014 the five appearances have to be consecutive, at every second
// move of both players.
func (h *History) Automatic(l Laws) (Outcome, bool) {
	p := h.Position()
	if o, over := p.Outcome(l); over {
		return o, true
	}
	if FivefoldRepetition.Automatic(l) && h.fivefold(l) {
		return Outcome{Drawn, FivefoldRepetition}, true
	}
	if SeventyFiveMoves.Automatic(l) && p.halfmove >= 150 {
		return Outcome{Drawn, SeventyFiveMoves}, true
	}
	return Outcome{}, false
}

func (h *History) fivefold(l Laws) bool {
	if FivefoldInARow(l) {
		return h.fiveInARow()
	}
	return h.Repetitions() >= 5
}

// fiveInARow reports whether the position appeared after this half-move and after the fourth,
// eighth, twelfth and sixteenth before it (2014: 9.6a). The start position does not count, since no
// move led to it.
func (h *History) fiveInARow() bool {
	last := len(h.positions) - 1
	if last <= 16 {
		return false
	}
	for i := last - 4; i >= last-16; i -= 4 {
		if !h.positions[i].Same(h.positions[last]) {
			return false
		}
	}
	return true
}

// Claims tells which draws the player having the move may claim.
type Claims struct {
	Threefold, Fifty bool
}

// Any reports whether there is a draw to claim.
func (c Claims) Any() bool { return c.Threefold || c.Fifty }

// Claims tells which draws the player having the move may claim for the position on the board, as
// it has just arisen (2009: 9.2b, 9.3b). In a game that is over there is nothing to claim. The
// caller must know whether the right has been lost since by touching a piece or making a move
// (2009: 9.4).
func (h *History) Claims(l Laws) Claims {
	if _, over := h.Automatic(l); over {
		return Claims{}
	}
	return Claims{Threefold: h.Repetitions() >= 3, Fifty: h.Position().halfmove >= 100}
}

// ClaimsWith tells which draws the player having the move may claim by announcing the legal move m
// (2009: 9.2a, 9.3a). The code of 1953 has no such claim for fifty moves. A move that ends the game
// leaves nothing to claim. An illegal move is a *MoveError.
func (h *History) ClaimsWith(m Move, l Laws) (Claims, error) {
	q, err := h.Position().Play(m)
	if err != nil {
		return Claims{}, err
	}
	if _, over := h.Automatic(l); over {
		return Claims{}, nil
	}
	if _, over := q.Outcome(l); over {
		return Claims{}, nil
	}
	after := History{positions: append(h.positions[:len(h.positions):len(h.positions)], q)}
	return Claims{Threefold: after.Repetitions() >= 3, Fifty: q.halfmove >= 100 && !counting[l].fiftyOnBoard}, nil
}
