package reconcile_test

import (
	"strings"
	"testing"
	"time"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// adjourn plays two half-moves under an edition and adjourns the game.
func adjourn(t *testing.T, l rules.Laws) *table {
	t.Helper()
	b := sit(t, timed("5400", l))
	b.do(start())
	b.turn("e2e4")
	b.turn("e7e5")
	b.do(player(trace.DoAdjourn, "arbiter", ""))
	b.wait(time.Minute)
	return b
}

func seal(keys map[string]any) trace.Command {
	c := arbiter(trace.DoSeal, keys)
	c.By = "white"
	return c
}

// TestSealedInAnEnvelope: a game whose move was sealed in an envelope is resumed only with the
// content of the envelope, unless the arbiter gives a reason. Before that, nothing reveals the move
// (I.5).
func TestSealedInAnEnvelope(t *testing.T) {
	const salt = "00112233445566778899aabbccddeeff"
	sealed := map[string]any{"envelope": "YWdl", "commitment": reconcile.Commitment(salt, "Nf3")}
	b := adjourn(t, rules.FIDE2018)
	b.refused(seal(map[string]any{"envelope": "YWdl"}), "belong together")
	b.refused(seal(map[string]any{"text": "Nf3", "paper": true}), "give only one of")
	b.refused(seal(nil), "write the move as text")
	b.refused(seal(map[string]any{"paper": "yes"}), "paper")
	b.refused(arbiter(trace.DoResumeAdjourned, nil), "no move has been sealed")
	b.do(seal(sealed))
	b.refused(seal(sealed), "a move is sealed")
	a, ok := b.g.Adjourned()
	if !ok || a.Sealed != "envelope" || a.Envelope != "YWdl" || a.Commitment != sealed["commitment"] {
		t.Errorf("the adjournment is %+v, %v, want the envelope that was sealed", a, ok)
	}
	b.refused(arbiter(trace.DoResumeAdjourned, nil), "open the envelope")
	for _, wrong := range []map[string]any{{"text": "Nc3", "salt": salt}, {"text": "Nf3", "salt": "00"}, {"text": "Nf3"}, {"text": 5}} {
		if err := refusal(b, arbiter(trace.DoResumeAdjourned, wrong)); !strings.Contains(err, "not what was sealed") && !strings.Contains(err, "text") {
			t.Errorf("%v: %q", wrong, err)
		}
	}
	if got := b.line(); got != "e2e4 e7e5" {
		t.Fatalf("the line is %s", got)
	}
	b.do(arbiter(trace.DoResumeAdjourned, map[string]any{"text": "Nf3", "salt": salt}))
	if got := b.line(); got != "e2e4 e7e5 g1f3" {
		t.Errorf("the line is %s", got)
	}

	// The envelope or its key is lost, and the arbiter rules (I.12.1).
	b = adjourn(t, rules.FIDE2018)
	b.do(seal(sealed))
	lost := arbiter(trace.DoResumeAdjourned, nil)
	lost.UCI, lost.Why = "d2d4", "the key is lost; both agree"
	b.do(lost)
	if got := b.line(); got != "e2e4 e7e5 d2d4" {
		t.Errorf("the line is %s", got)
	}

	// A paper envelope.
	b = adjourn(t, rules.FIDE2023)
	b.do(seal(map[string]any{"paper": true}))
	b.refused(arbiter(trace.DoResumeAdjourned, nil), "open the envelope")
	b.do(arbiter(trace.DoResumeAdjourned, map[string]any{"text": "Bc4"}))
	if got := b.line(); got != "e2e4 e7e5 f1c4" {
		t.Errorf("the line is %s", got)
	}
}

// TestSealedMovesByEdition: for a sealed move that is ambiguous, unclear or illegal a loss is
// proposed; by the code of 1953 only for one without a clear meaning (1953:17c, 2018:I.5).
func TestSealedMovesByEdition(t *testing.T) {
	for _, c := range []struct {
		text            string
		lost1953, since bool
	}{
		{"Nf3", false, false}, {"Ng1-f3", false, false}, {"g1f3", false, false},
		{"Nf6", false, true}, {"e4e6", false, true}, {"O-O", false, true}, {"Qxh7#", false, true},
		{"N?", true, true}, {"knight", true, true}, {"K", true, true},
	} {
		for _, l := range []rules.Laws{rules.FIDE1953, rules.FIDE2009, rules.FIDE2023} {
			b := adjourn(t, l)
			b.do(seal(map[string]any{"text": c.text}))
			b.do(arbiter(trace.DoResumeAdjourned, nil))
			lost := false
			for _, r := range b.results() {
				lost = lost || strings.HasPrefix(r, "0-1 sealed_move proposed")
			}
			want := c.since
			if l == rules.FIDE1953 {
				want = c.lost1953
			}
			if lost != want {
				t.Errorf("%v, %s: lost %v", l, c.text, lost)
			}
		}
	}
	// Two knights can go there, and the text does not say which.
	for _, l := range []rules.Laws{rules.FIDE1953, rules.FIDE2023} {
		h := timed("5400", l)
		h.Start = "4k3/8/8/8/8/5N2/8/1N2K3 b - - 0 1"
		b := sit(t, h)
		b.do(arbiter(trace.DoStartClocks, map[string]any{"runs": "black"}))
		b.turn("e8e7")
		b.do(player(trace.DoAdjourn, "arbiter", ""))
		b.do(seal(map[string]any{"text": "Nd2"}))
		b.do(arbiter(trace.DoResumeAdjourned, nil))
		if got := b.results(); len(got) != 1 || !strings.HasPrefix(got[0], "0-1 sealed_move proposed") {
			t.Errorf("%v: %v", l, got)
		}
	}
}

// refusal returns why a command is refused, empty when it is not.
func refusal(b *table, c trace.Command) string {
	if _, err := b.g.Step(trace.Record{At: b.at, What: c}); err != nil {
		return err.Error()
	}
	return ""
}

// TestSealedOnBoardOutlastsNewGame: a move made on the board after the request to seal remains the
// sealed move even if a game begun by mistake was on the board in between.
func TestSealedOnBoardOutlastsNewGame(t *testing.T) {
	b := adjourn(t, rules.FIDE2018)
	b.move("g1f3")
	b.wait(5 * time.Second)
	b.refused(seal(map[string]any{"text": "Nc3"}), "was made on the board")
	b.move("f3g1")
	b.wait(5 * time.Second)
	b.do(arbiter(trace.DoNewGame, nil))
	b.wait(5 * time.Second)
	b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
	b.wait(5 * time.Second)
	b.refused(seal(map[string]any{"text": "Nc3"}), "was made on the board")
	b.do(seal(nil))
	b.do(arbiter(trace.DoResumeAdjourned, nil))
	if got := b.line(); got != "e2e4 e7e5 g1f3" {
		t.Errorf("the line is %s", got)
	}
}

// TestNothingIsUndoneBehindAnOpenedEnvelope: once the sealed move is opened, both players know it. No
// undo goes back behind that, and none is offered; what is done afterwards is undone as always.
func TestNothingIsUndoneBehindAnOpenedEnvelope(t *testing.T) {
	b := sit(t, timed("5400", rules.FIDE2018))
	b.do(start())
	b.turn("e2e4")
	b.turn("e7e5")
	b.do(ruled("penalty", "kind", "take", "player", "white", "ms", 60_000))
	b.do(arbiter(trace.DoAdjourn, nil))
	b.do(seal(map[string]any{"text": "Nf3"}))
	b.do(arbiter(trace.DoResumeAdjourned, nil))
	for _, what := range []map[string]any{nil, {"action": 4}, {"action": 3}, {"action": 2}, {"action": 1}} {
		b.refused(arbiter(trace.DoUndo, what), "came after it, and cannot be undone")
	}
	if got := b.g.Undoable(); got != 0 {
		t.Errorf("the undo of action %d is offered", got)
	}
	b.do(player(trace.DoResign, "black", ""))
	if got := b.g.Undoable(); got != 6 {
		t.Errorf("the undo of action %d is offered", got)
	}
	b.do(arbiter(trace.DoUndo, nil))
	b.refused(arbiter(trace.DoUndo, nil), "came after it, and cannot be undone")
	if got := b.line(); got != "e2e4 e7e5 g1f3" {
		t.Errorf("the line is %s", got)
	}
}

// TestJournalUndoesBehindAnOpenedEnvelope: an earlier version accepted such an undo; its journal is
// replayed to the game that was played.
func TestJournalUndoesBehindAnOpenedEnvelope(t *testing.T) {
	h := timed("5400", rules.FIDE2018)
	h.WrittenBy = "0.0.9"
	b := sit(t, h)
	at := b.at
	for _, c := range []trace.Command{
		start(), ply(1, "e2e4"), ply(2, "e7e5"), arbiter(trace.DoAdjourn, nil), seal(map[string]any{"text": "Nf3"}), arbiter(trace.DoResumeAdjourned, nil),
		arbiter(trace.DoUndo, nil), seal(map[string]any{"text": "d4"}), arbiter(trace.DoResumeAdjourned, nil),
	} {
		at += time.Second
		if _, err := b.g.Again(trace.Record{At: at, What: c}); err != nil {
			t.Fatal(err)
		}
	}
	if got := b.line(); got != "e2e4 e7e5 d2d4" {
		t.Errorf("the line is %s", got)
	}
}

// TestUndoUnsaysNothing: what a player has said at the board stands when an action before it is undone.
func TestUndoUnsaysNothing(t *testing.T) {
	b := sit(t, timed("5400", rules.FIDE2018))
	b.do(start())
	b.turn("e2e4")
	b.turn("e7e5")
	b.do(ruled("penalty", "kind", "warning", "player", "black"))
	b.do(player(trace.DoAdjust, "white", ""))
	b.do(arbiter(trace.DoUndo, nil))
	b.do(start())
	b.lift(rules.F1)
	b.wait(time.Second)
	b.place(rules.F1)
	b.wait(2 * time.Second)
	if got := b.g.State().Obligation; got != nil {
		t.Errorf("White has adjusted, and owes %+v", got)
	}
}
