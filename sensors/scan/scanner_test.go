package scan_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/i2c"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
)

// Each square is read through the bus that it is on.
func TestScan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rig := newRig()
		r := read(t, rig.open(t, rig))
		for _, sq := range []rules.Square{rules.A1, rules.H4, rules.A5, rules.H8} {
			rig.pins.SetSquare(sq, sensors.Occupied)
			if got := r.once(); got.Full() != rules.SquaresOf(sq) {
				t.Errorf("a piece on %v is read on %v", sq, got.Full())
			}
			rig.pins.SetSquare(sq, sensors.Empty)
		}
		r.well(t, "on a whole board")
		if err := r.board.Close(); err != nil || rig.opened != 0 {
			t.Errorf("closed: %v, and %d buses are open", err, rig.opened)
		}
	})
}

// flaky is hardware on whose buses every seventh transfer fails.
type flaky struct{ scan.Hardware }

func (f flaky) Bus(name string) (i2c.BusCloser, error) {
	bus, err := f.Hardware.Bus(name)
	return chiptest.Flaky(bus, 7), err
}

// A failed transfer is tried once more: nothing is lost, there is no fault, and the
// retry is counted.
func TestRetries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rig := newRig()
		rig.pins.SetSquare(rules.E4, sensors.Occupied)
		b := rig.open(t, flaky{rig})
		r := read(t, b)
		for range 100 {
			if got := r.once(); got.Full() != rules.SquaresOf(rules.E4) || got.Unknown() != 0 {
				t.Fatalf("read %v, and nothing of %v", got.Full(), got.Unknown())
			}
			r.well(t, "after a retry")
		}
		for _, bus := range b.Stats.Snapshot().Buses {
			if bus.Errors != 0 || bus.Retries < bus.Transfers/8 || bus.Retries == 0 || bus.Stuck {
				t.Errorf("counted: %+v", bus)
			}
		}
	})
}

// While a bus is stuck, a scan takes no longer than Stall, the other bus is still
// read, and the squares of the stuck bus are unknown. Once released, the bus is
// read again.
func TestStuckBus(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rig := newRig()
		b := rig.open(t, rig)
		r := read(t, b)
		r.during(time.Second)
		free := make(chan struct{})
		rig.buses["3"].Hold(func() { <-free })
		for n := range 5 {
			rig.pins.SetSquare(rules.Square(n), sensors.Occupied)
			began := time.Now()
			got := r.once()
			if took := time.Since(began); took > scan.Stall || n > 0 && took > 0 {
				t.Errorf("scan %d waits %v for a stuck bus", n, took)
			}
			if got.Unknown() != right || got.Full().Count() != n+1 {
				t.Errorf("scan %d: unknown is %v, and there are pieces on %v", n, got.Unknown(), got.Full())
			}
		}
		if f := r.fault(t); f.Kind != scan.HeldBus || f.Part != "I2C3" || f.Squares != right || !strings.Contains(f.Text(), "unplug its chips one by one") {
			t.Errorf("the fault is %+v", f)
		}
		if bus := b.Stats.Snapshot().Buses[1]; !bus.Stuck || bus.Stalls != 5 {
			t.Errorf("counted: %+v", bus)
		}
		rig.buses["3"].Hold(nil)
		close(free)
		r.during(3 * time.Second)
		r.well(t, "let go,")
		if got := r.once(); got.Unknown() != 0 || b.Stats.Snapshot().Buses[1].Stuck {
			t.Errorf("let go, and unknown is %v", got.Unknown())
		}
	})
}

// usb is an adapter that reports a missing chip at once as a timeout, as a CP2112
// does.
type usb struct{ scan.Hardware }

type usbBus struct{ i2c.BusCloser }

func (u usb) Bus(name string) (i2c.BusCloser, error) {
	bus, err := u.Hardware.Bus(name)
	return usbBus{bus}, err
}

func (b usbBus) Tx(addr uint16, w, r []byte) error {
	if err := b.BusCloser.Tx(addr, w, r); err != chips.ErrNoAnswer { //nolint:errorlint // a simulated bus gives itself
		return err
	}
	return chips.ErrStuck
}

