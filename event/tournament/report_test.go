package tournament_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"touchmove/event/entrants"
	"touchmove/event/tournament"
	"touchmove/event/tournament/tournamenttest"
	"touchmove/internal/goldentest"
	"touchmove/rules"
)

var languages = []rules.Language{rules.English, rules.Spanish, rules.Portuguese, rules.German}

// The report says below a game how many illegal moves each player has made, even if it was
// only one. A player without any is not mentioned.
func TestReportCountsIllegalMoves(t *testing.T) {
	for _, c := range []struct {
		illegal      [2]int
		white, black string // "" means that nothing stands there
	}{
		{[2]int{0, 0}, "", ""},
		{[2]int{1, 0}, "White: illegal moves: 1", ""},
		{[2]int{0, 1}, "", "Black: illegal moves: 1"},
		{[2]int{2, 1}, "White: illegal moves: 2", "Black: illegal moves: 1"},
	} {
		report := tournament.Report{Event: "Small", Round: "1", Games: []tournament.ReportGame{{Board: "1", White: "Ruiz", Black: "Ek", Result: "1-0", Illegal: c.illegal}}}
		text, err := report.Text(rules.English)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range [][2]string{{"White: illegal", c.white}, {"Black: illegal", c.black}} {
			if strings.Contains(text, p[0]) != (p[1] != "") || !strings.Contains(text, p[1]) {
				t.Errorf("illegal moves %v: the report is to have %q:\n%s", c.illegal, p[1], text)
			}
		}
	}
}

