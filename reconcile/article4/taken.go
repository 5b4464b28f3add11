package article4

import (
	"slices"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// If sensors do not distinguish colours, it is a guess what was captured: a piece set down where
// one of the opponent's was lifted may be that piece put back, or the mover's piece that captured
// it. Until the press the Referee takes the reading that breaks no rule.

// readPressed evaluates a turn whose player has pressed. Nobody presses on purpose with a piece of
// their own in the hand. If no legal move looks like the board, readPressed therefore assumes that
// the piece in the hand is the one set down where the player had lifted an opponent's piece.
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

// mayLookLegal reports whether the decoder may take the illegal move for a legal one: for half of a
// castling or of a capture in passing, for a capture that no sensor detected, for what is left of it when one of two pieces
// has been put back, or for a move of the capturer to a square whose sensor has failed.
func (ref *Referee) mayLookLegal(t *turn, r *reading) bool {
	if displacedPieces(t, r).Count() > 2 {
		return true
	}
	if _, ahead := ref.decoder.PendingMove(); ahead || ref.waiting.heldForPress || t.promotedBeside(r) != 0 {
		return true
	}
	occupancy := ref.header.Sensing == sensors.Occupancy
	return slices.ContainsFunc(t.legalMoves(), func(m rules.Move) bool {
		victim := t.pos.Captured(m)
		inPassing := victim != rules.NoSquare && victim != m.To()
		return slices.ContainsFunc(r.releases, func(rel release) bool {
			if rel.until != 0 || !occupancy && !(inPassing && rel.from == m.From() && rel.sq == m.To()) {
				return false
			}
			if victim == rules.NoSquare {
				return rel.takes && rel.from == m.From() // all that can be read is that the capturer has left
			}
			return rel.from == m.From() || rel.from == m.To() // its own capture, or the capture of a piece that was taken off its square
		})
	})
}

// setDownElsewhere returns the index of the last act that set a piece down on one of these squares,
// if its own piece had been lifted in this turn and the mover's only piece off the board was in the
// hand; -1 when there is none. A piece that was knocked over with others captures nothing while they are
// put back.
func (t *turn) setDownElsewhere(r *reading, board *shown, on rules.Squares) int {
	own, alone := t.ownInHand(r)
	if !alone || own.accident || board.polarity || r.restored {
		return -1
	}
	for i, a := range slices.Backward(t.acts) {
		if a.kind == placed && a.at > own.at && !t.reply.has(a) && on.Has(a.sq) && board.full.Has(a.sq) && r.model[a.sq] == t.pos.At(a.sq) {
			return i
		}
	}
	return -1
}

// mayHaveTakenOwn reports whether the piece that seems to be in the hand may instead stand on a
// square of another piece of the mover's, which was lifted in this turn: then it has taken that one.
// Sensors do not distinguish this from the other piece put back.
func (t *turn) mayHaveTakenOwn(r *reading, board *shown) bool {
	own, alone := t.ownInHand(r)
	return alone && !own.accident && !r.restored && slices.ContainsFunc(t.acts, func(a act) bool {
		p := t.pos.At(a.sq)
		return a.kind == placed && a.at > own.at && !t.reply.has(a) && a.sq != own.from && p != rules.NoPiece && p.Color() == t.mover() && board.full.Has(a.sq) && r.model[a.sq] == p
	})
}

// isPawnOff reports whether the piece that seems to be in the hand is a pawn that had been released on
// the last rank, or was lifted one rank before it, and nothing stands where it promotes now: it may be
// beside the board, and the promotion not carried out.
func (t *turn) isPawnOff(r *reading, board *shown) bool {
	own, alone := t.ownInHand(r)
	if !alone || own.piece.Kind() != rules.Pawn {
		return false
	}
	if own.back == 0 {
		return slices.ContainsFunc(t.legalMoves(), func(m rules.Move) bool {
			return m.From() == own.from && m.Promotion() != rules.NoKind && !board.full.Has(m.To())
		})
	}
	sq := r.releases[own.back-1].sq
	return (sq.Rank() == 0 || sq.Rank() == 7) && !board.full.Has(sq)
}

// mayHaveTakenElsewhere reports whether the only legal move that looks like the board is a capture, or a move to a square
// whose sensor is not believed, of which nothing was detected since its piece was lifted, while a piece was set down on
// another square whose piece the mover had lifted. The move may then be that illegal capture. An earlier
// touch of the legal move's victim proves nothing.
func (ref *Referee) mayHaveTakenElsewhere(t *turn, r *reading, board *shown, m rules.Move) bool {
	own, _ := t.ownInHand(r)
	felt := slices.ContainsFunc(t.acts, func(a act) bool {
		return (a.kind == lifted || a.kind == placed) && a.sq == m.To() && a.at >= own.at && !t.reply.has(a)
	})
	unseen := t.pos.Captured(m) == m.To() || t.pos.At(m.To()) == rules.NoPiece && !board.full.Has(m.To())
	return unseen && !felt && t.setDownElsewhere(r, board, t.pos.Occupied()) >= 0
}

// boundCapture returns the legal promotion by capture that was part of what was released, if the piece
// now stands elsewhere and the captured one is off the board: what stands there may be the new piece, and
// the players have to say what was meant. It returns NoMove when there is none.
func (t *turn) boundCapture(r *reading, board *shown, o *Options) rules.Move {
	for i := range r.releases {
		rel := &r.releases[i]
		if !rel.takes || rel.until == 0 || rel.piece.Color() != t.mover() || !rel.hasRested(o.Slide) || board.full.Has(rel.sq) {
			continue
		}
		if p, m := t.partOf(rel.from, rel.sq); p == ofPromotion {
			return m
		}
	}
	return rules.NoMove
}

// isUnseenCapture reports whether a move is a capture that no sensor has detected since this time.
func (ref *Referee) isUnseenCapture(t *turn, m rules.Move, since time.Duration) bool {
	return ref.header.Sensing == sensors.Occupancy && t.pos.Captured(m) == m.To() && ref.debouncer.since[m.To()] < since
}

// areCaptures reports whether all moves that look like the board, but seem to contradict the lifts
// and placings, are plain captures, which sensors detect least.
func areCaptures(t *turn, moves []rules.Move) bool {
	return len(moves) > 0 && !slices.ContainsFunc(moves, func(m rules.Move) bool {
		return m.IsCastling() || t.pos.Captured(m) == rules.NoSquare
	})
}
