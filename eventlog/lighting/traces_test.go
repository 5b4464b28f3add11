package lighting_test

import (
	"slices"
	"testing"
	"time"

	"touchmove/eventlog"
	"touchmove/eventlog/lighting"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors/lights"
	"touchmove/sensors/trace"
	"touchmove/sensors/trace/tracetest"
)

var journal = eventlog.Journal{ID: "hall-7-20261121t182200000z", Began: time.Date(2026, 11, 21, 18, 22, 0, 0, time.UTC)}

// during is the state of a game, derived from its events alone: the test's own view of when
// lamps must not help.
type during struct {
	moved   bool // a first move was made, and there is no result
	ordered bool // the arbiter's latest command needs the position to be set up again
	timed   bool
	runs    bool
	asked   bool
	faulty  bool
}

func (d *during) take(b *eventlog.Board, events []eventlog.Entry) {
	for _, e := range events {
		switch w := e.What.(type) {
		case eventlog.Opened, reconcile.Started:
			*d = during{faulty: d.faulty, timed: d.timed, runs: d.runs}
		case reconcile.Made, reconcile.Resumed:
			d.moved = true
		case reconcile.ResultKnown:
			d.moved = w.Result == "*"
		case reconcile.Annulled:
			d.moved = false
		case reconcile.Fault:
			d.faulty = true
		case eventlog.Unread:
			d.faulty = d.faulty || w.Squares != 0
		case eventlog.Keeping:
			d.faulty = true
		}
	}
	clock := b.Game().Situation()
	d.timed, d.runs = clock.Timed, clock.Timed && clock.Times.Phase.String() == "running"
	d.asked = b.Game().Question() != nil
}

// With the default settings nothing is lit or heard between a game's first move and its result,
// in any trace of the project: not by a mistake of the hands, a sensor fault or a command.
// Squares are lit only after an arbiter had a position set up again, while the clocks stand
// still; the edge only for a question or a fault. The test derives this from the events, not
// from the state of the lighting.
func TestDarkDuringGames(t *testing.T) {
	t.Parallel()
	games, moves, lit, edges := 0, 0, 0, 0
	for _, path := range tracetest.Quick(t, "../..") {
		h, records, ok := tracetest.Read(path)
		if !ok {
			continue
		}
		b, err := eventlog.New(h, journal)
		if err != nil {
			continue
		}
		games++
		l, taken := lighting.New(lighting.Settings{}), 0
		var d during
		for _, r := range records {
			if _, err := b.Step(r); err != nil {
				continue
			}
			entries := b.Entries()
			for _, e := range entries[taken:] {
				l.Take(e)
			}
			d.take(b, entries[taken:])
			if c, ok := r.What.(trace.Command); ok && slices.Contains([]string{"restore", "take-back", "set-position", "illegal", "undo", "resume-adjourned", "adjourn"}, c.Do) {
				d.ordered = true
			}
			taken = len(entries)
			scan, known := b.Reading()
			f := l.Frame(scan, known)
			if f.Lit() != 0 {
				lit++
			}
			if f.Edge.Lit() {
				edges++
			}
			if !d.moved {
				continue
			}
			moves++
			if f.Sound != lights.Silence {
				t.Errorf("%s at %v: the buzzer sounds during a game", path, r.At)
			}
			if f.Lit() != 0 && (!d.ordered || d.runs) {
				t.Errorf("%s at %v: %v lit during a game", path, r.At, f.Lit())
			}
			if f.Edge.Lit() && !d.asked && !d.faulty {
				t.Errorf("%s at %v: the edge is %v without a question or a fault", path, r.At, f.Edge)
			}
		}
	}
	t.Logf("%d games, %d records during play, %d with lit squares, %d with a lit edge", games, moves, lit, edges)
	enough := 10000
	if testing.Short() {
		enough = 5000
	}
	if games < 100 || moves < enough || lit == 0 || edges == 0 {
		t.Errorf("%d games, %d records during play, %d with lit squares, %d with a lit edge: too few to show anything", games, moves, lit, edges)
	}
}

// In training lamps show only differences between board and game, and never two pieces at once.
func TestTrainingShowsOnlyWhatDiffers(t *testing.T) {
	t.Parallel()
	shown := 0
	for _, path := range tracetest.Quick(t, "../..") {
		h, records, ok := tracetest.Read(path)
		if !ok {
			continue
		}
		b, err := eventlog.New(h, journal)
		if err != nil {
			continue
		}
		l, taken := lighting.New(lighting.Settings{Training: true}), 0
		for _, r := range records {
			if _, err := b.Step(r); err != nil {
				continue
			}
			entries := b.Entries()
			for _, e := range entries[taken:] {
				l.Take(e)
			}
			taken = len(entries)
			scan, known := b.Reading()
			f := l.Frame(scan, known)
			if playing := b.Game().Playing(); !playing.Begun || playing.Result != "*" {
				continue
			}
			if _, adjourned := b.Game().Adjourned(); adjourned {
				continue
			}
			lit := f.Lit()
			if lit.Count() > 2 {
				t.Errorf("%s at %v: %v are lit at once", path, r.At, lit)
			}
			position := b.Game().Position()
			for sq := range lit.All() {
				if same := position.At(sq) != rules.NoPiece == scan[sq].Full(); same && f.Squares[sq].Large {
					t.Errorf("%s at %v: a piece is asked for on %v, where one stands", path, r.At, sq)
				}
				shown++
			}
		}
	}
	if shown == 0 {
		t.Error("no lamp was lit in training")
	}
}
