package configs

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"touchmove/sensors/wiring"
)

// Every key of the file, every driver and every style stands in docs/config.md.
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
	for _, word := range append(append([]string{}, drivers...), Styles...) {
		if !strings.Contains(doc, word) {
			t.Errorf("docs/config.md does not tell of %s", word)
		}
	}
	for _, part := range wiring.Aliases() {
		if !strings.Contains(doc, part) {
			t.Errorf("docs/config.md does not tell of the %s", part)
		}
	}
}
