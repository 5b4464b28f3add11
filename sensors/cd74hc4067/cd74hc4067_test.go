package cd74hc4067_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/host/v3/gpioioctl"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/ads1115"
	"touchmove/sensors/ads7138"
	"touchmove/sensors/ads7828"
	"touchmove/sensors/cd74hc4067"
	"touchmove/sensors/internal/traffic"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
)

// The kernel's lines, as periph provides them, implement Lines.
var _ cd74hc4067.Lines = (*gpioioctl.LineSet)(nil)

// rig is four multiplexers in front of one converter, and their driver.
type rig struct {
	board *chips.Board
	bus   *chips.Bus
	mux   *chips.Multiplexers
	hall  [4]*chips.Hall
	dev   *cd74hc4067.Dev
	now   time.Duration
	full  float64 // counts of 3300 mV
}

// converters lists the chips that can follow the multiplexers, with their addresses
// and the cost of a reading.
var converters = map[string]struct {
	addr         uint16
	full         float64
	transactions int
	open         func(r *rig, bus i2c.Bus) (cd74hc4067.Converter, error)
	twin         func(r *rig) chips.Chip
}{
	"ads1115": {0x48, 3300 * 8, 16 * 4 * 3, func(r *rig, bus i2c.Bus) (cd74hc4067.Converter, error) {
		return ads1115.New(ads1115.Opts{Chips: []ads1115.Chip{{Bus: bus, Addr: 0x48}}, Sleep: func(d time.Duration) { r.now += d }})
	}, func(r *rig) chips.Chip { return chips.NewADS1115(r.mux, func() time.Duration { return r.now }) }},
	"ads7828": {0x4b, 4096, 64, func(_ *rig, bus i2c.Bus) (cd74hc4067.Converter, error) {
		return ads7828.New(ads7828.Opts{Chips: []ads7828.Chip{{Bus: bus, Addr: 0x4b}}, Inputs: []int{0, 1, 2, 3}})
	}, func(r *rig) chips.Chip { return chips.NewADS7828(r.mux, 3300) }},
	"ads7138": {0x17, 4096, 16, func(_ *rig, bus i2c.Bus) (cd74hc4067.Converter, error) {
		return ads7138.New(ads7138.Opts{Chips: []ads7138.Chip{{Bus: bus, Addr: 0x17}}, Inputs: []int{0, 1, 2, 3}})
	}, func(r *rig) chips.Chip { return chips.NewADS7138(r.mux, 3300) }},
}

func open(t testing.TB, converter string) *rig {
	t.Helper()
	c := converters[converter]
	r := &rig{board: chips.NewBoard(), bus: chips.NewBus("I2C1"), full: c.full}
	for n := range r.hall {
		r.hall[n] = r.board.Hall(chiptest.Squares()[16*n:16*n+16], 3300)
	}
	r.mux = chips.NewMultiplexers(r.hall[:]...)
	r.bus.Attach(c.addr, c.twin(r))
	r.use(t, converter, r.bus)
	return r
}

// use opens the driver on a bus.
func (r *rig) use(t testing.TB, converter string, bus i2c.Bus) {
	t.Helper()
	adc, err := converters[converter].open(r, bus)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"GPIO17", "GPIO27", "GPIO22", "GPIO23"}
	if r.dev, err = cd74hc4067.New(r.mux.Lines().Outputs(0, 4), adc, cd74hc4067.Opts{LineNames: names}); err != nil {
		t.Fatal(err)
	}
}

func (r *rig) check(t *testing.T, got sensors.Counts, lost func(ch int) bool) {
	t.Helper()
	for ch, n := range got {
		want := int32(r.hall[ch/16].Millivolts(ch%16)/3300*r.full + 0.5)
		if lost != nil && lost(ch) {
			want = sensors.Lost
		}
		if n != want {
			t.Fatalf("channel %d (%v) reads %d instead of %d", ch, rules.Square(ch), n, want)
		}
	}
}

