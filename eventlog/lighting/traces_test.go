package lighting_test

import (
	"fmt"
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

// moment is a board right after a record, with the entries that the record made.
type moment struct {
	board   *eventlog.Board
	record  trace.Record
	entries []eventlog.Entry
	place   string // the trace, and when
}

// frame shows the entries to the lamps and returns what is lit.
func (m *moment) frame(l *lighting.Lighting) lights.Frame {
	for _, e := range m.entries {
		l.Apply(e)
	}
	scan, known := m.board.Reading()
	return l.Frame(scan, known)
}

// Every trace of the project is replayed once, and two boards' lamps follow it: those with the
// default settings, and those in training.
func TestTraces(t *testing.T) {
	t.Parallel()
	dark, training := &dark{T: t}, &training{T: t}
	for _, path := range tracetest.Quick(t, "../..") {
		h, records, ok := tracetest.Read(path)
		if !ok {
			continue
		}
		b, err := eventlog.New(h, journal)
		if err != nil {
			continue
		}
		dark.begin()
		training.begin()
		taken := 0
		for _, r := range records {
			if _, err := b.Step(r); err != nil {
				continue
			}
			entries := b.Entries()
			m := moment{board: b, record: r, entries: entries[taken:], place: fmt.Sprintf("%s at %v", path, r.At)}
			taken = len(entries)
			dark.see(&m)
			training.see(&m)
		}
	}
	dark.end()
	training.end()
}

// dark tests that with the default settings nothing is lit or heard between a game's first move and
// its result, in any trace: not by a mistake of the hands, a sensor fault or a command. Squares are
// lit only after an arbiter had a position set up again, while the clocks stand still; the edge only
// for a question or a fault. The test derives this from the events, not from the state of the
// lighting.
type dark struct {
	*testing.T
	l *lighting.Lighting
	d during

	games, moves, lit, edges int
}

func (t *dark) begin() {
	t.games++
	t.l, t.d = lighting.New(lighting.Settings{}), during{}
}

func (t *dark) see(m *moment) {
	f := m.frame(t.l)
	t.d.take(m.board, m.entries)
	if c, ok := m.record.What.(trace.Command); ok && slices.Contains([]string{"restore", "take-back", "set-position", "illegal", "undo", "resume-adjourned", "adjourn"}, c.Do) {
		t.d.ordered = true
	}
	if f.Lit() != 0 {
		t.lit++
	}
	if f.Edge.Lit() {
		t.edges++
	}
	if !t.d.moved {
		return
	}
	t.moves++
	if f.Sound != lights.Silence {
		t.Errorf("%s: the buzzer sounds during a game", m.place)
	}
	if f.Lit() != 0 && (!t.d.ordered || t.d.runs) {
		t.Errorf("%s: %v lit during a game", m.place, f.Lit())
	}
	if f.Edge.Lit() && !t.d.asked && !t.d.faulty {
		t.Errorf("%s: the edge is %v without a question or a fault", m.place, f.Edge)
	}
}

func (t *dark) end() {
	t.Logf("%d games, %d records during play, %d with lit squares, %d with a lit edge", t.games, t.moves, t.lit, t.edges)
	enough := 10000
	if testing.Short() {
		enough = 5000
	}
	if t.games < 100 || t.moves < enough || t.lit == 0 || t.edges == 0 {
		t.Errorf("%d games, %d records during play, %d with lit squares, %d with a lit edge: too few to show anything", t.games, t.moves, t.lit, t.edges)
	}
}

// training tests that in training lamps show only differences between board and game, and never two
// pieces at once.
type training struct {
	*testing.T
	l     *lighting.Lighting
	shown int
}

func (t *training) begin() { t.l = lighting.New(lighting.Settings{Training: true}) }

func (t *training) see(m *moment) {
	f := m.frame(t.l)
	if playing := m.board.Game().Playing(); !playing.Begun || playing.Result != "*" {
		return
	}
	if _, adjourned := m.board.Game().Adjourned(); adjourned {
		return
	}
	lit := f.Lit()
	if lit.Count() > 2 {
		t.Errorf("%s: %v are lit at once", m.place, lit)
	}
	position := m.board.Game().Position()
	scan, _ := m.board.Reading()
	for sq := range lit.All() {
		if same := position.At(sq) != rules.NoPiece == scan[sq].Full(); same && f.Squares[sq].Large {
			t.Errorf("%s: a piece is asked for on %v, where one stands", m.place, sq)
		}
		t.shown++
	}
}

func (t *training) end() {
	if t.shown == 0 {
		t.Error("no lamp was lit in training")
	}
}
