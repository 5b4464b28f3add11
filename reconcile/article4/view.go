package article4

import (
	"slices"

	"touchmove/rules"
)

// view is what the open turn comes to now.
type view struct {
	reading  *reading
	owed     owed
	duty     *duty
	announce bool // the move on the board is not announced
}

// Needs by name: open questions to a person.
const (
	needDisambiguate = "disambiguate"
	needPromotion    = "promotion_choice"
	needAnnouncement = "announcement"
	needCompare      = "arbiter_compare_boards"
	needAwait        = "await_castling_or_clock"
)

// look computes the view of the open turn.
func (w *Watch) look() view {
	t := w.current()
	var v view
	until, _ := w.eyes.Ahead()
	v.reading = w.read(t, until)
	v.owed = w.laws.owes(t, v.reading, &w.opt)
	v.duty = v.owed.duty
	if d := w.unannounced(t); d != nil {
		v.duty, v.announce = d, true
	}
	if w.result.text != "" {
		v.duty, v.owed, v.announce = nil, owed{}, false
	}
	return v
}

// update computes what follows from what has changed and tells what is new.
func (w *Watch) update() {
	if !w.dirty || !w.begun {
		return
	}
	w.dirty = false
	w.view = w.look()
	t := w.current()
	if w.view.reading.accident {
		w.odd = "displaced"
	}
	w.declineByTouch(t)
	w.tellCompleted()
	w.tellDuty(t)
	w.tellBreach()
	w.tellResult()
}

func (w *Watch) tellDuty(t *turn) {
	d, by := w.view.duty.told(t.mover(), w.header.Variant), t.mover()
	was := w.told.duty
	switch {
	case d == nil && was == nil:
		return
	case d == nil:
		by = w.told.dutyBy
	case was != nil && was.By == d.By && was.Kind == d.Kind && slices.Equal(was.Squares, d.Squares) && slices.Equal(was.Allowed, d.Allowed):
		return
	}
	w.told.duty, w.told.dutyBy = d, by
	w.tell(Obliged{By: by, Duty: d})
}

func (w *Watch) tellBreach() {
	v := w.violation()
	if v == nil {
		if w.told.rule != "" {
			w.tell(Breach{By: w.told.by, Rule: w.told.rule, Status: "withdrawn"})
			w.told.rule, w.told.ply, w.told.status = "", 0, ""
		}
		return
	}
	name := v.breach.rule.String()
	if w.told.rule == name && w.told.ply == v.ply && w.told.status == v.status {
		return
	}
	w.told.rule, w.told.ply, w.told.status, w.told.by = name, v.ply, v.status, v.by
	w.tell(Breach{
		By: v.by, Rule: name, Article: v.breach.rule.article(w.header.Laws), Status: v.status,
		ClaimableUntil: w.untilWords(v.breach.rule),
	})
}

func (w *Watch) tellResult() {
	if w.result.text == w.told.result && w.result.proposed == w.told.proposed {
		return
	}
	w.told.result, w.told.proposed = w.result.text, w.result.proposed
	if w.result.text == "" {
		w.tell(ResultKnown{Result: rules.Ongoing.String(), Reason: "taken back"})
		return
	}
	w.tell(ResultKnown{Result: w.result.text, Reason: w.result.reason, Proposed: w.result.proposed, Proof: w.result.proof})
}

// needs lists the open questions.
func (w *Watch) needs() []string {
	out := []string{}
	if w.result.text != "" {
		return out
	}
	t := w.current()
	prev := w.previous()
	if len(w.asked) > 0 {
		out = append(out, needDisambiguate)
	}
	open := w.view.duty != nil && w.view.duty.kind == promote && !w.view.reading.none && t.bound == nil
	if open || prev != nil && prev.made.assumed {
		out = append(out, needPromotion)
	}
	if w.view.announce && !t.mismatch {
		out = append(out, needAnnouncement)
	}
	if t.mismatch {
		out = append(out, needCompare)
	}
	if w.awaits(t, prev) {
		out = append(out, needAwait)
	}
	return out
}

// awaits says whether a king's step just made may still become castling.
func (w *Watch) awaits(t, prev *turn) bool {
	if w.header.Variant != rules.Chess960 {
		return false
	}
	half := func(t *turn, from, to rules.Square) bool {
		if from != t.pos.King(t.mover()) {
			return false
		}
		for _, m := range t.legalMoves() {
			if m.IsCastling() {
				if kingTo, rookTo := t.pos.CastlingTargets(m); kingTo == to && rookTo != m.To() {
					return true
				}
			}
		}
		return false
	}
	for _, rel := range w.view.reading.releases {
		if rel.until == 0 && t.canGo(rel.from, rel.sq) && half(t, rel.from, rel.sq) {
			return true
		}
	}
	if prev == nil || prev.made.move.IsCastling() || prev.made.illegal || t.touched() {
		return false
	}
	_, pressed := w.pressed(prev.mover(), prev.made.released)
	return !pressed && half(prev, prev.made.move.From(), prev.made.move.To())
}

// State returns where the Laws stand. It changes nothing.
func (w *Watch) State() State {
	s := State{
		Moves: []string{}, Adjusted: []string{}, Needs: []string{}, Candidates: []string{}, Events: []string{},
	}
	if !w.begun {
		return s
	}
	v := w.header.Variant
	s.Moves = make([]string, 0, len(w.line))
	for _, p := range w.line {
		s.Moves = append(s.Moves, p.uci)
	}
	t := w.current()
	s.Made = len(w.line) > 0
	if prev := w.previous(); s.Made && prev != nil {
		s.Completed = prev.made.complete
	}
	s.Position = t.pos.FEN()
	s.Obligation = w.view.duty.told(t.mover(), v)
	if b := w.violation(); b != nil {
		s.Violation = &ViolationState{Rule: b.breach.rule.String(), By: b.by.String(), Status: b.status,
			Duty: b.breach.duty.told(b.by, v)}
		if b.breach.restores != rules.NoMove {
			uci := b.breach.restores.UCI(v)
			s.Violation.Restores, s.Violation.Duty = &uci, nil
		}
	}
	if ill := w.illegal; ill != nil {
		s.Illegal = &IllegalState{By: ill.by.String(), Count: ill.count, Penalty: ill.penalty, Restore: ill.restore}
		if ill.status != "" {
			status := ill.status
			s.Illegal.Status = &status
		}
	}
	if o := w.view.owed; o.forced != 0 || len(o.forbidden) > 0 {
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
	s.Adjusted = append(s.Adjusted, names(w.adjusted)...)
	for _, sq := range names(w.view.reading.adjusted) {
		if !slices.Contains(s.Adjusted, sq) {
			s.Adjusted = append(s.Adjusted, sq)
		}
	}
	s.Needs = w.needs()
	s.Candidates = append(s.Candidates, moves(w.asked, v)...)
	if w.offer.status != "" {
		status := w.offer.status
		s.DrawOffer = &status
	}
	if w.odd != "" {
		odd := w.odd
		s.Irregularity = &odd
	}
	if w.result.text != "" {
		text := w.result.text
		s.Result = &text
	}
	s.Events = append(s.Events, w.remarks...)
	return s
}
