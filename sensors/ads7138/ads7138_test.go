package ads7138_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"periph.io/x/conn/v3/i2c"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/ads7138"
	"touchmove/sensors/internal/traffic"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
)

// rig is eight converters on one bus, and their driver.
type rig struct {
	board *chips.Board
	bus   *chips.Bus
	hall  []*chips.Hall
	twins []*chips.ADS7138
	dev   *ads7138.Dev
}

func open(t testing.TB) *rig {
	t.Helper()
	r := &rig{board: chips.NewBoard(), bus: chips.NewBus("I2C1")}
	var all []ads7138.Chip
	for n := range 8 {
		hall := r.board.Hall(chiptest.Squares()[8*n:8*n+8], 3300)
		twin := chips.NewADS7138(hall, 3300)
		r.bus.Attach(0x10+uint16(n), twin)
		r.hall, r.twins = append(r.hall, hall), append(r.twins, twin)
		all = append(all, ads7138.Chip{Bus: r.bus, Addr: 0x10 + uint16(n)})
	}
	var err error
	if r.dev, err = ads7138.New(ads7138.Opts{Chips: all}); err != nil {
		t.Fatal(err)
	}
	return r
}

// counts converts a voltage in mV to counts, on a supply of 3300 mV.
func counts(mv float64) int32 { return int32(mv/3300*ads7138.Full + 0.5) }

func (r *rig) check(t *testing.T, got sensors.Counts, lost ...int) {
	t.Helper()
	chiptest.CheckMillivolts(t, got, r.hall, counts, lost...)
}

// Whether a transaction begins with a new result or with the previous one, Read
// returns what is there now.
func TestReadsTheBoard(t *testing.T) {
	for name, late := range map[string]bool{"as in the datasheet": false, "one result late": true} {
		t.Run(name, func(t *testing.T) {
			r := open(t)
			if r.dev.Channels() != 64 || r.dev.String() != "ads7138, 8 chips" {
				t.Errorf("%v has %d channels, want 64 of 8 chips", r.dev, r.dev.Channels())
			}
			for _, twin := range r.twins {
				twin.Late(late)
			}
			random := rand.New(rand.NewPCG(1, 1))
			got := make(sensors.Counts, 64)
			for i := range 20 {
				var s sensors.Scan
				for sq := range s {
					s[sq] = []sensors.State{sensors.Empty, sensors.White, sensors.Black}[random.IntN(3)]
					r.hall[sq/8].Tune(sq%8, 1500+random.Float64()*300, 50+random.Float64()*900)
				}
				r.board.Set(s)
				before := r.bus.Wire().Transactions
				if err := r.dev.Read(got); err != nil {
					t.Fatal(err)
				}
				r.check(t, got)
				want := 8
				if i == 0 {
					want += 8 * 7 // set up
				}
				if n := r.bus.Wire().Transactions - before; n != want {
					t.Errorf("%d transactions, want %d", n, want)
				}
			}
		})
	}
}

func TestSilentChip(t *testing.T) {
	chiptest.SilentConverter(t, func(t testing.TB) chiptest.Converter {
		r := open(t)
		return chiptest.Converter{
			Twin: r.twins[6], Board: r.board, Bus: r.bus, Addr: 0x16, Square: rules.B7, Dev: r.dev,
			Error: "ads7138 0x16 on I2C1 (channels 48-55): sysfs-i2c: remote I/O error",
			Check: func(t *testing.T, got sensors.Counts, lost bool) {
				t.Helper()
				r.check(t, got, map[bool][]int{true: {6}}[lost]...)
			},
		}
	})
}