// A missing chip loses its own squares and no others, whichever it is and whatever
// error its bus returns. A USB adapter cannot distinguish a missing chip from a
// held bus; if no chip on its bus answers, the bus counts as held.
func TestMissingChips(t *testing.T) {
	first, second := rules.RankSquares(0)|rules.RankSquares(1), rules.RankSquares(2)|rules.RankSquares(3)
	for _, c := range []struct {
		name    string
		usb     bool
		off     []uint16
		unknown rules.Squares
		kind    scan.FaultKind
		parts   []string
	}{
		{"the first", false, []uint16{0x20}, first, scan.SilentChip, []string{"mcp23017 0x20 on I2C1"}},
		{"the last", false, []uint16{0x21}, second, scan.SilentChip, []string{"mcp23017 0x21 on I2C1"}},
		{"both", false, []uint16{0x20, 0x21}, left, scan.SilentChip, []string{"mcp23017 0x20 on I2C1", "mcp23017 0x21 on I2C1"}},
		{"the first behind USB", true, []uint16{0x20}, first, scan.SilentChip, []string{"mcp23017 0x20 on I2C1"}},
		{"the last behind USB", true, []uint16{0x21}, second, scan.SilentChip, []string{"mcp23017 0x21 on I2C1"}},
		{"both behind USB", true, []uint16{0x20, 0x21}, left, scan.HeldBus, []string{"I2C1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				rig := newRig()
				on := scan.Hardware(rig)
				if c.usb {
					on = usb{rig}
				}
				for _, addr := range c.off {
					rig.buses["1"].Unplug(addr)
				}
				r := read(t, rig.open(t, on))
				r.during(time.Second)
				if got := r.once(); got.Unknown() != c.unknown {
					t.Errorf("%v are not read, want %v", got.Unknown(), c.unknown)
				}
				all := r.board.Faults.All()
				if len(all) != len(c.parts) {
					t.Fatalf("faults: %v, want %v", all, c.parts)
				}
				for i, f := range all {
					if f.Kind != c.kind || f.Part != c.parts[i] || f.Squares&^c.unknown != 0 || f.Squares == 0 {
						t.Errorf("fault %d is %+v, want %s of %s", i, f, c.kind, c.parts[i])
					}
					if f.Kind == scan.SilentChip && !strings.Contains(f.Text(), "it has not answered since the start") {
						t.Errorf("fault %d says %q", i, f.Text())
					}
				}
				for _, addr := range c.off {
					rig.buses["1"].Plug(addr)
				}
				r.during(3 * time.Second)
				r.well(t, "plugged in,")
			})
		})
	}
}

// A scan of a healthy board allocates nothing, with or without a goroutine for each
// bus.
func TestScanDoesNotAllocate(t *testing.T) {
	for _, limit := range []time.Duration{0, time.Minute} {
		rig := newRig()
		s := scan.NewScanner(t.Context(), rig.open(t, rig), limit)
		var shown sensors.Scan
		n := testing.AllocsPerRun(200, func() {
			s.Read(context.Background(), 0)
			shown = s.Squares(0, shown, over{})
		})
		if n > 0 {
			t.Errorf("limit %v: a scan allocates %v times", limit, n)
		}
	}
}

func BenchmarkScan(b *testing.B) {
	rig := newRig()
	s := scan.NewScanner(b.Context(), rig.open(b, rig), scan.Stall)
	var shown sensors.Scan
	b.ReportAllocs()
	for b.Loop() {
		s.Read(context.Background(), 0)
		shown = s.Squares(0, shown, over{})
	}
}

// undioded is the driver of a matrix without diodes whose pieces may be ghosts.
type undioded struct{ ghosts uint64 }

// Channels implements scan.Sensor.
func (undioded) Channels() int { return 64 }

// String implements scan.Sensor.
func (undioded) String() string { return "matrix" }

// Read implements scan.Sensor.
func (undioded) Read(into sensors.Counts) error {
	clear(into)
	return nil
}

// Ghosts returns the channels of the last reading that may show a piece that is not there.
func (u undioded) Ghosts() uint64 { return u.ghosts }

// A driver that was made before the board is asked for its ghosts as one is that the board made.
func TestGhostsOfADriverMadeBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rectangle := rules.SquaresOf(rules.A1, rules.D1, rules.A4, rules.D4)
		wiring := squaresFrom(0, 64)
		table, err := calibration.NewTable(calibration.Board{Sensing: sensors.Occupancy, Wiring: wiring})
		if err != nil {
			t.Fatal(err)
		}
		b := scan.NewBoard(table, 5*time.Millisecond, undioded{uint64(rectangle)})
		b.Squares = wiring
		r := read(t, b)
		r.once()
		if f := r.fault(t); f.Kind != scan.GhostSquares || f.Part != "matrix" || f.Squares != rectangle {
			t.Errorf("the fault is %+v, want ghosts on %v", f, rectangle)
		}
	})
}
