package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

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
