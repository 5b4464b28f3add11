package touchmove_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"touchmove/eventlog/alarms"
	"touchmove/reconcile/article4"
	"touchmove/reconcile/scenario"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// testTexts returns the texts of all tests and of their test data, by path.
func testTexts(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, path := range files(t, "_test.go", ".jsonl", ".txtar") {
		if !strings.HasSuffix(path, ".jsonl") || strings.Contains(filepath.ToSlash(path), "testdata/laws/") {
			all[path] = read(t, path)
		}
	}
	return all
}

// answeredOtherwise lists the scenarios of fide-2009 in article4.jsonl that
// TestLaterEditionsKeep2009 does not play in every later edition. It plays all others.
var answeredOtherwise = map[string]bool{"A4-004": true, "A4-008": true, "A4-052": true, "A4-097": true, "A4-098": true, "A4-099": true, "A4-106": true}

// Every statement of `touchmove laws show` is backed by scenarios and tests that exist. If it
// is backed by scenarios only, they play every edition that has an article on the matter.
func TestLawsShown(t *testing.T) {
	editions := map[string]map[string]bool{} // of each scenario
	tests := map[string]bool{}
	for path, text := range testTexts(t) {
		for _, m := range testFunction.FindAllStringSubmatch(text, -1) {
			tests[m[1]] = true
		}
		if !strings.Contains(path, "testdata/laws/") || !strings.HasSuffix(path, ".jsonl") {
			continue
		}
		list, err := scenario.Read(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for _, s := range list {
			editions[s.ID] = map[string]bool{}
			for _, e := range s.Editions {
				editions[s.ID][e] = true
			}
			if filepath.Base(path) == "article4.jsonl" && editions[s.ID]["fide-2009"] && !answeredOtherwise[s.ID] {
				for l := rules.FIDE2014; l <= rules.InForce; l++ {
					editions[s.ID][l.String()] = true
				}
			}
		}
	}
	shows := func(name string, articles [rules.Editions]string, by []string) {
		played, byTest := map[string]bool{}, false
		for _, id := range by {
			switch {
			case tests[id]:
				byTest = true
			case editions[id] == nil:
				t.Errorf("%s: there is neither a scenario nor a test %s", name, id)
			}
			for e := range editions[id] {
				played[e] = true
			}
		}
		if len(by) == 0 {
			t.Errorf("%s: nothing shows it: name scenarios or tests in reconcile/article4", name)
		}
		for _, l := range rules.AllLaws() {
			if articles[l] != "" && !byTest && !played[l.String()] {
				t.Errorf("%s: no scenario plays %v", name, l)
			}
		}
	}
	for _, topic := range article4.Topics() {
		shows(topic.Name, topic.Articles, topic.Tests)
	}
	for _, s := range article4.Sentences() {
		shows(s.Says, s.Articles, s.Tests)
	}
}

// For everything that `touchmove laws show` names there is a test: each command is given, each
// alarm rings, each rule is broken, and each way to end a game occurs.
func TestLawsShownCommandsAndAlarms(t *testing.T) {
	texts := testTexts(t)
	given := func(needles ...string) bool {
		for _, text := range texts {
			for _, needle := range needles {
				if strings.Contains(text, needle) {
					return true
				}
			}
		}
		return false
	}
	source, err := os.ReadFile("sensors/trace/command_table.go")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	for _, m := range regexp.MustCompile(`(Do\w+)\s+= "([\w-]+)"`).FindAllStringSubmatch(string(source), -1) {
		names[m[2]] = m[1]
	}
	for _, kind := range trace.Commands() {
		if !given("trace."+names[kind.Name], `"do":"`+kind.Name+`"`) {
			t.Errorf("no test gives the command %s", kind.Name)
		}
	}
	for _, r := range article4.Rules(rules.InForce) {
		if !given(`"rule":"` + r.Name + `"`) {
			t.Errorf("no scenario breaks %s", r.Name)
		}
	}
	for end := rules.Checkmate; end <= rules.IllegalMoves; end++ {
		if !given(`"reason":"`+end.String()+`"`, end.String()+`"`, end.String()+" ") {
			t.Errorf("no test ends a game by %s", end)
		}
	}
	if source, err = os.ReadFile("eventlog/alarms/table.go"); err != nil {
		t.Fatal(err)
	}
	ids := map[string]string{}
	for _, m := range regexp.MustCompile(`(\w+)\s+ID = "(\w+)"`).FindAllStringSubmatch(string(source), -1) {
		ids[m[2]] = m[1]
	}
	for _, id := range alarms.IDs() {
		if name := ids[string(id)]; name == "" || !given("alarms."+name) {
			t.Errorf("no test has the alarm %s ring", id)
		}
	}
}

// byTestAlone lists what `laws show` names and no scenario can give, with the test that does.
var byTestAlone = map[string]string{
	"alarm boards_differ":  "TestTriggersOfTheBoard",
	"command second-board": "TestMoveOnBothBoards",
}

// TestLawsShownInEveryEdition walks every article of every edition, as `laws show EDITION ARTICLE` prints
// it: each breach, end of a game, command and alarm that is named there is given, broken or rings in
// a scenario of that edition, or as a ruling of docs/arbiter.md, which TestEveryRulingInEveryEdition
// gives in each.
func TestLawsShownInEveryEdition(t *testing.T) {
	shown, tests := map[string]bool{}, testNames(t) // "what edition"
	for path, text := range testTexts(t) {
		if !strings.Contains(path, "testdata/laws/") || !strings.HasSuffix(path, ".jsonl") {
			continue
		}
		list, err := scenario.Read(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for i, s := range list {
			editions := s.Editions
			if filepath.Base(path) == "article4.jsonl" && slices.Contains(editions, "fide-2009") && !answeredOtherwise[s.ID] {
				editions = append(editions, "fide-2014", "fide-2018", "fide-2023")
			}
			for _, e := range editions {
				for _, what := range evidenceOf(&list[i], e) {
					shown[what+" "+e] = true
				}
			}
		}
	}
	missing := func(l rules.Laws, article, what string) {
		if article != "" && !shown[what+" "+l.String()] {
			if !tests[byTestAlone[what]] {
				t.Errorf("laws show %v %s: no scenario shows %s", l, article, what)
			}
		}
	}
	for _, l := range rules.AllLaws() {
		for _, r := range article4.Rules(l) {
			missing(l, r.Article, "breach "+r.Name)
		}
		for end := rules.Checkmate; end <= rules.IllegalMoves; end++ {
			missing(l, end.Article(l), "end "+end.String())
		}
		for _, kind := range trace.Commands() {
			for _, c := range kind.Cases {
				words := c.Words
				if len(words) == 0 {
					words = []string{""}
				}
				for _, w := range words {
					missing(l, c.Article(l), strings.TrimSpace("command "+kind.Name+" "+w))
				}
			}
		}
		for _, id := range alarms.IDs() {
			missing(l, alarms.Article(id, l), "alarm "+string(id))
		}
	}
}

// evidenceOf lists what a scenario shows under an edition: the breaches, ends, commands and alarms
// in it.
func evidenceOf(s *scenario.Scenario, edition string) (list []string) {
	var expect struct {
		Violation *struct{ Rule string }
	}
	if len(s.Expect) > 0 && json.Unmarshal(s.Expect, &expect) == nil && expect.Violation != nil {
		list = append(list, "breach "+expect.Violation.Rule)
	}
	for _, e := range s.Reports {
		if rule, ok := e["rule"].(string); ok {
			list = append(list, "breach "+rule)
		}
		if reason, ok := e["reason"].(string); ok && e["event"] == "result" {
			list = append(list, "end "+reason)
		}
	}
	for _, id := range s.Rings {
		list = append(list, "alarm "+id)
	}
	_, records, err := s.Trace(edition)
	if err != nil {
		return list
	}
	for _, r := range records {
		if c, ok := r.What.(trace.Command); ok {
			list = append(list, "command "+c.Do, "command "+c.Do+" "+c.What, "command "+c.Do+" "+c.Word("kind"))
		}
	}
	return list
}
