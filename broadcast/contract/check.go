package contract

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
)

// few are the schemas that the program itself needs. Package schemas has all of them, for
// tests and other programs; they take a tenth of a megabyte.
//
//go:embed schemas/command.json schemas/state.json
var few embed.FS

// own checks payloads that the program receives.
var own = NewSet(few, "schemas", "command", "state")

// Set is a set of JSON Schemas (draft 7). Each is parsed when it is first used: a daemon
// that never gets a command does not need the schema of commands.
type Set struct {
	resolved map[string]func() (*jsonschema.Resolved, error)
}

// NewSet makes a set from the schemas with these names in a directory of files.
func NewSet(files fs.FS, dir string, names ...string) *Set {
	s := &Set{resolved: map[string]func() (*jsonschema.Resolved, error){}}
	for _, name := range names {
		s.resolved[name] = sync.OnceValues(func() (*jsonschema.Resolved, error) { return resolve(files, path.Join(dir, name+".json")) })
	}
	return s
}

// Schemas lists the names of all schemas, in alphabetical order.
func Schemas() []string {
	names := []string{ofNode.Schema, ofDiscovery.Schema}
	for _, c := range channels {
		names = append(names, c.Schema)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func resolve(files fs.FS, file string) (*jsonschema.Resolved, error) {
	text, err := fs.ReadFile(files, file)
	if err != nil {
		return nil, err
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	return s.Resolve(nil)
}

// Check checks a payload against the schema of its topic's channel. The error names the
// topic and what is wrong. An empty payload, which clears a retained message, is allowed
// only if the channel says so.
func (s *Set) Check(topic string, payload []byte) error {
	c, ours := Of(topic)
	if !ours {
		return fmt.Errorf("%s: no topic of the contract", topic)
	}
	if c.Clears && len(payload) == 0 {
		return nil
	}
	if _, text := c.Textual(); !text {
		if err := s.CheckJSON(c.Schema, payload); err != nil {
			return fmt.Errorf("%s: %w", topic, err)
		}
		return nil
	}
	if err := s.validate(c.Schema, string(payload)); err != nil {
		return fmt.Errorf("%s: %w", topic, err)
	}
	return nil
}

// CheckJSON checks a JSON text against a schema. The error is a single line.
func (s *Set) CheckJSON(schema string, text []byte) error {
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return fmt.Errorf("not JSON: %w", err)
	}
	return s.validate(schema, value)
}

// CheckState checks a JSON text against the schema of the topic state. The error is a
// single line.
func CheckState(text []byte) error { return own.CheckJSON(State, text) }

// CheckCommand checks a command, as decoded by encoding/json, against its schema.
func CheckCommand(value any) error { return own.validate("command", value) }

func (s *Set) validate(name string, value any) error {
	resolve, known := s.resolved[name]
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

// short removes the path through the schema from the library's error, except its end, which
// is the wrong key.
func short(text string) string {
	text = strings.NewReplacer("\n", "; ", "/1 is", " is", ".000000", "").Replace(text) // the library writes numbers as fractions and floats
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
