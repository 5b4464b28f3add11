package broadcast_test

import (
	"strings"
	"testing"

	"touchmove/broadcast"
)

// A command is refused if its names or remarks have characters that a terminal or a log
// would interpret, and the refusal names the key and the character. Other commands are
// accepted.
func TestCharactersOfCommands(t *testing.T) {
	for _, c := range []struct{ do, payload, says string }{
		{"note", `{"id":"1","what":"two\nlines\tand a tab"}`, ""},
		{"note", `{"id":"1","what":"Żółć, גארי, ♞"}`, ""},
		{"note", `{"id":"1","what":"red \u001b[31m"}`, `"what" of the command: the character U+001B`},
		{"note", `{"id":"1","what":"nul \u0000"}`, `U+0000`},
		{"note", `{"id":"1\n2","what":"x"}`, `"id" of the command: the character U+000A`},
		{"new-game", `{"id":"1","white":{"name":"Żółć, Anna"}}`, ""},
		{"new-game", `{"id":"1","white":{"name":"nna\u202eA"}}`, `"white" of the command: the character U+202E`},
		{"new-game", `{"id":"1","black":{"name":"two\nlines"}}`, `"black" of the command: the character U+000A`},
		{"note", `{"id":"1","text":"two\nlines"}`, ""},
		{"new-game", `{"id":"1","white":{"name":"\u0007","title":"\u0008"},"black":{"name":"\u0009"}}`, `"black" of the command: the character U+0009`},
	} {
		r, err := broadcast.ParseRequest(c.do, []byte(c.payload))
		switch {
		case err != nil && (r.Command.ID == "" || strings.Contains(err.Error(), "\n")):
			t.Errorf("%s: %q is not answered in one line under its id", c.payload, err)
		case c.says == "" && err != nil:
			t.Errorf("%s: %v", c.payload, err)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%s: %v does not say %q", c.payload, err, c.says)
		}
	}
}
