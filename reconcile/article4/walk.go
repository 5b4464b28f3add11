package article4

import (
	"cmp"
	"slices"
	"time"

	"touchmove/rules"
)

// period is what of a turn's acts is read.
type period struct {
	from    time.Duration // lifts bind from this time on
	told    time.Duration // and touches that a person has reported from this one
	until   time.Duration // acts after it no longer belong to the turn; 0: all do
	tactile bool          // touches that were reported bind nobody: this board is read with the fingers
}

// read evaluates the acts of a turn one after the other.
func (t *turn) read(within period) *reading {
	r := &reading{lifts: t.pieceLifts()}
	for pieces := t.pos.Occupied(); pieces != 0; pieces &= pieces - 1 {
		r.model[pieces.First()] = t.pos.At(pieces.First())
	}
	r.holdUnfelt(t)
	mover := t.mover()
	var batch []act
	acts := t.own()
	for i := 0; i < len(acts); i++ {
		a := acts[i]
		if within.until > 0 && a.at > within.until {
			break
		}
		r.returned = rules.NoPiece
		switch a.kind {
		case adjusts:
			r.announced = r.announced || a.by == mover
		case says:
			r.castle = r.castle || a.by == mover
		case promotes:
			if a.isFor(mover) {
				r.exchange(t, a.at)
				r.promoted(a.piece)
			}
		case restores:
			r.putBack(t)
		case felt:
			if within.tactile || a.by != mover {
				continue
			}
			r.touch(t, a, within.told)
		case placed:
			r.place(t, a)
		case lifted:
			batch = batch[:0]
			for ; i < len(acts) && acts[i].kind == lifted && acts[i].at == a.at; i++ {
				batch = append(batch, acts[i])
			}
			i--
			for k := range batch {
				if batch[k].to == unowned {
					batch[k].to = t.adjuster(batch[k])
				}
			}
			r.lift(t, batch, within.from)
		}
	}
	r.touchMoved(t, within.from)
	return r
}

// holdUnfelt begins with the piece of the published move in the hand if no sensor has detected its lift, but something
// that it set down: that is where the piece was on its way.
func (r *reading) holdUnfelt(t *turn) {
	if t.made == nil || t.made.Illegal || t.made.Move.IsCastling() || t.made.Move.Promotion() != rules.NoKind {
		return
	}
	from, landed := t.made.Move.From(), false
	for _, a := range t.acts {
		if a.kind <= placed && a.sq == from {
			return
		}
		landed = landed || a.kind == placed && a.sq == t.made.Move.To()
	}
	if landed {
		r.model[from] = rules.NoPiece
		r.hand = append(r.hand, held{piece: t.pos.At(from), from: from})
	}
}

// touchMoved adds the touches of the player's own pieces that were lifted under an announcement of
// adjusting and stand on another square now, or stood there when the clock was pressed for an illegal move:
// pieces are adjusted on their squares (4.2), so these were touched to be moved.
func (r *reading) touchMoved(t *turn, from time.Duration) {
	for _, rel := range r.releases {
		pressedFor := rel.at <= t.voided && (rel.until > t.voided || rel.until == rel.at)
		if rel.lifted == 0 || rel.until != 0 && !pressedFor || rel.knocked || rel.lifted < from || rel.piece.Color() != t.mover() {
			continue
		}
		i := 0
		for i < len(r.touches) && r.touches[i].at <= rel.lifted {
			i++
		}
		r.touches = slices.Insert(r.touches, i, touch{sq: rel.from, own: true, at: rel.lifted})
		for k := range r.hand {
			if r.hand[k].touch > i {
				r.hand[k].touch++
			}
		}
		r.felt = true
	}
}

