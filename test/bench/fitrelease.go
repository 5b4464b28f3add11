package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"io"
	"math"
	"os"
	"slices"
	"sort"
	"text/tabwriter"
	"time"

	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/reconcile/decoder"
	"touchmove/reconcile/release"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/score"
	"touchmove/sensors/trace"
)

// episode is a piece that came to rest where a move would leave it, without a sign that the hand
// was done.
type episode struct {
	signs   release.Signs // when it was first considered: Quiet is at least release.Least
	goes    bool          // the hand moved it on
	at      float64       // when it came to rest, in seconds of the trace
	rest    float64       // if it goes on: how long it rests before, in seconds; 0 if no sensor showed that
	pressed float64       // seconds from coming to rest to the press of the clock; 0 without a press
	over    float64       // seconds from coming to rest until a sign showed that the hand was done; 0 if none did
	done    float64       // seconds from coming to rest until the hand let go of the piece for good; may be negative
	clock   bool          // the board has a clock
}

// episodesOf lists the episodes of a trace.
func episodesOf(level string, r readings, truth sim.Truth) ([]episode, error) {
	board, err := eventlog.New(r.header, eventlog.Journal{ID: r.header.Board})
	if err != nil {
		return nil, err
	}
	if err := publishByTime(board.Game()); err != nil {
		return nil, err
	}
	f := finder{level: level, readings: r, truth: truth, found: map[place]bool{}, seen: map[move]bool{}, latest: map[move]int{}}
	board.Game().KeepEvidence(f.judged)
	for _, record := range r.records {
		if _, err := board.Step(record); err != nil {
			continue // refused, as in live play
		}
	}
	return f.list, nil
}

// move is a move that the decoder has considered.
type move struct {
	game, ply int
	uci       string
}

// place is where and when a piece of a move came to rest.
type place struct {
	move
	rests int64 // since when, in milliseconds
}

// finder finds the episodes of a trace in what the decoder judges.
type finder struct {
	level    string
	readings readings
	truth    sim.Truth
	list     []episode
	found    map[place]bool
	seen     map[move]bool // published
	latest   map[move]int  // the index of its last episode
}

// judged adds the episode that a judgement shows, if it is a new one, or notes that an earlier one is over.
func (f *finder) judged(game int, j decoder.Judgement) {
	x := j.Evidence.Hand()
	told := move{game, j.Ply, j.UCI}
	if x[release.Open] == 0 {
		f.seen[told] = f.seen[told] || j.Published
		if i, ok := f.latest[told]; ok && f.list[i].over == 0 && !j.Unfinished {
			f.list[i].over = j.At.Seconds() - f.list[i].at
		}
		return
	}
	if game > len(f.truth.Games) || j.Ply > len(f.truth.Games[game-1].Plies) {
		return
	}
	rests := j.At.Seconds() - x[release.Quiet]
	at := place{told, int64(math.Round(1000 * rests))}
	early := !j.Published || !f.seen[told] // it is published just now, or later
	f.seen[told] = f.seen[told] || j.Published
	if x[release.Quiet] < release.Least || f.found[at] {
		return
	}
	right := score.IsRight(f.truth, score.Publication{AtUS: j.At.Microseconds(), Game: game - 1, Kind: score.Made, Ply: j.Ply, UCI: j.UCI})
	goes := !right && isUnderWay(f.truth, game, &j)
	if j.Unfinished || !early || !right && !goes || x[release.Tried] > 0 && !restsTwice(f.level) {
		return // published long before, or the board was misread
	}
	if e, ok := f.episode(game, &j, goes); ok {
		f.found[at], f.latest[told] = true, len(f.list)
		f.list = append(f.list, e)
	}
}

