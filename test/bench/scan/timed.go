package main

import (
	"context"
	"errors"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"

	"touchmove/configs"
	"touchmove/daemon/hardware"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/wiring"
)

// timed is simulated hardware on which everything takes its real time, without waiting:
// each bus has its own virtual clock.
type timed struct {
	*wiring.Twins
	buses []*timedBus
	calls int
	slept time.Duration
}

type timedBus struct {
	i2c.BusCloser
	twins *wiring.Twins
	wire  *chips.Bus
	took  time.Duration
}

// Bus implements scan.Hardware.
func (t *timed) Bus(name string) (i2c.BusCloser, error) {
	bus, err := t.Twins.Bus(name)
	if err != nil {
		return nil, err
	}
	b := &timedBus{BusCloser: bus, twins: t.Twins, wire: t.Buses[name]}
	t.buses = append(t.buses, b)
	return b, nil
}

// Tx implements i2c.Bus. Conversions continue in the meantime.
func (b *timedBus) Tx(addr uint16, w, r []byte) error {
	took := transferTime(len(w), len(r))
	b.took += took
	b.twins.Sleep(took)
	return b.BusCloser.Tx(addr, w, r)
}

// Sleep implements scan.Hardware.
func (t *timed) Sleep(d time.Duration) {
	t.slept += d
	t.Twins.Sleep(d)
}

// Outputs implements scan.Hardware.
func (t *timed) Outputs(names []string) (scan.Lines, error) {
	l, err := t.Twins.Outputs(names)
	return &timedLines{l, t}, err
}

// Inputs implements scan.Hardware.
func (t *timed) Inputs(names []string, pull gpio.Pull, edges bool) (scan.Lines, error) {
	l, err := t.Twins.Inputs(names, pull, edges)
	return &timedLines{l, t}, err
}

type timedLines struct {
	scan.Lines
	of *timed
}

// Out implements scan.Lines.
func (l *timedLines) Out(value, mask gpio.GPIOValue) error {
	l.of.calls++
	return l.Lines.Out(value, mask)
}

// Read implements scan.Lines.
func (l *timedLines) Read(mask gpio.GPIOValue) (gpio.GPIOValue, error) {
	l.of.calls++
	return l.Lines.Read(mask)
}

// spent returns the total effort so far.
func (t *timed) spent() (e effort) {
	for _, b := range t.buses {
		wire := b.wire.Wire()
		e.transfers += wire.Transactions
		e.bytes += wire.Bytes
		e.took = max(e.took, b.took)
	}
	e.calls = t.calls
	e.took += t.slept + time.Duration(t.calls)*wiring.PerCall
	return e
}

// scanned returns the effort of one scan, after a first one that sets the chips up.
func scanned(c configs.Board, pins *chips.Board) (effort, error) {
	twins, err := wiring.NewTwins(c.Wiring, c.Clock, pins, nil)
	if err != nil {
		return effort{}, err
	}
	on := &timed{Twins: twins}
	board, err := hardware.OpenOn(on, c, hardware.Played{})
	if err != nil {
		return effort{}, err
	}
	defer board.Close()
	scanner := scan.NewScanner(context.Background(), board.Board, 0)
	if err := once(scanner, board); err != nil {
		return effort{}, err
	}
	before := on.spent()
	if err := once(scanner, board); err != nil {
		return effort{}, err
	}
	after := on.spent()
	return effort{after.transfers - before.transfers, after.bytes - before.bytes, after.calls - before.calls, after.took - before.took}, nil
}

// once reads all drivers of a board, and checks that all channels answer.
func once(s *scan.Scanner, b hardware.Board) error {
	s.Read(context.Background(), 0)
	for _, f := range b.Faults.All() {
		return errors.New(f.String())
	}
	return nil
}
