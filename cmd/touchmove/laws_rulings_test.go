package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"touchmove/reconcile/article4"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

var (
	rulingRow  = regexp.MustCompile("(?m)^\\| ([^|]+) \\| [^|]+ \\| ([^|]+) \\| `([a-z-]+)([^`]*)` \\|")
	oldArticle = regexp.MustCompile(`\(([0-9]{4}): ([^)]+)\)`)
	rulingWord = regexp.MustCompile(` (?:what|kind)=([a-z-]+)`)
)

// TestIrregularitiesAndPenaltiesCiteTheirArticles: the rows of docs/arbiter.md about irregularities and
// penalties cite an article for which `laws show` names that command with its word; and every word with
// an article of its own has a row.
func TestIrregularitiesAndPenaltiesCiteTheirArticles(t *testing.T) {
	page, err := os.ReadFile("../../docs/arbiter.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]bool{}
	for _, m := range rulingRow.FindAllStringSubmatch(string(page), -1) {
		word := rulingWord.FindStringSubmatch(m[4])
		if word == nil || m[3] != trace.DoIrregularity && m[3] != trace.DoPenalty {
			continue
		}
		rows[m[3]+" "+word[1]] = true
		cited := map[rules.Laws]string{}
		for _, old := range oldArticle.FindAllStringSubmatch(m[1], -1) {
			l, err := rules.ParseLaws("fide-" + old[1])
			if err != nil {
				t.Fatal(err)
			}
			if old[2] != "12.8" { // what the opponent scores, and not the penalty
				cited[l] = old[2]
			}
		}
		cited[rules.FIDE2018] = strings.TrimSpace(oldArticle.ReplaceAllString(m[1], ""))
		cited[rules.FIDE2023] = cited[rules.FIDE2018]
		for l, article := range cited {
			var b strings.Builder
			lawsArticle(&b, l, rootOf(article), false)
			found := false
			for _, line := range strings.Split(b.String(), "\n") {
				name, is := strings.CutPrefix(line, "command "+m[3]+" ")
				found = found || is && strings.Contains(", "+name+",", ", "+word[1]+",")
			}
			if !found {
				t.Errorf("laws show %v %s does not name %s %s:\n%s", l, rootOf(article), m[3], word[1], b.String())
			}
		}
	}
	for _, do := range []string{trace.DoIrregularity, trace.DoPenalty} {
		kind, _ := trace.CommandKindOf(do)
		for _, c := range kind.Cases {
			for _, word := range c.Words {
				if c.Article(rules.InForce) != "" && !rows[do+" "+word] {
					t.Errorf("docs/arbiter.md has no ruling %s %s", do, word)
				}
			}
		}
	}
}

// citation is an article that a row of the rulings cites, in an edition.
type citation struct {
	laws    rules.Laws
	article string
}

var (
	otherArticle  = regexp.MustCompile(`, | to `)
	ofEditionOnly = regexp.MustCompile(`^[0-9]{4}: `)
)

// cited returns the articles that a cell of the table cites: those of 2018 and 2023, of which one of 2018
// is named where it is another one, and those of older editions. A dash cites none.
func cited(t *testing.T, cell string) []citation {
	t.Helper()
	of := func(year string) rules.Laws {
		l, err := rules.ParseLaws("fide-" + year)
		if err != nil {
			t.Fatalf("%s: %v", cell, err)
		}
		return l
	}
	var list []citation
	in2018 := true
	for _, old := range oldArticle.FindAllStringSubmatch(cell, -1) {
		list = append(list, citation{of(old[1]), old[2]})
		in2018 = in2018 && old[1] != "2018"
	}
	cell = strings.TrimSpace(oldArticle.ReplaceAllString(cell, ""))
	switch {
	case cell == "–":
	case ofEditionOnly.MatchString(cell):
		list = append(list, citation{of(cell[:4]), cell[6:]})
	default:
		for _, article := range otherArticle.Split(cell, -1) {
			list = append(list, citation{rules.FIDE2023, article})
			if in2018 {
				list = append(list, citation{rules.FIDE2018, article})
			}
		}
	}
	return list
}

// TestRulingsAndArticlesAgree: for every article that a row of the rulings in docs/arbiter.md cites, `laws
// show` names the command of that row; and every command that only arbiters give, and that `laws show`
// names for an article of the Laws in force, has a row that cites the article, a part of it, or the one of
// which it is a part.
func TestRulingsAndArticlesAgree(t *testing.T) {
	page, err := os.ReadFile("../../docs/arbiter.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "<!-- rulings -->")
	table, _, _ = strings.Cut(table, "<!-- end of rulings -->")
	rows := map[string][]string{} // articles in force, by command
	for _, m := range rulingRow.FindAllStringSubmatch(table, -1) {
		for _, c := range cited(t, m[1]) {
			var b strings.Builder
			lawsArticle(&b, c.laws, rootOf(c.article), false)
			if !names(b.String(), m[3]) {
				t.Errorf("laws show %v %s does not name %s%s:\n%s", c.laws, rootOf(c.article), m[3], m[4], b.String())
			}
			if c.laws == rules.InForce {
				rows[m[3]] = append(rows[m[3]], c.article)
			}
		}
	}
	has := func(command, article string) {
		if article != "" && !slices.ContainsFunc(rows[command], func(row string) bool { return isArticle(row, article) || isArticle(article, row) }) {
			t.Errorf("laws show %s names %s, and docs/arbiter.md has no ruling for it; its rulings cite %v", article, command, rows[command])
		}
	}
	for _, kind := range trace.Commands() {
		for _, c := range kind.Cases {
			if kind.Name == trace.DoSecondBoard || slices.Contains(c.Who, trace.Player) {
				continue // what the other board shows is no ruling
			}
			has(kind.Name, c.Article(rules.InForce))
			for _, s := range article4.Sentences() {
				if names(s.Does, kind.Name) && kind.Name != trace.DoFlag && kind.Name != trace.DoIllegal { // these two are words of the sentences
					has(kind.Name, s.Articles[rules.InForce])
				}
			}
		}
	}
}

// names reports whether a text has the name of a command.
func names(text, command string) bool {
	return regexp.MustCompile(`(^|[^a-z-])` + command + `($|[^a-z-])`).MatchString(text)
}

// rootOf returns the article of which a row cites a part in a list of penalties: 12.9 of 12.9.4, and 13.4
// of 13.4f.
func rootOf(article string) string {
	for _, list := range []string{"12.9", "13.4"} {
		if strings.HasPrefix(article, list) && article != list {
			return list
		}
	}
	return article
}
