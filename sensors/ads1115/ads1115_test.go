package ads1115_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"periph.io/x/conn/v3/i2c"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/ads1115"
	"touchmove/sensors/internal/traffic"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/sim/chips/chiptest"
	"touchmove/sensors/tca9548a"
)

// rig is a board of 64 linear sensors, 16 converters behind a switch, and their
// driver. Its clock advances only while the driver sleeps, so the driver has to
// wait for every conversion.
type rig struct {
	board *chips.Board
	bus   *chips.Bus
	mux   *chips.TCA9548A
	hall  []*chips.Hall
	twins []*chips.ADS1115
	dev   *ads1115.Dev
	now   time.Duration
}

func (r *rig) sleep(d time.Duration) { r.now += d }

func open(t testing.TB) *rig {
	t.Helper()
	r := &rig{board: chips.NewBoard(), bus: chips.NewBus("I2C1"), mux: chips.NewTCA9548A("mux")}
	r.bus.Attach(0x70, r.mux)
	sw, err := tca9548a.New(r.bus, 0x70)
	if err != nil {
		t.Fatal(err)
	}
	var all []ads1115.Chip
	for n := range 16 {
		addr := 0x48 + uint16(n%4)
		hall := r.board.Hall(chiptest.Squares()[4*n:4*n+4], 3300)
		twin := chips.NewADS1115(hall, func() time.Duration { return r.now })
		r.mux.Port(n/4).Attach(addr, twin)
		r.hall, r.twins = append(r.hall, hall), append(r.twins, twin)
		port, err := sw.Port(n / 4)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, ads1115.Chip{Bus: port, Addr: addr})
	}
	if r.dev, err = ads1115.New(ads1115.Opts{Chips: all, Sleep: r.sleep}); err != nil {
		t.Fatal(err)
	}
	return r
}

// counts converts a voltage in mV to counts, at a full scale of 4096 mV.
func counts(mv float64) int32 { return int32(mv * 8) }

func (r *rig) check(t *testing.T, got sensors.Counts, lost ...int) {
	t.Helper()
	chiptest.CheckMillivolts(t, got, r.hall, counts, lost...)
}

func (r *rig) shuffle(random *rand.Rand) sensors.Scan {
	var s sensors.Scan
	for sq := range s {
		s[sq] = []sensors.State{sensors.Empty, sensors.White, sensors.Black}[random.IntN(3)]
	}
	r.board.Set(s)
	return s
}

func TestReadsTheBoard(t *testing.T) {
	r := open(t)
	if r.dev.Channels() != 64 || r.dev.String() != "ads1115, 16 chips" {
		t.Errorf("%v has %d channels, want 64 of 16 chips", r.dev, r.dev.Channels())
	}
	for i, twin := range r.twins {
		twin.Slow(float64(i%3-1) / 10) // as far off as the datasheet allows
	}
	random := rand.New(rand.NewPCG(1, 1))
	got := make(sensors.Counts, 64)
	for i := range 20 {
		r.shuffle(random)
		before, then := r.bus.Wire().Transactions, r.now
		if err := r.dev.Read(got); err != nil {
			t.Fatal(err)
		}
		r.check(t, got)
		// In each round: 16 starts, 16 readings, one question and eight selections.
		// The first time, every chip is also set up, with four more selections.
		want := 4 * (16 + 16 + 1 + 8)
		if i == 0 {
			want += 2*16 + 4
		}
		if n := r.bus.Wire().Transactions - before; n != want {
			t.Errorf("%d transactions, want %d", n, want)
		}
		if slept := r.now - then; slept < 4*time.Second/860 || slept > 6*time.Second/860 {
			t.Errorf("waited for %v", slept)
		}
	}
}

// From magnets to squares: every piece is read with its colour, though each sensor
// has its own zero and strength and some are upside down, through a table of levels
// measured on these sensors.
func TestToSquares(t *testing.T) {
	r := open(t)
	random := rand.New(rand.NewPCG(9, 9))
	var levels [64]calibration.Levels
	for sq := range levels {
		zero, swing := 1650+random.Float64()*200-100, 60+random.Float64()*300
		if random.IntN(4) == 0 {
			swing = -swing
		}
		r.hall[sq/4].Tune(sq%4, zero, swing)
		s := counts(swing)
		levels[sq] = calibration.Levels{
			Zero:  counts(zero),
			White: calibration.Threshold{Enter: s / 2, Leave: s / 3},
			Black: calibration.Threshold{Enter: -s / 2, Leave: -s / 3},
		}
	}
	table, err := calibration.NewTable(calibration.Board{Sensing: sensors.Polarity, Wiring: calibration.RowMajor(), Levels: &levels})
	if err != nil {
		t.Fatal(err)
	}
	got := make(sensors.Counts, 64)
	var last sensors.Scan
	for range 50 {
		want := r.shuffle(random)
		if err := r.dev.Read(got); err != nil {
			t.Fatal(err)
		}
		if last = table.Scan(got, last); last != want {
			t.Fatalf("got %v, want %v", last, want)
		}
	}
}

