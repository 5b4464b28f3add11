package mcp23008_test

import (
	"strings"
	"testing"

	"periph.io/x/conn/v3/i2c"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/internal/traffic"
	"touchmove/sensors/mcp23008"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
)

var addrs = []uint16{0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27}

func TestBoard(t *testing.T) {
	chiptest.Suite{
		Name: "mcp23008", Width: 8, Addrs: addrs, Wrong: 0x28,
		Attach: chiptest.Attach((*chips.Board).MCP23008s),
		Open: func(bus i2c.Bus, addrs []uint16) (chiptest.Driver, error) {
			return mcp23008.New(bus, mcp23008.Opts{Addrs: addrs})
		},
	}.Run(t)
}

// Another program may have left a chip in any state, and a chip may lose its
// registers but continue to answer.
func TestAnyStateAndReset(t *testing.T) {
	for name, before := range map[string][][]byte{
		"power-on":       {},
		"byte mode":      {{0x05, 0x20}},
		"everything set": {{0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xfe}, {0x0a, 0xff}},
	} {
		t.Run(name, func(t *testing.T) {
			board, bus := chips.NewBoard(), chips.NewBus("I2C1")
			chip := board.MCP23008s(bus, chiptest.Squares(), 0x20)[0]
			board.SetSquare(rules.D1, sensors.Occupied)
			for _, w := range before {
				if err := bus.Tx(0x20, w, nil); err != nil {
					t.Fatal(err)
				}
			}
			dev, err := mcp23008.New(bus, mcp23008.Opts{Addrs: addrs[:1]})
			if err != nil {
				t.Fatal(err)
			}
			got := make(sensors.Counts, 8)
			want := func(what string, lost bool) {
				t.Helper()
				for ch, n := range got {
					w := int32(1)
					if ch == 3 {
						w = 0
					}
					if lost {
						w = sensors.Lost
					}
					if n != w {
						t.Errorf("%s: channel %d reads %d instead of %d", what, ch, n, w)
					}
				}
			}
			if err := dev.Read(got); err != nil {
				t.Fatal(err)
			}
			want("at first", false)
			chip.Reset()
			if err := dev.Read(got); err == nil || !strings.Contains(err.Error(), "mcp23008 0x20 on I2C1 (channels 0-7): the chip has lost its set-up") {
				t.Errorf("after a reset: %v", err)
			}
			want("after a reset", true)
			if err := dev.Read(got); err != nil {
				t.Fatal(err)
			}
			want("set up again", false)
		})
	}
}

func TestNoPullUps(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	bus.Attach(0x20, chips.NewMCP23008(board.Contacts(chiptest.Squares()[:8]).PullUp()))
	dev, err := mcp23008.New(bus, mcp23008.Opts{Addrs: addrs[:1], NoPullUps: true})
	if err != nil {
		t.Fatal(err)
	}
	board.SetSquare(rules.C1, sensors.Occupied)
	got := make(sensors.Counts, 8)
	if err := dev.Read(got); err != nil || got[1] != 1 || got[2] != 0 {
		t.Error(got, err)
	}
	gppu := make([]byte, 1)
	if err := bus.Tx(0x20, []byte{0x06}, gppu); err != nil || gppu[0] != 0 {
		t.Errorf("GPPU %x, %v", gppu, err)
	}
}

// The bytes on the wire: a start and a reading with pieces on a1 and d1.
func TestTraffic(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	board.MCP23008s(bus, chiptest.Squares(), 0x20)
	board.SetSquare(rules.A1, sensors.Occupied)
	board.SetSquare(rules.D1, sensors.Occupied)
	traffic.Test(t, bus, func(bus i2c.Bus) {
		dev, err := mcp23008.New(bus, mcp23008.Opts{Addrs: addrs[:1]})
		if err != nil {
			t.Fatal(err)
		}
		got := make(sensors.Counts, 8)
		if err := dev.Read(got); err != nil || got[0] != 0 || got[1] != 1 || got[3] != 0 {
			t.Error(got, err)
		}
	})
}
