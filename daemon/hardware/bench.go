package hardware

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"touchmove/calibration"
	"touchmove/configs"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/simboard"
	"touchmove/sensors/wiring"
)

// Bench is a board opened for a technician: it gives raw counts, without a game. It is
// for one goroutine.
type Bench struct {
	Wiring wiring.Wiring // for a simulated board, the wiring that it simulates
	Pins   *chips.Board  // to place pieces on a simulated board; nil on a real one
	board  *scan.Board
	scan   *scan.Scanner
	stop   context.CancelFunc
}

// OpenBench opens the drivers of a board as Open does. A simulated board has the faults
// of p, or none if p is nil, and no simulated hands.
func OpenBench(c configs.Board, p *simboard.Practice) (*Bench, error) {
	b := &Bench{Wiring: c.Wiring}
	limit := scan.Stall
	w, isSimulated := c.Wiring.(configs.Simulated)
	switch {
	case isSimulated:
		if err := b.practise(w, c, p); err != nil {
			return nil, fmt.Errorf("board %s: %w", c.ID, err)
		}
		limit = 0
	case p != nil:
		return nil, fmt.Errorf("board %s: faults are for simulated boards, and this one is real", c.ID)
	default:
		opened, err := Open(c, Played{})
		if err != nil {
			return nil, err
		}
		b.board = opened.Board
	}
	var ctx context.Context
	ctx, b.stop = context.WithCancel(context.Background())
	b.scan = scan.NewScanner(ctx, b.board, limit)
	return b, nil
}

// practise makes a simulated board with realistic magnets, sensors and wires, and with
// the faults of p.
func (b *Bench) practise(w configs.Simulated, c configs.Board, p *simboard.Practice) (err error) {
	if p == nil {
		p = &simboard.Practice{}
	}
	if b.Wiring, err = wiring.Usual(w.Chip); err != nil {
		return err
	}
	soldered := p.Soldered(wiring.Served(b.Wiring))
	b.Pins = chips.NewBoard()
	b.Pins.Chance(w.Seed)
	b.Pins.Magnets(p.Field)
	twins, err := wiring.NewTwins(b.Wiring, scan.ClockLines{}, b.Pins, soldered)
	if err != nil {
		return err
	}
	if b.board, err = assemble(twins, c, b.Wiring, scan.ClockLines{}); err != nil {
		return err
	}
	return p.Apply(b.Pins, twins.Unplug)
}

// Read reads all channels once. at is the time of the reading and must not decrease. The
// error names the channels that do not answer; the counts are valid, with sensors.Lost
// for those.
func (b *Bench) Read(ctx context.Context, at time.Duration) (sensors.Counts, error) {
	counts := slices.Clone(b.scan.Read(ctx, at))
	var errs []error
	for _, f := range b.board.Faults.All() {
		if f.Kind.Unread() {
			errs = append(errs, errors.New(f.String()))
		}
	}
	return counts, errors.Join(errs...)
}

// Table returns how the daemon would convert the counts to squares.
func (b *Bench) Table() *calibration.Table { return b.board.Table.(*calibration.Table) }

// Squares returns the square of each channel, as configured.
func (b *Bench) Squares() []rules.Square { return b.board.Squares }

// Period returns the time between two readings.
func (b *Bench) Period() time.Duration { return b.board.Period }

// Close stops the reading and releases buses and lines.
func (b *Bench) Close() error {
	b.stop()
	return b.board.Close()
}
