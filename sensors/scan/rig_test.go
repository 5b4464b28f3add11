package scan_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/mcp23017"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
)

// rig is the hardware of a board whose chips are simulated down to their registers:
// two expanders on each of two buses, and a clock with two buttons.
type rig struct {
	scan.Hardware // nil: the rig has no single pins and no outputs
	pins          *chips.Board
	buses         map[string]*chips.Bus
	clock         *chips.Clock
	opened        int // buses and lines that are not closed
}

// left and right are the squares on the buses 1 and 3.
var left, right = rules.RankSquares(0) | rules.RankSquares(1) | rules.RankSquares(2) | rules.RankSquares(3),
	rules.RankSquares(4) | rules.RankSquares(5) | rules.RankSquares(6) | rules.RankSquares(7)

func newRig() *rig {
	r := &rig{pins: chips.NewBoard(), buses: map[string]*chips.Bus{}, clock: chips.NewClock(2)}
	for n, name := range []string{"1", "3"} {
		r.buses[name] = chips.NewBus("I2C" + name)
		r.pins.MCP23017s(r.buses[name], squaresFrom(32*n, 32), 0x20, 0x21)
	}
	return r
}

func squaresFrom(first, n int) (list []rules.Square) {
	for sq := range n {
		list = append(list, rules.Square(first+sq))
	}
	return list
}

// drivers returns the drivers of the rig's two buses.
func (r *rig) drivers() []scan.Driver {
	return []scan.Driver{expanders("1", squaresFrom(0, 32)), expanders("3", squaresFrom(32, 32))}
}

// expanders is the driver of two MCP23017 on a bus.
func expanders(bus string, squares []rules.Square) scan.Driver {
	return func(scan.Hardware) (scan.Unit, error) {
		u := scan.Unit{Bus: bus, Squares: squares}
		u.Make = func(s *scan.Segment) (scan.Sensor, error) {
			return mcp23017.New(s.Bus, mcp23017.Opts{Addrs: []uint16{0x20, 0x21}})
		}
		return u, nil
	}
}

// Bus implements scan.Hardware.
func (r *rig) Bus(name string) (i2c.BusCloser, error) {
	bus, ok := r.buses[name]
	if !ok {
		return nil, fmt.Errorf("there is no bus %s", name)
	}
	r.opened++
	return &rigBus{bus, r}, nil
}

type rigBus struct {
	i2c.Bus
	rig *rig
}

// Close implements i2c.BusCloser.
func (b *rigBus) Close() error {
	b.rig.opened--
	return nil
}

// Inputs implements scan.Hardware: the clock's lines.
func (r *rig) Inputs(names []string, pull gpio.Pull, _ bool) (scan.Lines, error) {
	if names[0] != "white" {
		return nil, errors.New("taken by another program")
	}
	r.opened++
	return &rigLines{r.clock.Lines().Inputs(0, 2, pull), r}, nil
}

type rigLines struct {
	*chips.LineSet
	rig *rig
}

// Close implements scan.Lines.
func (l *rigLines) Close() error {
	l.rig.opened--
	return l.LineSet.Close()
}

// Sleep implements scan.Hardware. Simulated chips need no time.
func (*rig) Sleep(time.Duration) {}

// open opens the rig's board on the given hardware, which may be the rig itself.
func (r *rig) open(t testing.TB, on scan.Hardware) *scan.Board {
	t.Helper()
	b, err := scan.Open(on, scan.Config{Period: 5 * time.Millisecond}, r.drivers()...)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// reading reads a board in the virtual time of a synctest bubble, so that a stuck
// bus takes no real time.
type reading struct {
	*scan.Scanner
	board *scan.Board
	game  scan.Game
	began time.Time
	shown sensors.Scan
}

func read(t testing.TB, b *scan.Board) *reading {
	t.Helper()
	return &reading{Scanner: scan.NewScanner(t.Context(), b, scan.Stall), board: b, game: over{}, began: time.Now()}
}

// once makes one scan.
func (r *reading) once() sensors.Scan {
	at := time.Since(r.began)
	r.Read(context.Background(), at)
	r.shown = r.Squares(at, r.shown, r.game)
	return r.shown
}

// during makes fifty scans per second for a while.
func (r *reading) during(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		r.once()
	}
}

// fault returns the only fault; there must be exactly one.
func (r *reading) fault(t testing.TB) scan.Fault {
	t.Helper()
	all := r.board.Faults.All()
	if len(all) != 1 {
		t.Fatalf("%d faults are open, want one: %v", len(all), all)
	}
	return all[0]
}

// well checks that there is no fault.
func (r *reading) well(t testing.TB, when string) {
	t.Helper()
	if all := r.board.Faults.All(); len(all) != 0 {
		t.Errorf("%s there are still faults: %v", when, all)
	}
}

// over is a game after its result: no square need be occupied.
type over struct{}

// Expected implements scan.Game.
func (over) Expected() (scan.Expected, bool) { return scan.Expected{}, false }

// MovesSince implements scan.Game.
func (over) MovesSince(time.Duration) int { return 0 }

// unknown makes one scan and returns the squares without a reading.
func (r *reading) unknown() rules.Squares {
	seen := r.once()
	return seen.Unknown()
}
