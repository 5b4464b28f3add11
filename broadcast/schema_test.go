package broadcast_test

import (
	"encoding/json"
	"iter"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/contract"
	"touchmove/broadcast/contract/schemas"
	"touchmove/eventlog"
	"touchmove/reconcile"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
)

// Every published payload matches its schema, and payloads with any difference do not.
func TestPayloadsKeepToTheSchemas(t *testing.T) {
	t.Parallel()
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
		reconcile.Breach{By: rules.White, Rule: "touched_piece", Article: "4.3", Status: "claimable"},
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
		{eventlog.Keeping{How: eventlog.KeptInReserve}, "alarm", "disk_full"},
		{eventlog.Keeping{How: eventlog.NotKept}, "alarm", "not_kept"},
		{eventlog.Calibrated{Days: 31, Drifted: rules.SquaresOf(rules.E4)}, "alarm", "calibration_old"},
		{guess, "alarm", "premature_result"}, // there is a result already
		{reconcile.ResultKnown{Result: "*", Reason: "arbiter"}, "alarm", "guessed_move"},
		{eventlog.Opened{Start: rules.StartFEN, Laws: rules.FIDE2023, Variant: rules.Chess960}, "state", `"waiting"`},
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

	tried := map[string]bool{}
	for _, c := range contract.Channels() {
		topic := strings.Replace(c.Name, "+", "restore", 1)
		payloads := f.Messages(topic)
		if len(payloads) == 0 && c.Name != contract.Raw && !c.Foreign {
			t.Errorf("nothing was published on %s", topic)
		}
		for _, payload := range payloads {
			if err := schemas.Check(prefix+topic, []byte(payload)); err != nil && payload != "nonsense" {
				t.Errorf("%v\n%s", err, payload)
			}
			for what, mutant := range mutants(t, c, payload) {
				kind := regexp.MustCompile(`"event":"[a-z_]+"`).FindString(payload)
				if !tried[c.Name+kind+what] && schemas.Check(prefix+topic, mutant) == nil && !slices.Contains(free[c.Name], what) {
					t.Errorf("%s: %s, and is let through: %s", topic, what, mutant)
				}
				tried[c.Name+kind+what] = true
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

// enum returns the words of a schema at a path of keys.
func enum(t *testing.T, schema string, path ...string) (words []string) {
	t.Helper()
	text, err := os.ReadFile("contract/schemas/" + schema + ".json")
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

// free lists the differences that a schema allows: keys that may be missing, and values
// that may be null or a text.
var free = map[string][]string{
	contract.Alarm:   {"alarms[] without squares", "alarms[] without ply", "alarms[] without san", "alarms[] without result"},
	contract.Event:   {"without illegal", "without proof", "without ply", "without first", "without why", "without off_us", "without pressed_us", "without before_us", "without delay_us"},
	contract.Move:    {"without amends"},
	contract.Settled: {"reason is a text"},
	contract.Desk:    {"draw_offer is a text"},
	contract.Game: {"reason is a text", "round is a text", "site is a text", "starts_at is a text", "time_control is a text",
		"white without fide_id", "white without name", "white without rating", "white without title"},
	contract.State: {"reason is a text", "round is a text", "white without fide_id", "white without name", "white without rating", "white without title"},
	contract.Command + "/+/" + contract.Result: {"error is a text", "id is a text", "reason.with without why"},
}

// mutants yields payloads that are not allowed: with one value, at any depth, of another
// type, with one key missing, or with one too many. A schema that accepts them proves
// nothing. Of a list only the first three elements are used.
func mutants(t *testing.T, c contract.Channel, payload string) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		var root any
		if _, text := c.Textual(); text || c.Incoming || json.Unmarshal([]byte(payload), &root) != nil {
			return
		}
		tell := func(what string) bool {
			text, err := json.Marshal(root)
			if err != nil {
				t.Fatal(err)
			}
			return yield(what, text)
		}
		join := func(path, key string) string { return strings.TrimPrefix(path+"."+key, ".") }
		var walk func(v any, path string, set func(any)) bool
		walk = func(v any, path string, set func(any)) bool {
			for name, other := range map[string]any{"text": "\x00", "number": -1.5, "truth": true, "object": map[string]any{}, "list": []any{map[string]any{}}} {
				if reflect.TypeOf(other) == reflect.TypeOf(v) {
					continue
				}
				set(other)
				if !tell(path + " is a " + name) {
					return false
				}
				set(v)
			}
			switch v := v.(type) {
			case map[string]any:
				for _, key := range slices.Sorted(maps.Keys(v)) {
					value := v[key]
					if !walk(value, join(path, key), func(other any) { v[key] = other }) {
						return false
					}
					delete(v, key)
					if !tell(strings.TrimPrefix(path+" without "+key, " ")) {
						return false
					}
					v[key] = value
				}
				v["more"] = 1
				if !tell(path + " with a key more") {
					return false
				}
				delete(v, "more")
			case []any:
				for i, value := range v[:min(3, len(v))] {
					if !walk(value, path+"[]", func(other any) { v[i] = other }) {
						return false
					}
				}
			}
			return true
		}
		walk(root, "", func(other any) { root = other })
	}
}
