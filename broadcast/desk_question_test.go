package broadcast_test

import (
	"strings"
	"testing"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/contract/schemas"
	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/reconcile/asking"
	"touchmove/rules"
)

// The topic desk has the open question with the evidence for each move, and matches its
// schema. Public topics do not show it, except for a comment in the PGN.
func TestQuestionOnTheDesk(t *testing.T) {
	var s eventlog.State
	seq := uint64(0)
	tell := func(what reconcile.What) {
		seq++
		s.Apply(eventlog.Entry{Game: "g-1", Seq: seq, Time: time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC), Event: reconcile.Event{Seq: seq, Game: 1, What: what}})
	}
	start := rules.StartPosition()
	move := start.LegalMoves(nil)[0]
	after := start.After(move)
	tell(eventlog.Opened{Start: rules.StartFEN, Laws: rules.FIDE2018})
	tell(reconcile.Started{FEN: rules.StartFEN})
	tell(reconcile.Made{Ply: 1, Move: move, UCI: move.UCI(rules.Standard), SAN: start.SAN(move), FEN: after.FEN(), Confidence: 0.7})
	candidate := reconcile.Candidate{Move: move, UCI: move.UCI(rules.Standard), SAN: start.SAN(move), FEN: after.FEN(), Sure: 0.7, Published: true, Grounds: []reconcile.Ground{
		{What: asking.WhyVictimSeen, For: true, Square: rules.E4, Lasted: 300 * time.Millisecond}, {What: asking.WhySensorBroken, Square: rules.E4},
	}}
	other := candidate
	other.UCI, other.SAN, other.Published, other.Grounds = "g1h3", "Nh3", false, nil
	question := reconcile.Question{Ply: 1, By: rules.White, Occasion: asking.PlayedOn.String(), Candidates: []reconcile.Candidate{candidate, other}}
	tell(reconcile.Asked{Question: question})
	if pgn := s.PGN("Event", "hall-7"); !strings.Contains(pgn, "{not certain: a person is asked about this move}") || strings.Contains(pgn, "Nh3") {
		t.Errorf("the PGN is\n%s", pgn)
	}
	tell(eventlog.Desk{Question: &question})
	payload := broadcast.DeskNow(&s)
	if err := schemas.CheckJSON("desk", payload); err != nil {
		t.Errorf("%v\n%s", err, payload)
	}
	for _, part := range []string{`"question":{"ply":1,"by":"white","occasion":"played-on"`, `{"id":"b","uci":"g1h3","san":"Nh3"`, `{"what":"victim-seen","for":true,"square":"e4","lasted_ms":300}`} {
		if !strings.Contains(string(payload), part) {
			t.Errorf("the desk has no %s:\n%s", part, payload)
		}
	}
	tell(reconcile.Answered{Ply: 1, How: reconcile.AnsweredByPerson})
	tell(eventlog.Desk{})
	if pgn := s.PGN("Event", "hall-7"); strings.Contains(pgn, "asked") {
		t.Errorf("answered, the PGN is\n%s", pgn)
	}
	if payload := broadcast.DeskNow(&s); !strings.Contains(string(payload), `"question":null`) {
		t.Errorf("answered, the desk is %s", payload)
	}
}
