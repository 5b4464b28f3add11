package ht16k33_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"periph.io/x/conn/v3/i2c"

	"touchmove/sensors"
	"touchmove/sensors/lights/ht16k33"
	"touchmove/sensors/sim/chips"
)

func open(t *testing.T, rows int) (*chips.HT16K33, *chips.Bus, *ht16k33.Dev) {
	t.Helper()
	chip, bus := chips.NewHT16K33(rows), chips.NewBus("I2C1")
	bus.Attach(0x70, chip)
	d, err := ht16k33.New(bus, 0x70)
	if err != nil {
		t.Fatal(err)
	}
	return chip, bus, d
}

// The LEDs that are lit are those sent, at the brightness asked for. Rows that the
// package does not have stay dark.
func TestPictures(t *testing.T) {
	for _, rows := range []int{8, 12, 16} {
		chip, _, d := open(t, rows)
		r := rand.New(rand.NewPCG(1, uint64(rows)))
		for range 50 {
			var p, want ht16k33.Picture
			for c := range p {
				p[c] = uint16(r.UintN(1 << 16))
				want[c] = p[c] & (1<<rows - 1)
			}
			bright := r.IntN(16)
			if err := d.Show(p, bright); err != nil {
				t.Fatal(err)
			}
			if got, sixteenths := chip.Lit(); ht16k33.Picture(got) != want || sixteenths != bright+1 {
				t.Fatalf("%d rows: %04x lit for %d sixteenths, want %04x for %d", rows, got, sixteenths, want, bright+1)
			}
		}
	}
}

// Nothing is lit before the memory is written: at power-on it holds random values.
func TestNoFlash(t *testing.T) {
	chip, bus, _ := open(t, 8)
	watch := &watching{Bus: bus, see: func() {
		if lit, _ := chip.Lit(); lit != [8]uint16{} && lit != [8]uint16{1} {
			t.Errorf("lit meanwhile: %04x", lit)
		}
	}}
	d, err := ht16k33.New(watch, 0x70)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := d.Show(ht16k33.Picture{1}, 3); err != nil {
			t.Fatal(err)
		}
		chip.Power(false)
		chip.Power(true) // a dip of the supply
	}
	if watch.bytes != 3*(1+1+1+17+1+16+1) {
		t.Errorf("%d bytes for three pictures", watch.bytes)
	}
}

// watching checks the LEDs after every transaction.
type watching struct {
	i2c.Bus
	see   func()
	bytes int
}

func (w *watching) Tx(addr uint16, out, in []byte) error {
	err := w.Bus.Tx(addr, out, in)
	w.bytes += len(out) + len(in)
	w.see()
	return err
}

// The error for a silent chip names it, with its address and bus. When the chip is
// back, the next picture is correct.
func TestSilent(t *testing.T) {
	chip, bus, d := open(t, 8)
	bus.Unplug(0x70)
	err := d.Show(ht16k33.Picture{1}, 15)
	var fault *sensors.ChipError
	if !errors.As(err, &fault) || fault.Name() != "ht16k33 0x70 on I2C1" || !errors.Is(err, chips.ErrNoAnswer) {
		t.Errorf("got %v", err)
	}
	bus.Plug(0x70)
	if err := d.Show(ht16k33.Picture{3}, 15); err != nil {
		t.Fatal(err)
	}
	if lit, _ := chip.Lit(); lit != [8]uint16{3} {
		t.Errorf("lit %04x", lit)
	}
}

// Another part at the address is noticed.
func TestAnotherPart(t *testing.T) {
	bus := chips.NewBus("I2C1")
	bus.Attach(0x70, chips.NewTCA9548A("switch"))
	d, err := ht16k33.New(bus, 0x70)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Show(ht16k33.Picture{1}, 15); err == nil || !strings.Contains(err.Error(), "is it an HT16K33?") {
		t.Errorf("got %v", err)
	}
}

func TestRefuses(t *testing.T) {
	if _, err := ht16k33.New(chips.NewBus("I2C1"), 0x6f); err == nil || !strings.Contains(err.Error(), "0x6f is not an address this chip can have") {
		t.Error(err)
	}
	_, bus, d := open(t, 8)
	if err := d.Show(ht16k33.Picture{}, 16); err == nil || !strings.Contains(err.Error(), "brightness 16 is not 0 to 15") {
		t.Error(err)
	}
	for _, w := range [][]byte{{0x30}, {0x88}, {0xb0}, {0xc0}, {0x21, 0x81}} {
		if err := bus.Tx(0x70, w, nil); err == nil || !strings.Contains(err.Error(), "not a command of the HT16K33") {
			t.Errorf("the twin takes %x: %v", w, err)
		}
	}
}
