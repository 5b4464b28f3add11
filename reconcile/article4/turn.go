package article4

import (
	"time"

	"touchmove/reconcile/halfmove"
	"touchmove/rules"
)

// turn is one half-move with everything done for it. The last turn is open: its move is not yet
// published.
type turn struct {
	ply   int            // of its move
	pos   rules.Position // before it
	legal []rules.Move   // legal moves in pos, once computed
	acts  []act

	// bound is a duty that takes precedence over all others: one that a claim or a corrected
	// illegal move has left (2009:7.4a, 4.7), or a move announced with a refused draw claim
	// (1997:9.5).
	bound *duty
	// sides are the castlings that the duty of an upheld claim requires or bars (4.4a, 4.4b).
	sides obligation
	// accounted is how many presses of its player completed no move and have an explanation.
	accounted int
	// voided is the time of the press for an illegal move that was taken back; 0 is none. Releases
	// before it no longer bind (1997:7.4 names only 4.3); from 2009 this holds only for those that
	// were part of that move.
	voided time.Duration
	// announced is the last move announced aloud, in UCI; empty before the first.
	announced string
	// stood is the only move that a tactile board showed last.
	stood rules.Move
	// mismatch: at the press the announced move and the move on the board differed.
	mismatch bool

	// reply is where the opponent's hands have been since the player pressed, while that press is
	// judged: what they did there is no act of this turn.
	reply reply

	made *made // nil while the turn is open
}

// adjuster returns the player not having the move if a lift is theirs: they have said that they adjust
// pieces, the piece is their own, and since then they have not pressed and the other player has lifted
// no own piece.
func (t *turn) adjuster(a act) owner {
	other := t.mover().Other()
	if a.kind != lifted || !t.pos.Of(other).Has(a.sq) {
		return unowned
	}
	says := unowned
	for _, o := range t.acts {
		switch {
		case o.at > a.at:
			return says
		case o.kind == adjusts && o.by == other && (o.until == 0 || o.until >= a.at):
			says = ownerOf(other)
		case o.kind == lifted && t.pos.Of(t.mover()).Has(o.sq):
			says = unowned
		}
	}
	return says
}

// endAdjusting ends, at a press, what a player has said about adjusting pieces without having the move.
func (t *turn) endAdjusting(by rules.Color, at time.Duration) {
	for i := range t.acts {
		if a := &t.acts[i]; a.kind == adjusts && a.by == by && by != t.mover() && a.until == 0 {
			a.until = at
		}
	}
}

// made is the move that ended a turn.
type made struct {
	halfmove.HalfMove
	assumed bool // a promotion whose piece was not named

	complete bool          // reported as completed
	pressed  time.Duration // the press reported as completing it; 0 means none
	breach   *breach
}

// The limits of the log: turns kept with their acts, and acts kept for each turn. A turn so long
// that it loses acts is analysis, not play.
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

// footprint returns every square that a move changes.
func footprint(p *rules.Position, m rules.Move) rules.Squares {
	set := rules.SquaresOf(m.From(), m.To())
	if m.IsCastling() {
		k, r := p.CastlingTargets(m)
		return set.With(k).With(r)
	}
	if m.IsEnPassant() || p.At(m.From()).Kind() == rules.Pawn && m.From().File() != m.To().File() && p.At(m.To()) == rules.NoPiece {
		return set.With(m.To() ^ 8) // even if the pawn there was put back, which makes the move illegal
	}
	return set
}

// divide returns which of these acts belong to this turn's move: those up to the release, and those
// with which the player still finishes it, by bringing the rook over, straightening the piece or
// exchanging the pawn, up to the time until. A piece that the opponent names ahead is for their turn.
func (t *turn) divide(acts []act, until time.Duration) (own, rest []act) {
	prints := footprint(&t.pos, t.made.Move)
	foreign := false // a piece on another square has been lifted since
	ahead := 0       // pieces that the opponent has named
	for _, a := range acts {
		switch {
		case a.kind == promotes && !a.isFor(t.mover()):
			rest = append(rest, a)
			ahead++
		case a.at <= t.made.Released:
			own = append(own, a)
		case a.kind == promotes && t.made.Move.Promotion() != rules.NoKind && len(rest) == ahead:
			own = append(own, a)
		case a.kind <= placed && !foreign && prints.Has(a.sq) && a.at <= until:
			own = append(own, a)
		default:
			if a.kind == lifted {
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
		if a.kind <= placed && a.at > since {
			return true
		}
	}
	return false
}

// named returns a promotion with the piece that was named, and any other move unchanged.
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
	return t.pos.CanPromote()
}
