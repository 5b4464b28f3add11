package contract

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
)

// files are the JSON Schemas (draft 7) of everything that touchmove publishes and takes,
// the very files that others read.
//
//go:embed schemas/*.json
var files embed.FS

// resolved are the published files, each read when it is first asked for: a
// daemon that is never given a command need not know what one looks like.
var resolved = func() map[string]func() (*jsonschema.Resolved, error) {
	all := map[string]func() (*jsonschema.Resolved, error){}
	for _, name := range Schemas() {
		all[name] = sync.OnceValues(func() (*jsonschema.Resolved, error) { return resolve(name) })
	}
	return all
}()

// Schemas names every file of schemas, each once, in alphabetical order.
func Schemas() []string {
	names := []string{ofNode.Schema, ofDiscovery.Schema}
	for _, c := range channels {
		names = append(names, c.Schema)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func resolve(name string) (*jsonschema.Resolved, error) {
	text, err := files.ReadFile("schemas/" + name + ".json")
	if err != nil {
		return nil, err
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	return s.Resolve(nil)
}

// Check holds a payload against the schema of its topic's channel. The error
// names the topic and what does not fit. What clears a retained message, an empty
// payload, fits nowhere: the daemon never publishes one.
func Check(topic string, payload []byte) error {
	c, ours := Of(topic)
	if !ours {
		return fmt.Errorf("%s: no topic of the contract", topic)
	}
	if _, text := c.Textual(); !text {
		if err := CheckJSON(c.Schema, payload); err != nil {
			return fmt.Errorf("%s: %w", topic, err)
		}
		return nil
	}
	if err := validate(c.Schema, string(payload)); err != nil {
		return fmt.Errorf("%s: %w", topic, err)
	}
	return nil
}

// CheckJSON holds a JSON text against a schema by its name. The error is one
// line.
func CheckJSON(schema string, text []byte) error {
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return fmt.Errorf("not JSON: %w", err)
	}
	return validate(schema, value)
}

// CheckValue is CheckJSON of a text that encoding/json has decoded.
func CheckValue(schema string, value any) error { return validate(schema, value) }

func validate(name string, value any) error {
	resolve, known := resolved[name]
	if !known {
		return fmt.Errorf("there is no schemas/%s.json", name)
	}
	schema, err := resolve()
	if err != nil {
		panic("contract: schemas/" + name + ".json: " + err.Error()) // it is compiled into the program
	}
	if err := schema.Validate(value); err != nil {
		return fmt.Errorf("does not fit schemas/%s.json: %s", name, short(err.Error()))
	}
	return nil
}

// short leaves out of the library's error the way through the schema, but for its
// end, which is the key that does not fit.
func short(text string) string {
	text = strings.NewReplacer("\n", "; ", "/1 is", " is", ".000000", "").Replace(text) // it writes numbers as fractions and floats
	const step = "validating "
	i := strings.LastIndex(text, step)
	if i < 0 {
		return text
	}
	where, what, ok := strings.Cut(text[i+len(step):], ": ")
	if parent, key := path.Split(where); ok && strings.HasSuffix(parent, "/properties/") {
		return key + ": " + what
	}
	return what
}