// A dip of the supply returns the chip to single conversions of one channel. That
// reading is discarded, and the next one is right.
func TestSilentReset(t *testing.T) {
	for _, inputs := range [][]int{nil, {0}, {0, 1}, {5}} {
		board, bus := chips.NewBoard(), chips.NewBus("I2C1")
		hall := board.Hall(chiptest.Squares()[:8], 3300)
		for input := range 8 {
			hall.Tune(input, 1000+100*float64(input), 300)
		}
		twin := chips.NewADS7138(hall, 3300)
		bus.Attach(0x10, twin)
		dev, err := ads7138.New(ads7138.Opts{Chips: []ads7138.Chip{{Bus: bus, Addr: 0x10}}, Inputs: inputs})
		if err != nil {
			t.Fatal(err)
		}
		got := make(sensors.Counts, dev.Channels())
		if err := dev.Read(got); err != nil {
			t.Fatal(err)
		}
		right := append(sensors.Counts{}, got...)
		twin.Reset()
		switch err := dev.Read(got); {
		case err == nil: // without set-up, a chip converts input 0 only, as here
			if len(inputs) != 1 || inputs[0] != 0 || got[0]&^15 != right[0]&^15 {
				t.Errorf("inputs %v: a reset was not seen: %v", inputs, got)
			}
		case !strings.Contains(err.Error(), "the chip has lost its set-up") || got[0] != sensors.Lost:
			t.Errorf("inputs %v: %v, %v", inputs, got, err)
		}
		if err := dev.Read(got); err != nil || got[0] != right[0] {
			t.Errorf("inputs %v: after it %v, %v", inputs, got, err)
		}
	}
}

// Another program may have left the chip in any state.
func TestSetUpFromAnyState(t *testing.T) {
	for name, before := range map[string][][]byte{
		"digital pins":     {{0x08, 0x05, 0xff}},
		"fixed pattern":    {{0x08, 0x02, 0x80}},
		"another sequence": {{0x08, 0x12, 0x0a}, {0x08, 0x10, 0x11}},
		"by itself":        {{0x18, 0x04, 0x20}},
		"half a question":  {{0x30, 0xa0}},
	} {
		t.Run(name, func(t *testing.T) {
			r := open(t)
			for _, w := range before {
				if err := r.bus.Tx(0x10, w, nil); err != nil {
					t.Fatal(err)
				}
			}
			got := make(sensors.Counts, 64)
			if err := r.dev.Read(got); err != nil {
				t.Fatal(err)
			}
			r.check(t, got)
		})
	}
}

func TestAnotherPart(t *testing.T) {
	for _, fill := range []chiptest.Fill{0x00, 0xff} {
		bus := chips.NewBus("I2C1")
		bus.Attach(0x10, fill)
		dev, err := ads7138.New(ads7138.Opts{Chips: []ads7138.Chip{{Bus: bus, Addr: 0x10}}})
		if err != nil {
			t.Fatal(err)
		}
		got := make(sensors.Counts, 8)
		if err := dev.Read(got); err == nil || !strings.Contains(err.Error(), "is it an ADS7138?") || got[0] != sensors.Lost {
			t.Error(got[0], err)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	bus := chips.NewBus("I2C1")
	at := func(addrs ...uint16) (all []ads7138.Chip) {
		for _, a := range addrs {
			all = append(all, ads7138.Chip{Bus: bus, Addr: a})
		}
		return all
	}
	for want, opts := range map[string]ads7138.Opts{
		"no chip given": {},
		"0x18 is not an address this chip can have: write 0x10 to 0x17": {Chips: at(0x18)},
		"chips 0 and 1 are both at 0x10 on I2C1":                        {Chips: at(0x10, 0x10)},
		"there is no input -1, only 0 to 7":                             {Chips: at(0x10), Inputs: []int{-1}},
	} {
		if _, err := ads7138.New(opts); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestReadDoesNotAllocate(t *testing.T) { chiptest.AllocatesNothing(t, open(t).dev) }

// The bytes on the wire: a start and two readings with a white piece on b1 and a
// black one on h1.
func TestTraffic(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	bus.Attach(0x10, chips.NewADS7138(board.Hall(chiptest.Squares()[:8], 3300), 3300))
	board.SetSquare(rules.B1, sensors.White)
	board.SetSquare(rules.H1, sensors.Black)
	traffic.Test(t, bus, func(bus i2c.Bus) {
		dev, err := ads7138.New(ads7138.Opts{Chips: []ads7138.Chip{{Bus: bus, Addr: 0x10}}})
		if err != nil {
			t.Fatal(err)
		}
		got := make(sensors.Counts, 8)
		for range 2 {
			if err := dev.Read(got); err != nil || got[0] != 2048 || got[1] != 2560 || got[7] != 1536 {
				t.Error(got, err)
			}
		}
	})
}
