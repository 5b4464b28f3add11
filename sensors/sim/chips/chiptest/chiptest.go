// Package chiptest holds the tests that every driver of a row of port expanders
// must pass, whatever its registers. They run against the register-accurate twins.
package chiptest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"periph.io/x/conn/v3/i2c"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
)

// Driver is the driver under test.
type Driver interface {
	Channels() int
	Read(into sensors.Counts) error
	String() string
}

// Twin is a simulated chip whose supply can be switched off.
type Twin interface{ Power(on bool) }

// Suite describes one kind of chip and its driver.
type Suite struct {
	Name  string   // the chip's name in errors
	Width int      // squares per chip
	Addrs []uint16 // at least two; as many as a board needs, or as fit on a bus
	Wrong uint16   // an address that such a chip cannot have
	// Attach puts twins on a bus, one for each address.
	Attach func(b *chips.Board, bus *chips.Bus, squares []rules.Square, addrs ...uint16) []Twin
	// Open returns the driver.
	Open func(bus i2c.Bus, addrs []uint16) (Driver, error)
	// Unknowable means that the driver cannot know whether another part answers.
	Unknowable bool
}

// Attach adapts a method of Board to Suite.Attach.
func Attach[T Twin](put func(b *chips.Board, bus *chips.Bus, squares []rules.Square, addrs ...uint16) []T) func(*chips.Board, *chips.Bus, []rules.Square, ...uint16) []Twin {
	return func(b *chips.Board, bus *chips.Bus, squares []rules.Square, addrs ...uint16) []Twin {
		var all []Twin
		for _, twin := range put(b, bus, squares, addrs...) {
			all = append(all, twin)
		}
		return all
	}
}

// Squares wires channel n to square n.
func Squares() []rules.Square {
	all := make([]rules.Square, 64)
	for i := range all {
		all[i] = rules.Square(i)
	}
	return all
}

// channels returns the number of channels of all chips; the first 64 serve squares.
func (s Suite) channels() int { return s.Width * len(s.Addrs) }

// Run runs all tests as subtests.
func (s Suite) Run(t *testing.T) {
	t.Run("reads the board", s.readsTheBoard)
	t.Run("unplugged", func(t *testing.T) {
		s.silent(t, func(bus *chips.Bus, _ Twin) { bus.Unplug(s.Addrs[1]) }, func(bus *chips.Bus, _ Twin) { bus.Plug(s.Addrs[1]) })
	})
	t.Run("without power", func(t *testing.T) {
		s.silent(t, func(_ *chips.Bus, chip Twin) { chip.Power(false) }, func(_ *chips.Bus, chip Twin) { chip.Power(true) })
	})
	t.Run("stuck bus", s.stuckBus)
	t.Run("starts without chips", s.startsWithoutChips)
	t.Run("another part", s.anotherPart)
	t.Run("stuck lines", s.stuckLines)
	t.Run("a bad day", s.badDay)
	t.Run("refuses", s.refuses)
	t.Run("allocates nothing", s.allocatesNothing)
}

// bench is a board with its chips and their driver.
type bench struct {
	board *chips.Board
	bus   *chips.Bus
	twins []Twin
	dev   Driver
}

func (s Suite) open(t *testing.T) bench {
	t.Helper()
	b := bench{board: chips.NewBoard(), bus: chips.NewBus("I2C1")}
	b.twins = s.Attach(b.board, b.bus, Squares(), s.Addrs...)
	var err error
	if b.dev, err = s.Open(b.bus, s.Addrs); err != nil {
		t.Fatal(err)
	}
	return b
}

// check compares a reading with the board: a piece pulls its line low, and the
// channels of the chips named are lost.
func (s Suite) check(t *testing.T, got sensors.Counts, board *chips.Board, lost ...int) {
	t.Helper()
	scan := board.Scan()
	for ch, n := range got {
		want := int32(1)
		switch {
		case slices.Contains(lost, ch/s.Width):
			want = sensors.Lost
		case ch < 64 && scan[ch].Full():
			want = 0
		}
		if n != want {
			t.Fatalf("channel %d (%v) reads %d instead of %d", ch, rules.Square(ch), n, want)
		}
	}
}

