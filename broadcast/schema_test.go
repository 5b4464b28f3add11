package broadcast_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/contract"
	"touchmove/reconcile"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
)

// Every payload that is published keeps to the schema that docs promises.
func TestPayloadsKeepToTheSchemas(t *testing.T) {
	requests := make(chan broadcast.Request, 1)
	b, s := startEmbedded(t, requests)
	f := follow(t, "tcp://"+b.Addr(), "ann", "arbiter's")
	arbiter, err := dial(t, "tcp://"+b.Addr(), "ann", "arbiter's", nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		s.goOn()
	}
	white := rules.StartPosition().At(rules.E2)
	for _, what := range []reconcile.What{
		reconcile.Fault{Squares: rules.SquaresOf(rules.C4, rules.D4), Kind: reconcile.StuckOn},
		reconcile.Displaced{Squares: rules.SquaresOf(rules.E4)},
		reconcile.Returned{Square: rules.E2, Piece: white, By: rules.White},
		reconcile.Obliged{By: rules.White, Duty: &reconcile.Duty{By: "white", Kind: "move", Squares: []string{"e2"}, Allowed: []string{"e2e3"}}},
		reconcile.Obliged{By: rules.White},
		reconcile.Completed{Ply: 1, By: rules.White},
		reconcile.IllegalMove{By: rules.Black, Number: 1, Restore: rules.StartFEN, Reason: "check"},
		reconcile.Breach{By: rules.White, Rule: "touch-move", Article: "4.3", Status: "claimable"},
		reconcile.Remark{Remark: "clock_without_move", By: rules.White},
		clockTold(chessclock.Pressed),
		reconcile.Restored{FEN: s.fen()},
		reconcile.ResultKnown{Result: "1-0", Reason: "kings", Proposed: true},
		reconcile.ResultKnown{Result: "0-0", Reason: "arbiter"},
		reconcile.Fault{Squares: ^rules.Squares(0), Kind: reconcile.NoReading},
	} {
		s.tell(what)
		broadcasttest.Eventually(t, what.Name()+" is told", func() bool { return strings.Contains(f.Last("event"), `"event":"`+what.Name()+`"`) })
	}
	legal := s.line[len(s.line)-1].LegalMoves(nil)
	guess := s.make(legal[0])
	guess.Confidence = 0.6
	for _, c := range []struct {
		what  reconcile.What
		topic string
		has   string
	}{
		{broadcast.Keeping{How: broadcast.KeptInReserve}, "alarm", "disk_full"},
		{broadcast.Keeping{How: broadcast.NotKept}, "alarm", "not_kept"},
		{broadcast.Calibrated{Days: 31, Drifted: rules.SquaresOf(rules.E4)}, "alarm", "calibration_old"},
		{guess, "alarm", "premature_result"}, // a result stands
		{reconcile.ResultKnown{Result: "*", Reason: "arbiter"}, "alarm", "guessed_move"},
		{broadcast.Opened{Start: rules.StartFEN, Laws: rules.FIDE2023, Variant: rules.Chess960}, "state", `"waiting"`},
	} {
		s.tell(c.what)
		broadcasttest.Eventually(t, c.has+" is told", func() bool { return strings.Contains(f.Last(c.topic), c.has) })
	}
	for _, command := range []string{`{"id":"1"}`, `nonsense`} {
		attempt(t, arbiter, prefix+"cmd/restore", command, false)
	}
	r := <-requests
	r.Answer(broadcast.Answer{ID: r.Command.ID, OK: true})
	broadcasttest.Eventually(t, "both are answered", func() bool { return len(f.Messages("cmd/restore/result")) == 2 })

	for _, c := range contract.Channels() {
		topic := strings.Replace(c.Name, "+", "restore", 1)
		payloads := f.Messages(topic)
		if len(payloads) == 0 && c.Name != contract.Raw {
			t.Errorf("nothing was published on %s", topic)
		}
		for _, payload := range payloads {
			if err := contract.Check(prefix+topic, []byte(payload)); err != nil && payload != "nonsense" {
				t.Errorf("%v\n%s", err, payload)
			}
		}
	}
	rang := strings.Join(f.Messages("alarm"), "")
	for _, id := range enum(t, "alarm", "properties", "alarms", "items", "properties", "id", "enum") {
		if !strings.Contains(rang, `"id":"`+id+`"`) {
			t.Errorf("the alarm %s is promised, and did not ring", id)
		}
	}
}

// enum reads the words of a schema under a path of keys.
func enum(t *testing.T, schema string, path ...string) (words []string) {
	t.Helper()
	text, err := os.ReadFile("../docs/schemas/" + schema + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var at any
	if err := json.Unmarshal(text, &at); err != nil {
		t.Fatal(err)
	}
	for _, key := range path {
		at = at.(map[string]any)[key]
	}
	for _, word := range at.([]any) {
		words = append(words, word.(string))
	}
	return words
}

// A schema that lets everything through proves nothing: it refuses a payload
// without one of its keys, and one with a key too many.
func TestSchemasAreStrict(t *testing.T) {
	b, _ := startEmbedded(t, nil)
	f := follow(t, "tcp://"+b.Addr(), "", "")
	broadcasttest.Eventually(t, "the state", func() bool {
		return f.Last("state") != "" && f.Last("game") != "" && f.Last("alarm") != "" && f.Last("info") != "" && f.Last("clock") != ""
	})
	check := func(topic string, value map[string]any) error {
		text, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		return contract.Check(prefix+topic, text)
	}
	for _, topic := range []string{"state", "game", "alarm", "info", "clock"} {
		var whole map[string]any
		if err := json.Unmarshal([]byte(f.Last(topic)), &whole); err != nil {
			t.Fatal(err)
		}
		for key := range whole {
			less := map[string]any{}
			for k, v := range whole {
				if k != key {
					less[k] = v
				}
			}
			if check(topic, less) == nil {
				t.Errorf("%s without %s is let through", topic, key)
			}
		}
		whole["more"] = 1
		if check(topic, whole) == nil {
			t.Errorf("%s with a key that is not described is let through", topic)
		}
	}
}
