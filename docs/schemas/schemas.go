// Package schemas holds the JSON Schemas (draft 7) of everything that
// touchmove publishes and takes, as docs/mqtt.md describes it in words, so that
// the program checks what comes in against the very files that others read.
package schemas

import "embed"

// Files are the schemas, each as NAME.json.
//
//go:embed *.json
var Files embed.FS
