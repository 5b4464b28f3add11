package scan_test

import (
	"errors"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/i2c"

	"touchmove/sensors/scan"
)

// plug is hardware with a USB adapter that is plugged in and pulled out.
type plug struct {
	*rig
	in    bool
	open  int // handles that are not closed
	tried int
}

// Bus implements scan.Hardware.
func (p *plug) Bus(name string) (i2c.BusCloser, error) {
	p.tried++
	if !p.in || p.open > 0 { // while an earlier handle is open, the kernel keeps the adapter
		return nil, errors.New("no such file or directory")
	}
	p.open++
	bus, err := p.rig.Bus(name)
	return &pluggedBus{bus, p}, err
}

type pluggedBus struct {
	i2c.BusCloser
	plug *plug
}

// Tx implements i2c.Bus.
func (b *pluggedBus) Tx(addr uint16, write, read []byte) error {
	if !b.plug.in {
		return errors.New("sysfs-i2c: " + syscall.ENODEV.Error()) // the text that periph returns
	}
	return b.BusCloser.Tx(addr, write, read)
}

// Close implements io.Closer.
func (b *pluggedBus) Close() error {
	b.plug.open--
	return b.BusCloser.Close()
}

// A board is opened although its bus is missing, and is read once the bus is there.
// After the bus was pulled out, it is found again, which requires that the old
// handle was closed: otherwise the kernel keeps it.
func TestReconnecting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		on := &plug{rig: newRig()}
		b, err := scan.Open(scan.Reconnecting(on), scan.Config{}, expanders("1", squaresFrom(0, 32)), expanders("1", squaresFrom(32, 32)))
		if err != nil {
			t.Fatalf("a board whose bus is not there cannot be opened: %v", err)
		}
		// Both drivers read the same chips; it only matters whether they are read.
		r := read(t, b)
		for _, c := range []struct {
			in    bool
			lasts time.Duration
		}{{false, 5 * time.Second}, {true, 15 * time.Second}, {false, 10 * time.Second}, {true, 10 * time.Second}} {
			on.in = c.in
			began := time.Now()
			for c.in && r.unknown() != 0 {
				time.Sleep(20 * time.Millisecond)
			}
			if took := time.Since(began); took > 2100*time.Millisecond {
				t.Errorf("it is found %v after it was plugged in", took)
			}
			r.during(c.lasts - time.Since(began))
			if read := r.unknown() == 0; read != c.in {
				t.Errorf("%v after the plug was moved: plugged in %v, read %v", c.lasts, c.in, read)
			}
		}
		if on.tried > 12 {
			t.Errorf("it was looked for %d times in 40 s, of which 15 s without it", on.tried)
		}
		if err := b.Close(); err != nil || on.open != 0 {
			t.Errorf("at the end %d handles are open, %v", on.open, err)
		}
	})
}
