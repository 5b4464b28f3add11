package alarms_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"touchmove/eventlog/alarms"
	"touchmove/internal/goldentest"
	"touchmove/internal/words"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Articles have a column for every edition.
func TestArticlesOfEveryEdition(t *testing.T) {
	source, err := os.ReadFile("articles.go")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`\t(\w+): +"([^"]+)",`).FindAllStringSubmatch(string(source), -1)
	if len(rows) < 10 {
		t.Fatalf("%d alarms have articles: the table cannot be read", len(rows))
	}
	for _, m := range rows {
		if n := len(strings.Fields(m[2])); n != rules.Editions {
			t.Errorf("%s: %d articles for %d editions", m[1], n, rules.Editions)
		}
	}
}

// docs/arbiter.md has a row for every alarm, and its texts in every language; -update
// writes both tables.
func TestDocument(t *testing.T) {
	var rows, texts strings.Builder
	rows.WriteString("| alarm | who | rings when | ends |\n|---|---|---|---|\n")
	texts.WriteString("| alarm | English | Spanish | Portuguese | German |\n|---|---|---|---|---|\n")
	for _, r := range alarms.Table() {
		mark := ""
		if r.Urgent {
			mark = " **!**"
		}
		fmt.Fprintf(&rows, "| `%s`%s | %s | %s | %s |\n", r.ID, mark, r.Who, r.Rings, r.Ends)
		if alarms.Rings(r.ID) {
			fmt.Fprintf(&texts, "| `%s` |", r.ID)
			for _, w := range words.All() {
				fmt.Fprintf(&texts, " %s |", w.T("alarm."+string(r.ID)))
			}
			texts.WriteString("\n")
		}
	}
	const name = "../../docs/arbiter.md"
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	for _, table := range []struct{ mark, lines string }{{"alarms", rows.String()}, {"texts", texts.String()}} {
		open, end := "<!-- "+table.mark+" -->\n", "<!-- end of "+table.mark+" -->"
		before, rest, ok := strings.Cut(page, open)
		_, after, ends := strings.Cut(rest, end)
		if !ok || !ends {
			t.Fatalf("%s has no table between %q and %q", name, open, end)
		}
		page = before + open + table.lines + end + after
	}
	goldentest.Check(t, name, page)
}

// The schemas of the topics alarm and alarms list the alarms of the table, and the
// screen uses the same certainty as the limit of a guess.
func TestOutside(t *testing.T) {
	var public, rings []string
	for _, r := range alarms.Table() {
		if strings.Contains(r.Who, "public") {
			public = append(public, string(r.ID))
		}
		if alarms.Rings(r.ID) {
			rings = append(rings, string(r.ID))
		}
	}
	for name, want := range map[string][]string{"alarm": public, "alarms": rings} {
		raw, err := os.ReadFile("../../broadcast/contract/schemas/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var schema struct {
			Properties struct {
				Alarms struct {
					Items struct {
						Properties struct{ ID struct{ Enum []string } }
					}
				}
			}
		}
		if err := json.Unmarshal(raw, &schema); err != nil {
			t.Fatal(err)
		}
		got := schema.Properties.Alarms.Items.Properties.ID.Enum
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("broadcast/contract/schemas/%s.json lists %v, the table %v", name, got, want)
		}
	}
	raw, err := os.ReadFile("../../screen/src/payload.ts")
	if err != nil {
		t.Fatal(err)
	}
	if line := fmt.Sprintf("export const guess = %v;", alarms.Guess); !strings.Contains(string(raw), line) {
		t.Errorf("screen/src/payload.ts has not the line %q", line)
	}
}

// Every alarm that the table of commands says a command ends exists in this package.
func TestCommandsEndAlarmsThatThereAre(t *testing.T) {
	for _, kind := range trace.Commands() {
		for _, e := range kind.Ends {
			if !slices.Contains(alarms.IDs(), alarms.ID(e.Alarm)) {
				t.Errorf("%s ends %q, which is no alarm", kind.Name, e.Alarm)
			}
		}
	}
}
