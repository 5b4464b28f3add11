package contract

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"touchmove/docs/schemas"
)

// compiled are the published files, each compiled when it is first asked for: a
// daemon that is never given a command need not know what one looks like.
var compiled = func() map[string]func() (*jsonschema.Schema, error) {
	all := map[string]func() (*jsonschema.Schema, error){}
	for _, name := range Schemas() {
		all[name] = sync.OnceValues(func() (*jsonschema.Schema, error) { return compile(name) })
	}
	return all
}()

// Schemas names every schema of docs/schemas, each once, in the order of their
// names.
func Schemas() []string {
	names := []string{ofNode.Schema}
	for _, c := range channels {
		names = append(names, c.Schema)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func compile(name string) (*jsonschema.Schema, error) {
	text, err := schemas.Files.ReadFile(name + ".json")
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(name+".json", doc); err != nil {
		return nil, err
	}
	return c.Compile(name + ".json")
}

// Check holds a payload against the schema of its topic's channel. The error
// names the topic and what does not fit. What a clearing of a retained message
// is, an empty payload, fits nowhere: the daemon never publishes one.
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
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("not JSON: %w", err)
	}
	return validate(schema, value)
}

func validate(name string, value any) error {
	compile, known := compiled[name]
	if !known {
		return fmt.Errorf("docs/schemas has no %s.json", name)
	}
	schema, err := compile()
	if err != nil {
		panic("contract: docs/schemas/" + name + ".json: " + err.Error()) // it is compiled into the program
	}
	if err := schema.Validate(value); err != nil {
		lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
		return fmt.Errorf("does not fit docs/schemas/%s.json: %s", name, strings.TrimPrefix(strings.TrimSpace(lines[len(lines)-1]), "- "))
	}
	return nil
}
