package daemon_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/i2c"

	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/daemon/hardware"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/trace"
	"touchmove/sensors/wiring"
)

// onUSB is hardware behind an adapter that says of a chip that is not there, at
// once, that it timed out, as a CP2112 does.
type onUSB struct{ *wiring.Twins }

func (u onUSB) Bus(name string) (i2c.BusCloser, error) {
	bus, err := u.Twins.Bus(name)
	return adapter{bus}, err
}

type adapter struct{ i2c.BusCloser }

func (a adapter) Tx(addr uint16, w, r []byte) error {
	err := a.BusCloser.Tx(addr, w, r)
	if errors.Is(err, chips.ErrNoAnswer) {
		return chips.ErrStuck
	}
	return err
}

// A chip that is missing behind such an adapter takes its own squares and no
// others with it, whichever it is; when nobody answers, the bus is held down.
func TestReadingsOnUSB(t *testing.T) {
	natural := wiring.Natural(0)
	for _, c := range []struct {
		name    string
		off     []uint16
		unknown rules.Squares
		kind    scan.FaultKind
		part    string
	}{
		{"none", nil, 0, "", ""},
		{"the first", []uint16{0x20}, rules.SquaresOf(natural[:16]...), scan.SilentChip, "0x20"},
		{"the last", []uint16{0x23}, rules.SquaresOf(natural[48:]...), scan.SilentChip, "0x23"},
		{"all", []uint16{0x20, 0x21, 0x22, 0x23}, rules.AllSquares, scan.HeldBus, "I2C1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				config := configs.Board{ID: "hall-7", Event: "e", ScanHz: 50, Wiring: wiring.Expanders{Chip: "mcp23017",
					Bus: "1", Addrs: []uint16{0x20, 0x21, 0x22, 0x23}, Squares: natural,
				}}
				pins := chips.NewBoard()
				twins, err := wiring.NewTwins(config.Wiring, config.Clock, pins, nil)
				if err != nil {
					t.Fatal(err)
				}
				for _, addr := range c.off {
					twins.Buses["1"].Unplug(addr)
				}
				board, err := hardware.OpenOn(onUSB{twins}, config, hardware.Played{})
				if err != nil {
					t.Fatal(err)
				}
				defer board.Close()
				readings, err := daemon.Readings(t.Context(), board, header, 3*time.Second, quiet)
				if err != nil {
					t.Fatal(err)
				}
				var shown sensors.Scan
				for r, err := range readings {
					if err != nil {
						t.Fatal(err)
					}
					switch w := r.What.(type) {
					case trace.Scan:
						shown = w.Board
					case trace.Change:
						shown[w.Square] = w.Is
					}
				}
				if shown.Unknown() != c.unknown {
					t.Errorf("%v are not read, want %v", shown.Unknown(), c.unknown)
				}
				told := false
				for _, trouble := range board.Faults.All() {
					told = told || trouble.Kind == c.kind && strings.Contains(trouble.Part, c.part) && trouble.Squares == c.unknown
					if c.kind == "" && (trouble.Kind == scan.SilentChip || trouble.Kind == scan.HeldBus) || c.kind == scan.SilentChip && trouble.Kind == scan.HeldBus {
						t.Errorf("told: %v", trouble)
					}
				}
				if !told && c.kind != "" {
					t.Errorf("not told of %s: %v", c.part, board.Faults.All())
				}
			})
		})
	}
}

// Readings are those of the board's time from 0 on; they end with an End, at the
// limit or when they are called off, and then at once.
func TestReadingsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pins, board := newHall(t)
		for _, c := range []struct {
			limit, off, want time.Duration
		}{
			{2 * time.Second, 0, 2 * time.Second},
			{0, 1500 * time.Millisecond, 1500 * time.Millisecond},
			{time.Minute, time.Second, time.Second},
		} {
			ctx, cancel := context.WithCancel(t.Context())
			if c.off > 0 {
				time.AfterFunc(c.off, cancel)
			}
			time.AfterFunc(time.Second/2, func() { pins.pins.SetSquare(rules.E2, sensors.Occupied) })
			readings, err := daemon.Readings(ctx, board, header, c.limit, quiet)
			if err != nil {
				t.Fatal(err)
			}
			var all []trace.Record
			for r, err := range readings {
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, r)
			}
			cancel()
			if len(all) != 3 || all[0].At != 0 {
				t.Fatalf("%v: %v", c, all)
			}
			if change, ok := all[1].What.(trace.Change); !ok || change.Square != rules.E2 || all[1].At < time.Second/2 || all[1].At > time.Second/2+10*time.Millisecond {
				t.Errorf("%v: %v", c, all[1])
			}
			if end := all[2]; end != (trace.Record{At: c.want, What: trace.End{}}) {
				t.Errorf("%v: ends with %v", c, end)
			}
			pins.pins.SetSquare(rules.E2, sensors.Empty)
			synctest.Wait()
		}
	})
}
