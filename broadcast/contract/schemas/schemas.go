// Package schemas has the JSON Schemas of everything that touchmove publishes and accepts,
// from the same files that others use. It is for tests and for programs built with the tag
// contract.
package schemas

import (
	"embed"

	"touchmove/broadcast/contract"
)

//go:embed *.json
var files embed.FS

var all = contract.NewSet(files, ".", contract.Schemas()...)

// Check checks a payload against the schema of its topic's channel; see contract.Set.Check.
func Check(topic string, payload []byte) error { return all.Check(topic, payload) }

// CheckJSON checks a JSON text against a schema. The error is a single line.
func CheckJSON(schema string, text []byte) error { return all.CheckJSON(schema, text) }