// episode returns the episode of a judgement, and false if the hand goes on after a drop: that has no model.
func (f *finder) episode(game int, j *decoder.Judgement, goes bool) (e episode, ok bool) {
	x := j.Evidence.Hand()
	rests := j.At.Seconds() - x[release.Quiet]
	ply := f.truth.Games[game-1].Plies[j.Ply-1]
	e = episode{signs: *x, goes: goes, at: rests, done: float64(ply.DoneUS)/1e6 - rests, clock: f.truth.Clock}
	if goes {
		to, err := rules.ParseSquare(j.UCI[2:4])
		if err != nil {
			return e, false
		}
		if end, ok := f.readings.leaves(to, j.At, time.Duration(ply.DoneUS)*time.Microsecond); ok {
			e.rest = end.Seconds() - rests
		}
	}
	if ply.ClockUS > 0 {
		e.pressed = max(1e-3, float64(ply.ClockUS)/1e6-rests)
	}
	return e, true
}

// publishByTime makes every move wait as long as any may wait, so that the model in use does not decide
// which episodes are found: the same program then fits the same model, whatever the last one was.
func publishByTime(g *reconcile.Game) error {
	p := *decoder.DefaultParameters()
	for _, name := range [...]string{"sureWorth", "promptWorth", "sureLeast"} {
		i, ok := decoder.ParameterByName(name)
		if !ok {
			return fmt.Errorf("fit-release: the decoder has no parameter %s", name)
		}
		p[i] = 0
	}
	g.Tune(&p)
	return nil
}

// leaves returns when the piece that a square reads at one moment is lifted again, and false if
// that is not read before another moment. What the reconstruction does is no witness of that: it
// stops looking at a move once it is published.
func (r readings) leaves(sq rules.Square, from, before time.Duration) (time.Duration, bool) {
	first := sort.Search(len(r.records), func(i int) bool { return r.records[i].At > from })
	for _, record := range r.records[first:] {
		if record.At >= before {
			break
		}
		switch what := record.What.(type) {
		case trace.Scan:
			if what.Board[sq] == sensors.Empty {
				return record.At, true
			}
		case trace.Change:
			if what.Square == sq && what.Is == sensors.Empty {
				return record.At, true
			}
		}
	}
	return 0, false
}

// restsTwice reports whether the hands of a level may rest more than once within a move. The hands
// of the other simulated levels never do, so those levels are left out.
func restsTwice(level string) bool {
	s, err := sim.StyleByName(level)
	return err != nil || slices.ContainsFunc(s.Quiet, func(w sim.Way) bool { return w.Name == "moved-on" })
}

// since is how long the piece had rested, in seconds, when it was first considered.
func (e *episode) since() float64 { return e.signs[release.Quiet] }

// fitRelease finds the model that makes the episodes most likely. An episode that was first
// considered late says nothing about the time before: had the hand gone on or the press come by
// then, it would not be in the list. So its likelihood is conditional on that moment (left
// truncation: Klein and Moeschberger, Survival Analysis, 2nd ed., section 3.4).
func fitRelease(list []episode) release.Model {
	m := release.Model{Rest: fitRest(list)}
	m.Due, m.Late = fitDue(list)
	m.Goes = fitGoes(&m, list)
	return m
}

// fitRest fits how long pieces rest whose hand goes on.
func fitRest(list []episode) release.Times {
	d := release.Times{Shape: 2}
	climb([]*float64{&d.Median, &d.Fast, &d.Shape}, func() (sum float64) {
		if d.Shape < shapeLeast {
			return math.Inf(-1)
		}
		for i := range list {
			if e := &list[i]; e.goes && e.rest > e.since() {
				fast := e.signs[release.Fast]
				sum += density(&d, e.rest, fast) - math.Log(d.Later(e.since(), fast))
			}
		}
		return sum
	})
	return d
}

