package mcp23017_test

import (
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"periph.io/x/conn/v3/i2c"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/internal/traffic"
	"touchmove/sensors/mcp23017"
	"touchmove/sensors/sim/chips"
)

var update = flag.Bool("update", false, "record the bus traffic anew")

var addrs = []uint16{0x20, 0x21, 0x22, 0x23}

// squares wires channel n to square n.
func squares() []rules.Square {
	all := make([]rules.Square, 64)
	for i := range all {
		all[i] = rules.Square(i)
	}
	return all
}

// open returns a board with four chips and their driver.
func open(t testing.TB) (*chips.Board, *chips.Bus, []*chips.MCP23017, *mcp23017.Dev) {
	t.Helper()
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	twins := board.MCP23017s(bus, squares(), addrs...)
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

func TestReadsTheBoard(t *testing.T) {
	board, bus, _, dev := open(t)
	if dev.Channels() != 64 || dev.String() != "mcp23017 0x20 0x21 0x22 0x23 on I2C1" {
		t.Error(dev.Channels(), dev)
	}
	r := rand.New(rand.NewPCG(1, 2))
	got := make(sensors.Counts, 64)
	for range 200 {
		for sq := range rules.AllSquares.All() {
			board.SetSquare(sq, sensors.Empty+sensors.State(r.IntN(4)))
		}
		before := bus.Wire().Transactions
		if err := dev.Read(got); err != nil {
			t.Fatal(err)
		}
		if n := bus.Wire().Transactions - before; n != 4 {
			t.Fatalf("%d transactions for four chips", n)
		}
		check(t, got, board)
	}
}

// The chip may have been left in any state by another program.
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
			board.MCP23017s(bus, squares(), addrs...)
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

// A chip that falls silent, in each of the ways it can, reads Lost and nothing
// else; the others go on, and it is trusted again one reading after it is back.
func TestSilentChip(t *testing.T) {
	for name, fault := range map[string]struct {
		fail, mend func(*chips.Bus, *chips.MCP23017)
	}{
		"unplugged": {
			func(b *chips.Bus, _ *chips.MCP23017) { b.Unplug(0x21) },
			func(b *chips.Bus, _ *chips.MCP23017) { b.Plug(0x21) },
		},
		"without power": {
			func(_ *chips.Bus, m *chips.MCP23017) { m.Power(false) },
			func(_ *chips.Bus, m *chips.MCP23017) { m.Power(true) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			board, bus, twins, dev := open(t)
			got := make(sensors.Counts, 64)
			fault.fail(bus, twins[1])
			for range 3 {
				err := dev.Read(got)
				var chip *sensors.ChipError
				if !errors.As(err, &chip) {
					t.Fatalf("got %v", err)
				}
				if want := "mcp23017 0x21 on I2C1 (channels 16-31): sysfs-i2c: remote I/O error"; err.Error() != want {
					t.Errorf("got %q, want %q", err, want)
				}
				if chip.Addr != 0x21 || chip.From != 16 || chip.To != 32 || !errors.Is(err, chips.ErrNoAnswer) {
					t.Errorf("%+v", chip)
				}
				check(t, got, board, 1)
			}
			fault.mend(bus, twins[1])
			if err := dev.Read(got); err != nil {
				t.Fatal(err)
			}
			check(t, got, board, 1)
			board.SetSquare(rules.A3, sensors.Occupied)
			if err := dev.Read(got); err != nil {
				t.Fatal(err)
			}
			check(t, got, board)
		})
	}
}

// A dip of the supply resets a chip, and it goes on answering: with floating
// lines. That reading must not be believed.
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

func TestStuckBus(t *testing.T) {
	board, bus, _, dev := open(t)
	got := make(sensors.Counts, 64)
	bus.Stick(true)
	err := dev.Read(got)
	if err == nil || strings.Count(err.Error(), "connection timed out") != 4 {
		t.Errorf("got %v", err)
	}
	check(t, got, board, 0, 1, 2, 3)
	bus.Stick(false)
	if err := dev.Read(got); err != nil {
		t.Fatal(err)
	}
	if err := dev.Read(got); err != nil {
		t.Fatal(err)
	}
	check(t, got, board)
}

// No chip need be there when the daemon starts.
func TestStartsWithoutChips(t *testing.T) {
	bus := chips.NewBus("I2C1")
	dev, err := mcp23017.New(bus, mcp23017.Opts{Addrs: addrs})
	if err != nil {
		t.Fatal(err)
	}
	got := make(sensors.Counts, 64)
	if err := dev.Read(got); err == nil {
		t.Error("four missing chips gave no error")
	}
	board := chips.NewBoard()
	check(t, got, board, 0, 1, 2, 3)
	board.MCP23017s(bus, squares(), addrs...)
	for range 2 {
		if err := dev.Read(got); err != nil {
			t.Fatal(err)
		}
	}
	check(t, got, board)
}

// another is a part that takes every write and answers with the same byte.
type another byte

func (another) Write([]byte) error { return nil }

func (a another) Read(r []byte) error {
	for i := range r {
		r[i] = byte(a)
	}
	return nil
}

func TestAnotherPartAtTheAddress(t *testing.T) {
	for _, fill := range []another{0x00, 0xff} {
		bus := chips.NewBus("I2C1")
		bus.Attach(0x20, fill)
		dev, err := mcp23017.New(bus, mcp23017.Opts{Addrs: addrs[:1]})
		if err != nil {
			t.Fatal(err)
		}
		got := make(sensors.Counts, 16)
		for range 3 {
			if err := dev.Read(got); err == nil || !strings.Contains(err.Error(), "is it an MCP23017?") {
				t.Errorf("got %v", err)
			}
			check(t, got, chips.NewBoard(), 0)
		}
	}
}

func TestStuckLines(t *testing.T) {
	for fault, want := range map[chips.Fault]int32{chips.StuckLow: 0, chips.StuckHigh: 1, chips.Open: 1} {
		board, bus := chips.NewBoard(), chips.NewBus("I2C1")
		contacts := board.Contacts(squares()[:16])
		bus.Attach(0x20, chips.NewMCP23017(contacts))
		contacts.Break(5, fault)
		dev, err := mcp23017.New(bus, mcp23017.Opts{Addrs: addrs[:1]})
		if err != nil {
			t.Fatal(err)
		}
		got := make(sensors.Counts, 16)
		for _, is := range []sensors.State{sensors.Empty, sensors.Occupied} {
			board.SetSquare(5, is)
			if err := dev.Read(got); err != nil || got[5] != want {
				t.Errorf("%v on a line with fault %d reads %d, %v", is, fault, got[5], err)
			}
		}
	}
}

// Pins kept as outputs read Lost, also when a chip has them all the other way.
func TestOutputs(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	board.MCP23017s(bus, squares(), addrs...)
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
	bus.Attach(0x20, chips.NewMCP23017(board.Contacts(squares()[:16]).PullUp()))
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

func TestNewRefuses(t *testing.T) {
	for want, addrs := range map[string][]uint16{
		"no address given": nil,
		"mcp23017: 0x28 is not an address this chip can have": {0x20, 0x28},
		"address 0x21 is given to chip 0 and to chip 2":       {0x21, 0x20, 0x21},
	} {
		if _, err := mcp23017.New(chips.NewBus("I2C1"), mcp23017.Opts{Addrs: addrs}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%x: got %v, want %q", addrs, err, want)
		}
	}
	_, _, _, dev := open(t)
	if err := dev.Read(make(sensors.Counts, 63)); err == nil || !strings.Contains(err.Error(), "room for 63 channels, and the chips have 64") {
		t.Errorf("got %v", err)
	}
}

func TestReadDoesNotAllocate(t *testing.T) {
	_, _, _, dev := open(t)
	got := make(sensors.Counts, 64)
	if n := testing.AllocsPerRun(100, func() {
		if err := dev.Read(got); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations a reading", n)
	}
}

// The bytes on the wire: a start and two readings of the four squares a1, c1,
// a2 and h2 with a piece on them.
func TestTraffic(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	board.MCP23017s(bus, squares(), addrs[0])
	for _, sq := range []rules.Square{rules.A1, rules.C1, rules.A2, rules.H2} {
		board.SetSquare(sq, sensors.Occupied)
	}
	traffic.Test(t, *update, bus, func(bus i2c.Bus) {
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
