package main

import (
	"slices"
	"strings"
	"testing"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim"
)

// floors is how well the referee has done so far for each kind, in percent. If it improves,
// raise them.
var floors = []struct {
	sensing sensors.Sensing
	group   group
	name    string // beginning of the row's name
	least   float64
	most    int // how many may be invented, in all editions
}{
	{sensors.Occupancy, moves, "legal", 100, 0},
	{sensors.Polarity, moves, "legal", 99.9, 0},
	{sensors.Occupancy, moves, "none", 100, 16},
	{sensors.Polarity, moves, "none", 100, 0},
	{sensors.Occupancy, duties, "", 99.9, 0},
	{sensors.Polarity, duties, "", 99.9, 0},
	{sensors.Occupancy, breaches, "", 99.9, 0},
	{sensors.Polarity, breaches, "", 99.9, 0},
	{sensors.Occupancy, claiming, "", 100, 0},
	{sensors.Polarity, claiming, "", 100, 0},
	{sensors.Occupancy, unsupervised, "", 99.9, 0},
	{sensors.Polarity, unsupervised, "", 99.9, 0},
	{sensors.Occupancy, strays, "", 100, 0},
	{sensors.Occupancy, illegals, "capture", 100, 0},
	{sensors.Occupancy, illegals, "king taken", 100, 0},
	{sensors.Occupancy, illegals, "king taken, looks legal", 90, 0}, // a legal move leaves the same squares occupied: sensors show a piece in the hand
	{sensors.Occupancy, illegals, "own piece", 100, 0},
	{sensors.Occupancy, illegals, "two pieces exchanged", 100, 0},
	{sensors.Polarity, strays, "", 100, 0},
	{sensors.Occupancy, illegals, "castling", 100, 0},
	{sensors.Polarity, illegals, "castling", 100, 0},
	{sensors.Occupancy, illegals, "clock_without_move", 100, 0},
	{sensors.Polarity, illegals, "clock_with", 100, 0},
	{sensors.Occupancy, press, "clock_without_move", 100, 0},
	{sensors.Polarity, press, "clock_with", 100, 0},
	{sensors.Occupancy, press, "clock_wrong_side", 100, 0},
	{sensors.Polarity, press, "clock_wrong_side", 100, 0},
}

