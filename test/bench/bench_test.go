package main

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/score"
)

const otb = "../../sensors/sim/testdata/games-otb.pgn"

// The report has a line per level with what was reconstructed from recorded traces and
// from new games, in each way of publishing. Apart from the machine's speed it is the same
// every time.
func TestReport(t *testing.T) {
	sure, _ := wayByName("sure")
	quick, _ := wayByName("quick")
	b := bench{levels: []string{"clean"}, ways: []way{sure, quick}, games: []string{otb}}
	report := func() string {
		t.Helper()
		var out bytes.Buffer
		if err := b.run(t.Context(), &out, "../../testdata/traces", 2, 1000); err != nil {
			t.Fatal(err)
		}
		speed := regexp.MustCompile(`(?m) +[0-9.]+ +\d+$`) // ms per 80 moves, times real time
		short := regexp.MustCompile(`(?m)^  falls short: .*ms per 80 moves.*\n`)
		return short.ReplaceAllString(speed.ReplaceAllString(out.String(), ""), "")
	}
	got := report()
	for _, want := range []string{
		`(?m)^shown wrong    published, and later`,
		`(?m)^recorded traces, published once sure$`,
		`(?m)^recorded traces, published early$`,
		`(?m)^ +clean +5 +5 +100\.0 +100\.00 +0\.00 +0\.00 +0( +(-|-?\d+)){4}$`,
		`(?m)^simulated play, seeds 1000 to 1001, published once sure$`,
		`(?m)^simulated play, seeds 1000 to 1001, published early$`,
		`(?m)^ +clean +2 +2 +100\.0 `,
		`(?m)^confidence as published$`,
		`(?m)^highest confidence$`,
		`(?m)^by way of moving$`,
		`(?m)^never: .*lift-place \(\d+\)`,
	} {
		if !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("the report does not match %s:\n%s", want, got)
		}
	}
	if again := report(); again != got {
		t.Errorf("a second report differs:\n%s\nfirst:\n%s", again, got)
	}
}

