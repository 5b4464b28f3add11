package daemon

import (
	"context"
	"errors"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// Sensor is one driver: a chip, a row of chips or a matrix.
type Sensor interface {
	// Read reads every channel. One that did not answer reads sensors.Lost, and
	// the error says why; the others stand.
	Read(into sensors.Counts) error
	Channels() int
	String() string
}

// Bus is drivers that share a wire, so that they must be read one after the
// other; their channels are numbered through in this order.
type Bus []Sensor

// stall is how long a bus may take before a scan goes on without it. Linux
// gives up a stuck I2C transfer after about a second, and nothing can call it
// off sooner; the other buses and the clock lever need not wait for that.
const stall = 250 * time.Millisecond

// sensing reads the buses of a board, each in a goroutine of its own. Its
// methods are for one goroutine.
type sensing struct {
	buses    []*bus
	done     chan *bus
	counts   sensors.Counts // of the whole board
	limit    time.Duration  // stall, or 0 to wait as long as it takes
	timer    *time.Timer
	squares  []rules.Square
	ranges   []span
	troubles *Troubles
	heard    []bool // by channel: it has given a reading once
	ailing   bool   // something is told of that is not over
}

type bus struct {
	name   string
	wire   *wire // nil without a bus
	parts  []part
	ask    chan struct{}
	wanted bool           // the scan under way waits for it
	busy   bool           // its goroutine reads, and owns what follows
	counts sensors.Counts // of this bus
	from   int            // its first channel on the board
}

type part struct {
	sensor Sensor
	name   string
	wired  bool                         // on an I2C bus
	ghosts interface{ Ghosts() uint64 } // nil for most
	into   sensors.Counts
	from   int // its first channel on the board
	err    error
	ghost  uint64
}

// newSensing starts the goroutines; they end with ctx. Without a limit there are
// none: nothing has to go on while a bus is read.
func newSensing(ctx context.Context, b *Board, limit time.Duration) *sensing {
	s := &sensing{
		done: make(chan *bus, len(b.Buses)), limit: limit, squares: b.Squares, ranges: b.ranges, troubles: b.Troubles,
	}
	s.timer = time.NewTimer(time.Hour)
	s.timer.Stop()
	for i, wire := range b.Buses {
		one := &bus{ask: make(chan struct{}, 1), from: len(s.counts)}
		if i < len(b.wires) && b.wires[i] != nil {
			one.wire = b.wires[i]
			one.name = one.wire.String()
		} else if len(wire) > 0 {
			one.name = wire[0].String()
		}
		n := 0
		for _, sensor := range wire {
			n += sensor.Channels()
		}
		one.counts = make(sensors.Counts, n)
		n = 0
		for _, sensor := range wire {
			p := part{sensor: sensor, name: sensor.String(), wired: one.wire != nil, into: one.counts[n : n+sensor.Channels()], from: one.from + n}
			p.ghosts, _ = sensor.(interface{ Ghosts() uint64 })
			one.parts = append(one.parts, p)
			n += sensor.Channels()
		}
		s.counts = append(s.counts, one.counts...)
		s.buses = append(s.buses, one)
		if limit > 0 {
			go one.serve(ctx, s.done)
		}
	}
	s.heard = make([]bool, len(s.counts))
	return s
}

func (b *bus) serve(ctx context.Context, done chan<- *bus) {
	for {
		select {
		case <-b.ask:
			b.read()
			done <- b // never blocks: there is room for every bus
		case <-ctx.Done():
			return
		}
	}
}

// read reads what is on the bus, one part after the other.
func (b *bus) read() {
	if b.wire != nil {
		b.wire.begin()
	}
	for i := range b.parts {
		p := &b.parts[i]
		p.err = p.sensor.Read(p.into)
		if p.ghosts != nil {
			p.ghost = p.ghosts.Ghosts()
		}
	}
}

// read returns one reading of all channels, valid until the next call. at is
// when it begins, in the records' time, for what is told of troubles.
func (s *sensing) read(ctx context.Context, at time.Duration) sensors.Counts {
	waiting := 0
	for _, b := range s.buses {
		if s.limit == 0 {
			b.read()
		} else if !b.busy {
			b.busy, b.wanted = true, true
			b.ask <- struct{}{}
			waiting++
		}
	}
	var limit <-chan time.Time
	if s.limit > 0 {
		s.timer.Reset(s.limit)
		limit = s.timer.C
	}
	for waiting > 0 {
		select {
		case b := <-s.done:
			if b.wanted { // else it was stuck in an earlier scan
				waiting--
			}
			b.end()
		case <-limit:
			waiting = 0
		case <-ctx.Done():
			return s.counts // nobody looks at them any more
		}
	}
	if limit != nil {
		s.timer.Stop()
	}
	for more := true; more; { // a bus that was stuck in an earlier reading
		select {
		case b := <-s.done:
			b.end()
		default:
			more = false
		}
	}
	well := true
	for _, b := range s.buses {
		into := s.counts[b.from : b.from+len(b.counts)]
		if b.busy {
			well = false
			b.stall()
			for i := range into {
				into[i] = sensors.Lost
			}
			continue
		}
		copy(into, b.counts)
		for i := range b.parts {
			well = well && b.parts[i].err == nil && b.parts[i].ghost == 0
		}
	}
	if s.outOfRange() {
		well = false
	}
	if well && !s.heard[0] {
		for ch := range s.heard {
			s.heard[ch] = true
		}
	}
	if !well || s.ailing {
		s.tell(at)
		s.ailing = !well || !s.troubles.none(fromBuses)
	}
	return s.counts
}

// end takes back what the bus's goroutine owned.
func (b *bus) end() {
	b.busy, b.wanted = false, false
	if b.wire != nil {
		b.wire.stats.stuck.Store(false)
	}
}

// stall says that a scan goes on without the bus.
func (b *bus) stall() {
	b.wanted = false
	if b.wire != nil {
		b.wire.stats.stalls.Add(1)
		b.wire.stats.stuck.Store(true)
	}
}

// outOfRange says whether there is a count that no connected sensor can give.
func (s *sensing) outOfRange() (any bool) {
	for ch := range s.ranges {
		any = any || s.off(ch)
	}
	return any
}

// off says whether the count of a channel is one that no connected sensor can
// give. A channel without a sensor may read anything.
func (s *sensing) off(ch int) bool {
	v, r := s.counts[ch], s.ranges[ch]
	return r != (span{}) && v != sensors.Lost && (v < r.low || v > r.high) && s.squares[ch] != rules.NoSquare
}

// tell notes what is wrong with this reading. It is called only while something
// is.
func (s *sensing) tell(at time.Duration) {
	for ch, v := range s.counts {
		s.heard[ch] = s.heard[ch] || v != sensors.Lost
	}
	s.troubles.begin(fromBuses)
	defer s.troubles.end(fromBuses, at)
	for _, b := range s.buses {
		if b.busy || b.wire != nil && b.wire.stuck() {
			s.note(at, HeldBus, b.name, s.served(b.from, len(b.counts)),
				"its transfers do not end, as when a line is held down: unplug its chips one by one; switching their supply off frees a chip that hangs")
			continue
		}
		for i := range b.parts {
			s.faults(at, &b.parts[i])
		}
	}
	for ch, r := range s.ranges {
		if !s.off(ch) {
			continue
		}
		v := s.counts[ch]
		s.counts[ch] = sensors.Lost
		side, to := "at ground", "its line is open or shorted to ground, or the sensor has no supply"
		if v > r.high {
			side, to = "at its supply", "its line is shorted to the supply, or the sensor has no ground"
		}
		sq := s.squares[ch]
		s.note(at, OutOfRange, sq.String(), rules.SquaresOf(sq), "its sensor's output is "+side+", where none can be: "+to)
	}
}

// faults notes what a driver said of its last reading.
func (s *sensing) faults(at time.Duration, p *part) {
	for _, one := range each(p.err) {
		var chip *sensors.ChipError
		var line *sensors.LineError
		switch {
		case errors.As(one, &chip):
			s.note(at, SilentChip, chip.Name(), s.served(p.from+chip.From, chip.To-chip.From), advice(chip.Err.Error(), s.heard[p.from+chip.From]))
		case errors.As(one, &line):
			name := line.Line
			if p.wired { // another chip may have a line of this name
				name += " of " + p.name
			}
			s.note(at, HeldLine, name, s.bits(p.from, line.Channels), line.Err.Error())
		default:
			s.note(at, SilentChip, p.name, s.served(p.from, len(p.into)), one.Error())
		}
	}
	if p.ghost != 0 {
		s.note(at, GhostSquares, p.name, s.bits(p.from, p.ghost),
			"there are pieces on the corners of a rectangle, and no diodes: three show as four, and one lifted from them is not missed; a diode at every switch mends it")
	}
}

func (s *sensing) note(at time.Duration, kind Kind, part string, squares rules.Squares, text string) {
	s.troubles.note(fromBuses, at, Trouble{Kind: kind, Part: part, Squares: squares, Text: text})
}

// each takes a joined error apart.
func each(err error) []error {
	if err == nil {
		return nil
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

// served returns the squares of n channels of the board.
func (s *sensing) served(from, n int) (set rules.Squares) {
	for ch := from; ch < from+n && ch < len(s.squares); ch++ {
		if sq := s.squares[ch]; sq != rules.NoSquare {
			set = set.With(sq)
		}
	}
	return set
}

// bits returns the squares of a driver's channels, which are bits.
func (s *sensing) bits(from int, channels uint64) (set rules.Squares) {
	for ch := from; channels != 0 && ch < len(s.squares); ch, channels = ch+1, channels>>1 {
		if sq := s.squares[ch]; channels&1 != 0 && sq != rules.NoSquare {
			set = set.With(sq)
		}
	}
	return set
}
