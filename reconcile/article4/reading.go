package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// touch is a piece touched by the player having the move.
type touch struct {
	sq  rules.Square
	own bool
	at  time.Duration
}

// release is a piece set down on a square other than its own.
type release struct {
	piece   rules.Piece
	from    rules.Square // where it stood before the turn
	sq      rules.Square
	at      time.Duration
	until   time.Duration // when it was lifted again; 0 if it was not
	takes   bool          // a piece of the opponent stood there before the turn
	knocked bool          // a piece that was knocked over, on its way back (7.3)
	lifted  time.Duration // when it left its square under an announcement of adjusting; 0: without one
	castles bool          // a rook set down while its king was off its square, so not a move of the rook alone
}

// stood is the time during which something stood on a square.
type stood struct {
	sq    rules.Square
	at    time.Duration
	until time.Duration // 0: it still stands there
}

// held is a piece off the board.
type held struct {
	piece     rules.Piece
	from      rules.Square // where it stood before the turn
	at        time.Duration
	announced bool          // lifted under an announcement
	lifted    time.Duration // when its own lift, under an announcement, was; 0: it was none
	accident  bool          // one of three or more in one scan
	back      int           // index of the release it was taken from, plus one; 0 means none
	touch     int           // index of its touch, plus one; 0 means none
}

// reading is the evaluation of the acts of a turn: which piece is where, what was touched in which
// order, where pieces were set down.
type reading struct {
	model     [64]rules.Piece
	hand      []held
	touches   []touch
	releases  []release
	extra     rules.Squares  // a piece from beside the board stands there
	adjusted  []rules.Square // squares whose piece left and came back under an announcement
	accident  bool           // three or more pieces left in one scan (7.3)
	castle    bool           // the player announced castling
	announced bool           // the player has announced that they adjust pieces
	felt      bool           // the player touched anything, not only to adjust it: claims lapse, offers are declined
	handled   bool           // the player touched anything at all
	kinds     [2]rules.Kind  // promotion: the first known piece on the square, and the latest
	entered   int            // length of stood when a piece was last entered
	first     int            // and when the first piece was entered
	stood     []stood        // pieces set down where they had not stood before the turn
	none      bool           // a pawn was reported left on the last rank
	restored  bool
	takes     int // index of the act that a press makes a capture, plus one; 0 means none
	lifts     pieceLifts

	// Of the last act: a piece that came back to its square.
	returned    rules.Piece
	returnedAnn bool
}

// wasTaken reports whether a piece was set down on this square in place of the one that stood
// there.
func (r *reading) wasTaken(sq rules.Square) bool {
	return slices.ContainsFunc(r.releases, func(rel release) bool { return rel.takes && rel.sq == sq })
}

// isTakenOn reports whether the piece from this square was set down somewhere and then moved on.
func (r *reading) isTakenOn(from rules.Square) bool {
	first := rules.NoSquare
	for _, rel := range r.releases {
		switch {
		case rel.from != from:
		case first == rules.NoSquare:
			first = rel.sq
		case rel.sq != first:
			return true
		}
	}
	return false
}

// displacedPieces returns the old and new squares of the mover's pieces that stand elsewhere than
// before.
func displacedPieces(t *turn, r *reading) rules.Squares {
	var prints rules.Squares
	for _, rel := range r.releases {
		if rel.until == 0 && rel.piece.Color() == t.mover() {
			prints |= rules.SquaresOf(rel.from, rel.sq)
		}
	}
	return prints
}
