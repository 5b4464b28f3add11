package configs_test

import (
	"slices"
	"strings"
	"testing"

	"touchmove/configs"
	"touchmove/sensors/trace"
)

// The setting of how soon moves are published goes from the file into the header of every
// journal, so that a recording says how its moves were published.
func TestPublishInHeader(t *testing.T) {
	for _, c := range []struct {
		text string
		want trace.Publish
	}{
		{"", trace.Sure},
		{"[game]\npublish = \"sure\"\n", trace.Sure},
		{"[game]\npublish = \"quick\"\n", trace.Quick},
	} {
		config, faults := configs.Parse("x.toml", []byte(c.text+oneBoard))
		if config == nil || len(faults) > 0 {
			t.Errorf("%q: %v", c.text, faults)
			continue
		}
		if got := config.Header(config.Boards[0]).Publish; got != c.want {
			t.Errorf("%q: %v, want %v", c.text, got, c.want)
		}
	}
}

// The rate of play goes into the header if the file gives it. There are warnings, with the
// line, for a rate that contradicts the time control, and for rapid and blitz games for
// which the file does not say whether they are supervised (2018: A.1, A.3, B.1, B.3).
func TestRateIsChecked(t *testing.T) {
	game := func(laws, rest string) string { return "[game]\nlaws = \"fide-" + laws + "\"\n" + rest + oneBoard }
	for _, c := range []struct {
		text  string
		mode  trace.Mode
		given bool
		warns []string // how each warning begins
		line  int
	}{
		{game("2023", "time_control = \"5400+30\"\n"), trace.StandardPlay, false, nil, 0},
		{game("2023", "time_control = \"90+30\"\nsupervised = true\n"), trace.StandardPlay, false, []string{`"90+30" is 90 sec`}, 3},
		{game("2023", "time_control = \"180+2\"\n"), trace.StandardPlay, false, []string{"supervised: a game of blitz"}, 3},
		{game("2023", "time_control = \"180+2\"\nsupervised = false\n"), trace.StandardPlay, false, nil, 0},
		{game("2023", "mode = \"rapid\"\nsupervised = true\ntime_control = \"180+2\"\n"), trace.Rapid, true, []string{`mode: "rapid", but by fide-2023 a game of 180+2 is blitz`}, 3},
		{game("2018", "mode = \"blitz\"\nsupervised = true\ntime_control = \"5400+30\"\n"), trace.Blitz, true, []string{`mode: "blitz", but by fide-2018 a game of 5400+30 is standard`}, 3},
		{game("2023", "mode = \"standard\"\ntime_control = \"5400+30\"\n"), trace.StandardPlay, true, nil, 0},
		{game("2009", "mode = \"rapid\"\n"), trace.Rapid, true, []string{"supervised: a game of rapid"}, 3},
		{game("2009", "time_control = \"180+2\"\n"), trace.StandardPlay, false, nil, 0},
		{game("2005", "mode = \"rapid\"\n"), trace.Rapid, true, nil, 0}, // this edition has no rule about supervision
	} {
		config, faults := configs.Parse("x.toml", []byte(c.text))
		if config == nil || len(faults) != len(c.warns) {
			t.Errorf("%q: %v, want %q", c.text, faults, c.warns)
			continue
		}
		for i, f := range faults {
			if !f.Warning || f.Line != c.line || !strings.HasPrefix(f.What, c.warns[i]) {
				t.Errorf("%q: line %d, warning %v: %s, want %q in line %d", c.text, f.Line, f.Warning, f.What, c.warns[i], c.line)
			}
		}
		if h := config.Header(config.Boards[0]); h.Mode != c.mode || h.ModeGiven != c.given {
			t.Errorf("%q: mode %v, given %v", c.text, h.Mode, h.ModeGiven)
		}
	}
}

// No two simulated boards of a hall play the same: each begins with another game, by another seed unless the file
// names one.
func TestSimulatedBoardsDiffer(t *testing.T) {
	c, faults := configs.Parse("hall.toml", []byte(`
[[board]]
id = "hall-1"
wiring = { driver = "simulated" }
[[board]]
id = "hall-2"
wiring = { driver = "tca9555" }
[[board]]
id = "hall-3"
wiring = { driver = "simulated", seed = 4 }
[[board]]
id = "hall-4"
wiring = { driver = "simulated" }
`))
	if c == nil {
		t.Fatal(faults)
	}
	var got [][2]uint64
	for _, b := range c.Boards {
		if w, ok := b.Wiring.(configs.Simulated); ok {
			got = append(got, [2]uint64{uint64(w.First), w.Seed})
		}
	}
	if want := [][2]uint64{{0, 7}, {1, 4}, {2, 9}}; !slices.Equal(got, want) {
		t.Errorf("first games and seeds are %v, want %v", got, want)
	}
}
