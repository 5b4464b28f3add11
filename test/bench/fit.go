package main

import (
	"bytes"
	"context"
	"fmt"
	"go/format"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"touchmove/eventlog"
	"touchmove/internal/certainty"
	"touchmove/reconcile/decoder"
	"touchmove/reconcile/release"
	"touchmove/rules"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/score"
	"touchmove/sensors/trace"
)

// sample is the evidence about a move at one time, and whether the move was right.
type sample struct {
	level     string
	evidence  decoder.Evidence
	right     bool
	published bool
	under     bool    // wrong because the hand had not let go of the piece yet
	weight    float64 // how many judgements it stands for
}

// thinned is how many right judgements before publication one sample stands for, as there are
// very many of them. After publication one stands for four times as many.
const thinned = 8

// situation distinguishes judgements that add information about a move.
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
	quiet := math.Log1p(10 * min(e.Hand()[release.Quiet], 3))
	return situation{
		j.Move, j.Published, e[decoder.RepliedOnce] + e[decoder.RepliedMore] + e[decoder.RepliedLong],
		e[decoder.PressedAfter] + 2*e[decoder.TouchedAfter], int(4 * quiet),
		int(e[decoder.RivalsAgainst] + e[decoder.RivalsBehind] + e[decoder.RivalsFar] + e[decoder.NoneAgainst] + e[decoder.NoneBehind] + e[decoder.NoneFar]),
	}
}

// collect reconstructs a trace and returns the evidence about its moves whenever it changed.
func collect(level string, r readings, truth sim.Truth) ([]sample, error) {
	r.header.Publish = trace.Sure
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
			samples = append(samples, sample{level, j.Evidence, false, j.Published, isUnderWay(truth, game, &j), 1})
		case j.Published && n%(4*thinned) == 0:
			samples = append(samples, sample{level, j.Evidence, true, true, false, 4 * thinned})
		case !j.Published && n%thinned == 0:
			samples = append(samples, sample{level, j.Evidence, true, false, false, thinned})
		}
	})
	for _, record := range r.records {
		if _, err := board.Step(record); err != nil {
			continue // refused, as in live play
		}
	}
	return samples, nil
}

// isUnderWay reports whether the piece of a move is the one that was moved at that ply, and the
// hand had not let go of it yet.
func isUnderWay(truth sim.Truth, game int, j *decoder.Judgement) bool {
	if game > len(truth.Games) || j.Ply > len(truth.Games[game-1].Plies) {
		return false
	}
	p := truth.Games[game-1].Plies[j.Ply-1]
	return p.UCI[:2] == j.UCI[:2] && j.At.Microseconds() < p.DoneUS
}

// gather returns what of finds in the traces of all jobs, in the order of the jobs.
func gather[T any](jobs []job, of func(level string, r readings, truth sim.Truth) ([]T, error)) ([]T, error) {
	parts := make([][]T, len(jobs))
	_, err := each(context.Background(), jobs, func(i int, r readings, truth sim.Truth) (func(), error) {
		found, err := of(jobs[i].level, r, truth)
		return func() { parts[i] = found }, err
	})
	return slices.Concat(parts...), err
}

// model holds the weights for the question whether the board was read correctly. Package release
// answers whether the hand is done.
type model struct{ read weights }

type weights [decoder.Terms]float64

func (w *weights) odds(e *decoder.Evidence) float64 {
	z := 0.0
	for i, x := range e {
		z += w[i] * x
	}
	return z
}

// probability returns the probability that the move is right.
func (m *model) probability(e *decoder.Evidence) float64 {
	p := probability(m.read.odds(e))
	return p * e.HandDone()
}

// fitRead fits the model. Errors because the hand was not done say nothing about the reading of
// the board, so they are left out.
func fitRead(samples []sample) model {
	var read []sample
	for _, s := range samples {
		if !s.under {
			read = append(read, s)
		}
	}
	return model{fit(read, 1, func(t decoder.Term) bool { return !t.IsOfHand() })}
}

