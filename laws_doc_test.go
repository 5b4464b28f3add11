package touchmove_test

import (
	"regexp"
	"strings"
	"testing"
)

// checklist lists every id of the checklist in docs/laws.md.
const checklist = `F-6.2a F-6.2b F-6.3 F-6.5 F-6.6 F-6.7a F-6.7b F-6.8 F-6.9 F-6.10 F-6.11 F-6.12 F-6.13 F-6.14 F-14.4
F-7.1 F-7.2 F-7.3 F-7.4a F-7.4b F-7.5 F-9.1-1953 F-8.1 F-8.4 F-8.5 F-8.6 F-8.7 F-8.1a F-8.1b
F-9.1 F-9.2 F-9.3 F-9.4 F-9.5 F-10.2 F-D1 F-11.1 F-12.2 F-12.3b F-12.6 F-12.9 F-13.3 F-13.4 F-13.5 F-13.6 F-13.7
F-A1 F-A3 F-A4a F-A4b F-A4c F-A4d F-B3c F-E1 F-E2.1 F-E2.3 F-E2.5 F-E2.6 F-E2.7 F-E2.9
F-F2 F-F3 F-G1 F-G2 F-G7 F-G9 F-G10 F-G8 F-G11 F-G12`

var (
	checklistRow = regexp.MustCompile(`(?m)^\| (F-[A-Z0-9][\w.-]*) \| (.+?) \| (.+) \|$`)
	testName     = regexp.MustCompile("`(Test\\w+)`")
)

// Every id of the checklist is in docs/laws.md exactly once, with tests that exist or
// with a reason why it is not done.
func TestLawsChecklist(t *testing.T) {
	exists := testNames(t)
	rows := map[string]string{}
	for _, m := range checklistRow.FindAllStringSubmatch(read(t, "docs/laws.md"), -1) {
		if rows[m[1]] != "" {
			t.Errorf("%s stands there twice", m[1])
		}
		rows[m[1]] = m[3]
	}
	for _, id := range strings.Fields(checklist) {
		held := rows[id]
		delete(rows, id)
		names := testName.FindAllStringSubmatch(held, -1)
		switch reason, excluded := strings.CutPrefix(held, "not by a board daemon: "); {
		case held == "":
			t.Errorf("%s is not in docs/laws.md", id)
		case excluded && len(reason) < 30:
			t.Errorf("%s is excluded without a reason", id)
		case !excluded && len(names) == 0:
			t.Errorf("%s names no test", id)
		}
		for _, name := range names {
			if !exists[name[1]] {
				t.Errorf("%s: there is no %s", id, name[1])
			}
		}
	}
	for id := range rows {
		t.Errorf("%s is not in the list of ids", id)
	}
}