// fitDue fits when a player who has finished presses the clock, and the share of presses that are
// forgotten.
func fitDue(list []episode) (d release.Times, late float64) {
	d = release.Times{Shape: 2}
	odds := -3.0 // that a press is forgotten
	climb([]*float64{&d.Median, &d.Fast, &d.Shape, &odds}, func() float64 {
		if late = probability(odds); d.Shape < shapeLeast {
			return math.Inf(-1)
		}
		sum := math.Log(late) + usualPresses*math.Log(1-late)
		for i := range list {
			e := &list[i]
			if e.goes || e.signs[release.Due] == 0 || e.pressed > 0 && e.pressed <= e.since() {
				continue
			}
			fast := e.signs[release.Fast]
			sum -= math.Log(late + (1-late)*d.Later(e.since(), fast))
			if e.pressed == 0 {
				sum += math.Log(late)
			} else {
				sum += math.Log(1-late) + density(&d, e.pressed, fast)
			}
		}
		return sum
	})
	return d, probability(odds)
}

const (
	shapeLeast   = 0.1
	usualPresses = 49 // presses assumed beside one that is forgotten, so that few episodes say little
)

// density returns the logarithm of the density of a time.
func density(d *release.Times, t, fast float64) float64 {
	later := min(max(d.Later(t, fast), 1e-9), 1-1e-9)
	return math.Log(later) + math.Log(1-later) + math.Log(d.Shape/t)
}

// climb changes numbers, one at a time, until no change raises the likelihood.
func climb(numbers []*float64, likelihood func() float64) {
	best := likelihood()
	for step := 0.5; step > 1e-3; step /= 2 {
		for moved := true; moved; {
			moved = false
			for _, x := range numbers {
				for _, by := range []float64{step, -step} {
					before := *x
					*x += by
					if is := likelihood(); is > best+1e-6 {
						best, moved = is, true
					} else {
						*x = before
					}
				}
			}
		}
	}
}

// suspicious are the signs that by their nature never suggest that a hand is done.
var suspicious = map[release.Sign]bool{release.Further: true, release.Loses: true, release.Elsewhere: true, release.Tried: true, release.Unsteady: true}

// fitGoes fits what the signs say about whether the hand goes on, by Newton's method, given the
// times of m. Each weight but the first is pulled slightly towards 0.
func fitGoes(m *release.Model, list []episode) (w [release.Count]float64) {
	const n = release.Count
	first := int(release.Always)
	waited := make([]float64, len(list)) // what the time before an episode was considered adds to the log-odds
	for k := range list {
		waited[k] = logOdds(m.Risk(&list[k].signs)) - m.Odds(&list[k].signs)
	}
	for range 40 {
		var gradient [n]float64
		var hessian [n][n]float64
		for k := range list {
			x := &list[k].signs
			z := waited[k]
			for i := first; i < n; i++ {
				z += w[i] * x[i]
			}
			p, y := probability(z), 0.0
			if list[k].goes {
				y = 1
			}
			for i := first; i < n; i++ {
				if x[i] == 0 {
					continue
				}
				gradient[i] += (y - p) * x[i]
				for j := first; j <= i; j++ {
					hessian[i][j] += max(p*(1-p), 1e-9) * x[i] * x[j]
				}
			}
		}
		var a [decoder.Terms][decoder.Terms]float64
		var b [decoder.Terms]float64
		for i := range a {
			a[i][i] = 1
		}
		for i := first; i < n; i++ {
			ridge := 2.0
			if i == first {
				ridge = 1e-6
			}
			b[i] = gradient[i] - ridge*w[i]
			copy(a[i][:n], hessian[i][:])
			a[i][i] += ridge
		}
		step, moved := solve(&a, b), 0.0
		for i := first; i < n; i++ {
			d := min(max(step[i], -2), 2)
			next := w[i] + d
			if suspicious[release.Sign(i)] {
				next = max(next, 0)
			}
			moved = max(moved, math.Abs(next-w[i]))
			w[i] = next
		}
		if moved < 1e-6 {
			break
		}
	}
	return w
}

