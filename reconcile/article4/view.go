package article4

import (
	"slices"
	"time"

	"touchmove/rules"
)

// look computes the view of the open turn.
func (ref *Referee) look() view {
	t := ref.current()
	v := view{ply: t.ply}
	until := ref.turnEnds()
	v.landed = until
	if ill := ref.offences.illegal; ill != nil && ill.onBoard && ill.ply == t.ply {
		until = 0 // what the decoder takes for a move was not a legal one
	}
	v.reading = ref.read(t, ref.promotedUntil(t, until))
	v.obligation = ref.laws.obligationOf(t, v.reading, &ref.opt)
	v.duty = v.obligation.duty
	if d := ref.announcementDuty(t); d != nil {
		v.duty, v.announce = d, true
	}
	if ref.result.text != "" {
		v.duty, v.obligation, v.announce = nil, obligation{}, false
	}
	return v
}

// turnEnds returns when the move that is not yet published was set down; 0: there is none. One that nobody saw land may
// be another, and ends no turn before the reply to it is seen.
func (ref *Referee) turnEnds() time.Duration {
	landed, _ := ref.decoder.PendingMove()
	if landed != 0 && !ref.decoder.IsPendingSeen() {
		return 0
	}
	return landed
}

// promotedUntil returns when a move that was set down at landed was over: if the new piece of a promotion came first, its
// pawn leaves the board and the piece is named after that.
func (ref *Referee) promotedUntil(t *turn, landed time.Duration) time.Duration {
	line, ok := ref.decoder.PendingLine()
	if landed == 0 || !ok {
		return landed
	}
	leaves := func(a act) bool {
		return a.kind == lifted && line.At(a.sq) == rules.NoPiece && slices.ContainsFunc(t.legalMoves(), func(m rules.Move) bool {
			return m.From() == a.sq && m.Promotion() != rules.NoKind
		})
	}
	for _, a := range t.own() {
		switch {
		case a.at <= landed:
		case a.kind == promotes && a.isFor(t.mover()), leaves(a):
			landed = a.at
		default:
			return landed
		}
	}
	return landed
}

// Follow looks at the board again if the decoder has come to believe in another move that it has not yet published: what
// hands did after that move is no longer of this turn. So what the Laws say never waits for the next record.
func (ref *Referee) Follow(at time.Duration) {
	if !ref.begun {
		return
	}
	if ref.turnEnds() == ref.view.landed {
		return
	}
	ref.now, ref.dirty = at, true
	ref.update()
}

// update computes what follows from the changes and reports what is new.
func (ref *Referee) update() {
	if !ref.dirty || !ref.begun {
		return
	}
	ref.dirty = false
	ref.view = ref.look()
	t := ref.current()
	if ref.view.reading.accident {
		ref.noted.irregularity = "displaced"
	}
	ref.declineByTouch(t)
	ref.countHands()
	ref.notifyCompleted()
	ref.tellPressedEarly()
	ref.notifyDuty(t)
	ref.notifyBreach()
	ref.settleDispute()
	ref.notifyResult()
}

func (ref *Referee) notifyDuty(t *turn) {
	d, by := ref.view.duty.published(t.mover(), ref.record.variant()), t.mover()
	was := ref.published.duty
	switch {
	case d == nil && was == nil:
		return
	case d == nil:
		by = ref.published.dutyBy
	case was != nil && was.By == d.By && was.Kind == d.Kind && slices.Equal(was.Squares, d.Squares) && slices.Equal(was.Allowed, d.Allowed):
		return
	}
	ref.published.duty, ref.published.dutyBy = d, by
	ref.notify(Obliged{By: by, Duty: d})
}

func (ref *Referee) notifyBreach() {
	v := ref.violation()
	if v == nil {
		if ref.published.rule != "" {
			ref.notify(Breach{By: ref.published.by, Rule: ref.published.rule, Status: "withdrawn"})
			ref.published.rule, ref.published.ply, ref.published.status = "", 0, ""
		}
		return
	}
	name := v.breach.rule.String()
	if ref.published.rule == name && ref.published.ply == v.ply && ref.published.status == v.status {
		return
	}
	ref.published.rule, ref.published.ply, ref.published.status, ref.published.by = name, v.ply, v.status, v.by
	told := Breach{
		By: v.by, Rule: name, Article: v.breach.article(ref.header.Laws), Status: v.status,
		ClaimableUntil: ref.untilWords(v.breach.rule), Duty: v.breach.duty.published(v.by, ref.record.variant()),
	}
	if v.breach.restores != rules.NoMove {
		told.Restores = v.breach.restores.UCI(ref.record.variant())
	}
	ref.notify(told)
}

func (ref *Referee) notifyResult() {
	if ref.result.text == ref.published.result && ref.result.proposed == ref.published.proposed {
		return
	}
	ref.published.result, ref.published.proposed = ref.result.text, ref.result.proposed
	if ref.result.text == "" {
		reason := ResultTakenBack
		if v := ref.violation(); v != nil && v.status == upheld {
			reason = ResultClaimUpheld
		}
		ref.notify(ResultKnown{Result: rules.Ongoing.String(), Reason: reason})
		return
	}
	ref.notify(ResultKnown{
		Result: ref.result.text, Reason: ref.result.reason, Proposed: ref.result.proposed, Disputed: ref.result.disputed, Proof: ref.result.proof,
	})
}
