package strict_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/internal/strict"
)

// hall is the shape of a file with values of every kind.
type hall struct {
	Name   string            `toml:"name"`
	Open   *bool             `toml:"open"`
	Doors  *int64            `toml:"doors"`
	Seed   *uint64           `toml:"seed"`
	Width  *float64          `toml:"width"`
	Tables []int64           `toml:"tables"`
	Since  *time.Time        `toml:"since"`
	Place  place             `toml:"place"`
	Round  []round           `toml:"round"`
	Seats  map[string]string `toml:"seats"`
	Any    any               `toml:"any"`
}

type place struct {
	Town   string `toml:"town"`
	Street string `toml:"street"`
}

type round struct {
	No    *int64   `toml:"no"`
	Games []string `toml:"games"`
}

func read(t *testing.T, text string) (h hall, f *strict.File, ok bool) {
	t.Helper()
	f, ok = strict.Read("hall.toml", []byte(text), strict.Options{Docs: "docs/hall.md"}, &h)
	return h, f, ok
}

func TestRead(t *testing.T) {
	h, f, ok := read(t, `
name = "East"
open = false
doors = 0
seed = 7
width = 12
tables = [1, 2]
since = 2026-11-21T12:44:00Z
any = [1, "x"]
place.town = "Warsaw"
seats = { a1 = "Anna" }
[[round]]
no = 1
[[round]]
games = ["a", "b"]
`)
	if !ok || f.Faults() != nil {
		t.Fatalf("read %v, with faults %v", ok, f.Faults())
	}
	if h.Open == nil || *h.Open || h.Doors == nil || *h.Doors != 0 || *h.Width != 12 || *h.Seed != 7 || h.Place.Town != "Warsaw" ||
		h.Seats["a1"] != "Anna" || len(h.Round) != 2 || h.Round[1].No != nil || !h.Since.Equal(time.Date(2026, 11, 21, 12, 44, 0, 0, time.UTC)) {
		t.Errorf("read %+v", h)
	}
	for path, want := range map[string]bool{"place.town": true, "place.street": false, "round[1].games[1]": true, "round[1].no": false, "place": false} {
		if f.Written(path) != want {
			t.Errorf("%s is written: %v", path, !want)
		}
	}
}

// Editors of Windows begin a file with U+FEFF and end its lines with CR LF.
func TestReadFromWindows(t *testing.T) {
	h, f, ok := read(t, "\ufeffname = \"East\"\r\nwidth = \"x\"\r\n")
	if !ok || h.Name != "East" || !strings.HasPrefix(told(f.Faults()), "2:") {
		t.Errorf("read %+v, with faults %s", h, told(f.Faults()))
	}
}

// Each value of the wrong kind is reported with its place, and the rest of the file is
// read.
func TestWrongKinds(t *testing.T) {
	for text, want := range map[string]string{
		`name = 5`:                     `1:8 name: 5 is not a text in quotes: write a text in quotes`,
		`open = "yes"`:                 `1:9 open: "yes" is not true or false: write true or false, without quotes`,
		`doors = 1.5`:                  `1:9 doors: 1.5 is not a whole number: write a whole number`,
		`seed = -1`:                    `1:8 seed: -1 is not a whole number from 0 up: write a whole number from 0 up`,
		`width = '3'`:                  `1:10 width: '3' is not a number: write a number, without quotes`,
		`tables = 3`:                   `1:10 tables: 3 is not a list of whole numbers: write a list of whole numbers`,
		`tables = [1, "2", 3, true]`:   `1:15 tables[1]: "2" is not a whole number: write a whole number, without quotes|1:22 tables[3]: true is not a whole number: write a whole number`,
		`since = "today"`:              `1:10 since: "today" is not a date with time: write a date with time`,
		`place = []`:                   `1:1 place: a list is not a table: write a table`,
		`place = { town = 1 }`:         `1:18 town: 1 is not a text in quotes: write a text in quotes`,
		`place.town.hill = 1`:          `1:19 town: 1 is not a text in quotes: write a text in quotes`,
		`round = { no = 1 }`:           `1:9 round: a table is not a table in double brackets: write a table in double brackets`,
		"[round]\nno = 1":              `1:2 round: [round] is not a table in double brackets: write a table in double brackets`,
		"[round.first]\nno = 1":        `1:2 round: [round.first] is not a table in double brackets: write a table in double brackets`,
		"[[place]]\ntown = \"x\"":      `1:3 place: [[place]] is not a table: write a table`,
		"[name]\nx = 1":                `1:2 name: [name] is not a text in quotes: write a text in quotes`,
		`seats = { a1 = 1 }`:           `1:16 a1: 1 is not a text in quotes: write a text in quotes`,
		"[[round]]\ngames = [[\"a\"]]": `2:1 games[0]: a list is not a text in quotes: write a text in quotes`,
	} {
		h, f, ok := read(t, text+"\n[place]\nstreet = \"Long\"\n")
		if strings.Contains(text, "place") {
			h, f, ok = read(t, text)
			h.Place.Street = "Long"
		}
		if got := told(f.Faults()); !ok || got != want {
			t.Errorf("%s\ngot  %s\nwant %s", text, got, want)
		}
		if h.Place.Street != "Long" {
			t.Errorf("%s: the rest is %+v", text, h)
		}
	}
}