// Every rule for publishing has a line with its risk and its delay. No rule publishes more
// wrong moves than a laxer one, and none is faster than a laxer one. The reasons for
// waiting add up to all moves, and those that waited until nothing was missing are among them.
func TestRiskAgainstDelay(t *testing.T) {
	games, err := readGames(otb)
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := played(games, 3, 1000, func(level string) bool { return level == "club" })
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := (bench{}).measureRisk(t.Context(), &out, "three games", jobs); err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^ +(certainty|sureWorth|published) (\S+) +([0-9.]+) +(-?\d+|-) +(-?\d+|-) +[0-9.]+$`)
	found := line.FindAllStringSubmatch(out.String(), -1)
	if len(found) != len(asked)+len(costs)+len(ways) {
		t.Fatalf("%d lines of %d rules, %d costs and %d ways:\n%s", len(found), len(asked), len(costs), len(ways), out.String())
	}
	for i := 1; i < len(asked)+len(costs); i++ {
		laxer, stricter := found[i-1], found[i]
		if laxer[1] != stricter[1] {
			continue
		}
		if number(t, stricter[3]) > number(t, laxer[3]) || number(t, stricter[4]) < number(t, laxer[4]) {
			t.Errorf("%v after %v", stricter[0], laxer[0])
		}
	}
	sum := 0.0
	var of [reasons]float64
	for i, name := range reasonNames {
		row := regexp.MustCompile(`(?m)^ *` + name + `((?: +[0-9.]+){7})$`).FindStringSubmatch(out.String())
		if row == nil {
			t.Fatalf("no line of what %q says:\n%s", name, out.String())
		}
		for _, share := range strings.Fields(row[1]) {
			sum += number(t, share)
			of[i] += number(t, share)
		}
	}
	if of[unfinished] == 0 {
		t.Errorf("no move waited while something was missing:\n%s", out.String())
	}
	if sum < 98 || sum > 102 {
		t.Errorf("the shares add up to %.1f %%", sum)
	}
}

// The delay at a share of wrong moves lies between those of the two points of the curve beside it,
// and nothing is said beyond the ends of the curve.
func TestDelayAtTheSameRisk(t *testing.T) {
	x := risk{plies: 1000}
	for i := range costs {
		x.told[i] = outcome{shown: 20 - 2*i, delays: []int64{int64(100+100*i) * 1000}}
	}
	median, most, ok := x.at(1.5) // half way between the points with 16 and 14 wrong moves
	if !ok || median != 350 || most != 350 {
		t.Errorf("%d and %d ms, %v", median, most, ok)
	}
	for _, wrong := range []float64{2.1, 0.1} {
		if _, _, ok := x.at(wrong); ok {
			t.Errorf("at %v wrong, beyond the curve, there is a delay", wrong)
		}
	}
}

// Parameters can be set for a measurement, and what cannot be set is an error that names it.
func TestSetParameters(t *testing.T) {
	b := bench{}
	if err := b.set([]string{"sureWorth=0.003", "silentWait=1.2"}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]float64{"sureWorth": 0.003, "silentWait": 1.2, "quickWorth": decoder.DefaultParameters()[mustParameter(t, "quickWorth")]} {
		if is := b.values[mustParameter(t, name)]; is != want {
			t.Errorf("%s is %v, want %v", name, is, want)
		}
	}
	for _, bad := range []string{"nothing=1", "sureWorth", "sureWorth=x"} {
		if err := b.set([]string{bad}); err == nil || !strings.Contains(err.Error(), strings.Split(bad, "=")[0]) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func mustParameter(t *testing.T, name string) decoder.Parameter {
	t.Helper()
	p, ok := decoder.ParameterByName(name)
	if !ok {
		t.Fatalf("no parameter %s", name)
	}
	return p
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// For boards with physics the report counts pieces that landed without being detected. It
// warns if the seeds are not held out.
func TestLandedNotFeltIsCounted(t *testing.T) {
	sure, _ := wayByName("sure")
	for _, c := range []struct {
		level       string
		first       uint64
		felt, apart bool
	}{{"physical-poor", score.HeldOut.First, true, true}, {"clean", score.Fitting.First, false, false}} {
		b := bench{levels: []string{c.level}, ways: []way{sure}, games: []string{otb}}
		var out bytes.Buffer
		if err := b.run(t.Context(), &out, "", 1, c.first); err != nil {
			t.Fatal(err)
		}
		if got := regexp.MustCompile(`(?m)^ +physical-poor +\d+ +\d+ +\d\.\d\d +\d+ +\d+ +\d+\.\d$`).Match(out.Bytes()); got != c.felt {
			t.Errorf("level %s: a line of pieces that were not felt: %v, want %v:\n%s", c.level, got, c.felt, out.String())
		}
		if got := !strings.Contains(out.String(), "not all held out"); got != c.apart {
			t.Errorf("level %s from seed %d: held out: %v, want %v", c.level, c.first, got, c.apart)
		}
	}
}

// A board that distinguishes colours is measured next to one that does not, with the same
// hands, and does not read worse.
func TestColourlessBeside(t *testing.T) {
	sure, _ := wayByName("sure")
	b := bench{levels: []string{"polarity"}, ways: []way{sure}, games: []string{otb}}
	var out bytes.Buffer
	if err := b.run(t.Context(), &out, "", 2, 21000031); err != nil {
		t.Fatal(err)
	}
	exact := func(level string) int {
		t.Helper()
		m := regexp.MustCompile(`(?m)^ *` + level + ` +2 +(\d) `).FindStringSubmatch(out.String())
		if m == nil {
			t.Fatalf("no line for %s:\n%s", level, out.String())
		}
		n, _ := strconv.Atoi(m[1])
		return n
	}
	if with, without := exact("polarity"), exact("polarity, colourless"); with != 2 || without > with {
		t.Errorf("of 2 games %d are exact with colours and %d without", with, without)
	}
}

// Errors are reported with the game, the way of moving, what happened around them, and the
// aim that is missed.
func TestWhatGoesWrongIsNamed(t *testing.T) {
	truth := sim.Truth{
		Trace: "club-1", Level: "club", Clock: true,
		Games: []sim.TruthGame{{Moves: []string{"e2e4", "e7e5"}, Plies: []sim.Ply{
			{Ply: 1, UCI: "e2e4", Style: "slide+wiggle", StartUS: 500000, DoneUS: 1000000, ClockUS: 2000000},
			{Ply: 2, UCI: "e7e5", Style: "wave", StartUS: 49500000, DoneUS: 50000000, ClockUS: 51000000},
		}}},
		Incidents: []sim.Incident{{Kind: sim.IncidentSleeve, AtUS: 900000, UntilUS: 1100000}, {Kind: sim.IncidentKnock, AtUS: 49000000, UntilUS: 50000000}},
	}
	r := newResults([]job{{level: "club"}})
	r.add("club", truth, measured{spent: time.Second, span: time.Minute, rebuilt: score.Rebuilt{
		Games: [][]string{{"e2e4", "e7e6"}},
		Publications: []score.Publication{
			{AtUS: 1200000, Ply: 1, UCI: "e2e3"}, {AtUS: 2700000, Kind: score.Amended, Ply: 1, UCI: "e2e4"}, {AtUS: 51000000, Ply: 2, UCI: "e7e6"},
		},
	}})
	var out bytes.Buffer
	if err := r.print(&out, true); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`(?m)^ +club +1 +0 +0\.0 +50\.00 +50\.00 +100\.00 +1 +- +- +700 +700 +80000\.0 +60$`,
		`(?m)^  falls short: club: 0\.0 % exact, aim at least 98$`,
		`(?m)^  falls short: club: shown wrong per 100 50\.00, aim at most 0\.3$`,
		`(?m)^  falls short: club: median ms after a press 700\.00, aim at most 400$`,
		`(?m)^  falls short: club: ms per 80 moves 80000\.00, aim at most 150$`,
		`(?m)^  not exact: club-1 game 1 ply 2: played e7e5 \(wave\), read e7e6$`,
		`(?m)^  shown wrong: club-1 game 1 ply 1: e2e3 at 1200 ms \(slide\)$`,
		`(?m)^ +wave +1 +1 +0 +0\.0$`,
		`(?m)^ +slide +1 +0 +1 +1000\.0$`,
		`(?m)^ +knock-over +1 +1 +0 +0\.0$`,
		`(?m)^ +sleeve +1 +0 +1 +1000\.0$`,
	} {
		if !regexp.MustCompile(want).Match(out.Bytes()) {
			t.Errorf("the report does not match %s:\n%s", want, out.String())
		}
	}
}

// Every aim belongs to a level, and the clean level has the highest.
func TestAims(t *testing.T) {
	for name, a := range aims {
		if _, err := sim.StyleByName(name); err != nil {
			t.Error(err)
		}
		if a.exact > aims["clean"].exact || a.wrong < aims["clean"].wrong {
			t.Errorf("more is asked of %s than of clean play", name)
		}
	}
}

func TestPercentile(t *testing.T) {
	list := []int64{50, 10, 40, 20, 30}
	for n, want := range map[int]int64{0: 10, 20: 10, 21: 20, 50: 30, 95: 50, 100: 50} {
		if got := percentile(slices.Clone(list), n); got != want {
			t.Errorf("%d %% of %v: %d, want %d", n, list, got, want)
		}
	}
	if got := percentile([]int64{}, 50); got != 0 {
		t.Errorf("of nothing: %d", got)
	}
}

// A mistake on the command line is an error that names the file or level.
func TestMistakes(t *testing.T) {
	sure, _ := wayByName("sure")
	for _, c := range []struct {
		b       bench
		samples string
		want    string
	}{
		{bench{}, "nowhere", "nowhere: no trace"},
		{bench{games: []string{"nowhere.pgn"}}, "", "nowhere.pgn"},
		{bench{levels: []string{"chess960"}, games: []string{otb}}, "", "no game suits the level chess960"},
		{bench{levels: []string{"xyzzy"}, games: []string{otb}}, "", `there is no level "xyzzy"`},
	} {
		c.b.ways = []way{sure}
		err := c.b.run(t.Context(), &bytes.Buffer{}, c.samples, 1, 1)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want %q", c.b, err, c.want)
		}
	}
	if _, ok := wayByName("slow"); ok {
		t.Error("there is a way of telling named slow")
	}
}
