package daemon_test

import (
	"errors"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/i2c"

	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/trace"
	"touchmove/sensors/wiring"
)

// plug is a computer with an adapter on USB that is plugged in and out.
type plug struct {
	*wiring.Twins

	mu    sync.Mutex
	in    bool
	open  int // handles that nobody has given back
	tried int
}

func (p *plug) set(in bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.in = in
}

// Bus implements scan.Hardware.
func (p *plug) Bus(name string) (i2c.BusCloser, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tried++
	if !p.in || p.open > 0 { // while a handle of before is open the kernel has not let the adapter go
		return nil, errors.New("I2C bus " + name + " cannot be opened: no such file or directory")
	}
	bus, err := p.Twins.Bus(name)
	p.open++
	return &pluggedBus{bus, p}, err
}

type pluggedBus struct {
	i2c.BusCloser
	plug *plug
}

// Tx implements i2c.Bus.
func (b *pluggedBus) Tx(addr uint16, write, read []byte) error {
	b.plug.mu.Lock()
	in := b.plug.in
	b.plug.mu.Unlock()
	if !in {
		return errors.New("sysfs-i2c: " + syscall.ENODEV.Error()) // as periph has it
	}
	return b.BusCloser.Tx(addr, write, read)
}

// Close implements io.Closer.
func (b *pluggedBus) Close() error {
	b.plug.mu.Lock()
	defer b.plug.mu.Unlock()
	b.plug.open--
	return nil
}

// A board is opened though its bus is not there, is read once it is, and is found again
// after it was pulled out: what is held of it is given back, else the kernel keeps it.
func TestPatientBus(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		config := configs.Board{ID: "hall-7", Event: "e", ScanHz: 20, Wiring: wiring.Expanders{Chip: "mcp23017",
			Bus: "7", Addrs: []uint16{0x20, 0x21, 0x22, 0x23}, Squares: wiring.Natural(0),
		}}
		pins := chips.NewBoard()
		twins, err := wiring.NewTwins(config.Wiring, config.Clock, pins, nil)
		if err != nil {
			t.Fatal(err)
		}
		on := &plug{Twins: twins}
		board, err := daemon.OpenOn(scan.Reconnecting(on), config)
		if err != nil {
			t.Fatalf("a board without its bus cannot be opened: %v", err)
		}
		for at, in := range map[time.Duration]bool{5 * time.Second: true, 20 * time.Second: false, 30 * time.Second: true} {
			time.AfterFunc(at, func() { on.set(in) })
		}
		readings, err := daemon.Readings(t.Context(), board, header, 36*time.Second, quiet)
		if err != nil {
			t.Fatal(err)
		}
		var shown sensors.Scan
		var turns []time.Duration // when the board began to be read, and ceased
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
			if read := shown.Unknown() == 0; read == (len(turns)%2 == 0) {
				turns = append(turns, r.At.Truncate(time.Second))
			}
		}
		if len(turns) != 3 || turns[0] < 5*time.Second || turns[0] > 7*time.Second || turns[1] != 20*time.Second || turns[2] < 30*time.Second || turns[2] > 32*time.Second {
			t.Errorf("plugged in after 5 s, out after 20 s and in again after 30 s, the board is read from, to and from %v", turns)
		}
		if on.tried > 15 {
			t.Errorf("it was looked for %d times in 36 s", on.tried)
		}
		if err := board.Close(); err != nil || on.open != 0 {
			t.Errorf("%d handles are open at the end, %v", on.open, err)
		}
	})
}