// told writes faults on one line: "line:column what: remedy|...".
func told(faults strict.Faults) string {
	var all []string
	for _, f := range faults {
		all = append(all, position(f)+" "+f.What+": "+f.Remedy)
	}
	return strings.Join(all, "|")
}

func position(f strict.Fault) string {
	return strings.TrimPrefix(f.Place(), "hall.toml:") + ":" + number(f.Column)
}

func number(n int) string { return strict.Number(float64(n)) }

// A value of the wrong kind reads as zero, and gets no further faults.
func TestSpoilt(t *testing.T) {
	h, f, _ := read(t, "doors = \"two\"\ntables = [1, \"x\", 3]\n")
	if h.Doors == nil || *h.Doors != 0 || !reflect.DeepEqual(h.Tables, []int64{1, 0, 3}) {
		t.Errorf("values of the wrong kind are read as %+v, want zeros", h)
	}
	f.Fault("doors", "doors: 0 is too few", "write 1 or more")
	f.Fault("tables[1]", "tables: 0 is no table", "write 1 or more")
	f.Fault("tables[2]", "tables: 3 is taken", "write another one")
	if got := f.Faults(); len(got) != 3 || got[2].What != "tables: 3 is taken" {
		t.Error(told(got))
	}
	for path, want := range map[string]bool{"doors": true, "tables": true, "tables[1]": true, "tables[2]": false, "name": false} {
		if f.Spoilt(path) != want {
			t.Errorf("%s is spoilt: %v", path, !want)
		}
	}
}

