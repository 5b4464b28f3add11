package article4

import (
	"slices"
	"time"

	"touchmove/reconcile/halfmove"
	"touchmove/rules"
)

// turn is one half-move with everything done for it. The last turn is open: its
// move is not told yet.
type turn struct {
	ply   int            // of its move
	pos   rules.Position // before it
	legal []rules.Move   // in pos, once asked for
	acts  []act

	// bound is a duty that goes before all others: what a claim or an illegal move
	// put right has left (2009:7.4a, 4.7), or a move announced with a claim of a
	// draw that was refused (1997:9.5).
	bound *duty
	// sides are the castlings that the duty of an upheld claim asks for and bars (4.4a, 4.4b).
	sides obligation
	// accounted is how many presses of its player brought no move and were
	// understood.
	accounted int
	// void says that releases of this turn do not bind any more: the illegal move
	// they were part of was restored (1997:7.4 names 4.3 alone).
	void bool
	// announced is the last move announced aloud, and 0 before the first.
	announced string
	// stood is the only move that the board showed last, on a tactile board.
	stood rules.Move
	// mismatch: the move announced and the one made were not the same at the press.
	mismatch bool

	made *made // nil while the turn is open
}

// made is the move that ended a turn.
type made struct {
	halfmove.HalfMove
	told    time.Duration
	assumed bool // a promotion whose piece nobody has named

	complete bool          // told as completed
	pressed  time.Duration // the press of which that was told; 0 is none
	breach   *breach
}

// keep is how much of the log is held: turns with their acts, and acts a turn.
// A turn so long that it loses acts is one of analysis, not of play.
const (
	keepTurns = 24
	keepActs  = 400
)

func (t *turn) add(a act) {
	if len(t.acts) >= keepActs {
		t.acts = append(t.acts[:keepActs/2], t.acts[keepActs/2+1:]...)
	}
	t.acts = append(t.acts, a)
}

func (t *turn) mover() rules.Color { return t.pos.Turn() }

func (t *turn) legalMoves() []rules.Move {
	if t.legal == nil {
		t.legal = t.pos.LegalMoves(make([]rules.Move, 0, 48))
	}
	return t.legal
}

// footprint is every square that a move changes.
func footprint(p *rules.Position, m rules.Move) rules.Squares {
	set := rules.SquaresOf(m.From(), m.To())
	if m.IsCastling() {
		k, r := p.CastlingTargets(m)
		return set.With(k).With(r)
	}
	if m.IsEnPassant() {
		return set.With(m.To() ^ 8)
	}
	return set
}

// divide says which acts of this turn, and of what follows, belong to its move:
// those up to the release, and those with which its player still finishes it,
// bringing the rook over, straightening the piece, exchanging the pawn, until
// the press or for a moment.
func (t *turn) divide(acts []act, until time.Duration) (own, rest []act) {
	prints := footprint(&t.pos, t.made.Move)
	foreign := false // a hand has been at another square since
	for _, a := range acts {
		switch {
		case a.at <= t.made.Released:
			own = append(own, a)
		case a.deed == promotes && t.made.Move.Promotion() != rules.NoKind && len(rest) == 0:
			own = append(own, a)
		case a.deed <= placed && !foreign && prints.Has(a.sq) && a.at <= until:
			own = append(own, a)
		default:
			if a.deed == lifted {
				foreign = true
			}
			rest = append(rest, a)
		}
	}
	return own, rest
}

// hasHandled reports whether a piece was lifted or set down after this time.
func (t *turn) hasHandled(since time.Duration) bool {
	for _, a := range t.acts {
		if a.deed <= placed && a.at > since {
			return true
		}
	}
	return false
}

// named is a promotion to the piece that was named, and any other move as it is.
func (t *turn) named(m rules.Move, r *reading) rules.Move {
	kind := r.kinds[1]
	if kind == rules.NoKind && t.made != nil {
		kind = t.made.Move.Promotion()
	}
	if m.Promotion() == rules.NoKind || kind == rules.NoKind {
		return m
	}
	for _, other := range t.legalMoves() {
		if other.From() == m.From() && other.To() == m.To() && other.Promotion() == kind {
			return other
		}
	}
	return m
}

// canPromote reports whether a legal move promotes a pawn.
func (t *turn) canPromote() bool {
	return slices.ContainsFunc(t.legalMoves(), func(m rules.Move) bool { return m.Promotion() != rules.NoKind })
}