// The reports of a small event: of its rounds, and the crosstable in four languages, as
// text, page and JSON, and the report for FIDE.
func TestReports(t *testing.T) {
	p := tournamenttest.Play(t, t.TempDir(), collections, tournamenttest.Options{
		Rounds: 3, Boards: 3, Plies: 16, Seed: 3,
		Stories: []string{"draw agreed", "wrong claim", "black absent", "two illegal moves", "clock set right", "nobody came", "flag fell", "power cut", "both lose"},
	})
	if t.Failed() {
		t.FailNow()
	}
	results, err := tournament.Collect(p.Event, file(t, p))
	if err != nil {
		t.Fatal(err)
	}
	for round := 1; round <= 3; round++ {
		report, err := results.Report(fmt.Sprint(round), time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		text, err := report.JSON()
		if err != nil || !json.Valid([]byte(text)) {
			t.Fatalf("%v: %s", err, text)
		}
		goldentest.Check(t, fmt.Sprintf("testdata/round%d.json", round), text)
		for _, l := range languages {
			text, err := report.Text(l)
			if err != nil {
				t.Fatal(err)
			}
			goldentest.Check(t, fmt.Sprintf("testdata/round%d.%v.txt", round, l), text)
			if strings.Contains(text, "noise in the corridor") {
				t.Error("a private note is in the report")
			}
		}
	}
	report, err := results.Report("2", time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	html, err := report.HTML(rules.Portuguese)
	if err != nil {
		t.Fatal(err)
	}
	goldentest.Check(t, "testdata/round2.portuguese.html", html)
	if _, err := report.Text(rules.Dutch); err == nil {
		t.Error("a report in a language without words was written")
	}
	if _, err := results.Report("4", time.UTC); err == nil || !strings.Contains(err.Error(), "the rounds are 1, 2, 3") {
		t.Errorf("round 4: %v", err)
	}

	table, err := results.Crosstable("")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range languages {
		text, err := table.Text(l)
		if err != nil {
			t.Fatal(err)
		}
		goldentest.Check(t, fmt.Sprintf("testdata/table.%v.txt", l), text)
	}
	if html, err = table.HTML(rules.English); err != nil {
		t.Fatal(err)
	}
	goldentest.Check(t, "testdata/table.english.html", html)
	text, err := table.JSON()
	if err != nil {
		t.Fatal(err)
	}
	goldentest.Check(t, "testdata/table.json", text)
	var trf bytes.Buffer
	if err := results.TRF(&trf); err != nil {
		t.Fatal(err)
	}
	goldentest.Check(t, "testdata/event.trf", trf.String())
	strict(t, results)
}

const small = `event = "Small"
federation = "POL"
chief_arbiter = "IA Nowak, Ewa"
time_control = "90 min + 30 sec increment per move"

[[player]]
no = 1
name = "Żółćżółćżółćżółćżółćżółćżółć, Anna Maria"
title = "WGM"
rating = 2412
fide_id = 1100211
federation = "POL"
sex = "w"
born = 2001-09-30

[[player]]
no = 2
name = "Öst, Bo"
born = 1990

[[player]]
no = 3
name = "Ng, Cy"

[[player]]
no = 4
name = "Ek, Di"

[[player]]
no = 12
name = "Lo, Ed"

[[round]]
round = 1
date = 2026-11-21
game = [{ board = 1, white = 1, black = 2, result = "1-0" }, { board = 2, white = 3, black = 4, result = "0-0 F" }]
bye = [{ player = 12, kind = "pairing" }]

[[round]]
round = 2
date = 2026-11-22
game = [{ board = 1, white = 2, black = 3, result = "1/2-0" }, { board = 2, white = 4, black = 12, result = "0-1 F" }]
bye = [{ player = 1, kind = "half" }]

[[round]]
round = 3
date = 2026-11-23
game = [{ board = 1, white = 3, black = 1 }, { board = 2, white = 12, black = 2, result = "0-0" }]
`

// Every field of the report for FIDE is in its columns (TRF16), whatever letters a name has
// and however a game ended.
func TestTRFColumns(t *testing.T) {
	event, faults := entrants.Parse("small.toml", []byte(small))
	if event == nil {
		t.Fatal(faults)
	}
	results, err := tournament.Collect(event, nil)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := results.TRF(&b); err != nil {
		t.Fatal(err)
	}
	if strings.Count(b.String(), "\r\n") != strings.Count(b.String(), "\n") || !strings.HasSuffix(b.String(), "\r\n") {
		t.Error("a line does not end with CR and LF")
	}
	players := map[string][]rune{}
	heads := map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(b.String()), "\r\n") {
		if code, rest, _ := strings.Cut(line, " "); code == "001" {
			players[strings.TrimSpace(string([]rune(line)[4:8]))] = []rune(line)
		} else {
			heads[code] = rest
		}
	}
	for code, want := range map[string]string{
		"012": "Small", "032": "POL", "042": "2026/11/21", "052": "2026/11/23", "062": "5", "072": "1", "102": "IA Nowak, Ewa", "122": "90 min + 30 sec increment per move starting from move 1",
	} {
		if heads[code] != want {
			t.Errorf("line %s is %q and not %q", code, heads[code], want)
		}
	}
	if dates := "132 " + heads["132"]; len(dates) != 119 || dates[91:99] != "26/11/21" || dates[101:109] != "26/11/22" || dates[111:119] != "26/11/23" {
		t.Errorf("%q", dates)
	}
	// Columns count from 1; to is the last one of the field.
	at := func(no string, from, to int) string {
		line := players[no]
		if len(line) < to {
			line = append(line[:len(line):len(line)], []rune(strings.Repeat(" ", to-len(line)))...)
		}
		return string(line[from-1 : to])
	}
	for _, c := range []struct {
		no       string
		from, to int
		want     string
	}{
		{"1", 1, 3, "001"}, {"1", 5, 8, "   1"}, {"12", 5, 8, "  12"}, {"1", 10, 10, "w"}, {"2", 10, 10, " "}, {"1", 11, 13, "WGM"}, {"2", 11, 13, "   "},
		{"1", 14, 14, " "}, {"1", 15, 47, "Żółćżółćżółćżółćżółćżółćżółć, Ann"}, {"1", 48, 48, " "}, {"1", 49, 52, "2412"}, {"2", 49, 52, "    "}, {"1", 54, 56, "POL"}, {"1", 58, 68, "    1100211"},
		{"1", 70, 79, "2001/09/30"}, {"2", 70, 79, "1990/00/00"}, {"1", 81, 84, " 1.5"}, {"2", 81, 84, " 0.5"}, {"3", 81, 84, " 0.0"}, {"12", 81, 84, " 2.0"}, {"12", 86, 89, "   1"}, {"1", 86, 89, "   2"},
		// Round 1: a game, a game lost by both players, and a pairing-allocated bye.
		{"1", 92, 99, "   2 w 1"}, {"2", 92, 99, "   1 b 0"}, {"3", 92, 99, "   4 w -"}, {"4", 92, 99, "   3 b -"}, {"12", 92, 99, "0000 - U"},
		// Round 2: half a point for one side only, a default, a half-point bye.
		{"2", 102, 109, "   3 w ="}, {"3", 102, 109, "   2 b 0"}, {"4", 102, 109, "  12 w -"}, {"12", 102, 109, "   4 b +"}, {"1", 102, 109, "0000 - H"},
		// Round 3: a game in progress, a game lost by both players, a player who is not
		// paired.
		{"3", 112, 119, "        "}, {"1", 112, 119, "        "}, {"12", 112, 119, "   2 w 0"}, {"2", 112, 119, "  12 b 0"}, {"4", 112, 119, "0000 - Z"},
	} {
		if got := at(c.no, c.from, c.to); got != c.want {
			t.Errorf("player %s, columns %d to %d: %q and not %q", c.no, c.from, c.to, got, c.want)
		}
	}
	for no, line := range players {
		if !utf8.ValidString(string(line)) || strings.HasSuffix(string(line), " ") {
			t.Errorf("player %s: %q", no, string(line))
		}
	}
	b.Reset()
	event.Chief = "IA Nowak,\r\nEwa" // a field is one line, whatever text it is given
	if err := results.TRF(&b); err != nil || !strings.Contains(b.String(), "102 IA Nowak, Ewa\r\n") {
		t.Errorf("a name on two lines: %v\n%s", err, b.String())
	}
	event.Players[4].No = 10001
	if err := results.TRF(&b); err == nil || !strings.Contains(err.Error(), "10001") {
		t.Errorf("a number of five digits: %v", err)
	}
}

// Ties are broken by the direct encounter if all tied players have met, then by games won,
// then by Sonneborn-Berger.
func TestTies(t *testing.T) {
	for _, c := range []struct {
		name, games string
		want        []int
	}{
		{"the game between them", `
[[round]]
round = 1
game = [{ board = 1, white = 1, black = 2, result = "0-1" }, { board = 2, white = 3, black = 4, result = "0-1" }]
[[round]]
round = 2
game = [{ board = 1, white = 1, black = 3, result = "1-0" }, { board = 2, white = 4, black = 2, result = "1-0" }]`, []int{4, 2, 1, 3}},
		{"games won", `
[[round]]
round = 1
game = [{ board = 1, white = 1, black = 3, result = "1/2-1/2" }, { board = 2, white = 2, black = 4, result = "1-0" }]
[[round]]
round = 2
game = [{ board = 1, white = 4, black = 1, result = "1/2-1/2" }, { board = 2, white = 3, black = 2, result = "1-0" }]`, []int{3, 2, 1, 4}},
		{"whom they beat", `
[[round]]
round = 1
game = [{ board = 1, white = 1, black = 4, result = "1-0" }, { board = 2, white = 2, black = 3, result = "1-0" }]
[[round]]
round = 2
game = [{ board = 1, white = 3, black = 4, result = "1-0" }]
bye = [{ player = 1, kind = "zero" }, { player = 2, kind = "zero" }]`, []int{2, 1, 3, 4}},
		{"two of the three have not met", `
[[round]]
round = 1
game = [{ board = 1, white = 2, black = 1, result = "1-0" }, { board = 2, white = 3, black = 4, result = "1-0" }]
[[round]]
round = 2
game = [{ board = 1, white = 4, black = 2, result = "1-0" }, { board = 2, white = 1, black = 3, result = "1-0" }]
[[round]]
round = 3
game = [{ board = 1, white = 4, black = 1, result = "1-0" }]
bye = [{ player = 2, kind = "zero" }, { player = 3, kind = "zero" }]`, []int{4, 3, 1, 2}},
		{"a full-point bye is a round won, against a dummy with half a point", `
[[round]]
round = 1
game = [{ board = 1, white = 2, black = 3, result = "1-0" }]
bye = [{ player = 1, kind = "full" }, { player = 4, kind = "zero" }]`, []int{1, 2, 3, 4}},
	} {
		var b strings.Builder
		b.WriteString("event = \"Ties\"\n")
		for no := range 4 {
			fmt.Fprintf(&b, "[[player]]\nno = %d\nname = \"P%d\"\n", no+1, no+1)
		}
		event, faults := entrants.Parse("ties.toml", []byte(b.String()+c.games))
		if event == nil {
			t.Fatalf("%s: %v", c.name, faults)
		}
		results, err := tournament.Collect(event, nil)
		if err != nil {
			t.Fatal(err)
		}
		var order []int
		for _, line := range results.Standings(0) {
			order = append(order, line.Player.No)
		}
		if fmt.Sprint(order) != fmt.Sprint(c.want) {
			t.Errorf("%s: %v, and not %v", c.name, order, c.want)
		}
	}
}

// ParseOutcome refuses texts that are not results.
func TestParseOutcome(t *testing.T) {
	for text, want := range map[string]string{"1-0": "1-0", "1/2-1/2": "½-½", "0-1 F": "0-1 F", "0-0": "0-0", "1/2-0": "½-0", "1/2-1": "½-1", "1-1/2": "1-½", "1-1": "1-1", "*": "*"} {
		if o, err := tournament.ParseOutcome(text); err != nil || o.String() != want {
			t.Errorf("%s: %v, %v", text, o, err)
		}
	}
	for _, text := range []string{"", "1-1 F", "2-0", "1", "* F", "1/2-1 F", "-", "1-0 G"} {
		if o, err := tournament.ParseOutcome(text); err == nil {
			t.Errorf("%q is %v", text, o)
		}
	}
}
