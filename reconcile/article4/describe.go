package article4

import (
	"cmp"
	"slices"

	"touchmove/rules"
)

// State returns the current state of the Laws. It changes nothing.
func (ref *Referee) State() State {
	s := State{
		Moves: []string{}, Adjusted: []string{}, Needs: []string{}, Candidates: []string{}, Events: []string{},
	}
	if !ref.begun {
		return s
	}
	v := ref.record.variant()
	s.Moves = make([]string, 0, len(ref.record.line))
	for _, p := range ref.record.line {
		s.Moves = append(s.Moves, p.uci)
	}
	t := ref.current()
	s.Made = len(ref.record.line) > 0
	if prev := ref.previous(); s.Made && prev != nil {
		s.Completed = prev.made.complete
	}
	s.Position = t.pos.FEN()
	s.Obligation = ref.view.duty.published(t.mover(), v)
	if b := ref.violation(); b != nil {
		s.Violation = &ViolationState{Rule: b.breach.rule.String(), By: b.by.String(), Status: b.status,
			Duty: b.breach.duty.published(b.by, v)}
		if b.breach.restores != rules.NoMove {
			uci := b.breach.restores.UCI(v)
			s.Violation.Restores, s.Violation.Duty = &uci, nil
		}
	}
	if ill := ref.offences.illegal; ill != nil {
		s.Illegal = &IllegalState{By: ill.by.String(), Count: ill.count, Penalty: ill.penalty, Restore: ill.restore}
		if ill.status != "" {
			status := ill.status
			s.Illegal.Status = &status
		}
	}
	if o := ref.view.obligation; o.forced != 0 || len(o.forbidden) > 0 {
		c := &CastlingState{Forbidden: []string{}}
		if o.forced != 0 {
			forced := string(o.forced)
			c.Forced = &forced
		}
		for _, f := range o.forbidden {
			c.Forbidden = append(c.Forbidden, string(f))
		}
		s.Castling = c
	}
	s.Adjusted = append(s.Adjusted, names(ref.noted.adjusted)...)
	for _, sq := range names(ref.view.reading.adjusted) {
		if !slices.Contains(s.Adjusted, sq) {
			s.Adjusted = append(s.Adjusted, sq)
		}
	}
	s.Needs = ref.needs()
	s.Candidates = append(s.Candidates, moves(ref.noted.ambiguous, v)...)
	if ref.draws.offer.status != "" {
		status := ref.draws.offer.status
		s.DrawOffer = &status
	}
	if ref.noted.irregularity != "" {
		odd := ref.noted.irregularity
		s.Irregularity = &odd
	}
	if text := cmp.Or(ref.result.text, ref.proposal.text); text != "" {
		s.Result, s.Obligation = &text, nil
	}
	s.Events = append(s.Events, ref.published.remarks...)
	return s
}
