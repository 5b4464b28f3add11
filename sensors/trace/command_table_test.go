package trace_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"touchmove/internal/goldentest"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Every case of a command says who may give it, when, and what it does, and has an
// article in every edition or in none. Every word of the command has its case.
func TestEveryCommandHasARow(t *testing.T) {
	for _, kind := range trace.Commands() {
		if kind.Help == "" || len(kind.Cases) == 0 {
			t.Errorf("%s: the row has no help, or no case", kind.Name)
		}
		for _, is := range kind.Cases {
			if len(is.Who) == 0 || is.When == "" || is.Game+is.Clock+is.Record == "" {
				t.Errorf("%s: the row says too little: %+v", kind.Name, is)
			}
			if n := len(strings.Fields(is.Articles)); n != 0 && n != len(rules.AllLaws()) {
				t.Errorf("%s: %d articles for %d editions", kind.Name, n, len(rules.AllLaws()))
			}
			if kind.Name == trace.DoNote { // an undo marks it but restores nothing
				continue
			}
			if kind.Undoable == (kind.UndoText(is) == "-") {
				t.Errorf("%s: can be undone is %v, and the text says %q", kind.Name, kind.Undoable, kind.UndoText(is))
			}
		}
		name := "what"
		if kind.Name == trace.DoPenalty {
			name = "kind"
		}
		words := []string{""}
		if key, ok := kind.Key(name); ok && key.Words != nil {
			words = key.Words
		}
		for _, word := range words {
			c := trace.Command{Do: kind.Name, What: word}
			if name == "kind" {
				c.What, c.Extra = "", trace.Extra(fmt.Sprintf(`{"kind":%q}`, word))
			}
			if of, _, ok := c.Case(); !ok || of.Name != kind.Name {
				t.Errorf("%s %s has no case", kind.Name, word)
			}
		}
	}
}

// A technician decides nothing, a player acts only for their own side, and only the
// chief arbiter can declare a game lost as a penalty.
func TestMay(t *testing.T) {
	loss := trace.Command{Do: trace.DoPenalty, By: "arbiter", Extra: `{"kind":"loss","player":"white"}`}
	for _, c := range []struct {
		role    trace.Role
		player  rules.Color
		command trace.Command
		want    string // "" if allowed
	}{
		{trace.Chief, rules.White, loss, ""},
		{trace.Assistant, rules.White, loss, "it needs chief"},
		{trace.Assistant, rules.White, trace.Command{Do: trace.DoPenalty, Extra: `{"kind":"warning"}`}, ""},
		{trace.Technician, rules.White, trace.Command{Do: trace.DoNote}, ""},
		{trace.Technician, rules.White, trace.Command{Do: trace.DoResult, Result: "1-0"}, "is not for the role technician"},
		{trace.Player, rules.White, trace.Command{Do: trace.DoResign, By: "white"}, ""},
		{trace.Player, rules.White, trace.Command{Do: trace.DoResign, By: "black"}, "may act only for their own side"},
		{trace.Player, rules.Black, trace.Command{Do: trace.DoStartClocks, By: "black"}, "is not for the role player"},
		{trace.Player, rules.Black, trace.Command{Do: trace.DoStopClocks, By: "black"}, ""},
		{trace.Player, rules.Black, trace.Command{Do: trace.DoClaim, By: "black", What: trace.ClaimTime}, ""},
		{trace.Nobody, rules.White, trace.Command{Do: trace.DoNote}, "is not for the role nobody"},
		{trace.Chief, rules.White, trace.Command{Do: "dance"}, "nobody may give"},
		{trace.Chief, rules.White, trace.Command{Do: trace.DoPenalty, Extra: `{"kind":"prison"}`}, "kind must be one of warning, add-opponent"},
		{trace.Chief, rules.White, trace.Command{Do: trace.DoIllegal}, "what must be one of confirm, reject, not-counted, enter"},
	} {
		err := trace.May(c.role, c.player, c.command)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, %s: %v, want %q", c.role, c.command.Do, err, c.want)
		}
	}
}

