// Package schemas has the JSON Schemas of everything that touchmove publishes and takes, the
// very files that others read, for tests and for programs built with the tag contract.
package schemas

import (
	"embed"

	"touchmove/broadcast/contract"
)

//go:embed *.json
var files embed.FS

var all = contract.NewSet(files, ".", contract.Schemas()...)

// Check holds a payload against the schema of its topic's channel; contract.Set.Check says
// more.
func Check(topic string, payload []byte) error { return all.Check(topic, payload) }

// CheckJSON holds a JSON text against a schema by its name. The error is one line.
func CheckJSON(schema string, text []byte) error { return all.CheckJSON(schema, text) }
