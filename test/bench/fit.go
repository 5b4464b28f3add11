package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"

	"touchmove/eventlog"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/score"
	"touchmove/sensors/trace"
)

// sample is what was known of a move at one time, and whether it was right.
type sample struct {
	level     string
	evidence  decoder.Evidence
	right     bool
	published bool
	weight    float64 // how many it stands for
}

// thinned: of the many judgements that were right, one in so many stands for all.
const thinned = 8

// situation distinguishes judgements that say something new of a move.
type situation struct {
	move      rules.Move
	published bool
	replies   float64
	sign      float64
	quiet     int
	odds      int
}

func situationOf(j *decoder.Judgement) situation {
	e := &j.Evidence
	quiet := 0.0
	for t := decoder.QuietNone; t <= decoder.QuietDone; t++ {
		quiet += e[t]
	}
	return situation{
		j.Move, j.Published, e[decoder.RepliedOnce] + e[decoder.RepliedMore] + e[decoder.RepliedLong],
		e[decoder.PressedAfter] + 2*e[decoder.TouchedAfter], int(3 * quiet),
		int(e[decoder.RivalsAgainst] + e[decoder.RivalsBehind] + e[decoder.RivalsFar] + e[decoder.NoneAgainst] + e[decoder.NoneBehind] + e[decoder.NoneFar]),
	}
}

// collect rebuilds a trace and returns what was known of its moves whenever that changed.
func collect(level string, r readings, truth sim.Truth, publish trace.Publish) ([]sample, error) {
	r.header.Publish = publish
	board, err := eventlog.New(r.header, eventlog.Journal{ID: r.header.Board})
	if err != nil {
		return nil, err
	}
	type place struct{ game, ply int }
	latest := map[place]situation{}
	var samples []sample
	n := 0
	board.Game().KeepEvidence(func(game int, j decoder.Judgement) {
		at := place{game, j.Ply}
		s := situationOf(&j)
		if latest[at] == s {
			return
		}
		latest[at] = s
		x := score.Publication{AtUS: j.At.Microseconds(), Game: game - 1, Kind: score.Made, Ply: j.Ply, UCI: j.UCI}
		right := score.IsRight(truth, x)
		n++
		switch {
		case !right:
			samples = append(samples, sample{level, j.Evidence, false, j.Published, 1})
		case n%thinned == 0:
			samples = append(samples, sample{level, j.Evidence, true, j.Published, thinned})
		}
	})
	for _, record := range r.records {
		if _, err := board.Step(record); err != nil {
			continue // refused, as live
		}
	}
	return samples, nil
}

// gather collects the samples of all jobs, in a fixed order.
func gather(jobs []job) ([]sample, error) {
	parts := make([][]sample, len(jobs))
	var mu sync.Mutex
	var failed error
	numbered := make([]job, len(jobs))
	for i, j := range jobs {
		numbered[i] = job{j.level, func() (readings, sim.Truth, error) {
			r, truth, err := j.make()
			if err == nil {
				parts[i], err = collect(j.level, r, truth, trace.Sure)
			}
			if err != nil {
				mu.Lock()
				failed = cmp.Or(failed, fmt.Errorf("%s: %w", j.level, err))
				mu.Unlock()
			}
			return r, truth, err
		}}
	}
	each(numbered, func(j job) { j.make() }) //nolint:errcheck // it is in failed
	return slices.Concat(parts...), failed
}

// model gives the log-odds that a move is right.
type model [decoder.Terms]float64

func (m *model) odds(e *decoder.Evidence) float64 {
	z := 0.0
	for i, x := range e {
		z += m[i] * x
	}
	return z
}

