package main

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"
	"time"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/score"
	"touchmove/sensors/trace"
)

// Every ending has a line, and a result entered at once changes nothing.
func TestEndings(t *testing.T) {
	b := bench{levels: []string{"clean"}, games: []string{otb}, ends: 1}
	var out bytes.Buffer
	if err := b.run(t.Context(), &out, "", 0, 1000); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`(?m)^endings: simulated play, seeds 1000 to 1000 of each level, \d moments`,
		`(?m)^ +result at once +[1-3] +0 +0 +0 +- +-$`,
		`(?m)^ +kings 10 s apart +[1-3] +\d+ +\d+ +\d+ +[0-9.]+ +-$`,
		`(?m)^ +swept and set up again +[1-3] +\d+ +\d+ +\d+ +- +[0-9.]+$`,
		`(?m)^ +all +\d+ `,
	} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("the report does not match %s:\n%s", want, out.String())
		}
	}
}

// While a chip does not answer, its squares read unknown, and afterwards they read what
// stands there.
func TestOutage(t *testing.T) {
	is := func(at int, sq rules.Square, is sensors.State) trace.Record {
		return trace.Record{At: time.Duration(at) * time.Second, What: trace.Change{Square: sq, Is: is}}
	}
	var first sensors.Scan
	for sq := range first {
		first[sq] = sensors.Empty
	}
	first[rules.E2] = sensors.Occupied
	r := readings{records: []trace.Record{
		{What: trace.Scan{Board: first}}, is(20, rules.E2, sensors.Empty), is(21, rules.E4, sensors.Occupied), is(40, rules.A8, sensors.Occupied),
	}}
	got := r.without(outage{ranks: rules.RankSquares(0) | rules.RankSquares(1), from: 10 * time.Second, to: 30 * time.Second})
	at := func(n int, sq rules.Square) sensors.State { return got.records[n].What.(trace.Scan).Board[sq] }
	if len(got.records) != 5 {
		t.Fatalf("%d records, want 5: %v", len(got.records), got.records)
	}
	if s := got.records[1]; s.At != 10*time.Second || at(1, rules.E2) != sensors.Unknown || at(1, rules.E4) != sensors.Empty {
		t.Errorf("at the beginning of the outage: %v", s)
	}
	if s := got.records[3]; s.At != 30*time.Second || at(3, rules.E2) != sensors.Empty || at(3, rules.E4) != sensors.Occupied {
		t.Errorf("at its end: %v", s)
	}
}

// A wrong move counts as published wrong whether or not it is corrected later.
func TestToldWrongInAnOutage(t *testing.T) {
	truth := sim.Truth{Games: []sim.TruthGame{{Moves: []string{"e2e4"}, Plies: []sim.Ply{{Ply: 1, UCI: "e2e4", Style: "slide"}}}}}
	var row outageRow
	var told told
	told.rebuilt.Games = [][]string{{"e2e3"}}
	told.rebuilt.Publications = appendPublication(nil, madeAt(5, 1, "e2e3"))
	row.add(truth, outage{}, told)
	if row.wrong != 1 || row.sure != 1 || row.tally.Exact != 0 {
		t.Errorf("%d wrong, %d of them sure, %d games exact", row.wrong, row.sure, row.tally.Exact)
	}
}

func madeAt(us, ply int, uci string) reconcile.Event {
	return reconcile.Event{At: time.Duration(us) * time.Microsecond, Game: 1, What: reconcile.Made{Ply: ply, UCI: uci, Confidence: 0.99}}
}

// A king that has made room for the other one is not lifted again from the square on which the
// other one stands now, and a piece taken off between the kings is no king: both kings stand at
// the end.
func TestKingsThatMakeRoom(t *testing.T) {
	for seed := range uint64(20) {
		h := &hands{dice: rand.New(rand.NewPCG(seed, 1)), at: rules.MustPosition("8/5k2/8/4K3/3R4/8/8/8 w - - 0 1", rules.Standard)}
		h.kings("1/2-1/2", time.Second, func() { h.clear(-1) }) // White's on e4, Black's on e5
		full := h.at.Occupied()
		for _, r := range h.records {
			if c := r.What.(trace.Change); c.Is == sensors.Empty {
				full = full.Without(c.Square)
			} else {
				full = full.With(c.Square)
			}
		}
		if want := rules.SquaresOf(rules.E4, rules.E5); full != want {
			t.Fatalf("seed %d: pieces stand on %v, want the kings on %v", seed, full, want)
		}
	}
}

