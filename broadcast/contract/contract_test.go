package contract_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"touchmove/broadcast/contract"
	"touchmove/broadcast/contract/schemas"
)

// A topic is recognised by its last levels, whatever comes before them.
func TestOf(t *testing.T) {
	for _, c := range []struct{ topic, name, schema string }{
		{"touchmove/v1/open/hall-7/state", "state", "state"},
		{"a/b/c/open/hall-7/raw", "raw", "raw"},
		{"touchmove/v1/open/hall-7/availability", "availability", "availability"},
		{"touchmove/v1/open/_node/pi-3/availability", "availability", "node"},
		{"touchmove/v1/open/hall-7/cmd/resign", "cmd/+", "command"},
		{"touchmove/v1/open/hall-7/cmd/result", "cmd/+", "command"}, // the command with this name
		{"touchmove/v1/open/hall-7/cmd/result/result", "cmd/+/result", "result"},
		{"state", "state", "state"},
	} {
		got, ok := contract.Of(c.topic)
		if !ok || got.Name != c.name || got.Schema != c.schema {
			t.Errorf("%s: %+v, %v", c.topic, got, ok)
		}
	}
	for _, topic := range []string{"", "touchmove/v1/open/hall-7", "touchmove/v1/open/hall-7/result", "touchmove/v1/open/hall-7/states", "$SYS/x"} {
		if got, ok := contract.Of(topic); ok {
			t.Errorf("%q: %+v", topic, got)
		}
	}
}

// Every file of schemas belongs to a channel, and every channel has one.
func TestSchemasAreFiles(t *testing.T) {
	paths, err := filepath.Glob("schemas/*.json")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, path := range paths {
		names = append(names, strings.TrimSuffix(filepath.Base(path), ".json"))
	}
	if !slices.Equal(names, contract.Schemas()) {
		t.Errorf("files %v, channels' %v", names, contract.Schemas())
	}
}

func TestCheck(t *testing.T) {
	const board = "touchmove/v1/open/hall-7/"
	const fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, c := range []struct{ topic, payload, says string }{
		{"availability", "degraded", ""},
		{"availability", "here", "availability.json"},
		{"position", fen, ""},
		{"position", fen[1:] + "x", "position.json"},
		{"pgn", "[Event \"Open\"]\n\n*\n", ""},
		{"pgn", "1. e4 *", "pgn.json"},
		{"cmd/resign/result", `{"v":1,"game":"g","seq":3,"id":"a","ok":true,"error":null,"reason":null}`, ""},
		{"cmd/resign/result", `{"v":1,"game":"g","seq":3,"id":"a","ok":true,"reason":null}`, "error"},
		{"cmd/resign/result", `{"v":1,"game":"g","seq":3,"id":"a","ok":true,"error":null}`, "reason"},
		{"cmd/resign", `{"id":"a","do":"resign","by":"white"}`, ""},
		{"cmd/resign", `{"id":"a","do":"resign"}`, "by"},
		{"alarm", `{"v":1,"game":"g","seq":3,"alarms":[]}`, ""},
		{"alarm", `{"v":1,"game":"g","seq":3,"alarms":[`, "not JSON"},
		{"alarm", "", "not JSON"},
		{"analysis", "", ""}, // removed
		{"analysis", "{}", "analysis.json"},
		{"event", `{"v":1,"game":"g","seq":3,"at_ms":0,"at":"yesterday","at_us":0,"event":"annulled"}`, "json: at: "},
		{"_node/pi-3/availability", "degraded", "node.json"},
		{"weather", "{}", "no topic"},
	} {
		err := schemas.Check(board+c.topic, []byte(c.payload))
		switch {
		case c.says == "" && err != nil:
			t.Errorf("%s: %v", c.topic, err)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n")):
			t.Errorf("%s %q: error %v does not say %q", c.topic, c.payload, err, c.says)
		}
	}
}
