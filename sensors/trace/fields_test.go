package trace_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"touchmove/sensors/trace"
)

// Fields are what encoding/json reads from the same text, and they make the same command
// as a trace with that text.
func FuzzReadFields(f *testing.F) {
	for _, text := range []string{
		`{"id":"1","do":"resign","by":"white"}`, `{"do":"new-game","white":{"name":"\u017b","fide_id":1100211},"round":"3"}`,
		`{"do":"note","do":"resign"}`, `{"do":"set-clock","white_ms":1e400}`, `{"do":"note","x":1.50,"y":[null,{"z":2E3}]}`, `[1]`, `null`, `"x"`, `{`, ``, ` {} `, `{"do":"note","what":null}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fields, err := trace.ReadFields([]byte(text))
		var want map[string]any
		if known := json.Unmarshal([]byte(text), &want); known == nil && want != nil && err != nil {
			t.Fatalf("%q: %v", text, err)
		} else if err == nil && known == nil {
			got, err := fields.Map()
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%q is read as %v, %v, and is %v", text, got, err, want)
			}
		}
		if err != nil {
			return
		}
		c, err := fields.Command()
		var one trace.Command
		if read := one.UnmarshalJSON([]byte(text)); (read == nil) != (err == nil) || read != nil && read.Error() != err.Error() || c != one {
			t.Fatalf("%q: the command is %+v, %v, and in a trace %+v, %v", text, c, err, one, read)
		}
		if err == nil {
			named, err := fields.Without("x").With("who", "ann").Command()
			if err != nil || named.Word("who") != "ann" || named.Word("x") != "" {
				t.Fatalf("%q: named, the command is %+v, %v", text, named, err)
			}
		}
	})
}

// A line as long as a trace may have it, of keys alone, is read like any other, and a key that occurs
// twice in it is found.
func TestLineOfKeys(t *testing.T) {
	text := []byte(`{"do":"note"`)
	for n := range 60_000 {
		text = fmt.Appendf(text, `,"k%d":1`, n)
	}
	if f, err := trace.ReadFields(append(slices.Clone(text), '}')); err != nil {
		t.Fatal(err)
	} else if do, err := f.Text("do"); do != "note" || err != nil {
		t.Errorf("do is %q, %v", do, err)
	}
	f, err := trace.ReadFields(append(text, `,"k7":1}`...))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Command(); err == nil || !strings.Contains(err.Error(), `"k7" occurs twice`) {
		t.Errorf("a doubled key among many: %v", err)
	}
}
