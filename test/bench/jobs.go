package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/reconcile/decoder"
	"touchmove/sensors"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/score"
	"touchmove/sensors/trace"
)

// job is one trace to reconstruct and assess.
type job struct {
	level string
	make  func() (readings, sim.Truth, error)
}

// readings are the records of a trace, from any source.
type readings struct {
	header  trace.Header
	records []trace.Record
}

// colourless returns what a board that does not distinguish colours would read with the
// same hands. If a piece of one colour replaces one of the other within a scan, it
// reads no change.
func (r readings) colourless() readings {
	blind := readings{header: r.header, records: make([]trace.Record, 0, len(r.records))}
	blind.header.Sensing = sensors.Occupancy
	var now sensors.Scan
	for _, record := range r.records {
		switch w := record.What.(type) {
		case trace.Scan:
			for sq, is := range w.Board {
				w.Board[sq] = occupied(is)
			}
			now, record.What = w.Board, w
		case trace.Change:
			w.Is = occupied(w.Is)
			if now[w.Square] == w.Is {
				continue
			}
			now[w.Square], record.What = w.Is, w
		}
		blind.records = append(blind.records, record)
	}
	return blind
}

func occupied(is sensors.State) sensors.State {
	if is.Full() {
		return sensors.Occupied
	}
	return is
}

// addRecorded adds the recorded traces of a directory, unless it has no name.
func (b bench) addRecorded(jobs []job, dir string) ([]job, error) {
	if dir == "" {
		return jobs, nil
	}
	more, err := recorded(dir, b.wants)
	return append(jobs, more...), err
}

// recorded lists the traces in a directory, by level.
func recorded(dir string, wants func(level string) bool) ([]job, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.jsonl.gz"))
	if err != nil {
		return nil, err
	}
	var jobs []job
	for _, file := range files {
		level := filepath.Base(filepath.Dir(file))
		if wants(level) {
			jobs = append(jobs, job{level, func() (readings, sim.Truth, error) { return readTrace(file) }})
		}
	}
	if len(jobs) == 0 {
		return nil, fmt.Errorf("%s: no trace LEVEL/NAME.jsonl.gz below it", dir)
	}
	return jobs, nil
}

func readTrace(file string) (readings, sim.Truth, error) {
	f, err := os.Open(strings.TrimSuffix(file, ".jsonl.gz") + ".truth.json")
	if err != nil {
		return readings{}, sim.Truth{}, err
	}
	defer f.Close()
	truth, err := sim.ReadTruth(f)
	if err != nil {
		return readings{}, sim.Truth{}, fmt.Errorf("%s: %w", f.Name(), err)
	}
	in, err := os.Open(file)
	if err != nil {
		return readings{}, sim.Truth{}, err
	}
	defer in.Close()
	r, err := trace.NewReader(in)
	if err != nil {
		return readings{}, sim.Truth{}, fmt.Errorf("%s: %w", file, err)
	}
	var records []trace.Record
	for record, err := range r.All() {
		if err != nil {
			return readings{}, sim.Truth{}, fmt.Errorf("%s: %w", file, err)
		}
		records = append(records, record)
	}
	return readings{r.Header(), records}, truth, nil
}

// played returns new games for every level: seed n plays the n-th of the games that
// suit it.
func played(games []sim.Game, seeds int, first uint64, wants func(level string) bool) ([]job, error) {
	var jobs []job
	for _, s := range sim.Styles() {
		if !wants(s.Name) {
			continue
		}
		fit, err := suiting(games, s)
		if err != nil {
			return nil, err
		}
		for seed := first; seed < first+uint64(seeds); seed++ {
			var program []sim.Game
			for i := range max(1, s.Games) {
				program = append(program, fit[(seed*uint64(max(1, s.Games))+uint64(i))%uint64(len(fit))])
			}
			jobs = append(jobs, job{s.Name, func() (readings, sim.Truth, error) {
				p, err := sim.Perform(program, s, seed)
				if err != nil {
					return readings{}, sim.Truth{}, err
				}
				return readings{p.Header(), slices.Collect(p.Records())}, p.Truth(), nil
			}})
		}
	}
	return jobs, nil
}

