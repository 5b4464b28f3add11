package entrants_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/event/entrants"
	"touchmove/eventlog"
	"touchmove/internal/goldentest"
	"touchmove/internal/strict/stricttest"
	"touchmove/internal/topic"
)

// Each file, in whatever form and encoding, gives exactly the event of its golden file.
func TestEvents(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.*")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, path := range paths {
		if filepath.Ext(path) == ".golden" || filepath.Ext(path) == ".md" {
			continue
		}
		n++
		e, faults, err := entrants.Load(path)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		var b strings.Builder
		fmt.Fprintf(&b, "%q %q %q\n", e.Name, e.Site, e.TimeControl)
		for _, r := range e.Rounds {
			fmt.Fprintf(&b, "round %q %q\n", r.Name, r.Date)
			for _, g := range r.Games {
				fmt.Fprintf(&b, "  %s\n    %+v\n    %+v\n", g.Board, g.White, g.Black)
				if g.Result != "" {
					fmt.Fprintf(&b, "    %s\n", g.Result)
				}
			}
			for _, bye := range r.Byes {
				fmt.Fprintf(&b, "  bye %c %s\n", bye.Kind, bye.Player.Name)
			}
		}
		if e.Chief != "" {
			fmt.Fprintf(&b, "%+v\n", e.Officials)
		}
		for _, p := range e.Players {
			fmt.Fprintf(&b, "%d %s %q %q\n", p.No, p.Name, p.Sex, p.Born)
		}
		for _, f := range faults {
			fmt.Fprintln(&b, f)
		}
		goldentest.Check(t, path+".golden", b.String())
	}
	if n < 4 {
		t.Errorf("only %d event files", n)
	}
}

// Each faulty file gives exactly the faults in its golden file: the place, the text at that
// place, what is wrong, and what to write.
func TestFaults(t *testing.T) {
	paths, err := filepath.Glob("testdata/faulty/*.*")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no faulty files: %v", err)
	}
	for _, path := range paths {
		if filepath.Ext(path) == ".golden" {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		e, faults := entrants.Parse(path, text)
		if e != nil {
			t.Errorf("%s: an event came of a faulty file", path)
		}
		goldentest.Check(t, path+".golden", stricttest.Describe(faults))
	}
}

// The game of a board is found by the board's id, or by the number at the end of the id. A
// round is found by its name; an empty name finds the only round.
func TestFinding(t *testing.T) {
	e, _, err := entrants.Load("testdata/open.toml")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Round(""); err == nil || err.Error() != "there are rounds 1, 2: say which is being played" {
		t.Errorf("no round: %v", err)
	}
	if _, err := e.Round("3"); err == nil || err.Error() != "there is no round 3: the rounds are 1, 2" {
		t.Errorf("round 3: %v", err)
	}
	r, err := e.Round("2")
	if err != nil {
		t.Fatal(err)
	}
	for id, white := range map[string]string{
		"hall-1": "Ek, Di", "hall-2": "Öst, Bo", "2": "Öst, Bo", "board-02": "Öst, Bo", "hall-1-2": "Öst, Bo",
		"hall-12": "", "hall2": "", "1": "", "x-1": "", "hall": "",
	} {
		g, ok := r.At(id)
		if ok != (white != "") || g.White.Name != white {
			t.Errorf("board %s: %q, %v, want %q", id, g.White.Name, ok, white)
		}
	}
	g, _ := r.At("hall-1")
	want := eventlog.Pairing{
		Event: "Open 2026", Site: "Łódź POL", Round: "2", TimeControl: "40/5400+30:1800+30",
		White: eventlog.Player{Name: "Ek, Di", Title: "FM"},
		Black: eventlog.Player{Name: "Żółć, Anna", FideID: 1100211, Title: "WGM", Rating: 2412, Federation: "POL"},
	}
	if got := e.Pairing(r, g); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// A round starts at its date and time, in the zone given in the file, or else in that of
// the computer.
func TestStarts(t *testing.T) {
	there := time.FixedZone("there", 2*60*60)
	for _, c := range []struct{ date, at, want string }{
		{"2026-11-21", "15:00+01:00", "2026-11-21T14:00:00Z"}, {"2026-11-21", "14:00Z", "2026-11-21T14:00:00Z"}, {"2026-11-21", "15:00", "2026-11-21T13:00:00Z"},
		{"2026-11-21", "00:30", "2026-11-20T22:30:00Z"}, {"", "15:00", ""}, {"2026-11-21", "", ""}, {"2026-02-30", "15:00", ""},
	} {
		r := entrants.Round{Date: c.date, Time: c.at}
		got := ""
		if at, ok := r.Starts(there); ok {
			got = at.UTC().Format(time.RFC3339)
		}
		if got != c.want {
			t.Errorf("%q %q: %q, want %q", c.date, c.at, got, c.want)
		}
	}
}

// The example in docs/event.md is the file used in the tests, and the page names every key.
func TestDocs(t *testing.T) {
	doc, err := os.ReadFile("../../docs/event.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("testdata/open.toml")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(example), "\n")
	if !strings.Contains(string(doc), body) {
		t.Error("docs/event.md does not have the example")
	}
	for _, key := range []string{"event", "site", "time_control", "player", "no", "name", "fide_id", "title", "rating", "federation", "round", "date", "game", "board", "white", "black"} {
		if !strings.Contains(string(doc), "`"+key+"`") {
			t.Errorf("docs/event.md does not tell of %s", key)
		}
	}
}

func fuzz(f *testing.F, name string, files ...string) {
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		e, faults := entrants.Parse(name, text)
		if (e == nil) != faults.Broken() {
			t.Fatalf("event %v, faults %v", e, faults)
		}
		for _, fault := range faults {
			if strings.ContainsAny(fault.Error(), "\n\r") || fault.Column > len(fault.Source)+1 || fault.What == "" {
				t.Errorf("%q", fault.Error())
			}
		}
		if e == nil {
			return
		}
		if len(e.Rounds) == 0 {
			t.Error("an event without a round")
		}
		for _, r := range e.Rounds {
			boards, players := map[string]bool{}, map[string]bool{}
			for _, g := range r.Games {
				if boards[g.Board] || !topic.IsLevel(g.Board) {
					t.Errorf("board %q", g.Board)
				}
				boards[g.Board] = true
				for _, p := range []eventlog.Player{g.White, g.Black} {
					if p.Name == "" || p.FideID < 0 || p.Rating < 0 {
						t.Errorf("player %+v", p)
					}
					players[p.Name] = true
				}
			}
		}
	})
}

