package article4

import (
	"cmp"
	"slices"

	"touchmove/reconcile/halfmove"
	"touchmove/rules"
)

// cut reopens the turn of this ply, with everything that was done since.
func (ref *Referee) cut(ply int) {
	ply = max(ply, ref.record.first+1)
	n := ply - 1 - ref.record.first
	pos := ref.record.start
	if n > 0 {
		pos = ref.record.line[n-1].after
	}
	ref.record.line = ref.record.line[:n]
	var acts []act
	again := &turn{ply: ply, pos: pos}
	for len(ref.turns) > 0 {
		last := ref.current()
		if last.ply < ply {
			break
		}
		acts = append(slices.Clone(last.acts), acts...)
		if last.ply == ply {
			again.bound, again.sides, again.voided, again.accounted = last.bound, last.sides, last.voided, last.accounted
			again.announced, again.legal = last.announced, last.legal
		}
		ref.turns = ref.turns[:len(ref.turns)-1]
	}
	slices.SortStableFunc(acts, byTime)
	again.acts = acts
	ref.turns = append(ref.turns, again)
	if ref.offences.settled != nil && (ref.offences.settled.ply > ply || ref.offences.settled.ply == ply && ref.offences.settled.status != upheld) {
		ref.offences.settled = nil
	}
	ref.stand(again)
	if ref.record.base > ply-1 {
		ref.record.hist, ref.record.base = rules.NewHistory(pos), ply-1
	} else {
		ref.record.hist.Undo(ply - 1 - ref.record.base)
	}
	if ref.result.ply >= ply {
		ref.result = result{}
	}
	ref.dirty = true
}

// conclude ends the game if the position after this ply does so automatically.
func (ref *Referee) conclude(ply int) {
	if ref.result.text != "" {
		return
	}
	if prev := ref.previous(); prev != nil && prev.made.Illegal {
		return // only a legal move ends the game automatically (1997:5.1a, 2009:5.2b, 2018:5.2.2)
	}
	o, over := ref.record.hist.Automatic(ref.header.Laws)
	if p := ref.current().pos; !over && rules.DeadPosition.Automatic(ref.header.Laws) && dead(&p) {
		o, over = rules.Outcome{Result: rules.Drawn, Termination: rules.DeadPosition}, true
	}
	if over && ref.isLostBefore(o.Result.String()) {
		return
	}
	if prev := ref.previous(); over && prev != nil && ref.wasOutOfTime(prev) {
		by := prev.mover()
		p := prev.pos
		ref.result = result{reason: rules.FlagFall.String(), proposed: true, from: ply}
		ref.result.text, ref.result.proof = ref.loses(by, &p, ref.laws.flagMayDraw)
		return
	}
	if over {
		ref.result = result{text: o.Result.String(), reason: o.Termination.String(), ply: max(ply, 1)}
		if ref.isDisputed(o.Termination) {
			ref.result.proposed, ref.result.disputed, ref.result.from = true, true, ply
		}
	}
}

// isLostBefore reports whether a loss by illegal moves is proposed that a position ending the game with another result
// does not change: it stays proposed. A mate by the opponent ends the game.
func (ref *Referee) isLostBefore(text string) bool {
	p := &ref.proposal
	if p.illegal.text == "" || p.illegal.text == text {
		return false
	}
	ref.result = p.illegal
	ref.result.from = ref.record.ply()
	ref.published.result, ref.published.proposed = p.illegal.text, true
	p.illegal, p.text = result{}, ""
	return true
}

// isDisputed reports whether the move that led to this end broke a rule of Article 4, so that the
// game is over only when the opponent can no longer claim (2014:5.1a, 5.2).
func (ref *Referee) isDisputed(end rules.Termination) bool {
	prev := ref.previous()
	if !ref.laws.endsInOrder || prev == nil || prev.made.breach == nil {
		return false
	}
	return end.ByPosition() && ref.verdictOf(prev).status == claimable
}

// settleDispute ends the game when the right to claim against its last move has lapsed, and
// proposes the result when a breach has come to light.
func (ref *Referee) settleDispute() {
	prev := ref.previous()
	if prev == nil || ref.result.ply != prev.ply || ref.result.text == "" || ref.result.proposed && !ref.result.disputed {
		return
	}
	end, err := rules.ParseTermination(ref.result.reason)
	disputed := err == nil && ref.isDisputed(end)
	if disputed != ref.result.disputed {
		ref.result.proposed, ref.result.disputed, ref.result.from = disputed, disputed, prev.ply
	}
}

// recordMove adds a move to the history of positions.
func (ref *Referee) recordMove(m halfmove.HalfMove) {
	if m.Illegal || ref.record.hist.Play(m.Move) != nil {
		// Positions before an illegal move cannot arise again by play from it.
		ref.record.hist, ref.record.base = rules.NewHistory(m.After), m.Ply
	}
}

func (ref *Referee) keepAdjusted(r *reading) {
	for _, sq := range r.adjusted {
		if !slices.Contains(ref.noted.adjusted, sq) {
			ref.noted.adjusted = append(ref.noted.adjusted, sq)
		}
	}
}

// byTime puts acts in the order in which they were done.
func byTime(a, b act) int { return cmp.Compare(a.at, b.at) }

func (ref *Referee) open(t *turn) {
	if len(ref.turns) >= keepTurns {
		if b := ref.turns[0].made; b != nil && b.breach != nil && (ref.offences.settled == nil || ref.offences.settled.ply < ref.turns[0].ply) {
			ref.offences.settled = ref.verdictOf(ref.turns[0])
		}
		ref.turns = append(ref.turns[:0], ref.turns[1:]...)
	}
	ref.turns = append(ref.turns, t)
}