func probability(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

// fit finds the model that makes the outcomes most likely, by Newton's method. Each weight but
// the first is pulled towards 0 as if by ridge samples, and one with a natural sign keeps it.
func fit(samples []sample, ridge float64, uses func(decoder.Term) bool) weights {
	var m weights
	sign := signs
	const n = decoder.Terms
	var used [n]bool
	for i := range used {
		used[i] = uses(decoder.Term(i))
	}
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
				if x == 0 || !used[i] {
					continue
				}
				gradient[i] += s.weight * (y - p) * x
				for j := 0; j <= i; j++ {
					if used[j] {
						hessian[i][j] += w * x * s.evidence[j]
					}
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

// boundedStep returns Newton's step without the weights that are at their bound and would cross
// it.
func boundedStep(m *weights, hessian *[decoder.Terms][decoder.Terms]float64, gradient [decoder.Terms]float64, sign map[decoder.Term]float64) [decoder.Terms]float64 {
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

// solve solves a x = b for a positive definite a, of which it reads only the lower half
// (Cholesky).
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

// assess prints how well a model does on samples.
func assess(out io.Writer, m *model, samples []sample) {
	loss, all := 0.0, 0.0
	var by [2]score.Reliability
	for i := range samples {
		s := &samples[i]
		p := m.probability(&s.evidence)
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

// fitTo fits the weights to new games of every level, and to recorded traces if there are any,
// writes them as Go source, and prints how well they do on games that the fit never saw.
func (b bench) fitTo(file string, out io.Writer, samples string, seeds int, first uint64) error {
	e, err := gatherBoth(b, samples, seeds, first, b.playedWithOutages, collect)
	if err != nil {
		return err
	}
	m := fitRead(e.seen)
	var report strings.Builder
	fmt.Fprintf(&report, "fitted to seeds %d to %d of each level", first, first+uint64(seeds)-1)
	if samples != "" {
		fmt.Fprintf(&report, " and the traces of %s", samples)
	}
	fmt.Fprintf(&report, ";\njudged on seeds %d to %d, which the fit never saw: %s", e.first, e.first+uint64(e.seeds)-1, summary(&m, e.unseen))
	if err := os.WriteFile(file, m.source(report.String()), 0o644); err != nil {
		return err
	}
	fmt.Fprintln(out, report.String())
	fmt.Fprint(out, "\nof the games that were fitted to\n")
	assess(out, &m, e.seen)
	fmt.Fprint(out, "\nof those that were not\n")
	assess(out, &m, e.unseen)
	return nil
}

// evidence is what a model is fitted to and judged on.
type evidence[T any] struct {
	seen, unseen []T    // by the fit
	first        uint64 // seed of those unseen
	seeds        int    // of those unseen, of each level
}

// gatherBoth gathers the evidence of the games that jobs makes, some for the fit, together with recorded
// traces if there are any, and others for the assessment.
func gatherBoth[T any](b bench, samples string, seeds int, first uint64, jobs func(games []sim.Game, seeds int, first uint64) ([]job, error), of func(level string, r readings, truth sim.Truth) ([]T, error)) (e evidence[T], err error) {
	games, err := b.allGames()
	if err != nil {
		return e, err
	}
	fit, err := jobs(games, seeds, first)
	if err != nil {
		return e, err
	}
	if fit, err = b.addRecorded(fit, samples); err != nil {
		return e, err
	}
	if e.seen, err = gather(fit, of); err != nil {
		return e, err
	}
	e.first, e.seeds = first+apart, max(1, seeds/3)
	others, err := jobs(games, e.seeds, e.first)
	if err != nil {
		return e, err
	}
	e.unseen, err = gather(others, of)
	return e, err
}

// playedOnly makes the games of the levels for a fit.
func (b bench) playedOnly(games []sim.Game, seeds int, first uint64) ([]job, error) {
	return played(games, seeds, first, b.wants)
}

// playedWithOutages makes the games of playedOnly and others in which a chip stops answering.
func (b bench) playedWithOutages(games []sim.Game, seeds int, first uint64) ([]job, error) {
	jobs, err := b.playedOnly(games, seeds, first)
	if err != nil {
		return nil, err
	}
	return b.addOutages(jobs, games, seeds, first)
}

// addOutages adds to the games for the fit others in which a chip stops answering.
func (b bench) addOutages(jobs []job, games []sim.Game, seeds int, first uint64) ([]job, error) {
	more, err := played(games, seeds, first+outageApart, b.wantsOutage)
	if err != nil {
		return nil, err
	}
	for _, j := range more {
		jobs = append(jobs, job{j.level, func() (readings, sim.Truth, error) {
			r, truth, err := j.make()
			if err != nil {
				return r, truth, err
			}
			return r.without(outageOf(truth, rand.New(rand.NewPCG(truth.Seed, 17)))), truth, nil
		}})
	}
	return jobs, nil
}

// outageApart is the offset of the seeds of games with an outage.
const outageApart = 50000

// apart is the offset of the seeds of the games for assessment from those for the fit.
const apart = 100000

// source writes a model as Go source, the table of package decoder.
func (m *model) source(report string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Code generated by \"make fit\"; DO NOT EDIT.\n\npackage decoder\n\n")
	fmt.Fprintf(&b, "// weights are what each term of Evidence adds to the log-odds that the board was read\n// rightly. By maximum likelihood,\n// %s.\n", strings.ReplaceAll(report, "\n", "\n// "))
	fmt.Fprintf(&b, "var weights = [handTerms]float64{\n")
	for i := range decoder.Terms {
		if t := decoder.Term(i); !t.IsOfHand() {
			fmt.Fprintf(&b, "\t%s: %.3f,\n", t, m.read[i])
		}
	}
	fmt.Fprintf(&b, "}\n")
	source, err := format.Source(b.Bytes())
	if err != nil {
		panic(err) // a programmer's error
	}
	return source
}

// summary says in one line how far a model can be trusted.
func summary(m *model, samples []sample) string {
	var r score.Reliability
	for i := range samples {
		s := &samples[i]
		p := m.probability(&s.evidence)
		for range int(s.weight) {
			r.Add(p, s.right)
		}
	}
	return fmt.Sprintf("%d judgements,\ncalibration error %.2f %%; %.2f %% wrong of those at %v or more; %.1f %% wrong of those below %v",
		r.Count(), r.Error(), r.WrongCertain(), certainty.Certain, r.WrongGuesses(), certainty.Likely)
}

// signs are the natural signs of weights: higher odds never make a move less certain, and more
// trouble never makes it more certain.
var signs = func() map[decoder.Term]float64 {
	m := map[decoder.Term]float64{}
	for _, t := range []decoder.Term{
		decoder.RivalsAgainst, decoder.RivalsBehind, decoder.RivalsFar, decoder.NoneAgainst, decoder.NoneBehind, decoder.NoneFar,
		decoder.BeforeAgainst, decoder.BeforeBehind,
		decoder.RepliedMore, decoder.RepliedLong, decoder.PressedAfter, decoder.SilentReplied, decoder.BlindReplied, decoder.UnnamedReplied,
	} {
		m[t] = 1
	}
	for _, t := range []decoder.Term{
		decoder.SilentCapture, decoder.BlindEnd, decoder.IllegalMove, decoder.PieceUnnamed, decoder.CornerRook, decoder.CentreKing, decoder.WasKnocked,
		decoder.PriceLow, decoder.PriceHigh, decoder.Strain, decoder.Ordeal, decoder.Saga, decoder.Aftermath, decoder.OpenCost, decoder.OpenSquare,
		decoder.Distrusts, decoder.Unreadable, decoder.Darkness, decoder.Dropped, decoder.Redone,
	} {
		m[t] = -1
	}
	return m
}()
