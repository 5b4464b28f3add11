package sim

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"iter"
	"slices"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// Performance is one or more games as they happened on a board: what the sensors
// felt, the clock, the commands, and the truth.
type Performance struct {
	header  trace.Header
	style   Style
	scanHz  int
	touches []touch
	acts    []trace.Record
	marks   []mark
	signals []Signal
	gaps    []span       // times without scans
	first   sensors.Scan // what the sensors feel at the beginning
	truth   Truth
	end     int64
	full    int64 // microseconds between whole scans; 0 for none
}

// Perform plays games one after the other on one board in a style. One seed gives
// the same performance on every machine. The error names the game and the ply that
// cannot be played.
func Perform(games []Game, s Style, seed uint64) (*Performance, error) {
	if len(games) == 0 {
		return nil, fmt.Errorf("sim: no game to play: give at least one")
	}
	d := newDice(seed, 1)
	pace, ok := paceByName(one(d, s.Paces))
	if !ok {
		return nil, fmt.Errorf("sim: level %q names a pace that does not exist: use classical, rapid, blitz or bullet", s.Name)
	}
	hz := one(d, s.ScanHz)
	if hz <= 0 {
		return nil, fmt.Errorf("sim: level %q names no scan rate: give scans a second", s.Name)
	}
	h := &hands{style: s, pace: pace, dice: d, clock: d.chance(s.Clock), commands: d.chance(s.Commands), lever: d.chance(s.Lever), period: 1000000 / int64(hz)}
	sensing := sensors.Occupancy
	if s.Polarity {
		sensing = sensors.Polarity
	}
	name := fmt.Sprintf("%s-%d", s.Name, seed)
	h.truth = Truth{
		Trace: name, Level: s.Name, Variant: games[0].Start.Variant().String(), Sensing: sensing.String(), ScanHz: float64(hz),
		Profile: pace.Name, Clock: h.clock, Commands: h.commands, Seed: seed,
		Incidents: []Incident{}, Faulty: []string{}, Faults: []Fault{},
	}
	if s.Board.Physics != nil {
		h.carry = &carrier{board: s.Board.Physics, placing: s.Placing, dice: newDice(seed, 3), landed: map[landing][]touch{}}
	}
	if err := h.perform(games); err != nil {
		return nil, err
	}
	p := &Performance{
		header: trace.Header{
			Board: name, Sensing: sensing, Variant: games[0].Start.Variant(), Start: games[0].Start.FEN(),
			Laws: rules.FIDE2009, ScanHz: float64(hz), WrittenBy: "touchmove simulate",
		},
		style: s, scanHz: hz, touches: h.touches, acts: h.acts, marks: h.marks, truth: h.truth,
		end: max(h.now, h.last) + d.within(6000000, 16000000),
	}
	inOrder(p.touches)
	slices.SortStableFunc(p.acts, func(a, b trace.Record) int { return cmp.Compare(a.At, b.At) })
	slices.SortStableFunc(p.truth.Incidents, func(a, b Incident) int { return cmp.Compare(a.AtUS, b.AtUS) })
	if len(p.truth.Games) == 1 {
		p.truth.Mainline = mainline(p.truth.Games[0].Moves)
	}
	checked, err := p.validate()
	if err != nil {
		return nil, err
	}
	p.truth.Checked = checked
	felt := p.felt()
	if h.carry != nil {
		felt = p.sensed(h.carry, newDice(seed, 4))
	}
	p.sense(newDice(seed, 2), felt)
	return p, nil
}

// Header returns the trace's first line.
func (p *Performance) Header() trace.Header { return p.header }

// Truth returns what was really played.
func (p *Performance) Truth() Truth { return p.truth }

// End returns the time at which the performance ends, in microseconds.
func (p *Performance) End() (us int64) { return p.end }

// First returns what the sensors feel at the beginning.
func (p *Performance) First() sensors.Scan { return p.first }

// Signals returns all changes of what the sensors feel, in time order and before
// any scan: contacts, their bounce, and faults. Unknown means that the square's
// chip or row cannot be read.
func (p *Performance) Signals() []Signal { return p.signals }

// Acts returns the clock presses and commands, in time order.
func (p *Performance) Acts() []trace.Record { return p.acts }

// Trace writes the whole recording. An error is that of w.
func (p *Performance) Trace(w io.Writer) error {
	buf := bufio.NewWriter(w)
	tw, err := trace.NewWriter(buf, p.header)
	if err != nil {
		return fmt.Errorf("sim: %w", err)
	}
	for r := range p.Records() {
		if err := tw.Write(r); err != nil {
			return fmt.Errorf("sim: %w", err)
		}
	}
	if err := buf.Flush(); err != nil {
		return fmt.Errorf("sim: %w", err)
	}
	return nil
}

// Records returns the lines of the trace after the header.
func (p *Performance) Records() iter.Seq[trace.Record] {
	return func(yield func(trace.Record) bool) { p.scan(yield) }
}

func mainline(moves []string) string {
	var b []byte
	for i, m := range moves {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, m...)
	}
	return string(b)
}