// An unknown key is reported with the one that was probably meant.
func TestUnknownKeys(t *testing.T) {
	var h hall
	f, ok := strict.Read("hall.toml", []byte("nmae = \"x\"\nentrances = 2\nplace = { stret = \"y\", zip = 1 }\n[rounds]\nno = \"x\"\n[hill.top]\n"), strict.Options{
		Docs:  "docs/hall.md",
		Keys:  func(table string) []string { return map[string][]string{"place": {"town", "street"}}[table] },
		Meant: map[string][]string{"entrances": {"gates", "doors"}},
	}, &h)
	want := `1:0 "nmae" is not a key here: did you mean ` + "`name`?" + `|2:0 "entrances" is not a key here: did you mean ` + "`doors`?" +
		`|3:11 "stret" is not a key here: did you mean ` + "`street`?" + `|3:24 "zip" is not a key here: the keys here are town, street` +
		`|4:2 "rounds" is not a key here: did you mean ` + "`round`?" + `|6:2 "hill" is not a key here: the keys here are name, open, doors, seed, width, tables, since, place, round, seats, any`
	if got := told(f.Faults()); !ok || got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// A text that is not TOML is reported with the place of the error.
func TestNotTOML(t *testing.T) {
	for text, want := range map[string]string{
		"name = East\n":                  `1:8 this is not TOML`,
		"name = \"a\"\nname = \"b\"\n":   `2:1 key name is already defined: keep one of the two`,
		"doors = 99999999999999999999\n": `1:9 this is not TOML: decimal number is too large`,
	} {
		if _, f, ok := read(t, text); ok || !strings.HasPrefix(told(f.Faults()), want) || len(f.Faults()) != 1 {
			t.Errorf("%q: %s, want %s", text, told(f.Faults()), want)
		}
	}
}

// For a file that a program writes, the faults give no advice on how to write a value.
func TestWritten(t *testing.T) {
	var h hall
	f, ok := strict.Read("hall.toml", []byte("doors = \"two\"\n"), strict.Options{Written: "make it again"}, &h)
	if got, want := told(f.Faults()), `1:10 doors: "two" cannot stand there: make it again`; !ok || got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// For every text, each fault is on one of its lines and fits on one line.
func FuzzRead(f *testing.F) {
	f.Add([]byte("name = 5\n[[round]]\nno = \"x\"\n[round.games]\n"))
	f.Add([]byte("seats = { \"a.b\" = [1] }\nany = { x = 1 }\n[place]\ntown.x.y = 1\n"))
	f.Add([]byte("since = 2026-11-21\ntables = [[1], [2]]\nround = [{ no = 1.5 }, 7]\n"))
	f.Add([]byte("0\r\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var h hall
		file, ok := strict.Read("x.toml", text, strict.Options{Docs: "docs/hall.md"}, &h)
		if !ok && !file.Broken() {
			t.Fatal("not read, and nothing is wrong")
		}
		lines := strings.Split(string(text), "\n")
		for _, fault := range file.Faults() {
			if fault.What == "" || fault.Remedy == "" || strings.ContainsAny(fault.Error(), "\n\r\x1b") {
				t.Errorf("fault %+v", fault)
			}
			if fault.Line > len(lines) || fault.Line > 0 && strings.TrimSuffix(lines[fault.Line-1], "\r") != fault.Source {
				t.Errorf("fault %+v is not on its line", fault)
			}
		}
	})
}

// A text with a character that a terminal would act on is a fault wherever it is, and reads as
// empty; line ends are for whoever reads the value to judge.
func TestUnfitTexts(t *testing.T) {
	h, f, _ := read(t, "name = \"East\\u001b[2J\"\nplace.town = 'War\u202esaw'\nplace.street = \"one\\ntwo\"\nseats = { a1 = \"\\u0000\" }\n[[round]]\ngames = [\"a\", \"\\u0007\"]\n")
	want := []string{"1: name: the character U+001B", "2: town: the character U+202E", "4: a1: the character U+0000", "6: games[1]: the character U+0007"}
	var got []string
	for _, fault := range f.Faults() {
		what, _, _ := strings.Cut(fault.What, " is not allowed")
		got = append(got, fmt.Sprintf("%d: %s", fault.Line, what))
		if fault.Remedy != "leave the character out" {
			t.Errorf("%s: %q", what, fault.Remedy)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("faults %q, want %q", got, want)
	}
	if h.Name != "" || h.Place.Town != "" || h.Place.Street != "one\ntwo" || h.Seats["a1"] != "" || h.Round[0].Games[1] != "" || h.Round[0].Games[0] != "a" {
		t.Errorf("read %+v", h)
	}
}

// A text of many levels, or of thousands of keys that nobody knows, is refused in bounded memory and
// without much work: the daemon reads files again while boards play.
func TestFilesWithoutEnd(t *testing.T) {
	for name, text := range map[string]string{
		"a key of levels":     "a" + strings.Repeat(".a", 20000) + " = 1\n",
		"a header of levels":  "[a" + strings.Repeat(".a", 20000) + "]\n",
		"lists in lists":      "any = " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + "\n",
		"tables in tables":    "any = " + strings.Repeat("{a=", 5000) + "1" + strings.Repeat("}", 5000) + "\n",
		"one level more":      "any = " + strings.Repeat("{a=", 32) + "1" + strings.Repeat("}", 32) + "\n",
		"lists and long keys": "any = [{" + strings.Repeat("a.", 20) + "b = {" + strings.Repeat("a.", 20) + "b = 1}}]\n",
	} {
		_, f, ok := read(t, text)
		if faults := f.Faults(); ok || len(faults) != 1 || !strings.Contains(faults[0].What, "levels") {
			t.Errorf("%s: %d faults, %v", name, len(faults), ok)
		}
	}
	if _, f, ok := read(t, "any = "+strings.Repeat("{a=", 30)+"1"+strings.Repeat("}", 30)+"\n"); !ok {
		t.Errorf("thirty levels: %v", f.Faults())
	}
	for name, text := range map[string]string{"keys": "k%d = 1\n", "tables": "[t%d]\n"} {
		var all strings.Builder
		for n := range 30000 {
			fmt.Fprintf(&all, text, n)
		}
		_, f, ok := read(t, all.String())
		if faults := f.Faults(); ok || len(faults) != 1 || faults[0].Line != 20001 {
			t.Errorf("30,000 %s: %d faults, %v", name, len(faults), ok)
		}
	}
	var unknown strings.Builder
	for n := range 5000 {
		fmt.Fprintf(&unknown, "k%d = 1\n", n)
	}
	if _, f, _ := read(t, unknown.String()); len(f.Faults()) != 1000 {
		t.Errorf("of 5000 unknown keys %d are named", len(f.Faults()))
	}
}