// processors returns how many traces are played at a time.
func processors() int { return runtime.GOMAXPROCS(0) }

// each measures the traces of jobs on all processors until ctx is done, and returns how many it measured, and
// what failed. What measure returns adds what was found to a result: one is called at a time.
func each(ctx context.Context, jobs []job, measure func(job int, r readings, truth sim.Truth) (add func(), err error)) (done int, failed error) {
	next := make(chan int)
	var mu sync.Mutex
	var wait sync.WaitGroup
	for range processors() {
		wait.Go(func() {
			for i := range next {
				add := func() {}
				r, truth, err := jobs[i].make()
				if err == nil {
					add, err = measure(i, r, truth)
				}
				mu.Lock()
				if err != nil {
					failed = cmp.Or(failed, fmt.Errorf("%s: %w", jobs[i].level, err))
				} else {
					add()
				}
				mu.Unlock()
			}
		})
	}
	for ctx.Err() == nil && done < len(jobs) {
		select {
		case next <- done:
			done++
		case <-ctx.Done():
		}
	}
	close(next)
	wait.Wait()
	return done, failed
}

// early says in a report that not all of its games were played, because the bench was stopped.
func early(out io.Writer, done int, jobs []job) {
	if done < len(jobs) {
		fmt.Fprintf(out, "stopped early: %d of %d games were played\n", done, len(jobs))
	}
}

// measured is the output of a reconstruction, and its cost.
type measured struct {
	rebuilt score.Rebuilt
	cards   int           // how often the alarm for a guessed move rang
	spent   time.Duration // processor time
	span    time.Duration // duration of the trace
}

// rebuild puts a trace through the same fold as a live board, and notes everything that
// is published.
func rebuild(r readings, publish trace.Publish, with *decoder.Parameters) (measured, error) {
	r.header.Publish = publish
	board, err := eventlog.New(r.header, eventlog.Journal{ID: r.header.Board})
	if err != nil {
		return measured{}, err
	}
	if with != nil {
		board.Game().Tune(with)
	}
	var m measured
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	guesses := guessesRung{}
	begun := processorTime()
	for _, record := range r.records {
		m.span = record.At
		step, err := board.Step(record)
		if err != nil {
			continue // refused, as in live play
		}
		for _, e := range step.Entries {
			if ringing, ok := e.What.(eventlog.Ringing); ok {
				m.cards += guesses.count(ringing.Alarms)
			}
		}
		for _, e := range step.Events {
			m.rebuilt.Publications = appendPublication(m.rebuilt.Publications, e)
		}
	}
	m.spent = processorTime() - begun
	for i, played := range board.Game().Games() {
		if i > 0 && !played.Begun {
			continue
		}
		line := make([]string, len(played.Moves))
		for j, p := range played.Moves {
			line[j] = p.UCI
		}
		m.rebuilt.Games = append(m.rebuilt.Games, line)
	}
	return m, nil
}

func appendPublication(told []score.Publication, e reconcile.Event) []score.Publication {
	t := score.Publication{AtUS: e.At.Microseconds(), Game: e.Game - 1}
	switch w := e.What.(type) {
	case reconcile.Made:
		t.Kind, t.Ply, t.UCI, t.Confidence = score.Made, w.Ply, w.UCI, w.Confidence
	case reconcile.Amended:
		t.Kind, t.Ply, t.UCI, t.Confidence = score.Amended, w.Ply, w.UCI, w.Confidence
	case reconcile.Settled:
		t.Kind, t.Ply, t.Confidence = score.Judged, w.Ply, w.Confidence
	case reconcile.Doubted:
		t.Kind, t.Ply, t.Confidence = score.Judged, w.Ply, w.Confidence
	case reconcile.Retracted:
		t.Kind, t.Ply = score.Retracted, w.Ply
	default:
		return told
	}
	return append(told, t)
}
