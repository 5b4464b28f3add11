package article4

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// What becomes of a breach, or of an illegal move that may be claimed.
const (
	claimable = "claimable"
	lapsed    = "lapsed"
	upheld    = "upheld"
	rejected  = "rejected"
)

// verdict is a breach with what has become of it.
type verdict struct {
	ply    int
	by     rules.Color
	breach *breach
	status string
}

// verdictOf says how it stands with the breach of a turn.
func (w *Watch) verdictOf(t *turn) *verdict {
	v := &verdict{ply: t.ply, by: t.mover(), breach: t.made.breach, status: claimable}
	if s := w.settled; s != nil && s.ply == t.ply && s.status != upheld {
		v.status = s.status
		return v
	}
	next := w.turnOf(t.ply + 1)
	switch {
	case next == nil:
	case next.made != nil:
		v.status = lapsed
	default:
		if w.laws.releaseUntilMove && v.breach.rule.ofRelease() {
			break
		}
		if next.touched() {
			v.status = lapsed
		}
	}
	return v
}

// touched says whether the player has touched a piece in this turn without
// announcing it: lifted it, or been reported.
func (t *turn) touched() bool {
	r := t.read(false, 0, 0)
	return r.felt
}

// violation is the latest breach of the game.
func (w *Watch) violation() *verdict {
	var latest *verdict
	for i := len(w.turns) - 1; i >= 0 && latest == nil; i-- {
		if m := w.turns[i].made; m != nil && m.breach != nil {
			latest = w.verdictOf(w.turns[i])
		}
	}
	if w.settled != nil && (latest == nil || latest.ply < w.settled.ply) {
		return w.settled
	}
	return latest
}

// claim takes a claim of a player.
func (w *Watch) claim(by rules.Color, c trace.Command) {
	switch c.What {
	case trace.ClaimRepetition, trace.ClaimFiftyMoves:
		w.claimDraw(by, c)
	case trace.ClaimIllegal:
		w.claimIllegal(by)
	case trace.ClaimTime:
		w.claimTime(by)
	default:
		if w.movedOn() || w.moved(by) {
			w.again = &c
			return
		}
		w.claimBreach(by)
	}
}

// movedOn has the move told put right before a claim about it is judged, when
// its piece was lifted again and now stands on another legal square. A claim
// says that the move is over.
func (w *Watch) movedOn() bool {
	prev := w.previous()
	if prev == nil || prev.made.illegal || w.hold != nil {
		return false
	}
	was := prev.made.move
	board := w.shows()
	if board.full.Has(was.To()) {
		return false
	}
	var now []rules.Move
	for _, m := range board.fits(prev) {
		if m.From() == was.From() {
			now = append(now, m)
		}
	}
	at := w.fingers.since[was.To()]
	if len(now) != 1 || at <= prev.made.released {
		return false
	}
	at = max(at, w.fingers.since[now[0].To()])
	w.order(Order{Do: Impose, Ply: prev.ply, Move: now[0], Legal: true, Lifted: prev.made.released, Landed: at})
	return true
}

// moved has the move on the board told before a claim of the other player about
// it is judged, when the decoder was only waiting for it to be over.
func (w *Watch) moved(claimant rules.Color) bool {
	t := w.current()
	if _, ahead := w.eyes.Ahead(); !ahead || t.mover() == claimant || w.hold != nil || w.header.Tactile {
		return false
	}
	board := w.shows()
	r := w.read(t, 0)
	fits := w.consistent(t, r, board.fits(t))
	if len(fits) != 1 || fits[0].Promotion() != rules.NoKind {
		return false
	}
	w.impose(t, r, fits[0], true)
	return true
}

// claimBreach decides a claim that Article 4 was broken.
func (w *Watch) claimBreach(by rules.Color) {
	v := w.violation()
	if v == nil || v.by == by || v.status == upheld || w.result.text != "" {
		w.remark(claimRejected, by)
		return
	}
	w.dirty = true
	if v.status != claimable {
		v.status = rejected
		w.settled = v
		w.remark(claimRejected, by)
		return
	}
	v.status = upheld
	w.settled = v
	b := v.breach
	move := w.turnOf(v.ply).made.move
	if b.restores != rules.NoMove {
		w.order(Order{Do: Correct, Ply: v.ply, Move: b.restores})
		w.holdFor(&hold{why: holdMending, ply: v.ply + 1, undone: rules.NoMove})
		return
	}
	w.order(Order{Do: TakeBack, Plies: w.ply() - v.ply + 1})
	w.holdFor(&hold{why: holdMending, ply: v.ply, undone: move})
}

// stand applies an upheld claim to the turn that it opened again.
func (w *Watch) stand(t *turn) {
	if s := w.settled; s != nil && s.status == upheld && s.ply == t.ply && s.breach.duty != nil && t.made == nil {
		t.acts = nil
		t.bound = s.breach.duty
	}
}

// claimIllegal decides a claim of an illegal move where it has to be claimed.
func (w *Watch) claimIllegal(by rules.Color) {
	ill := w.illegal
	if ill == nil || ill.status != claimable || ill.by == by || w.result.text != "" {
		w.remark(claimRejected, by)
		return
	}
	t := w.turnOf(ill.ply)
	if w.fast().byTouch && t != nil && w.turnOf(ill.ply+1) != nil && w.turnOf(ill.ply+1).touched() {
		ill.status = lapsed
		w.remark(claimRejected, by)
		return
	}
	w.dirty = true
	ill.status = upheld
	stood := t.made != nil
	if stood {
		ill.restore = w.fast().putBack
		w.order(Order{Do: TakeBack, Plies: w.ply() - ill.ply + 1})
	}
	w.punish(t, ill)
	if stood {
		w.holdFor(&hold{why: holdMending, ply: ill.ply, undone: ill.move})
	}
}

// untilWords says what ends the right to claim.
func (w *Watch) untilWords(r rule) string {
	if w.laws.releaseUntilMove && r.ofRelease() {
		return "the opponent makes a move"
	}
	return "the opponent touches a piece"
}

// attribute gives the last touch of a square to a player.
func (w *Watch) attribute(sq rules.Square, to rules.Color) {
	for i := len(w.turns) - 1; i >= 0 && i >= len(w.turns)-2; i-- {
		t := w.turns[i]
		for j := len(t.acts) - 1; j >= 0; j-- {
			a := &t.acts[j]
			if a.deed != lifted && a.deed != felt || a.sq != sq {
				continue
			}
			was := t.mover()
			if a.to != unowned {
				was = rules.Color(a.to - whites)
			}
			if a.deed == felt && a.to == unowned {
				was = a.by
			}
			a.to = ownerOf(to)
			if a.deed == felt {
				a.by = to
			}
			if was != to {
				w.remark(reattributed, to)
			}
			w.dirty = true
			if t.made != nil {
				w.rejudge(t)
			}
			return
		}
	}
}

// touchedSince says whether the player having the move has touched a piece.
func (w *Watch) touchedSince(t *turn, since time.Duration) bool {
	r := w.read(t, 0)
	for _, touched := range r.touches {
		if touched.at >= since {
			return true
		}
	}
	return false
}
