package ads7828_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"periph.io/x/conn/v3/i2c"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/ads7828"
	"touchmove/sensors/internal/traffic"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
	"touchmove/sensors/tca9548a"
)

// rig is eight converters behind two ports of a switch, and their driver.
type rig struct {
	board *chips.Board
	bus   *chips.Bus
	mux   *chips.TCA9548A
	hall  []*chips.Hall
	twins []*chips.ADS7828
	dev   *ads7828.Dev
}

func open(t testing.TB) *rig {
	t.Helper()
	r := &rig{board: chips.NewBoard(), bus: chips.NewBus("I2C1"), mux: chips.NewTCA9548A("mux")}
	r.bus.Attach(0x70, r.mux)
	sw, err := tca9548a.New(r.bus, 0x70)
	if err != nil {
		t.Fatal(err)
	}
	var all []ads7828.Chip
	for n := range 8 {
		addr := 0x48 + uint16(n%4)
		hall := r.board.Hall(chiptest.Squares()[8*n:8*n+8], 3300)
		twin := chips.NewADS7828(hall, 3300)
		r.mux.Port(n/4).Attach(addr, twin)
		r.hall, r.twins = append(r.hall, hall), append(r.twins, twin)
		port, err := sw.Port(n / 4)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, ads7828.Chip{Bus: port, Addr: addr})
	}
	if r.dev, err = ads7828.New(ads7828.Opts{Chips: all}); err != nil {
		t.Fatal(err)
	}
	return r
}

// counts converts a voltage in mV to counts, on a supply of 3300 mV.
func counts(mv float64) int32 { return int32(mv/3300*ads7828.Full + 0.5) }

func (r *rig) check(t *testing.T, got sensors.Counts, lost ...int) {
	t.Helper()
	chiptest.CheckMillivolts(t, got, r.hall, counts, lost...)
}

func TestReadsTheBoard(t *testing.T) {
	r := open(t)
	if r.dev.Channels() != 64 || r.dev.String() != "ads7828, 8 chips" {
		t.Errorf("%v has %d channels, want 64 of 8 chips", r.dev, r.dev.Channels())
	}
	random := rand.New(rand.NewPCG(1, 1))
	got := make(sensors.Counts, 64)
	for range 20 {
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
		if n := r.bus.Wire().Transactions - before; n != 64+2 {
			t.Errorf("%d transactions, want one an input and two for the switch", n)
		}
	}
}

func TestSilentChip(t *testing.T) {
	chiptest.SilentConverter(t, func(t testing.TB) chiptest.Converter {
		r := open(t)
		return chiptest.Converter{
			Twin: r.twins[6], Board: r.board, Bus: r.mux.Port(1), Addr: 0x4a, Square: rules.B7, Dev: r.dev,
			Error: "ads7828 0x4a on port 1 of tca9548a 0x70 on I2C1 (channels 48-55): sysfs-i2c: remote I/O error",
			Check: func(t *testing.T, got sensors.Counts, lost bool) {
				t.Helper()
				r.check(t, got, map[bool][]int{true: {6}}[lost]...)
			},
		}
	})
}

func TestAnotherPart(t *testing.T) {
	bus := chips.NewBus("I2C1")
	bus.Attach(0x48, chiptest.Fill(0xff))
	dev, err := ads7828.New(ads7828.Opts{Chips: []ads7828.Chip{{Bus: bus, Addr: 0x48}}})
	if err != nil {
		t.Fatal(err)
	}
	got := make(sensors.Counts, 8)
	if err := dev.Read(got); err == nil || !strings.Contains(err.Error(), "is it an ADS7828?") || got[0] != sensors.Lost {
		t.Error(got[0], err)
	}
}

// Any inputs may be read, in any order.
func TestInputs(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	bus.Attach(0x49, chips.NewADS7828(board.Hall(chiptest.Squares()[:8], 3300), 3300))
	board.SetSquare(rules.C1, sensors.White)
	dev, err := ads7828.New(ads7828.Opts{Chips: []ads7828.Chip{{Bus: bus, Addr: 0x49}}, Inputs: []int{7, 2, 3}})
	if err != nil {
		t.Fatal(err)
	}
	got := make(sensors.Counts, 3)
	if err := dev.Read(got); err != nil || got[0] != 2048 || got[1] != 2560 || got[2] != 2048 {
		t.Error(got, err)
	}
	if dev.String() != "ads7828 0x49 on I2C1" {
		t.Error(dev)
	}
}

func TestNewRefuses(t *testing.T) {
	bus := chips.NewBus("I2C1")
	at := func(addrs ...uint16) (all []ads7828.Chip) {
		for _, a := range addrs {
			all = append(all, ads7828.Chip{Bus: bus, Addr: a})
		}
		return all
	}
	for want, opts := range map[string]ads7828.Opts{
		"no chip given": {},
		"0x4c is not an address this chip can have: write 0x48 to 0x4b": {Chips: at(0x4c)},
		"chips 0 and 1 are both at 0x48 on I2C1":                        {Chips: at(0x48, 0x48)},
		"there is no input 8, only 0 to 7":                              {Chips: at(0x48), Inputs: []int{8}},
		"input 3 is listed twice":                                       {Chips: at(0x48), Inputs: []int{3, 3}},
	} {
		if _, err := ads7828.New(opts); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if err := open(t).dev.Read(make(sensors.Counts, 63)); err == nil {
		t.Error("a reading without room was taken")
	}
}

func TestReadDoesNotAllocate(t *testing.T) { chiptest.AllocatesNothing(t, open(t).dev) }

// The bytes on the wire: a reading with a white piece on b1 and a black one on
// h1.
func TestTraffic(t *testing.T) {
	board, bus := chips.NewBoard(), chips.NewBus("I2C1")
	bus.Attach(0x48, chips.NewADS7828(board.Hall(chiptest.Squares()[:8], 3300), 3300))
	board.SetSquare(rules.B1, sensors.White)
	board.SetSquare(rules.H1, sensors.Black)
	traffic.Test(t, bus, func(bus i2c.Bus) {
		dev, err := ads7828.New(ads7828.Opts{Chips: []ads7828.Chip{{Bus: bus, Addr: 0x48}}})
		if err != nil {
			t.Fatal(err)
		}
		got := make(sensors.Counts, 8)
		if err := dev.Read(got); err != nil || got[0] != 2048 || got[1] != 2560 || got[7] != 1536 {
			t.Error(got, err)
		}
	})
}
