package broadcast

import (
	"bytes"
	"encoding/json"

	"touchmove/sensors/trace"
)

// CommandSchema generates the JSON Schema of a command, contract/schemas/command.json, from
// the table of commands, so that the two cannot differ.
func CommandSchema() []byte {
	type object = map[string]any
	defs, cases, names := object{}, []any{}, []string{}
	for _, kind := range CommandKinds() {
		properties, required := object{}, []string{}
		for _, key := range kind.AllKeys() {
			properties[key.Name] = schemaOf(key)
			if key.Needed {
				required = append(required, key.Name)
			}
		}
		def := object{"description": kind.Help, "properties": properties}
		if len(required) > 0 {
			def["required"] = required
		}
		defs[kind.Name] = def
		names = append(names, kind.Name)
		cases = append(cases, object{
			"if":   object{"properties": object{"do": object{"const": kind.Name}}, "required": []string{"do"}},
			"then": object{"$ref": "#/$defs/" + kind.Name},
		})
	}
	text, err := json.MarshalIndent(object{
		"$schema":     "http://json-schema.org/draft-07/schema#",
		"title":       "command",
		"description": "A command. Which further keys it takes is under $defs, by the topic's last level; on MQTT \"do\" may be left out, which is then that level.",
		"type":        "object",
		"properties": object{
			"id": object{
				"description": "new for every command; a second one with the same id is answered as the first was, and not done again",
				"type":        "string", "minLength": 1, "maxLength": maxID,
			},
			"v":       object{"description": "version of this payload", "const": Version},
			"do":      object{"description": "what is to be done: the topic's last level", "enum": names},
			"if_seq":  object{"description": "refuse the command when the state has changed since this seq", "type": "integer", "minimum": 0},
			"expires": object{"description": "refuse the command from this moment on (RFC 3339)", "type": "string", "format": "date-time", "pattern": moment},
		},
		"required": []string{"id"},
		"allOf":    cases,
		"$defs":    defs,
	}, "", " ")
	if err != nil {
		panic("broadcast: a schema of plain maps does not encode: " + err.Error())
	}
	text = bytes.ReplaceAll(text, []byte(`\u003c`), []byte("<"))
	text = bytes.ReplaceAll(text, []byte(`\u003e`), []byte(">"))
	return append(text, '\n')
}

// moment matches a time as in RFC 3339, for validators that do not check formats.
const moment = `^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$`

func schemaOf(k trace.Key) map[string]any {
	s := map[string]any{"description": k.Help}
	switch k.Type {
	case trace.Text:
		s["type"] = "string"
	case trace.Word:
		s["enum"] = k.Words
	case trace.Count:
		s["type"], s["minimum"] = "integer", 1
	case trace.Time:
		s["type"], s["minimum"] = "integer", 0
	case trace.Truth:
		s["type"] = "boolean"
	case trace.Square:
		s["type"], s["pattern"] = "string", "^[a-h][1-8]$"
	case trace.UCI:
		s["type"], s["pattern"] = "string", "^[a-h][1-8][a-h][1-8][qrbn]?$"
	case trace.Person:
		text := map[string]any{"type": "string"}
		count := map[string]any{"type": "integer", "minimum": 0}
		s["type"] = "object"
		s["properties"] = map[string]any{"name": text, "fide_id": count, "title": text, "rating": count, "federation": text}
	}
	if k.Max > 0 {
		s["maximum"] = k.Max
	}
	return s
}
