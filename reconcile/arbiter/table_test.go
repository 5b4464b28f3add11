package arbiter_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"touchmove/reconcile/arbiter"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

var update = flag.Bool("update", false, "write the table of docs/arbiter.md anew")

// Every command has a row, and every row is about a command.
func TestEveryCommandHasARow(t *testing.T) {
	known := map[string]bool{}
	for _, f := range trace.Forms() {
		known[f.Do] = true
		words := f.What
		if words == nil {
			words = []string{""}
		}
		for _, what := range words {
			c := trace.Command{Do: f.Do, What: what}
			if f.Do == trace.DoPenalty {
				c.Extra = `{"kind":"warning"}`
			}
			row, ok := arbiter.Of(c)
			if !ok {
				t.Errorf("%s %s has no row", f.Do, what)
				continue
			}
			if len(row.Who) == 0 || row.When == "" || row.Undo == "" || row.Game+row.Clock+row.Record == "" {
				t.Errorf("%s: the row says too little: %+v", f.Do, row)
			}
			if len(strings.Fields(row.Articles)) != len(rules.AllLaws()) {
				t.Errorf("%s: %d articles for %d editions", f.Do, len(strings.Fields(row.Articles)), len(rules.AllLaws()))
			}
		}
	}
	for _, row := range arbiter.Table() {
		if !known[row.Do] {
			t.Errorf("%s is no command", row.Do)
		}
	}
}

// A technician decides nothing, a player speaks for the own side alone, and losing
// a game by penalty is the chief arbiter's.
func TestMay(t *testing.T) {
	loss := trace.Command{Do: trace.DoPenalty, By: "arbiter", Extra: `{"kind":"loss","player":"white"}`}
	for _, c := range []struct {
		role    arbiter.Role
		player  rules.Color
		command trace.Command
		want    string // "" is allowed
	}{
		{arbiter.Chief, rules.White, loss, ""},
		{arbiter.Assistant, rules.White, loss, "it takes chief"},
		{arbiter.Assistant, rules.White, trace.Command{Do: trace.DoPenalty, Extra: `{"kind":"warning"}`}, ""},
		{arbiter.Technician, rules.White, trace.Command{Do: trace.DoNote}, ""},
		{arbiter.Technician, rules.White, trace.Command{Do: trace.DoResult, Result: "1-0"}, "is not for a technician"},
		{arbiter.Player, rules.White, trace.Command{Do: trace.DoResign, By: "white"}, ""},
		{arbiter.Player, rules.White, trace.Command{Do: trace.DoResign, By: "black"}, "speaks for the own side"},
		{arbiter.Player, rules.Black, trace.Command{Do: trace.DoStartClocks, By: "black"}, "is not for a player"},
		{arbiter.Player, rules.Black, trace.Command{Do: trace.DoStopClocks, By: "black"}, ""},
		{arbiter.Player, rules.Black, trace.Command{Do: trace.DoClaim, By: "black", What: trace.ClaimTime}, ""},
		{arbiter.Nobody, rules.White, trace.Command{Do: trace.DoNote}, "is not for a nobody"},
		{arbiter.Chief, rules.White, trace.Command{Do: "dance"}, "nobody gives"},
		{arbiter.Chief, rules.White, trace.Command{Do: trace.DoPenalty, Extra: `{"kind":"prison"}`}, "nobody gives"},
	} {
		err := arbiter.May(c.role, c.player, c.command)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, %s: %v, want %q", c.role, c.command.Do, err, c.want)
		}
	}
	for _, r := range []arbiter.Role{arbiter.Player, arbiter.Assistant, arbiter.Chief, arbiter.Technician} {
		if again, err := arbiter.ParseRole(r.String()); err != nil || again != r {
			t.Errorf("%v is read as %v, %v", r, again, err)
		}
	}
	if _, err := arbiter.ParseRole("nobody"); err == nil {
		t.Error("nobody is a role")
	}
}

// What ends a game, changes time or takes back moves is shown before it is
// confirmed.
func TestDangerousActionsAreConfirmed(t *testing.T) {
	for _, do := range []string{
		trace.DoResult, trace.DoResign, trace.DoTakeBack, trace.DoCorrect, trace.DoRestore, trace.DoSetPosition, trace.DoSetClock, trace.DoNewGame,
		trace.DoPenalty, trace.DoVerdict, trace.DoIllegal, trace.DoUndo, trace.DoAcceptDraw,
	} {
		for _, row := range arbiter.Table() {
			if row.Do == do && !row.Twice {
				t.Errorf("%s is not confirmed", do)
			}
		}
	}
}

// The articles follow the edition.
func TestArticle(t *testing.T) {
	row, _ := arbiter.Of(trace.Command{Do: trace.DoIllegal, What: "confirm"})
	for l, want := range map[rules.Laws]string{rules.FIDE1953: "9.1", rules.FIDE2009: "7.4b", rules.FIDE2014: "7.5b", rules.FIDE2023: "7.5.5"} {
		if got := row.Article(l); got != want {
			t.Errorf("%v: %q, want %q", l, got, want)
		}
	}
	row, _ = arbiter.Of(trace.Command{Do: trace.DoNote})
	if got := row.Article(rules.FIDE2023); got != "" {
		t.Errorf("a note rests on %q", got)
	}
}

// docs/arbiter.md holds the table.
func TestDocument(t *testing.T) {
	const path, begin, end = "../../docs/arbiter.md", "<!-- table -->\n", "<!-- end of table -->"
	var b strings.Builder
	b.WriteString("| command | who | when | game | clock | record | undo |\n|---|---|---|---|---|---|---|\n")
	dash := func(s string) string {
		if s == "" {
			return "–"
		}
		return strings.ReplaceAll(s, "-", "-")
	}
	for _, r := range arbiter.Table() {
		name := "`" + r.Do + "`"
		if r.Words != nil {
			name += " " + strings.Join(r.Words, ", ")
		}
		if r.Twice {
			name += " **(2)**"
		}
		var who []string
		for _, role := range r.Who {
			who = append(who, strings.ToUpper(role.String()[:1]))
		}
		slices.Sort(who)
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", name, strings.Join(who, " "), dash(r.When), dash(r.Game), dash(r.Clock), dash(r.Record), strings.ReplaceAll(r.Undo, "-", "–"))
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
	if *update {
		if err := os.WriteFile(path, []byte(text[:i]+b.String()+text[j:]), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if text[i:j] != b.String() {
		t.Errorf("%s does not hold the table: go test ./reconcile/arbiter -update", path)
	}
}