// Every sensor has a different voltage, so that no channel can be mistaken for
// another.
func TestReadsTheBoard(t *testing.T) {
	for name, c := range converters {
		t.Run(name, func(t *testing.T) {
			r := open(t, name)
			if r.dev.Channels() != 64 || !strings.HasPrefix(r.dev.String(), "cd74hc4067 before "+name) {
				t.Errorf("%v has %d channels, want 64 before %s", r.dev, r.dev.Channels(), name)
			}
			random := rand.New(rand.NewPCG(1, 1))
			got := make(sensors.Counts, 64)
			for i := range 10 {
				var s sensors.Scan
				for sq := range s {
					s[sq] = []sensors.State{sensors.Empty, sensors.White, sensors.Black}[random.IntN(3)]
					r.hall[sq/16].Tune(sq%16, 1500+5*float64(sq), 50+random.Float64()*900)
				}
				r.board.Set(s)
				before := r.bus.Wire().Transactions
				if err := r.dev.Read(got); err != nil {
					t.Fatal(err)
				}
				if n := r.bus.Wire().Transactions - before; i > 0 && n != c.transactions {
					t.Errorf("%d transactions, want %d", n, c.transactions)
				}
				r.check(t, got, nil)
			}
		})
	}
}

func TestSilentChip(t *testing.T) {
	for name, c := range converters {
		t.Run(name, func(t *testing.T) {
			r := open(t, name)
			got := make(sensors.Counts, 64)
			if err := r.dev.Read(got); err != nil {
				t.Fatal(err)
			}
			r.bus.Unplug(c.addr)
			err := r.dev.Read(got)
			var chip *sensors.ChipError
			if !errors.As(err, &chip) || chip.Chip != name || chip.Addr != c.addr || chip.From != 0 || chip.To != 64 || strings.Count(err.Error(), name) != 1 {
				t.Errorf("got %v", err)
			}
			r.check(t, got, func(int) bool { return true })
			r.bus.Plug(c.addr)
			if err := r.dev.Read(got); err != nil {
				t.Fatal(err)
			}
			r.check(t, got, nil)
		})
	}
}

// A shorted select line loses the half of the board that it makes unreachable, and
// nothing else. A line held by another program loses all of it.
func TestSelectLines(t *testing.T) {
	for line := range 4 {
		for fault, held := range map[chips.Fault]int{chips.StuckLow: 0, chips.StuckHigh: 1} {
			r := open(t, "ads7138")
			for sq := range 64 {
				r.hall[sq/16].Tune(sq%16, 1500+5*float64(sq), 300)
			}
			r.mux.BreakSelect(line, fault)
			got := make(sensors.Counts, 64)
			err := r.dev.Read(got)
			var bad *sensors.LineError
			want := []string{
				"low while it is driven high: look for a short to ground",
				"high while it is driven low: look for a short to the supply",
			}[held]
			names := []string{"select line S0 (GPIO17)", "select line S1 (GPIO27)", "select line S2 (GPIO22)", "select line S3 (GPIO23)"}
			if !errors.As(err, &bad) || err.Error() != names[line]+": "+want {
				t.Errorf("line %d: %v", line, err)
			}
			for ch, n := range got {
				if lost := ch>>line&1 != held; (n == sensors.Lost) != lost {
					t.Fatalf("line %d held at %d: channel %d reads %d", line, held, ch, n)
				}
			}
			r.mux.BreakSelect(line, chips.Whole)
			if err := r.dev.Read(got); err != nil {
				t.Fatal(err)
			}
			for ch, n := range got {
				if want := int32((1500+5*float64(ch))/3300*4096 + 0.5); n != want {
					t.Fatalf("mended: channel %d reads %d instead of %d", ch, n, want)
				}
			}
		}
	}
	r := open(t, "ads7828")
	r.mux.Lines().Busy(2, true)
	got := make(sensors.Counts, 64)
	if err := r.dev.Read(got); err == nil || strings.Count(err.Error(), "cannot be driven: device or resource busy") != 4 || got[5] != sensors.Lost {
		t.Error(got[5], err)
	}
	r.mux.Lines().Busy(2, false)
	if err := r.dev.Read(got); err != nil || got[5] == sensors.Lost {
		t.Error(got[5], err)
	}
}