func TestSilentChip(t *testing.T) {
	chiptest.SilentConverter(t, func(t testing.TB) chiptest.Converter {
		r := open(t)
		return chiptest.Converter{
			Twin: r.twins[6], Board: r.board, Bus: r.mux.Port(1), Addr: 0x4a, Square: rules.B4, Dev: r.dev,
			Error: "ads1115 0x4a on port 1 of tca9548a 0x70 on I2C1 (channels 24-27): sysfs-i2c: remote I/O error",
			Check: func(t *testing.T, got sensors.Counts, lost bool) {
				t.Helper()
				r.check(t, got, map[bool][]int{true: {6}}[lost]...)
			},
		}
	})
}

// If the switch has no power, all channels are lost, and the error names the
// switch.
func TestSilentSwitch(t *testing.T) {
	r := open(t)
	got := make(sensors.Counts, 64)
	r.mux.Power(false)
	err := r.dev.Read(got)
	if err == nil || strings.Count(err.Error(), ": tca9548a 0x70 on I2C1: sysfs-i2c: remote I/O error") != 16 {
		t.Errorf("got %v", err)
	}
	for ch, n := range got {
		if n != sensors.Lost {
			t.Fatalf("channel %d reads %d", ch, n)
		}
	}
	if r.now != 0 {
		t.Error("waited for chips that were never started")
	}
	r.mux.Power(true)
	if err := r.dev.Read(got); err != nil {
		t.Fatal(err)
	}
	r.check(t, got)
}

// failing lets some transactions pass and then does something.
type failing struct {
	i2c.Bus
	after int
	do    func()
}

func (f *failing) Tx(addr uint16, w, r []byte) error {
	if f.after--; f.after == 0 {
		f.do()
	}
	return f.Bus.Tx(addr, w, r)
}

// single is one converter directly on a bus.
func single(t *testing.T, wrap func(i2c.Bus) i2c.Bus, opts ads1115.Opts) (*rig, *chips.Bus) {
	t.Helper()
	r := &rig{board: chips.NewBoard(), bus: chips.NewBus("I2C1")}
	r.hall = []*chips.Hall{r.board.Hall(chiptest.Squares()[:4], 3300)}
	r.twins = []*chips.ADS1115{chips.NewADS1115(r.hall[0], func() time.Duration { return r.now })}
	r.bus.Attach(0x48, r.twins[0])
	opts.Chips, opts.Sleep = []ads1115.Chip{{Bus: wrap(r.bus), Addr: 0x48}}, r.sleep
	var err error
	if r.dev, err = ads1115.New(opts); err != nil {
		t.Fatal(err)
	}
	return r, r.bus
}

func plain(b i2c.Bus) i2c.Bus { return b }

// A chip that is reset during a reading never shows the 0 of its empty register:
// either the conversion was valid, or the chip reads Lost.
func TestResetInTheMiddle(t *testing.T) {
	lost := 0
	for at := 1; at <= 12; at++ {
		var bus *failing
		r, _ := single(t, func(b i2c.Bus) i2c.Bus { bus = &failing{Bus: b}; return bus }, ads1115.Opts{})
		got := make(sensors.Counts, 4)
		if err := r.dev.Read(got); err != nil {
			t.Fatal(err)
		}
		bus.after, bus.do = at, r.twins[0].Reset
		if err := r.dev.Read(got); err == nil {
			r.check(t, got)
		} else {
			lost++
			if !strings.Contains(err.Error(), "the chip has lost its set-up") {
				t.Errorf("at %d: %v", at, err)
			}
			r.check(t, got, 0)
		}
		if err := r.dev.Read(got); err != nil {
			t.Fatal(err)
		}
		r.check(t, got)
	}
	if lost == 0 {
		t.Error("no reset was noticed")
	}
}

// A sensor whose output is at ground reads 0, and that 0 is accepted.
func TestTrueZero(t *testing.T) {
	r, _ := single(t, plain, ads1115.Opts{})
	r.hall[0].Tune(2, 0, 0)
	got := make(sensors.Counts, 4)
	if err := r.dev.Read(got); err != nil || got[2] != 0 || got[1] == 0 {
		t.Error(got, err)
	}
}