// A bench that is stopped early reports the games that it has played, and begins nothing else.
func TestStoppedEarly(t *testing.T) {
	games, err := readGames(otb)
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := played(games, 8*processors(), 1000, func(level string) bool { return level == "clean" })
	if err != nil {
		t.Fatal(err)
	}
	measures := map[string]func(ctx context.Context, out io.Writer, jobs []job) error{
		"outages": func(ctx context.Context, out io.Writer, jobs []job) error {
			return measureOutages(ctx, out, "some", jobs)
		},
		"endings": func(ctx context.Context, out io.Writer, jobs []job) error {
			return measureEndings(ctx, out, "some", jobs, 1)
		},
		"risk": func(ctx context.Context, out io.Writer, jobs []job) error {
			return (bench{}).measureRisk(ctx, out, "some", jobs)
		},
		"report": func(ctx context.Context, out io.Writer, jobs []job) error {
			return bench{ways: ways[:1]}.report(ctx, out, "some", jobs)
		},
	}
	for name, measure := range measures {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		first := jobs[0].make
		stopping := append([]job{{jobs[0].level, func() (readings, sim.Truth, error) {
			stop()
			return first()
		}}}, jobs[1:]...)
		var out bytes.Buffer
		if err := measure(ctx, &out, stopping); err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(`(?m)^stopped early: \d+ of \d+ games were played$`).Match(out.Bytes()) {
			t.Errorf("%s does not say that it was stopped:\n%s", name, out.String())
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var out bytes.Buffer
	b := bench{levels: []string{"clean"}, games: []string{otb}, ways: ways[:1], outages: 1, ends: 1, questions: 1, risks: 1}
	if err := b.run(ctx, &out, "", 1, 7000000); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != legend {
		t.Errorf("after it was stopped it went on:\n%s", got)
	}
}

// A person who knows what was played can put right every game with an outage of these. In the first the question
// about an unseen move is asked so early that it does not name the move, and has to be asked again. In the second
// the kings have ended the game when the question is answered: what hands have done since is no move. In the third
// the line stopped, when the game was over, before a move that had no rival. In the fourth two moves in a row are not
// seen, and only the reply, once it has rested, shows that there were any.
func TestAnswersPutTheGameRight(t *testing.T) {
	var games []sim.Game
	for _, file := range []string{otb, "../../sensors/sim/testdata/games-chess960.pgn"} {
		more, err := readGames(file)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, more...)
	}
	for name, seed := range map[string]uint64{"asked again": 9970015, "answered after the end": 9950007, "a move without a rival": 9991051, "two moves unseen": 9998314} {
		t.Run(name, func(t *testing.T) {
			jobs, err := played(games, 1, seed, func(level string) bool { return level == "noisy" })
			if err != nil {
				t.Fatal(err)
			}
			r, truth, err := jobs[0].make()
			if err != nil {
				t.Fatal(err)
			}
			told, err := tellAll(r.without(outageOf(truth, rand.New(rand.NewPCG(truth.Seed, 17)))), &truth)
			if err != nil {
				t.Fatal(err)
			}
			if g := score.Compare(truth, told.rebuilt).Games[0]; !g.Exact {
				t.Errorf("asked %d times, and then ply %d: %s", told.asked, g.First.Ply, departure(g.First))
			}
		})
	}
}

// TestStrangeEndingsChangeNothing: whatever hands do to the board when a game is over, no completed move changes, and
// kings in the centre are seen.
func TestStrangeEndingsChangeNothing(t *testing.T) {
	games, err := readGames(otb)
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := played(games, 2, 10061000, func(level string) bool { return level == "club" || level == "blitz" })
	if err != nil {
		t.Fatal(err)
	}
	ended := 0
	for _, j := range jobs {
		r, truth, err := j.make()
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cuts(r, truth, rand.New(rand.NewPCG(truth.Seed, 15)), 2) {
			want := truth.Games[0].Moves[:c.plies]
			for _, e := range strangeEndings() {
				if c.over && e.shows {
					continue
				}
				got, err := c.endOf(&e, truth.Seed+uint64(c.plies), want)
				if err != nil {
					t.Fatal(err)
				}
				ended++
				if line := got.lines[0]; len(line) < len(want) || !slices.Equal(line[:len(want)], want) || got.upset > 0 {
					t.Errorf("%s, seed %d after ply %d: %v were played, and %v is left", e.name, truth.Seed, c.plies, want, line)
				}
				if e.shows && got.shown != c.result {
					t.Errorf("%s, seed %d after ply %d: the kings show %q, seen %q", e.name, truth.Seed, c.plies, c.result, got.shown)
				}
				if e.begins && len(got.lines) != 2 {
					t.Errorf("%s, seed %d after ply %d: %d games", e.name, truth.Seed, c.plies, len(got.lines))
				}
			}
		}
	}
	if ended < 60 {
		t.Errorf("only %d endings were played", ended)
	}
}
