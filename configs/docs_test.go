package configs

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"touchmove/sensors/wiring"
)

// docs/config.md names every key of the file, every driver and every style.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile("../docs/config.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(text)
	var walk func(at reflect.Type, path string)
	walk = func(at reflect.Type, path string) {
		for i := range at.NumField() {
			f := at.Field(i)
			key := f.Tag.Get("toml")
			kind := f.Type
			if kind.Kind() == reflect.Slice {
				kind = kind.Elem()
			}
			if kind.Kind() == reflect.Struct {
				if path == "" && !strings.Contains(doc, "["+key) {
					t.Errorf("docs/config.md has no table %s", key)
				}
				walk(kind, path+key+".")
				continue
			}
			dotted := strings.TrimPrefix(path+key, "mqtt.")
			if !strings.Contains(doc, "`"+key+"`") && !strings.Contains(doc, "`"+dotted+"`") {
				t.Errorf("docs/config.md does not tell of %s%s", path, key)
			}
		}
	}
	walk(reflect.TypeOf(file{}), "")
	for _, word := range append(drivers(), Styles()...) {
		if !strings.Contains(doc, word) {
			t.Errorf("docs/config.md does not tell of %s", word)
		}
	}
}

// The tables of port expanders and converters in docs/config.md agree with the table of
// chips.
func TestDocsOfChips(t *testing.T) {
	text, err := os.ReadFile("../docs/config.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range wiring.Words() {
		want, aliases := "", []string(nil)
		if e := wiring.ExpanderOf(word); e != nil {
			aliases = e.Aliases
			if word != "mcp23017" { // it has a table of its own
				var pins []string
				for n := 0; n < e.Inputs; n += 8 {
					pins = append(pins, e.Pin(n)+" to "+e.Pin(n+7))
				}
				want = fmt.Sprintf("| `%s` | %d | `%s` | %s | %s |", word, e.Inputs, list(e.Usual[0]), ranges(e.Addrs), strings.Join(pins, ", "))
			}
		} else if c := wiring.ConverterOf(word); c != nil {
			aliases = c.Aliases
			if word != "ads1115" { // it has a table of its own
				ports := ""
				if len(c.Usual.Ports) > 0 {
					ports = "`" + strings.ReplaceAll(fmt.Sprint(c.Usual.Ports), " ", ", ") + "` "
				}
				want = fmt.Sprintf("| `%s` | `%s` | %s | %s|", word, list(c.Usual.Addrs), ranges(c.Addrs), ports)
			}
		}
		if !strings.Contains(string(text), want) {
			t.Errorf("docs/config.md has no row\n%s", want)
		}
		for _, part := range aliases {
			if !strings.Contains(string(text), part) {
				t.Errorf("docs/config.md does not say that the %s is read as %s", part, word)
			}
		}
	}
}

// list writes addresses as in a configuration, without the middle of a long list.
func list(addrs []uint16) string {
	if len(addrs) > 4 {
		return fmt.Sprintf("[0x%02x, ..., 0x%02x]", addrs[0], addrs[len(addrs)-1])
	}
	var words []string
	for _, a := range addrs {
		words = append(words, fmt.Sprintf("0x%02x", a))
	}
	return "[" + strings.Join(words, ", ") + "]"
}

// ranges writes the addresses that a chip may have.
func ranges(a wiring.Addresses) string {
	var words []string
	for _, r := range a.Ranges {
		between := " to "
		if r.Last == r.First+1 {
			between = ", "
		}
		words = append(words, fmt.Sprintf("0x%02x%s0x%02x", r.First, between, r.Last))
	}
	return strings.Join(words, ", ")
}