// The referee finds at least as much as before, and invents no more. go run ./test/referee
// -cases 500 -show missed lists what it misses.
func TestRefereeFindsWhatItFound(t *testing.T) {
	if testing.Short() {
		t.Skip("500 games on each board")
	}
	all, err := playAll(500, 1, texts, func(finding) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range floors {
		c := all.sum(func(r row, p place) bool {
			kept := f.name != "king taken" || !strings.Contains(r.name, likeLegal.String())
			return p.sensing == f.sensing && r.group == f.group && !isOfTale(r.name) && strings.HasPrefix(r.name, f.name) && kept
		})
		if c.cases() == 0 && f.name != "none" {
			t.Errorf("%s: %s %s: no case; the floor measures nothing", f.sensing, f.group, f.name)
		}
		if got := c.percent(found, asked); got < f.least {
			t.Errorf("%s: %s %s: %.1f %% of %d found or asked, want at least %g %%", f.sensing, f.group, f.name, got, c.cases(), f.least)
		}
		if c[invented] > f.most {
			t.Errorf("%s: %s %s: invented %d times, at most %d before", f.sensing, f.group, f.name, c[invented], f.most)
		}
	}
	plain := all.sum(func(r row, p place) bool {
		return p.sensing == sensors.Occupancy && r.group == strays && !strings.HasSuffix(r.name, likeLegal.String())
	})
	if got := plain.percent(found); got < 100 {
		t.Errorf("occupancy: %.1f %% of %d displaced pieces that no legal move explains found, want all", got, plain.cases())
	}
	for _, sensing := range boards {
		c := all.sum(func(r row, p place) bool {
			return r.group == illegals && p.sensing == sensing && isPlain(r.name) && !isOfTale(r.name)
		})
		if got := c.percent(found); got < 100 {
			t.Errorf("%s: %.1f %% of %d illegal moves of one turn that no legal move explains found, want all", sensing, got, c.cases())
		}
	}
	for sensing, least := range map[sensors.Sensing]float64{sensors.Occupancy: 99.5, sensors.Polarity: 99.8} {
		if c := all.plainIllegal(sensing); c.percent(found) < least {
			t.Errorf("%s: %.1f %% of %d illegal moves that no legal move explains found, want at least %g %%", sensing, c.percent(found), c.cases(), least)
		}
	}
	all.checkDoubtful(t)
	all.checkTales(t)
	all.checkTrials(t)
	all.checkMovedOn(t)
}

// checkMovedOn checks that of every piece moved on after its release what the board shows is found, or asked, and that
// nothing is said against the other player.
func (t tally) checkMovedOn(test *testing.T) {
	test.Helper()
	for _, sensing := range boards {
		illegal := t.sum(func(r row, p place) bool {
			return p.sensing == sensing && r.group == illegals && strings.Contains(r.name, string(onto)) && strings.Contains(r.name, ", then ") && !strings.Contains(r.name, likeLegal.String())
		})
		if got := illegal.percent(found, asked); illegal.cases() == 0 || got < 100 {
			test.Errorf("%s: %.1f %% of %d illegal moves by a piece moved on found or asked, want all", sensing, got, illegal.cases())
		}
		other := t.sum(func(r row, p place) bool {
			return p.sensing == sensing && strings.HasPrefix(r.name, "of the other player") && strings.Contains(r.name, string(onto))
		})
		if other.cases() == 0 || other[invented] > 0 {
			test.Errorf("%s: in %d cases of a piece moved on something is said against the other player in %d", sensing, other.cases(), other[invented])
		}
	}
}

// trialFloors are floors of trials. What sensors cannot show is left out, as in the other aims.
var trialFloors = []struct {
	has   how
	least float64 // percent found or asked
	most  int     // invented
}{
	{hasty, 99.5, 0},
	{shuffled, 99.5, 0},
	{overseen, 99.5, 0},
	{broken, 98.5, 4},
	{offending, 99.5, 0},
	{onto, 97, 0},
}

func (t tally) checkTrials(test *testing.T) {
	test.Helper()
	for _, f := range trialFloors {
		for _, sensing := range boards {
			c := t.sum(func(r row, p place) bool {
				return p.sensing == sensing && strings.Contains(r.name, string(f.has)) && r.group != press && !strings.Contains(r.name, ", looks ") && !strings.Contains(r.name, doubtful)
			})
			if c.cases() == 0 {
				test.Errorf("%s%s: no case; the floor measures nothing", sensing, f.has)
			}
			if got := c.percent(found, asked); got < f.least || c[invented] > f.most {
				test.Errorf("%s%s: %.2f %% of %d found or asked, %d invented; want at least %g %%, at most %d", sensing, f.has, got, c.cases(), c[invented], f.least, f.most)
			}
		}
	}
}

// trialPresses are the trials in which presses that complete no move are compared: all are told that
// sensors can show.
var trialPresses = []how{hasty, shuffled, overseen}

// doubtfulMost is how often at most something is invented in tales in which sensors cannot show what a
// press was for.
var doubtfulMost = []struct {
	sensing sensors.Sensing
	group   group
	most    int
}{
	{sensors.Occupancy, illegals, 20},
	{sensors.Polarity, illegals, 8},
	{sensors.Occupancy, press, 160},
	{sensors.Polarity, press, 128},
	{sensors.Occupancy, breaches, 2},
	{sensors.Polarity, breaches, 2},
	{sensors.Occupancy, moves, 0},
	{sensors.Polarity, moves, 0},
}

func (t tally) checkDoubtful(test *testing.T) {
	test.Helper()
	for _, f := range doubtfulMost {
		c := t.sum(func(r row, p place) bool {
			return p.sensing == f.sensing && r.group == f.group && strings.Contains(r.name, doubtful) && !isOfTrial(r.name)
		})
		if c[invented] > f.most {
			test.Errorf("%s: %s%s: %d invented, at most %d before", f.sensing, f.group, doubtful, c[invented], f.most)
		}
	}
	for _, as := range trialPresses {
		for _, sensing := range boards {
			c := t.sum(func(r row, p place) bool {
				return p.sensing == sensing && r.group == press && strings.Contains(r.name, string(as)) && !strings.Contains(r.name, likeLegal.String())
			})
			if c.cases() == 0 {
				test.Errorf("%s: %s%s: no case; the floor measures nothing", sensing, press, as)
			}
			if got := c.percent(found); got < 100 || c[invented] > 0 {
				test.Errorf("%s: %s%s: %.1f %% of %d found, %d invented; want all, and none", sensing, press, as, got, c.cases(), c[invented])
			}
		}
	}
}

// taleFloors are floors of tales.
var taleFloors = []struct {
	sensing sensors.Sensing
	group   group
	has     how
	least   float64 // percent found or asked
	most    int     // invented
}{
	{sensors.Occupancy, moves, replied, 98.5, 0},
	{sensors.Polarity, moves, replied, 99.2, 0},
	{sensors.Occupancy, duties, replied, 99, 0},
	{sensors.Polarity, duties, replied, 99, 0},
	{sensors.Occupancy, breaches, replied, 99, 0},
	{sensors.Polarity, breaches, replied, 99, 0},
	{sensors.Occupancy, breaches, amended, 100, 0},
	{sensors.Polarity, breaches, amended, 100, 0},
	{sensors.Occupancy, press, midway, 90, 0},
	{sensors.Polarity, press, midway, 99.5, 0},
}

func (t tally) checkTales(test *testing.T) {
	test.Helper()
	for _, f := range taleFloors {
		c := t.sum(func(r row, p place) bool {
			return p.sensing == f.sensing && r.group == f.group && strings.Contains(r.name, string(f.has)) && !strings.Contains(r.name, doubtful)
		})
		if c.cases() == 0 {
			test.Errorf("%s: %s%s: no case; the floor measures nothing", f.sensing, f.group, f.has)
		}
		if got := c.percent(found, asked); got < f.least || c[invented] > f.most {
			test.Errorf("%s: %s%s: %.1f %% of %d found or asked, %d invented; want at least %g %%, at most %d", f.sensing, f.group, f.has, got, c.cases(), c[invented], f.least, f.most)
		}
	}
}

// Equal seeds make equal cases, so that a finding can be examined again.
func TestSeedsRepeat(t *testing.T) {
	for seed := range uint64(50) {
		a, b := sceneOf(seed), sceneOf(seed)
		if x, y := taleOf(seed), taleOf(seed); script(x.all()) != script(y.all()) || x.cut != y.cut {
			t.Errorf("seed %d makes two different tales", seed)
		}
		if a.pos != b.pos || script(a.acts) != script(b.acts) || a.cut != b.cut {
			t.Errorf("seed %d makes two different cases", seed)
		}
	}
}

// hand reads acts written like scripts, -e2 +e4, for the second reading alone. A piece that
// is put down is the one lifted last, and * is a second of waiting.
func hand(t *testing.T, p rules.Position, text string) []act {
	t.Helper()
	h := newHands(nil, p)
	var air []*man
	for _, word := range strings.Fields(text) {
		h.at += 500e6
		if word == "*" {
			h.at += 1e9
			continue
		}
		sq, err := rules.ParseSquare(word[1:])
		if err != nil {
			t.Fatal(err)
		}
		switch word[0] {
		case '-':
			air = append(air, h.liftNow(sq))
		case '+':
			i := len(air) - 1
			for j, m := range air {
				if m.piece.Color() == p.Turn() && m.home != sq && i != j && air[i].piece.Color() != p.Turn() {
					i = j
				}
			}
			h.add(act{do: puts, by: p.Turn(), sq: sq, man: air[i]})
			air = append(air[:i:i], air[i+1:]...)
		case 'x':
			h.add(act{do: lays, by: p.Turn(), man: air[len(air)-1]})
			air = air[:len(air)-1]
		}
	}
	return h.acts
}

// The second reading follows the Laws: cases written by hand from their wording.
func TestSecondReading(t *testing.T) {
	const (
		start    = rules.StartFEN
		castling = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
		taking   = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
		pinned   = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1"
		passing  = "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"
	)
	for _, c := range []struct {
		name, fen, acts string
		laws            rules.Laws
		owes            string
		move            string
		breach, reason  string
		press           string
	}{
		{name: "first touched binds (4.3a)", fen: start, acts: "-e2 +e2 -d2 +d2", laws: rules.FIDE2009, owes: "move[e2] [e2e3 e2e4]", press: "clock_without_move"},
		{name: "enemy touched is taken (4.3b)", fen: taking, acts: "-d5 +d5", laws: rules.FIDE2009, owes: "capture[d5] [e4d5]", press: "clock_without_move"},
		{name: "king and rook (4.4a)", fen: castling, acts: "-e1 +e1 -h1 +h1", laws: rules.FIDE2009, owes: "castle[e1 g1] [e1g1]", press: "clock_without_move"},
		{name: "king and rook, 1953 (8)", fen: castling, acts: "-e1 +e1 -h1 +h1", laws: rules.FIDE1953, owes: "move[e1] [e1c1 e1d1 e1f1 e1g1]", press: "clock_without_move"},
		{name: "rook and king (4.4b)", fen: castling, acts: "-h1 +h1 -e1 +e1", laws: rules.FIDE2009, owes: "move[h1] [h1f1 h1g1]", press: "clock_without_move"},
		{name: "pinned knight is free (4.5)", fen: pinned, acts: "-e2 +e2", laws: rules.FIDE2009, owes: "none", press: "clock_without_move"},
		{name: "touch-move broken (4.3)", fen: start, acts: "-e2 +e2 -d2 +d4", laws: rules.FIDE2009, owes: "move[e2] [e2e3 e2e4]", move: "d2d4", breach: "touched_piece"},
		{name: "released and moved on (4.6)", fen: start, acts: "-e2 +e3 * -e3 +e4", laws: rules.FIDE2009, owes: "move[e2] [e2e3 e2e4]", move: "e2e4", breach: "released_piece"},
		{name: "passed over", fen: start, acts: "-e2 +e3 -e3 +e4", laws: rules.FIDE2009, owes: "move[e2] [e2e3 e2e4]", move: "e2e4"},
		{name: "rook moved, then the king (4.4b, 4.6)", fen: castling, acts: "-h1 +f1 * * * -e1 +g1", laws: rules.FIDE2009, owes: "move[h1] [h1f1 h1g1]", move: "e1g1", breach: "released_piece"},
		{name: "pinned knight moved (7.4)", fen: pinned, acts: "-e2 +c3", laws: rules.FIDE2009, owes: "none", reason: notLegal},
		{name: "pawn not taken off in passing (3.7d)", fen: passing, acts: "-e5 +d6", laws: rules.FIDE2009, owes: "finish[e5 d6] [e5d6]", reason: notLegal},
		{name: "the same, 1953 (7b)", fen: passing, acts: "-e5 +d6", laws: rules.FIDE1953, owes: "finish[e5 d6] [e5d6]", press: "clock_without_move"},
		{name: "pressed in the air", fen: start, acts: "-e2", laws: rules.FIDE2009, owes: "move[e2] [e2e3 e2e4]", press: "clock_with_piece_in_hand"},
	} {
		p := rules.MustPosition(c.fen, rules.Standard)
		edition, _ := choose(c.laws.String())
		turn := read(edition[0], p, hand(t, p, c.acts))
		v := turn.judge(true, sensors.Occupancy)
		move := ""
		if v.move != rules.NoMove {
			move = v.move.UCI(rules.Standard)
		}
		if got := turn.owes().in(rules.Standard); got != c.owes || move != c.move || v.breach != c.breach || v.reason != c.reason || v.press != c.press {
			t.Errorf("%s: %s: owes %s, move %q, breach %q, illegal %q, press %q; want %s, %q, %q, %q, %q",
				c.name, c.acts, got, move, v.breach, v.reason, v.press, c.owes, c.move, c.breach, c.reason, c.press)
		}
	}
}

// In games in which nobody does anything wrong, the referee accuses nobody: no illegal move, no breach of
// touch-move, no press without a move.
func TestNobodyIsAccusedForNothing(t *testing.T) {
	t.Chdir("../..")
	jobs, err := fairJobs(6, 9100, "clean,club", "")
	if err != nil {
		t.Fatal(err)
	}
	all, err := countFair(jobs, func(level string, truth *sim.Truth, x accusation) {
		t.Errorf("%s seed %d, %s, at %s: %s", level, truth.Seed, x.subject, x.at, x.what)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, level := range []string{"clean", "club"} {
		if a := all[level]; a == nil || a.plies < 300 {
			t.Errorf("%s: too few plies", level)
		}
	}
	if len(all["club"].true) == 0 {
		t.Error("club: nothing is said of anybody, with a reason or without: nothing is measured")
	}
}

// What one player did does not explain what is said about the other, except where a board shows no
// difference, or the other's clock.
func TestExplainedByPlayer(t *testing.T) {
	truth := &sim.Truth{
		Clock: true,
		Games: []sim.TruthGame{{Plies: []sim.Ply{
			{Ply: 1, StartUS: 1e6, DoneUS: 3e6, ClockUS: 2e6},
			{Ply: 2, StartUS: 4e6, DoneUS: 5e6, ClockUS: 6e6},
		}}},
		Incidents: []sim.Incident{
			{Kind: sim.IncidentIllegal, By: "white", AtUS: 7e6, UntilUS: 8e6},
			{Kind: sim.IncidentTouch, By: "white", AtUS: 7e6, UntilUS: 8e6},
		},
	}
	for _, c := range []struct {
		kind string
		by   rules.Color
		want bool
	}{
		{"illegal", rules.White, true},
		{"illegal", rules.Black, false},
		{"press_before_release", rules.White, true},
		{"press_before_release", rules.Black, false},
		{"touch", rules.Black, true},
		{wrongSide, rules.Black, true},
	} {
		if got := isExplained(truth, c.kind, c.by, 0, 10e9); got != c.want {
			t.Errorf("%s of %v: explained %v", c.kind, c.by, got)
		}
	}
}

// isOfTale reports whether a row is one of tales or trials.
func isOfTale(name string) bool {
	return isOfTrial(name) || slices.ContainsFunc([]how{midway, replied, amended, ignored}, func(as how) bool { return strings.Contains(name, string(as)) })
}

// isOfTrial reports whether a row is one of trials.
func isOfTrial(name string) bool {
	return slices.ContainsFunc([]how{hasty, shuffled, overseen, broken, offending, onto}, func(as how) bool { return strings.Contains(name, string(as)) })
}