// lift handles the pieces that left in one scan. Their order cannot be known, so the king comes
// before the rook and the player's own pieces before the opponent's (LAWS, B.0).
func (r *reading) lift(t *turn, batch []act, from time.Duration) {
	mover := t.mover()
	rank := func(a act) int {
		p := r.model[a.sq]
		switch {
		case p == rules.NoPiece:
			return 3
		case p.Color() != mover:
			return 2
		case p.Kind() == rules.King:
			return 0
		}
		return 1
	}
	for i := 1; i < len(batch); i++ {
		for j := i; j > 0 && rank(batch[j]) < rank(batch[j-1]); j-- {
			batch[j], batch[j-1] = batch[j-1], batch[j]
		}
	}
	pieces := 0
	for _, a := range batch {
		if r.model[a.sq] != rules.NoPiece {
			pieces++
		}
	}
	accident := pieces >= 3 || r.lifts.isKnocked(batch[0].at)
	r.accident = r.accident || accident
	for _, a := range batch {
		for i := range r.stood {
			if s := &r.stood[i]; s.sq == a.sq && s.until == 0 {
				s.until = a.at
			}
		}
		piece := r.model[a.sq]
		if piece == rules.NoPiece {
			r.extra = r.extra.Without(a.sq)
			continue
		}
		r.model[a.sq] = rules.NoPiece
		h := held{piece: piece, from: a.sq, at: a.at, announced: r.announced, accident: accident}
		if back := r.openRelease(a.sq); back >= 0 {
			r.releases[back].until = a.at
			h.from, h.back = r.releases[back].from, back+1
			h.announced, h.accident = false, h.accident || r.releases[back].knocked
			h.lifted = r.releases[back].lifted
		} else if !accident {
			h.touch = r.touch(t, a, from)
			if r.announced && !a.noise && (a.to == unowned || a.to == ownerOf(mover)) {
				h.lifted = a.at
			}
		}
		r.hand = append(r.hand, h)
	}
}

func (r *reading) openRelease(sq rules.Square) int {
	for i := len(r.releases) - 1; i >= 0; i-- {
		if r.releases[i].sq == sq && r.releases[i].until == 0 {
			return i
		}
	}
	return -1
}

// touch records a touch that binds and returns its index plus one, or 0.
func (r *reading) touch(t *turn, a act, from time.Duration) int {
	mover := t.mover()
	if a.noise || a.at < from || a.to != unowned && a.to != ownerOf(mover) {
		return 0
	}
	piece := t.pos.At(a.sq)
	if piece == rules.NoPiece {
		return 0
	}
	r.handled = true
	if r.announced {
		return 0
	}
	if !r.felt {
		r.felt = true
	}
	r.touches = append(r.touches, touch{sq: a.sq, own: piece.Color() == mover, at: a.at})
	return len(r.touches)
}

// promoted records an entered choice of a piece. The choice counts as a second one only if another
// piece was put on the square since the first; otherwise it corrects the first.
func (r *reading) promoted(kind rules.Kind) {
	if kind == rules.NoKind {
		r.none = true
		return
	}
	r.none = false
	exchanged := r.kinds[0] != rules.NoKind && len(r.stood) > r.entered
	if !exchanged {
		r.kinds[0], r.first = kind, len(r.stood)
	}
	r.kinds[1] = kind
	r.entered = len(r.stood)
}

// exchange corrects the reading when a piece is named for a pawn that is off the board: it stands on the
// last rank where an opponent's piece seemed to be put back. Sensors do not tell a new piece that was set
// down before the pawn was taken off from the captured one put back.
func (r *reading) exchange(t *turn, at time.Duration) {
	pawn, alone := t.ownInHand(r)
	if !alone || pawn.accident || pawn.piece.Kind() != rules.Pawn {
		return
	}
	var on *act
	for i := range t.acts {
		a := &t.acts[i]
		if p, _ := t.partOf(pawn.from, a.sq); a.kind != placed || a.at > at || p != ofPromotion || t.pos.At(a.sq) == rules.NoPiece || r.model[a.sq] != t.pos.At(a.sq) || t.reply.has(*a) {
			continue
		}
		if on != nil && on.sq != a.sq {
			return // it may be either
		}
		on = a
	}
	if on != nil {
		r.model[on.sq], r.extra = rules.NoPiece, r.extra.With(on.sq)
		r.stood = append(r.stood, stood{sq: on.sq, at: on.at})
	}
}

// putBack sets the model to the position before the turn, which the arbiter has restored. Touches
// and releases stay.
func (r *reading) putBack(t *turn) {
	for sq := rules.A1; sq <= rules.H8; sq++ {
		r.model[sq] = t.pos.At(sq)
	}
	for i := range r.releases {
		if r.releases[i].until == 0 {
			r.releases[i].until = r.releases[i].at
		}
	}
	r.hand, r.extra, r.restored = r.hand[:0], 0, true
}

func (t *turn) pieceLifts() (list pieceLifts) {
	for _, a := range t.acts {
		if a.kind == lifted && t.pos.At(a.sq) != rules.NoPiece {
			list = append(list, a)
		}
	}
	slices.SortFunc(list, func(a, b act) int { return cmp.Compare(a.at, b.at) })
	return list
}