func (s Suite) read(t *testing.T, dev Driver, got sensors.Counts) {
	t.Helper()
	if err := dev.Read(got); err != nil {
		t.Fatal(err)
	}
}

func (s Suite) readsTheBoard(t *testing.T) {
	b := s.open(t)
	name := s.Name
	for _, addr := range s.Addrs {
		name += fmt.Sprintf(" 0x%02x", addr)
	}
	if b.dev.Channels() != s.channels() || b.dev.String() != name+" on I2C1" {
		t.Error(b.dev.Channels(), b.dev)
	}
	r := rand.New(rand.NewPCG(1, 2))
	got := make(sensors.Counts, s.channels())
	for range 100 {
		var scan sensors.Scan
		for sq := range scan {
			scan[sq] = sensors.Empty + sensors.State(r.IntN(4))
		}
		b.board.Set(scan)
		before := b.bus.Wire().Transactions
		s.read(t, b.dev, got)
		if n := b.bus.Wire().Transactions - before; n != len(s.Addrs) {
			t.Fatalf("%d transactions for %d chips", n, len(s.Addrs))
		}
		s.check(t, got, b.board)
	}
}

// silent: a chip that stops answering reads Lost and nothing else, and the others
// are still read. After it is back, it is trusted from the second reading on.
func (s Suite) silent(t *testing.T, fail, mend func(*chips.Bus, Twin)) {
	b := s.open(t)
	got := make(sensors.Counts, s.channels())
	fail(b.bus, b.twins[1])
	want := fmt.Sprintf("%s 0x%02x on I2C1 (channels %d-%d): sysfs-i2c: remote I/O error", s.Name, s.Addrs[1], s.Width, 2*s.Width-1)
	for range 3 {
		err := b.dev.Read(got)
		var chip *sensors.ChipError
		if !errors.As(err, &chip) || !errors.Is(err, chips.ErrNoAnswer) || err.Error() != want {
			t.Fatalf("got %v, want %s", err, want)
		}
		s.check(t, got, b.board, 1)
	}
	mend(b.bus, b.twins[1])
	s.read(t, b.dev, got)
	s.check(t, got, b.board, 1)
	b.board.SetSquare(rules.Square(s.Width), sensors.Occupied)
	s.read(t, b.dev, got)
	s.check(t, got, b.board)
}

func (s Suite) stuckBus(t *testing.T) {
	b := s.open(t)
	got := make(sensors.Counts, s.channels())
	all := make([]int, len(s.Addrs))
	for i := range all {
		all[i] = i
	}
	b.bus.Stick(true)
	if err := b.dev.Read(got); err == nil || strings.Count(err.Error(), "connection timed out") != len(all) {
		t.Errorf("got %v", err)
	}
	s.check(t, got, b.board, all...)
	b.bus.Stick(false)
	s.read(t, b.dev, got)
	s.read(t, b.dev, got)
	s.check(t, got, b.board)
}

// startsWithoutChips: no chip needs to be there when the daemon starts.
func (s Suite) startsWithoutChips(t *testing.T) {
	bus := chips.NewBus("I2C1")
	dev, err := s.Open(bus, s.Addrs)
	if err != nil {
		t.Fatal(err)
	}
	got := make(sensors.Counts, s.channels())
	if err := dev.Read(got); err == nil {
		t.Error("missing chips gave no error")
	}
	for ch, n := range got {
		if n != sensors.Lost {
			t.Fatalf("channel %d reads %d without a chip", ch, n)
		}
	}
	board := chips.NewBoard()
	s.Attach(board, bus, Squares(), s.Addrs...)
	s.read(t, dev, got)
	s.read(t, dev, got)
	s.check(t, got, board)
}

func (s Suite) anotherPart(t *testing.T) {
	if s.Unknowable {
		t.Skip("this chip has nothing by which it could be told")
	}
	for _, fill := range []Fill{0x00, 0xff} {
		bus := chips.NewBus("I2C1")
		bus.Attach(s.Addrs[0], fill)
		dev, err := s.Open(bus, s.Addrs[:1])
		if err != nil {
			t.Fatal(err)
		}
		got := make(sensors.Counts, s.Width)
		for range 2 {
			if err := dev.Read(got); err == nil || !strings.Contains(err.Error(), "is it a") {
				t.Errorf("a part that answers 0x%02x: %v", byte(fill), err)
			}
			s.check(t, got, chips.NewBoard(), 0)
		}
	}
}

