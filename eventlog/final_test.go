package eventlog_test

import (
	"fmt"
	"testing"
	"time"

	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/rules"
)

// A move is final once it is completed and certain, and stays so until the game changes.
func TestFinal(t *testing.T) {
	var s eventlog.State
	seq := uint64(0)
	take := func(what reconcile.What) {
		seq++
		s.Apply(eventlog.Entry{Game: "g-1", Seq: seq, Time: time.Unix(int64(seq), 0), Event: reconcile.Event{Seq: seq, Game: 1, What: what}})
	}
	made := func(ply int, confidence float64) reconcile.Made {
		return reconcile.Made{Ply: ply, UCI: fmt.Sprint("move-", ply), FEN: rules.StartFEN, By: rules.Color((ply + 1) % 2), Confidence: confidence}
	}
	changed := uint64(0)
	for _, step := range []struct {
		name            string
		what            reconcile.What
		likely, certain int
		changes         bool
	}{
		{"set up", eventlog.Opened{Start: rules.StartFEN, Laws: rules.FIDE2023}, 0, 0, true},
		{"begun", reconcile.Started{FEN: rules.StartFEN}, 0, 0, true},
		{"made, certain, not completed", made(1, 0.9995), 0, 0, false},
		{"pressed", reconcile.Completed{Ply: 1, By: rules.White}, 1, 1, true},
		{"made, likely", made(2, 0.95), 1, 1, false},
		{"a touch", reconcile.Touched{Square: rules.E2}, 1, 1, false},
		{"pressed: final for some", reconcile.Completed{Ply: 2, By: rules.Black}, 2, 1, true},
		{"a guess after it", made(3, 0.5), 2, 1, false},
		{"what was likely is certain", reconcile.Settled{Ply: 2, Confidence: 0.9993, Level: reconcile.Certain}, 2, 2, true},
		{"doubted again: stays", reconcile.Doubted{Ply: 2, Confidence: 0.8, Level: reconcile.Likely}, 2, 2, false},
		{"the guess is another move", reconcile.Amended{Made: made(3, 0.9999), Was: "move-3"}, 2, 2, false},
		{"answered: complete without a press", made(4, 0.5), 3, 3, true},
		{"a final move proves another one", reconcile.Amended{Made: made(3, 0.5), Was: "move-3"}, 2, 2, true},
		{"a final move is taken back", reconcile.Retracted{Ply: 2}, 1, 1, true},
		{"made again", made(2, 0.3), 1, 1, false},
		{"a result that is proposed", reconcile.ResultKnown{Result: "1-0", Reason: "kings", Proposed: true}, 1, 1, true},
		{"over: all of it", reconcile.ResultKnown{Result: "1-0", Reason: "kings"}, 2, 2, true},
	} {
		take(step.what)
		if s.Final(reconcile.Likely) != step.likely || s.Final(reconcile.Certain) != step.certain {
			t.Errorf("%s: final up to %d at 0.9 and %d at 0.999, want %d and %d", step.name, s.Final(reconcile.Likely), s.Final(reconcile.Certain), step.likely, step.certain)
		}
		if now := s.FinalChanged().Seq; (now != changed) != step.changes {
			t.Errorf("%s: changed under number %d after %d", step.name, now, changed)
		}
		changed = s.FinalChanged().Seq
	}
}

// A move that never becomes certain does not hold up the later moves for ever.
func TestFinalGoesOn(t *testing.T) {
	var s eventlog.State
	s.Apply(eventlog.Entry{Game: "g-1", Event: reconcile.Event{What: reconcile.Started{FEN: rules.StartFEN}}})
	for ply := 1; ply <= 40; ply++ {
		confidence := 0.9999
		if ply == 3 {
			confidence = 0.5
		}
		s.Apply(eventlog.Entry{Game: "g-1", Seq: uint64(ply), Event: reconcile.Event{What: reconcile.Made{Ply: ply, FEN: rules.StartFEN, Confidence: confidence}}})
		want := ply - 1 // the last one is not completed
		if ply > 3 && ply <= 3+reconcile.Judged-1 {
			want = 2
		}
		if got := s.Final(reconcile.Certain); got != want {
			t.Errorf("after %d half-moves %d are final, want %d", ply, got, want)
		}
	}
	if got := s.Final(reconcile.Certain); got != 39 {
		t.Errorf("%d half-moves are final in the end, want 39", got)
	}
}
