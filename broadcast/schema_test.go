package broadcast_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/reconcile"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
)

// schemas are those of docs/schemas, by name.
func schemas(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	paths, err := filepath.Glob("../docs/schemas/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no schemas: %v", err)
	}
	list := map[string]*jsonschema.Schema{}
	for _, path := range paths {
		s, err := compiler.Compile(path)
		if err != nil {
			t.Fatal(err)
		}
		list[strings.TrimSuffix(filepath.Base(path), ".json")] = s
	}
	return list
}

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
		broadcast.Opened{Start: rules.StartFEN, Laws: rules.FIDE2023, Variant: rules.Chess960},
	} {
		s.tell(what)
		told := what.Name()
		broadcasttest.Eventually(t, told+" is told", func() bool {
			if told == "opened" {
				return strings.Contains(f.Last("state"), `"waiting"`)
			}
			return strings.Contains(f.Last("event"), `"event":"`+told+`"`)
		})
	}
	for _, command := range []string{`{"id":"1"}`, `nonsense`} {
		attempt(t, arbiter, prefix+"cmd/restore", command, false)
	}
	r := <-requests
	r.Answer(broadcast.Answer{ID: r.Command.ID, OK: true})
	broadcasttest.Eventually(t, "both are answered", func() bool { return len(f.Messages("cmd/restore/result")) == 2 })

	for name, schema := range schemas(t) {
		topic := name
		switch name {
		case "command":
			for _, payload := range []string{`{"id":"1"}`, `{"id":"1","v":1,"do":"restore","if_seq":5,"expires":"2026-11-21T18:22:00Z","ply":7}`} {
				if _, err := broadcast.ParseRequest("restore", []byte(payload)); err != nil {
					t.Errorf("%s: %v", payload, err)
				}
				validate(t, name, schema, payload)
			}
			continue
		case "result":
			topic = "cmd/restore/result"
		}
		payloads := f.Messages(topic)
		if len(payloads) == 0 {
			t.Errorf("nothing was published on %s", topic)
		}
		for _, payload := range payloads {
			validate(t, name, schema, payload)
		}
	}
	for _, payload := range f.Messages("availability") {
		if !slices.Contains([]string{"online", "offline", "degraded"}, payload) {
			t.Errorf("availability %q", payload)
		}
	}
}

func validate(t *testing.T, name string, schema *jsonschema.Schema, payload string) {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(payload))
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, payload)
	}
	if err := schema.Validate(value); err != nil {
		t.Errorf("%s: %v\n%s", name, err, payload)
	}
}

// A schema that lets everything through proves nothing: it refuses a payload
// without one of its keys, and one with a key too many.
func TestSchemasAreStrict(t *testing.T) {
	b, _ := startEmbedded(t, nil)
	f := follow(t, "tcp://"+b.Addr(), "", "")
	broadcasttest.Eventually(t, "the state", func() bool {
		return f.Last("state") != "" && f.Last("game") != "" && f.Last("alarm") != "" && f.Last("info") != "" && f.Last("clock") != ""
	})
	list := schemas(t)
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
			if list[topic].Validate(less) == nil {
				t.Errorf("%s without %s is let through", topic, key)
			}
		}
		whole["more"] = 1
		if list[topic].Validate(whole) == nil {
			t.Errorf("%s with a key that is not described is let through", topic)
		}
	}
}

// The AsyncAPI document names every topic we publish, and every schema there is.
func TestAsyncAPI(t *testing.T) {
	text, err := os.ReadFile("../docs/asyncapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		AsyncAPI string
		Channels map[string]struct {
			Address    string
			Parameters map[string]struct {
				Ref string `yaml:"$ref"`
			}
			Messages map[string]struct {
				Ref string `yaml:"$ref"`
			}
		}
		Operations map[string]struct {
			Action  string
			Channel struct {
				Ref string `yaml:"$ref"`
			}
			Bindings struct {
				MQTT struct {
					QoS    int
					Retain bool
				}
			}
		}
		Components struct {
			Messages map[string]struct {
				Payload map[string]any
			}
		}
	}
	if err := yaml.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	if doc.AsyncAPI != "3.0.0" {
		t.Errorf("asyncapi %q", doc.AsyncAPI)
	}
	for name, channel := range doc.Channels {
		for _, parameter := range regexp.MustCompile(`\{(\w+)\}`).FindAllStringSubmatch(channel.Address, -1) {
			if channel.Parameters[parameter[1]].Ref == "" {
				t.Errorf("channel %s: %s is not described", name, parameter[1])
			}
		}
		for _, message := range channel.Messages {
			if _, ok := doc.Components.Messages[strings.TrimPrefix(message.Ref, "#/components/messages/")]; !ok {
				t.Errorf("channel %s: no message %s", name, message.Ref)
			}
		}
	}
	for name := range schemas(t) {
		if !bytes.Contains(text, []byte("schemas/"+name+".json")) {
			t.Errorf("the schema %s is not in the document", name)
		}
	}
	// What a stranger sees of a connection is what the operations promise.
	b, s := startEmbedded(t, nil)
	early := follow(t, "tcp://"+b.Addr(), "", "")
	broadcasttest.Eventually(t, "all is published", func() bool { return early.Last("pgn") != "" })
	f := follow(t, "tcp://"+b.Addr(), "rea", "reader's")
	broadcasttest.Eventually(t, "all is retained", func() bool { return f.Kept("pgn") != "" && f.Kept("state") != "" })
	s.goOn()
	broadcasttest.Eventually(t, "an event", func() bool { return f.Last("event") != "" })
	for name, operation := range doc.Operations {
		channel, ok := doc.Channels[strings.TrimPrefix(operation.Channel.Ref, "#/channels/")]
		if !ok {
			t.Errorf("operation %s: no channel %s", name, operation.Channel.Ref)
		}
		if operation.Bindings.MQTT.QoS != 1 && name != "tellClock" {
			t.Errorf("operation %s: QoS %d", name, operation.Bindings.MQTT.QoS)
		}
		topic := strings.TrimPrefix(channel.Address, "{base}/{event}/{board}/")
		if operation.Action != "send" || topic == channel.Address {
			continue
		}
		if kept := f.Kept(topic) != ""; kept != operation.Bindings.MQTT.Retain {
			t.Errorf("operation %s: %s retained: %v, promised %v", name, topic, kept, operation.Bindings.MQTT.Retain)
		}
	}
}