// The driver waits a little longer for a slow oscillator, and reports one that is
// out of its limits.
func TestSlowOscillator(t *testing.T) {
	r, _ := single(t, plain, ads1115.Opts{})
	got := make(sensors.Counts, 4)
	r.twins[0].Slow(0.5)
	if err := r.dev.Read(got); err != nil {
		t.Fatal(err)
	}
	r.check(t, got)
	r.twins[0].Slow(3)
	if err := r.dev.Read(got); err == nil || !strings.Contains(err.Error(), "still converting after 1.16") {
		t.Error(err)
	}
	r.check(t, got, 0)
}

// Another program has left the chip converting continuously, slowly and at another
// gain. The driver does not mistake such a conversion for its own.
func TestLeftConverting(t *testing.T) {
	r, bus := single(t, plain, ads1115.Opts{})
	if err := bus.Tx(0x48, []byte{1, 0x42, 0x03}, nil); err != nil { // AIN0, 2.048 V, 8 samples a second
		t.Fatal(err)
	}
	got := make(sensors.Counts, 4)
	if err := r.dev.Read(got); err == nil || !strings.Contains(err.Error(), "busy with a conversion that another program began") {
		t.Error(err)
	}
	r.check(t, got, 0)
	r.now += 125 * time.Millisecond
	if err := r.dev.Read(got); err != nil {
		t.Fatal(err)
	}
	r.check(t, got)
}

func TestFullScales(t *testing.T) {
	for _, mv := range []int{6144, 4096, 2048, 1024, 512, 256} {
		for _, rate := range []int{8, 16, 32, 64, 128, 250, 475, 860} {
			r, _ := single(t, plain, ads1115.Opts{FullScaleMV: mv, RateHz: rate})
			r.hall[0].Tune(0, float64(mv)/4, 0)
			r.hall[0].Tune(1, float64(mv)*2, 0) // beyond full scale
			r.hall[0].Tune(2, -float64(mv)/2, 0)
			got := make(sensors.Counts, 4)
			if err := r.dev.Read(got); err != nil || got[0] != 8192 || got[1] != 32767 || got[2] != -16384 {
				t.Errorf("%d mV, %d a second: %v, %v", mv, rate, got, err)
			}
		}
	}
}

func TestAnotherPart(t *testing.T) {
	for _, fill := range []chiptest.Fill{0, 0xff} {
		bus := chips.NewBus("I2C1")
		bus.Attach(0x49, fill)
		dev, err := ads1115.New(ads1115.Opts{Chips: []ads1115.Chip{{Bus: bus, Addr: 0x49}}})
		if err != nil {
			t.Fatal(err)
		}
		got := make(sensors.Counts, 4)
		want := fmt.Sprintf("the config register reads 0x%02x%02x after 0x43e3 was written: is it an ADS1115?", byte(fill), byte(fill))
		if err := dev.Read(got); err == nil || !strings.Contains(err.Error(), want) || got[0] != sensors.Lost {
			t.Error(got, err)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	bus, other := chips.NewBus("I2C1"), chips.NewBus("I2C3")
	one := []ads1115.Chip{{Bus: bus, Addr: 0x48}}
	for want, opts := range map[string]ads1115.Opts{
		"ads1115: no chip given":                                                 {},
		"ads1115: 0x4c is not an address this chip can have":                     {Chips: []ads1115.Chip{{Bus: bus, Addr: 0x4c}}},
		"chips 0 and 2 are both at 0x48 on I2C1":                                 {Chips: []ads1115.Chip{{Bus: bus, Addr: 0x48}, {Bus: other, Addr: 0x48}, {Bus: bus, Addr: 0x48}}},
		"the chip has no full scale of 5000 mV: write one of [6144 4096":         {Chips: one, FullScaleMV: 5000},
		"the chip has no rate of 100: write one of [8 16 32 64 128 250 475 860]": {Chips: one, RateHz: 100},
	} {
		if _, err := ads1115.New(opts); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if err := open(t).dev.Read(make(sensors.Counts, 63)); err == nil || !strings.Contains(err.Error(), "room for 63 channels") {
		t.Error(err)
	}
}

func TestReadDoesNotAllocate(t *testing.T) { chiptest.AllocatesNothing(t, open(t).dev) }

// The bytes on the wire: a reading with a white piece on a1, a black one on b1.
func TestTraffic(t *testing.T) {
	r, bus := single(t, plain, ads1115.Opts{})
	r.board.SetSquare(rules.A1, sensors.White)
	r.board.SetSquare(rules.B1, sensors.Black)
	traffic.Test(t, bus, func(bus i2c.Bus) {
		dev, err := ads1115.New(ads1115.Opts{Chips: []ads1115.Chip{{Bus: bus, Addr: 0x48}}, Sleep: r.sleep})
		if err != nil {
			t.Fatal(err)
		}
		got := make(sensors.Counts, 4)
		if err := dev.Read(got); err != nil {
			t.Fatal(err)
		}
		r.check(t, got)
	})
}
