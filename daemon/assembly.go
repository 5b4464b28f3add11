package daemon

import (
	"errors"
	"fmt"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"

	"touchmove/calibration"
	"touchmove/configs"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/tca9548a"
)

// assembly puts the units of a board on their buses.
type assembly struct {
	on      Hardware
	strands []*strand
	closers []func() error
}

// strand is what is read one after the other: the units on one bus, or one unit
// with lines of its own.
type strand struct {
	name  string
	wire  *wire // nil without a bus
	seg   *segment
	units []unit
	bus   Bus
}

// assemble opens buses and lines and makes the drivers of a wiring and of the
// clock, which simulated hands have not: what they press is known.
func (b *Board) assemble(c configs.Board, w configs.Wiring, on Hardware) (_ func() error, err error) {
	a := &assembly{on: on}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.close())
		}
	}()
	parts := []configs.Wiring{w}
	mixed, several := w.(configs.Mixed)
	if several {
		parts = mixed.Parts
	}
	for i, part := range parts {
		u, err := a.unit(part)
		if err == nil {
			err = a.put(u, b.Stats)
		}
		if err != nil && several {
			return nil, fmt.Errorf("part %d: %w", i+1, err)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := b.interpret(c, a.strands); err != nil {
		return nil, err
	}
	if _, simulated := c.Wiring.(configs.Simulated); !simulated {
		if b.Clock, err = a.clock(c.Clock); err != nil {
			return nil, err
		}
	}
	return a.close, nil
}

// put makes a unit's driver. What the unit may have wrong shows at once, on a
// bus on which nothing is sent; the driver that is used is made by its first
// reading.
func (a *assembly) put(u unit, stats *ScanStats) error {
	s, err := a.strand(u, stats)
	if err != nil {
		return err
	}
	var dev Sensor
	if s.wire == nil {
		if dev, err = u.make(nil); err != nil {
			return err
		}
	} else {
		probe := &segment{bus: nowhere(s.wire.String()), switches: map[uint16]*tca9548a.Dev{}}
		like, err := u.make(probe)
		if err != nil {
			return err
		}
		dev = &late{like: like, make: func() (Sensor, error) { return u.make(s.seg) }}
	}
	if dev.Channels() != len(u.squares) {
		return fmt.Errorf("%s has %d channels and squares are named for %d", dev, dev.Channels(), len(u.squares))
	}
	s.units, s.bus = append(s.units, u), append(s.bus, dev)
	return nil
}

// strand returns the one of a bus, which it opens the first time.
func (a *assembly) strand(u unit, stats *ScanStats) (*strand, error) {
	if u.bus == "" {
		s := &strand{name: "GPIO"}
		a.strands = append(a.strands, s)
		return s, nil
	}
	for _, s := range a.strands {
		if s.wire != nil && s.name == u.bus {
			return s, nil
		}
	}
	bus, err := a.on.Bus(u.bus)
	if err != nil {
		return nil, err
	}
	for _, s := range a.strands {
		if s.wire != nil && s.wire.String() == bus.String() { // "1" is "/dev/i2c-1"
			return s, bus.Close()
		}
	}
	s := &strand{name: u.bus, wire: newWire(bus, stats.bus(bus.String()))}
	s.seg = &segment{bus: s.wire, switches: map[uint16]*tca9548a.Dev{}}
	a.strands = append(a.strands, s)
	a.closers = append(a.closers, s.wire.Close)
	return s, nil
}

// lines keeps lines to be closed.
func (a *assembly) lines(l Lines, err error) (Lines, error) {
	if err == nil {
		a.closers = append(a.closers, l.Close)
	}
	return l, err
}

// clock takes the lines of the chess clock, nil if it has none.
func (a *assembly) clock(l configs.Lines) (*Clock, error) {
	if !l.Wired() {
		return nil, nil
	}
	names := []string{l.White, l.Black}
	if l.Lever != "" {
		names = []string{l.Lever}
	}
	pull := gpio.PullUp
	if l.ActiveHigh {
		pull = gpio.PullDown
	}
	lines, err := a.on.Inputs(names, pull, true)
	if err != nil {
		return nil, fmt.Errorf("clock: %w", err)
	}
	c, err := newClock(lines, l, names)
	if err != nil {
		return nil, errors.Join(err, lines.Close())
	}
	a.closers = append(a.closers, c.end)
	return c, nil
}

// close gives back what was opened.
func (a *assembly) close() error {
	var errs []error
	for _, c := range a.closers {
		errs = append(errs, c())
	}
	return errors.Join(errs...)
}

// interpret says what the counts of all channels mean.
func (b *Board) interpret(c configs.Board, strands []*strand) error {
	var levels [64]calibration.Levels
	digital, lines, high := 0, 0, 0
	for _, s := range strands {
		for _, u := range s.units {
			switch {
			case u.linear != nil:
				lines++
			case u.activeHigh:
				high++
				digital++
			default:
				digital++
			}
		}
	}
	for _, s := range strands {
		for i, u := range s.units {
			for _, g := range u.groups {
				for n := range g.channels {
					g.channels[n] += len(b.Squares)
				}
				b.groups = append(b.groups, g)
			}
			for _, sq := range u.squares {
				b.Squares = append(b.Squares, sq)
				b.ranges = append(b.ranges, u.plausible())
			}
			switch {
			case u.linear != nil:
				u.levels(&levels)
			case lines > 0: // digital inputs among linear ones
				s.bus[i] = &stepped{Sensor: s.bus[i], activeHigh: u.activeHigh}
				u.steps(&levels)
			case u.activeHigh && high < digital:
				s.bus[i] = &inverted{s.bus[i]}
			}
		}
		b.Buses, b.wires = append(b.Buses, s.bus), append(b.wires, s.wire)
	}
	board := calibration.Board{Sensing: c.Sensing, Wiring: b.Squares, ActiveLow: high < digital}
	if lines > 0 {
		board.ActiveLow, board.Levels, b.levels = false, &levels, &levels
	}
	var err error
	b.Table, err = calibration.NewTable(board)
	return err
}

// levels are those that a file gives to all sensors of a unit.
func (u *unit) levels(all *[64]calibration.Levels) {
	l := u.linear
	for _, sq := range u.squares {
		if sq != rules.NoSquare {
			all[sq] = calibration.Levels{
				Zero:  l.in(l.supply) / 2,
				White: calibration.Threshold{Enter: l.in(l.enter), Leave: l.in(l.leave)},
				Black: calibration.Threshold{Enter: -l.in(l.enter), Leave: -l.in(l.leave)},
			}
		}
	}
}

// step is what a piece adds on a digital input that is read as a level.
const step = 1000

func (u *unit) steps(all *[64]calibration.Levels) {
	for _, sq := range u.squares {
		if sq != rules.NoSquare {
			all[sq] = calibration.Levels{White: calibration.Threshold{Enter: step / 2, Leave: step / 4}}
		}
	}
}

// span is what a channel can read while its sensor is connected; the zero value
// is anything.
type span struct{ low, high int32 }

// rail is how near to ground or its supply, in mV, a linear Hall sensor never
// comes: the DRV5055 stays 200 mV away, the SS49E more.
const rail = 100

func (u *unit) plausible() span {
	if u.linear == nil {
		return span{}
	}
	return span{u.linear.in(rail), u.linear.in(u.linear.supply - rail)}
}

// late is a driver that is made by its first reading, in the goroutine of its
// bus: to set up chips on a stuck bus may take for ever, and nothing else is to
// wait for it.
type late struct {
	like Sensor // made on no bus
	make func() (Sensor, error)
	dev  Sensor
}

// Read implements Sensor.
func (l *late) Read(into sensors.Counts) error {
	if l.dev == nil {
		dev, err := l.make()
		if err != nil {
			for i := range into {
				into[i] = sensors.Lost
			}
			return err
		}
		l.dev = dev
	}
	return l.dev.Read(into)
}

// Channels implements Sensor.
func (l *late) Channels() int { return l.like.Channels() }

// String implements Sensor.
func (l *late) String() string { return l.like.String() }

// Ghosts returns the driver's, 0 if it knows of none.
func (l *late) Ghosts() uint64 {
	if g, ok := l.dev.(interface{ Ghosts() uint64 }); ok {
		return g.Ghosts()
	}
	return 0
}

// inverted reads inputs that are active high beside others that are active low.
type inverted struct{ Sensor }

// Read implements Sensor.
func (s *inverted) Read(into sensors.Counts) error {
	err := s.Sensor.Read(into)
	for i, v := range into {
		if v != sensors.Lost {
			into[i] = 1 - v
		}
	}
	return err
}

// stepped reads digital inputs as levels: 0 without a piece, step with one.
type stepped struct {
	Sensor
	activeHigh bool
}

// Read implements Sensor.
func (s *stepped) Read(into sensors.Counts) error {
	err := s.Sensor.Read(into)
	for i, v := range into {
		switch {
		case v == sensors.Lost:
		case (v != 0) == s.activeHigh:
			into[i] = step
		default:
			into[i] = 0
		}
	}
	return err
}

// nowhere is a bus of this name on which nothing is sent.
type nowhere string

// errNowhere is never told: what is made on nowhere is not read.
var errNowhere = errors.New("not opened yet")

// String implements i2c.Bus.
func (n nowhere) String() string { return string(n) }

// Tx implements i2c.Bus.
func (nowhere) Tx(uint16, []byte, []byte) error { return errNowhere }

// SetSpeed implements i2c.Bus.
func (nowhere) SetSpeed(physic.Frequency) error { return errNowhere }

var _ i2c.Bus = nowhere("")