// Commands that end a game, change time or take back moves are shown for confirmation.
func TestDangerousActionsAreConfirmed(t *testing.T) {
	for _, do := range []string{
		trace.DoResult, trace.DoResign, trace.DoTakeBack, trace.DoCorrect, trace.DoRestore, trace.DoSetPosition, trace.DoSetClock, trace.DoNewGame,
		trace.DoPenalty, trace.DoVerdict, trace.DoIllegal, trace.DoUndo, trace.DoAcceptDraw,
	} {
		kind, _ := trace.CommandKindOf(do)
		for _, is := range kind.Cases {
			if !is.Confirm {
				t.Errorf("%s is not confirmed", do)
			}
		}
	}
}

// The articles are those of the edition.
func TestArticle(t *testing.T) {
	_, row, _ := trace.Command{Do: trace.DoIllegal, What: "confirm"}.Case()
	for l, want := range map[rules.Laws]string{rules.FIDE1953: "9.1", rules.FIDE2009: "7.4b", rules.FIDE2014: "7.5b", rules.FIDE2023: "7.5.5"} {
		if got := row.Article(l); got != want {
			t.Errorf("%v: %q, want %q", l, got, want)
		}
	}
	_, row, _ = trace.Command{Do: trace.DoNote}.Case()
	if got := row.Article(rules.FIDE2023); got != "" {
		t.Errorf("a note rests on %q", got)
	}
}

// docs/arbiter.md contains the table.
func TestDocument(t *testing.T) {
	const path, begin, end = "../../docs/arbiter.md", "<!-- table -->\n", "<!-- end of table -->"
	var b strings.Builder
	b.WriteString("| command | who | when | game | clock | record | undo |\n|---|---|---|---|---|---|---|\n")
	dash := func(s string) string {
		if s == "" {
			return "–"
		}
		return s
	}
	for _, kind := range trace.Commands() {
		for _, r := range kind.Cases {
			name := "`" + kind.Name + "`"
			if r.Words != nil {
				name += " " + strings.Join(r.Words, ", ")
			}
			if r.Confirm {
				name += " **(2)**"
			}
			var who []string
			for _, role := range r.Who {
				who = append(who, strings.ToUpper(role.String()[:1]))
			}
			slices.Sort(who)
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", name, strings.Join(who, " "), dash(r.When), dash(r.Game), dash(r.Clock), dash(r.Record), strings.ReplaceAll(kind.UndoText(r), "-", "–"))
		}
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	i, j := strings.Index(text, begin), strings.Index(text, end)
	if i < 0 || j < i {
		t.Fatalf("%s has no place for the table", path)
	}
	i += len(begin)
	goldentest.Check(t, path, text[:i]+b.String()+text[j:])
}

// The forms of the arbiter's page are made from the table.
func TestScreenHasTheTable(t *testing.T) {
	const path = "../../screen/src/commands.json"
	type key struct {
		Name   string   `json:"name"`
		Type   string   `json:"type"`
		Words  []string `json:"words,omitempty"`
		Needed bool     `json:"needed,omitempty"`
	}
	type row struct {
		Name    string   `json:"name"`
		Page    string   `json:"page,omitempty"`
		Confirm bool     `json:"confirm,omitempty"`
		Who     []string `json:"who"`
		Keys    []key    `json:"keys"`
	}
	var b bytes.Buffer
	for i, kind := range trace.Commands() {
		r := row{Name: kind.Name, Page: kind.Page, Keys: []key{}}
		for _, is := range kind.Cases {
			r.Confirm = r.Confirm || is.Confirm
			for _, who := range is.Who {
				if !slices.Contains(r.Who, who.String()) {
					r.Who = append(r.Who, who.String())
				}
			}
		}
		for _, k := range kind.AllKeys() {
			r.Keys = append(r.Keys, key{k.Name, k.Type.String(), k.Words, k.Needed})
		}
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(map[bool]string{true: "[\n ", false: ",\n "}[i == 0])
		b.Write(text)
	}
	b.WriteString("\n]\n")
	goldentest.Check(t, path, b.Bytes()) // and make screen
}