// Every file gives either an event or a list of faults.
func FuzzTOML(f *testing.F) {
	fuzz(f, "e.toml", "testdata/open.toml", "testdata/faulty/event.toml", "testdata/faulty/norounds.toml")
}

// The same for pairing lists.
func FuzzList(f *testing.F) {
	fuzz(f, "e.csv", "testdata/round3.csv", "testdata/utf16.csv", "testdata/windows.csv", "testdata/faulty/list.csv")
}

// The fault for a player who occurs twice in a round says what they already do in it.
func TestTwiceInARound(t *testing.T) {
	const players = "event = \"Small\"\n[[player]]\nno = 1\nname = \"A, B\"\n[[player]]\nno = 2\nname = \"C, D\"\n[[round]]\nround = 1\n"
	for _, c := range []struct{ round, says string }{
		{`game = [{ board = 1, white = 1, black = 2 }]
bye = [{ player = 2, kind = "half" }]`, "player: C, D already plays at board 1 in this round"},
		{`game = [{ board = 1, white = 1, black = 2 }, { board = 2, white = 2, black = 1 }]`, "white: C, D already plays at board 1 in this round"},
		{`game = [{ board = 1, white = 1, black = 1 }]`, "black: A, B already plays at board 1 in this round"},
		{`game = [{ board = 1, white = 1, black = 2 }]
bye = [{ player = 3, kind = "half" }, { player = 3, kind = "zero" }]
[[player]]
no = 3
name = "E, F"`, "player: E, F already has a bye in this round"},
	} {
		_, faults := entrants.Parse("small.toml", []byte(players+c.round))
		if text := stricttest.Describe(faults); strings.Count(text, c.says) != 1 {
			t.Errorf("%s:\n%s\nwant %q", c.round, text, c.says)
		}
	}
}

// If a pairing list has no column of boards, the boards are numbered in the order of the
// lines, from 1 in every round.
func TestListWithoutBoards(t *testing.T) {
	e, faults := entrants.Parse("list.csv", []byte("Rd,White,Black\n1,\"A, B\",\"C, D\"\n1,\"E, F\",\"G, H\"\n2,\"C, D\",\"A, B\"\n"))
	if e == nil {
		t.Fatal(stricttest.Describe(faults))
	}
	var got []string
	for _, r := range e.Rounds {
		for _, g := range r.Games {
			got = append(got, r.Name+":"+g.Board+" "+g.White.Name)
		}
	}
	if want := []string{"1:1 A, B", "1:2 E, F", "2:1 C, D"}; !slices.Equal(got, want) {
		t.Errorf("boards %q, want %q", got, want)
	}
}