func TestNewRefuses(t *testing.T) {
	r := open(t, "ads7138")
	for _, settle := range []time.Duration{-1, time.Second} {
		if _, err := cd74hc4067.New(r.mux.Lines().Outputs(0, 4), r.dev, cd74hc4067.Opts{Settle: settle}); err == nil || !strings.Contains(err.Error(), "must be between 0 and 10ms") {
			t.Errorf("settle %v: %v", settle, err)
		}
	}
	if err := r.dev.Read(make(sensors.Counts, 63)); err == nil || !strings.Contains(err.Error(), "room for 63 channels") {
		t.Error(err)
	}
}

func TestSettles(t *testing.T) {
	r := open(t, "ads7138")
	adc, err := converters["ads7138"].open(r, r.bus)
	if err != nil {
		t.Fatal(err)
	}
	var slept time.Duration
	dev, err := cd74hc4067.New(r.mux.Lines().Outputs(0, 4), adc, cd74hc4067.Opts{Settle: 30 * time.Microsecond, Sleep: func(d time.Duration) { slept += d }})
	if err != nil {
		t.Fatal(err)
	}
	if err := dev.Read(make(sensors.Counts, 64)); err != nil || slept != 16*30*time.Microsecond {
		t.Error(slept, err)
	}
}

func TestReadDoesNotAllocate(t *testing.T) {
	for name := range converters {
		t.Run(name, func(t *testing.T) { chiptest.AllocatesNothing(t, open(t, name).dev) })
	}
}

// The bytes on the wire behind the multiplexers: a start and a reading with a white
// piece on b1 and a black one on h8.
func TestTraffic(t *testing.T) {
	for name, c := range converters {
		t.Run(name, func(t *testing.T) {
			r := open(t, name)
			r.board.SetSquare(rules.B1, sensors.White)
			r.board.SetSquare(rules.H8, sensors.Black)
			traffic.Test(t, r.bus, func(bus i2c.Bus) {
				r.use(t, name, bus)
				got := make(sensors.Counts, 64)
				if err := r.dev.Read(got); err != nil {
					t.Fatal(err)
				}
				if got[0] != int32(c.full/2) || got[1] != int32(c.full*5/8) || got[63] != int32(c.full*3/8) {
					t.Error(got)
				}
			})
		})
	}
}

// A select line with a broken wire reads back correctly. Only the agreement between
// the board's halves reveals it, in spite of the sensors' noise.
func TestBrokenSelectLine(t *testing.T) {
	for name, c := range converters {
		r := open(t, name)
		adc, err := c.open(r, r.bus)
		if err != nil {
			t.Fatal(err)
		}
		dev, err := cd74hc4067.New(r.mux.Lines().Outputs(0, 4), adc, cd74hc4067.Opts{Alike: int32(4 * c.full / 3300)})
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(2, 7))
		for sq := range 64 {
			r.hall[sq/16].Tune(sq%16, 1650+15*random.NormFloat64(), 400)
		}
		r.board.Magnets(chips.Field{NoiseMV: 2})
		r.board.Chance(5)
		got := make(sensors.Counts, 64)
		read := func(times int) (err error) {
			for range times {
				err = dev.Read(got)
			}
			return err
		}
		for range 6 {
			if err := read(8); err != nil {
				t.Fatalf("%s: a whole board: %v", name, err)
			}
		}
		for line := range 4 {
			r.mux.BreakSelect(line, chips.Open)
			err := read(16)
			var bad *sensors.LineError
			if !errors.As(err, &bad) || bad.Line != "select line S"+string(rune('0'+line)) || bad.Channels != 1<<64-1 || got[0] != sensors.Lost {
				t.Errorf("%s, line %d: %v", name, line, err)
			}
			r.mux.BreakSelect(line, chips.Whole)
			if err := read(16); err != nil {
				t.Errorf("%s, line %d, mended: %v", name, line, err)
			}
		}
	}
}
