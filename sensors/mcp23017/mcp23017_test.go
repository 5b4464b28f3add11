package mcp23017_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"periph.io/x/conn/v3/i2c"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/internal/traffic"
	"touchmove/sensors/mcp23017"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
)

var addrs = []uint16{0x20, 0x21, 0x22, 0x23}

func TestBoard(t *testing.T) {
	chiptest.Suite{
		Name: "mcp23017", Width: 16, Addrs: addrs, Wrong: 0x28,
		Attach: chiptest.Attach((*chips.Board).MCP23017s),
		Open: func(bus i2c.Bus, addrs []uint16) (chiptest.Driver, error) {
			return mcp23017.New(bus, mcp23017.Opts{Addrs: addrs})
		},
	}.Run(t)
}

// open returns a board with four chips and their driver.
func open(t testing.TB) (*chips.Board, *chips.Bus, []*chips.MCP23017, *mcp23017.Dev) {
	t.Helper()
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	twins := board.MCP23017s(bus, chiptest.Squares(), addrs...)
	dev, err := mcp23017.New(bus, mcp23017.Opts{Addrs: addrs})
	if err != nil {
		t.Fatal(err)
	}
	return board, bus, twins, dev
}

// check compares a reading with the board: a piece pulls its line low.
func check(t *testing.T, got sensors.Counts, board *chips.Board, lost ...int) {
	t.Helper()
	scan := board.Scan()
	for ch, n := range got {
		want := int32(1)
		switch {
		case slices.Contains(lost, ch/16):
			want = sensors.Lost
		case scan[ch].Full():
			want = 0
		}
		if n != want {
			t.Fatalf("channel %d (%v) reads %d instead of %d", ch, rules.Square(ch), n, want)
		}
	}
}

// Another program may have left the chip in any state.
func TestSetUpFromAnyState(t *testing.T) {
	for name, before := range map[string][][]byte{
		"power-on":                 {},
		"bank 1":                   {{0x0a, 0x80}},
		"bank 1, byte mode":        {{0x0a, 0xa0}},
		"byte mode":                {{0x0a, 0x20}},
		"everything set":           {{0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, {0x0c, 0xff, 0xff}, {0x14, 0xff, 0xff}, {0x0a, 0xfe}},
		"outputs driven, inverted": {{0x00, 0x00, 0x00, 0xff, 0xff}, {0x14, 0xff, 0xff}},
	} {
		t.Run(name, func(t *testing.T) {
			board, bus := chips.NewBoard(), chips.NewBus("I2C1")
			board.MCP23017s(bus, chiptest.Squares(), addrs...)
			for _, w := range before {
				for _, addr := range addrs {
					if err := bus.Tx(addr, w, nil); err != nil {
						t.Fatal(err)
					}
				}
			}
			board.SetSquare(rules.A1, sensors.Occupied)
			board.SetSquare(rules.H8, sensors.Occupied)
			dev, err := mcp23017.New(bus, mcp23017.Opts{Addrs: addrs})
			if err != nil {
				t.Fatal(err)
			}
			got := make(sensors.Counts, 64)
			if err := dev.Read(got); err != nil {
				t.Fatal(err)
			}
			check(t, got, board)
		})
	}
}

// A dip of the supply resets a chip, and it continues to answer, but its lines
// float. That reading must be discarded.
func TestSilentReset(t *testing.T) {
	board, _, twins, dev := open(t)
	got := make(sensors.Counts, 64)
	twins[2].Reset()
	err := dev.Read(got)
	if err == nil || !strings.Contains(err.Error(), "mcp23017 0x22 on I2C1 (channels 32-47): the chip has lost its set-up") {
		t.Fatalf("got %v", err)
	}
	check(t, got, board, 2)
	if err := dev.Read(got); err != nil {
		t.Fatal(err)
	}
	check(t, got, board)
}

// Pins configured as outputs read Lost, even if a chip has all pins the other way
// round.
func TestOutputs(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	board.MCP23017s(bus, chiptest.Squares(), addrs...)
	dev, err := mcp23017.New(bus, mcp23017.Opts{Addrs: addrs, Outputs: 0x8080})
	if err != nil {
		t.Fatal(err)
	}
	got := make(sensors.Counts, 64)
	if err := dev.Read(got); err != nil {
		t.Fatal(err)
	}
	for ch, n := range got {
		if lost := ch%8 == 7; (n == sensors.Lost) != lost {
			t.Errorf("channel %d reads %d", ch, n)
		}
	}
	var iodir, olat [2]byte
	if err := errors.Join(bus.Tx(0x20, []byte{0x00}, iodir[:]), bus.Tx(0x20, []byte{0x14}, olat[:])); err != nil {
		t.Fatal(err)
	}
	if iodir != [2]byte{0x7f, 0x7f} || olat != [2]byte{} {
		t.Errorf("IODIR %x, OLAT %x", iodir, olat)
	}
}

// Boards with their own resistors leave the pull-ups off.
func TestNoPullUps(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	bus.Attach(0x20, chips.NewMCP23017(board.Contacts(chiptest.Squares()[:16]).PullUp()))
	dev, err := mcp23017.New(bus, mcp23017.Opts{Addrs: addrs[:1], NoPullUps: true})
	if err != nil {
		t.Fatal(err)
	}
	board.SetSquare(rules.C1, sensors.Occupied)
	got := make(sensors.Counts, 16)
	if err := dev.Read(got); err != nil {
		t.Fatal(err)
	}
	check(t, got, board)
	var gppu [2]byte
	if err := bus.Tx(0x20, []byte{0x0c}, gppu[:]); err != nil || gppu != [2]byte{} {
		t.Errorf("GPPU %x, %v", gppu, err)
	}
}

// The bytes on the wire: a start and two readings of the four squares a1, c1,
// a2 and h2 with a piece on them.
func TestTraffic(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	board.MCP23017s(bus, chiptest.Squares(), addrs[0])
	for _, sq := range []rules.Square{rules.A1, rules.C1, rules.A2, rules.H2} {
		board.SetSquare(sq, sensors.Occupied)
	}
	traffic.Test(t, bus, func(bus i2c.Bus) {
		dev, err := mcp23017.New(bus, mcp23017.Opts{Addrs: addrs[:1]})
		if err != nil {
			t.Fatal(err)
		}
		got := make(sensors.Counts, 16)
		for range 2 {
			if err := dev.Read(got); err != nil {
				t.Fatal(err)
			}
			check(t, got, board)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	_, _, _, dev := open(b)
	got := make(sensors.Counts, 64)
	b.ReportAllocs()
	for b.Loop() {
		if err := dev.Read(got); err != nil {
			b.Fatal(err)
		}
	}
}