// stuckLines: a line shorted to ground reads as a piece, and a line shorted to the
// supply as none. A driver of digital inputs cannot know better; the reconstruction
// finds out during play.
func (s Suite) stuckLines(t *testing.T) {
	for fault, want := range map[chips.Fault]int32{chips.StuckLow: 0, chips.StuckHigh: 1, chips.Open: 1} {
		b := s.open(t)
		line, ok := b.twins[0].(interface{ Circuit() chips.Circuit })
		if !ok {
			t.Fatalf("%T does not show its circuit", b.twins[0])
		}
		line.Circuit().(interface{ Break(int, chips.Fault) }).Break(5, fault)
		got := make(sensors.Counts, s.channels())
		for _, is := range []sensors.State{sensors.Empty, sensors.Occupied} {
			b.board.SetSquare(5, is)
			if s.read(t, b.dev, got); got[5] != want {
				t.Errorf("%v on a line with fault %d reads %d", is, fault, got[5])
			}
		}
	}
}

// badDay: whatever happens to chips and wires between readings, a channel shows
// what is on its square or is Lost, and nothing else. When everything is repaired,
// every channel is back after two readings.
func (s Suite) badDay(t *testing.T) {
	for seed := range uint64(5) {
		b := s.open(t)
		r := rand.New(rand.NewPCG(seed, seed))
		got := make(sensors.Counts, s.channels())
		lost := 0
		for range 300 {
			n := r.IntN(len(s.Addrs))
			switch r.IntN(8) {
			case 0:
				b.bus.Unplug(s.Addrs[n])
			case 1:
				b.bus.Plug(s.Addrs[n])
			case 2:
				b.twins[n].Power(false)
			case 3, 4:
				b.twins[n].Power(true) // a dip, if it had a supply
			case 5:
				b.bus.Stick(r.IntN(4) == 0)
			default:
				b.board.SetSquare(rules.Square(r.IntN(64)), sensors.Empty+sensors.State(r.IntN(2)))
			}
			err := b.dev.Read(got)
			scan, unknown := b.board.Scan(), 0
			for ch, v := range got {
				want := int32(1)
				if ch < 64 && scan[ch].Full() {
					want = 0
				}
				if v == sensors.Lost {
					unknown++
				} else if v != want {
					t.Fatalf("seed %d: channel %d reads %d instead of %d", seed, ch, v, want)
				}
			}
			if err != nil && unknown == 0 {
				t.Fatalf("seed %d: every channel was read, and yet: %v", seed, err)
			}
			lost += unknown
		}
		if lost == 0 {
			t.Errorf("seed %d: nothing was ever lost", seed)
		}
		b.bus.Stick(false)
		for n, addr := range s.Addrs {
			b.bus.Plug(addr)
			b.twins[n].Power(true)
		}
		for range 2 {
			_ = b.dev.Read(got) // set up again, and reported for the last time
		}
		s.read(t, b.dev, got)
		s.check(t, got, b.board)
	}
}

func (s Suite) refuses(t *testing.T) {
	for want, addrs := range map[string][]uint16{
		"no address given": nil,
		fmt.Sprintf("%s: 0x%02x is not an address this chip can have", s.Name, s.Wrong):                             {s.Addrs[0], s.Wrong},
		fmt.Sprintf("address 0x%02x is given to chip 0 and to chip 2: every chip on a bus has its own", s.Addrs[1]): {s.Addrs[1], s.Addrs[0], s.Addrs[1]},
	} {
		if _, err := s.Open(chips.NewBus("I2C1"), addrs); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%x: got %v, want %q", addrs, err, want)
		}
	}
	if err := s.open(t).dev.Read(make(sensors.Counts, s.channels()-1)); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("room for %d channels, and the chips have %d", s.channels()-1, s.channels())) {
		t.Errorf("got %v", err)
	}
}

func (s Suite) allocatesNothing(t *testing.T) {
	AllocatesNothing(t, s.open(t).dev)
}