func logOdds(p float64) float64 { return math.Log(p / (1 - p)) }

// withoutClock counts the episodes of boards without a clock, by which sureWorth and promptWorth are chosen.
func withoutClock(list []episode) (n int) {
	for i := range list {
		if !list[i].clock {
			n++
		}
	}
	return n
}

// assessRelease prints how well a model does on episodes.
func assessRelease(out io.Writer, m *release.Model, list []episode) error {
	loss, plain, went := 0.0, 0.0, 0
	for i := range list {
		if list[i].goes {
			went++
		}
	}
	rate := (float64(went) + 0.5) / (float64(len(list)) + 1)
	bounds := [...]float64{0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 1}
	var count, gone [len(bounds)]int
	var expected [len(bounds)]float64
	for i := range list {
		e := &list[i]
		p := m.Risk(&e.signs)
		if e.goes {
			loss, plain = loss-math.Log(p), plain-math.Log(rate)
		} else {
			loss, plain = loss-math.Log(1-p), plain-math.Log(1-rate)
		}
		k := 0
		for p > bounds[k] {
			k++
		}
		count[k]++
		expected[k] += p
		if e.goes {
			gone[k]++
		}
	}
	fmt.Fprintf(out, "%d pieces at rest, %d of them without a clock; the hand went on with %d; log loss %.5f, of the mean rate %.5f\n", len(list), withoutClock(list), went, loss/float64(len(list)), plain/float64(len(list)))
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "risk to\tpieces\texpected\twent on\t")
	for k, b := range bounds {
		fmt.Fprintf(w, "%v\t%d\t%.1f\t%d\t\n", b, count[k], expected[k], gone[k])
	}
	return w.Flush()
}

// fitReleaseTo fits package release to new games of every level, and to recorded traces if there
// are any, writes its numbers as Go source, and prints how well they do on games that the fit never
// saw.
func (b bench) fitReleaseTo(file string, out io.Writer, samples string, seeds int, first uint64) error {
	e, err := gatherBoth(b, samples, seeds, first, b.playedOnly, episodesOf)
	if err != nil {
		return err
	}
	seen := e.seen
	m := fitRelease(seen)
	fmt.Fprintln(out, "fitted to:")
	if err := assessRelease(out, &m, seen); err != nil {
		return err
	}
	fmt.Fprintln(out, "never seen:")
	if err := cmp.Or(assessRelease(out, &m, e.unseen), compareWorths(out, &m, seen)); err != nil {
		return err
	}
	if file == "-" {
		return nil
	}
	report := fmt.Sprintf("fitted to %d pieces at rest, %d of them without a clock, of seeds %d to %d of each level", len(seen), withoutClock(seen), first, first+uint64(seeds)-1)
	if samples != "" {
		report += " and of the traces of " + samples
	}
	return os.WriteFile(file, releaseSource(&m, report), 0o644)
}

// releaseSource writes a model as Go source, the table of package release.
func releaseSource(m *release.Model, report string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Code generated by \"make fit-release\"; DO NOT EDIT.\n\npackage release\n\n// fitted is the model by maximum likelihood,\n// %s.\nvar fitted = Model{\nGoes: [Count]float64{\n", report)
	for i := release.Always; int(i) < release.Count; i++ {
		fmt.Fprintf(&b, "%s: %.3f,\n", i, m.Goes[i])
	}
	fmt.Fprintln(&b, "},")
	fmt.Fprintf(&b, "Rest: %s,\nDue: %s,\nLate: %.4f,\n}\n", timesSource(&m.Rest), timesSource(&m.Due), m.Late)
	source, err := format.Source(b.Bytes())
	if err != nil {
		panic(err) // a programmer's error
	}
	return source
}

func timesSource(t *release.Times) string {
	return fmt.Sprintf("Times{Median: %.3f, Fast: %.3f, Shape: %.3f}", t.Median, t.Fast, t.Shape)
}