func probability(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

// fit finds the model under which what came true is likeliest, by Newton's method. Each
// weight but the first is drawn to 0 as by ridge samples, and one that has a sign by
// nature keeps it.
func fit(samples []sample, ridge float64, sign map[decoder.Term]float64) model {
	var m model
	const n = decoder.Terms
	for range 30 {
		var gradient [n]float64
		var hessian [n][n]float64
		for k := range samples {
			s := &samples[k]
			p := probability(m.odds(&s.evidence))
			y := 0.0
			if s.right {
				y = 1
			}
			w := s.weight * max(p*(1-p), 1e-9)
			for i, x := range s.evidence {
				if x == 0 {
					continue
				}
				gradient[i] += s.weight * (y - p) * x
				for j := 0; j <= i; j++ {
					hessian[i][j] += w * x * s.evidence[j]
				}
			}
		}
		for i := range n {
			r := ridge
			if i == 0 {
				r = 1e-6
			}
			gradient[i] -= r * m[i]
			hessian[i][i] += r
		}
		step := boundedStep(&m, &hessian, gradient, sign)
		moved := 0.0
		for i := range n {
			d := min(max(step[i], -2), 2)
			next := m[i] + d
			if f := sign[decoder.Term(i)]; f != 0 && next*f < 0 {
				next = 0
			}
			moved = max(moved, math.Abs(next-m[i]))
			m[i] = next
		}
		if moved < 1e-5 {
			break
		}
	}
	return m
}

// boundedStep is Newton's step with those weights left out that stand at their bound and
// would cross it.
func boundedStep(m *model, hessian *[decoder.Terms][decoder.Terms]float64, gradient [decoder.Terms]float64, sign map[decoder.Term]float64) [decoder.Terms]float64 {
	for {
		a := *hessian
		step := solve(&a, gradient)
		crossed := false
		for i := range step {
			if d := sign[decoder.Term(i)]; d == 0 || m[i] != 0 || step[i]*d >= 0 {
				continue
			}
			crossed = true
			gradient[i] = 0
			for j := range step {
				hessian[max(i, j)][min(i, j)] = 0
			}
			hessian[i][i] = 1
		}
		if !crossed {
			return step
		}
	}
}

// solve solves a x = b for a positive definite a, of which only the lower half is looked
// at (Cholesky).
func solve(a *[decoder.Terms][decoder.Terms]float64, b [decoder.Terms]float64) [decoder.Terms]float64 {
	const n = decoder.Terms
	for i := range n {
		for j := 0; j <= i; j++ {
			sum := a[i][j]
			for k := 0; k < j; k++ {
				sum -= a[i][k] * a[j][k]
			}
			if i == j {
				a[i][i] = math.Sqrt(max(sum, 1e-9))
			} else {
				a[i][j] = sum / a[j][j]
			}
		}
	}
	for i := range n {
		for k := 0; k < i; k++ {
			b[i] -= a[i][k] * b[k]
		}
		b[i] /= a[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			b[i] -= a[k][i] * b[k]
		}
		b[i] /= a[i][i]
	}
	return b
}

// assess prints how a model does on samples.
func assess(out io.Writer, m *model, samples []sample) {
	loss, all := 0.0, 0.0
	var by [2]score.Reliability
	for i := range samples {
		s := &samples[i]
		p := probability(m.odds(&s.evidence))
		k := 0
		if s.published {
			k = 1
		}
		for range int(s.weight) {
			by[k].Add(p, s.right)
		}
		all += s.weight
		if s.right {
			loss -= s.weight * math.Log(max(p, 1e-12))
		} else {
			loss -= s.weight * math.Log(max(1-p, 1e-12))
		}
	}
	fmt.Fprintf(out, "log loss %.5f of %.0f\n", loss/all, all)
	for k, what := range []string{"before they were published", "after"} {
		fmt.Fprintf(out, " %s: %s\n", what, by[k].String())
		least := 0.0
		for _, b := range by[k].Bins() {
			if b.Moves > 0 {
				fmt.Fprintf(out, "  %v to %v: %d, expected %.3f %%, right %.3f %%\n", least, b.Most, b.Moves, 100*b.Expected/float64(b.Moves), 100*float64(b.Moves-b.Wrong)/float64(b.Moves))
			}
			least = b.Most
		}
	}
}

func (b bench) fit(out io.Writer, seeds int, first uint64) error {
	var games []sim.Game
	for _, file := range b.games {
		more, err := readGames(file)
		if err != nil {
			return err
		}
		games = append(games, more...)
	}
	jobs, err := played(games, seeds, first, b.wants)
	if err != nil {
		return err
	}
	train, err := gather(jobs)
	if err != nil {
		return err
	}
	jobs, err = played(games, seeds, first+100000, b.wants)
	if err != nil {
		return err
	}
	test, err := gather(jobs)
	if err != nil {
		return err
	}
	m := fit(train, 1, signs)
	for i, w := range m {
		fmt.Fprintf(out, "\t%-16s %.3f,\n", decoder.Term(i).String()+":", w)
	}
	assess(out, &m, train)
	assess(out, &m, test)
	return nil
}

// signs are the signs that weights have by nature: more odds never make a move less
// certain, and more trouble never more.
var signs = func() map[decoder.Term]float64 {
	m := map[decoder.Term]float64{}
	for _, t := range []decoder.Term{
		decoder.RivalsAgainst, decoder.RivalsBehind, decoder.RivalsFar, decoder.NoneAgainst, decoder.NoneBehind, decoder.NoneFar,
		decoder.BeforeAgainst, decoder.BeforeBehind, decoder.QuietNone, decoder.QuietFew, decoder.QuietSome, decoder.QuietMany, decoder.QuietDone,
		decoder.RepliedMore, decoder.RepliedLong, decoder.PressedAfter, decoder.SilentReplied, decoder.BlindReplied, decoder.UnnamedReplied, decoder.LateClock,
	} {
		m[t] = 1
	}
	for _, t := range []decoder.Term{
		decoder.SilentCapture, decoder.BlindEnd, decoder.IllegalMove, decoder.PieceUnnamed, decoder.CornerRook, decoder.CentreKing, decoder.WasKnocked,
		decoder.PriceLow, decoder.PriceHigh, decoder.Strain, decoder.Ordeal, decoder.Saga, decoder.Aftermath, decoder.OpenCost, decoder.OpenSquare,
		decoder.Distrusts, decoder.Unreadable, decoder.Dropped, decoder.Redone,
	} {
		m[t] = -1
	}
	return m
}()
