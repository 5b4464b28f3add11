package broadcast_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"touchmove/broadcast"
	"touchmove/internal/goldentest"
	"touchmove/sensors/trace"
)

// The published schema agrees with the table of commands.
func TestCommandSchemaIsTheList(t *testing.T) {
	const path = "contract/schemas/command.json"
	want := broadcast.CommandSchema()
	goldentest.Check(t, path, want)
}

// The tables in docs/arbiter.md and docs/trace.md name only commands that exist, and that
// in docs/arbiter.md names all of them. raw is not among them, since it is not a record of
// the game; docs/mqtt.md describes it.
func TestCommandsInWords(t *testing.T) {
	var commands []string
	for _, kind := range broadcast.CommandKinds() {
		if kind.Name != "raw" {
			commands = append(commands, kind.Name)
		}
	}
	slices.Sort(commands)
	for _, c := range []struct {
		path, begin string
		all         bool
	}{{"../docs/arbiter.md", "| command | who |", true}, {"../docs/trace.md", "| `do` | keys |", false}} {
		text, err := os.ReadFile(c.path)
		if err != nil {
			t.Fatal(err)
		}
		_, table, _ := strings.Cut(string(text), c.begin)
		table, _, _ = strings.Cut(table, "\n\n")
		var told []string
		for row := range strings.Lines(table) {
			if cells := strings.Split(row, "|"); len(cells) > 2 && strings.HasPrefix(cells[1], " `") {
				for _, name := range regexp.MustCompile("`[a-z-]+`").FindAllString(cells[1], -1) {
					told = append(told, strings.Trim(name, "`"))
				}
			}
		}
		slices.Sort(told)
		if told = slices.Compact(told); len(told) < 10 || c.all && !slices.Equal(told, commands) {
			t.Errorf("%s has\n%v, and there are\n%v", c.path, told, commands)
		}
		for _, name := range told {
			if !slices.Contains(commands, name) {
				t.Errorf("%s has %s, which is no command", c.path, name)
			}
		}
	}
}

// sample returns a value that a key may have.
func sample(k trace.Key) string {
	switch k.Type {
	case trace.Word:
		return fmt.Sprintf("%q", k.Words[0])
	case trace.Count, trace.Time:
		return "1"
	case trace.Truth:
		return "true"
	case trace.Square:
		return `"e4"`
	case trace.UCI:
		return `"e2e4"`
	case trace.Person:
		return `{"name":"Żółć, Anna","fide_id":1100211}`
	}
	switch k.Name {
	case "fen":
		return `"8/8/8/4k3/8/8/8/4K3 w - - 0 1"`
	case "time_control", "time_control_black":
		return `"5400"`
	case "time_delay":
		return `"5"`
	case "starts_at":
		return `"2026-11-21T14:00:00Z"`
	}
	return `"text"`
}

// Every command is accepted with its keys. It is refused without a required key, with a
// value of the wrong type, and with a word that is not one of the key's words.
func TestEveryCommand(t *testing.T) {
	parse := func(name string, keys map[string]string) error {
		text := `{"id":"1"`
		for key, value := range keys {
			text += fmt.Sprintf(",%q:%s", key, value)
		}
		_, err := broadcast.ParseRequest(name, []byte(text+"}"))
		return err
	}
	kinds := broadcast.CommandKinds()
	if len(kinds) != len(trace.Commands())+1 || len(kinds) < 33 {
		t.Fatalf("%d commands, and the game takes %d", len(kinds), len(trace.Commands()))
	}
	for _, kind := range kinds {
		if kind.Help == "" || !unicode.IsUpper(rune(kind.Help[0])) || strings.HasSuffix(kind.Help, ".") {
			t.Errorf("%s: help %q is no order, as \"Stop the clocks\"", kind.Name, kind.Help)
		}
		if !strings.HasSuffix(kind.Done, ".") {
			t.Errorf("%s: what is said of it, %q, is no sentence", kind.Name, kind.Done)
		}
		whole := map[string]string{}
		for _, key := range kind.AllKeys() {
			whole[key.Name] = sample(key)
			if key.Help == "" {
				t.Errorf("%s: %s: no help", kind.Name, key.Name)
			}
		}
		if err := parse(kind.Name, whole); err != nil {
			t.Errorf("%s %v: %v", kind.Name, whole, err)
		}
		for _, key := range kind.AllKeys() {
			is := whole[key.Name]
			if delete(whole, key.Name); key.Needed {
				if err := parse(kind.Name, whole); err == nil || !strings.Contains(err.Error(), key.Name) {
					t.Errorf("%s without %s: %v", kind.Name, key.Name, err)
				}
			}
			for _, wrong := range []string{`["x"]`, `null`, `-1`} {
				whole[key.Name] = wrong
				if err := parse(kind.Name, whole); err == nil || strings.Contains(err.Error(), "\n") {
					t.Errorf("%s with %s %s: %v", kind.Name, key.Name, wrong, err)
				}
			}
			if key.Type == trace.Word {
				whole[key.Name] = `"nonsense"`
				if err := parse(kind.Name, whole); err == nil {
					t.Errorf("%s with %s nonsense was taken", kind.Name, key.Name)
				}
			}
			whole[key.Name] = is
		}
	}
}
