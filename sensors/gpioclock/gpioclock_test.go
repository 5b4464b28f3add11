package gpioclock_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"periph.io/x/conn/v3/gpio"

	"touchmove/sensors"
	"touchmove/sensors/gpioclock"
)

const ms = time.Millisecond

// level is what was read at one moment.
type level struct {
	at time.Duration
	v  gpio.GPIOValue
}

func dev(t *testing.T, opts gpioclock.Opts) *gpioclock.Dev {
	t.Helper()
	if opts.Debounce == 0 {
		opts.Debounce = 5 * ms
	}
	d, err := gpioclock.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestPresses(t *testing.T) {
	lever, buttons := gpioclock.Opts{Lever: true}, gpioclock.Opts{}
	white := func(at time.Duration) gpioclock.Press { return gpioclock.Press{By: gpioclock.White, At: at} }
	black := func(at time.Duration) gpioclock.Press { return gpioclock.Press{By: gpioclock.Black, At: at} }
	for _, c := range []struct {
		name   string
		opts   gpioclock.Opts
		levels []level
		want   []gpioclock.Press
	}{
		{"a lever at rest", lever, []level{{0, 0}, {10 * ms, 0}}, nil},
		{"White, then Black", lever, []level{{0, 1}, {10 * ms, 0}, {15 * ms, 0}, {40 * ms, 1}, {45 * ms, 1}}, []gpioclock.Press{white(10 * ms), black(40 * ms)}},
		{"bounces count from the first edge", lever, []level{{0, 1}, {10 * ms, 0}, {11 * ms, 1}, {12 * ms, 0}, {16 * ms, 0}, {17 * ms, 0}}, []gpioclock.Press{white(10 * ms)}},
		{"brushed", lever, []level{{0, 1}, {10 * ms, 0}, {12 * ms, 1}, {17 * ms, 1}, {30 * ms, 1}}, nil},
		{"brushed, then pressed", lever, []level{{0, 1}, {10 * ms, 0}, {12 * ms, 1}, {17 * ms, 1}, {30 * ms, 0}, {36 * ms, 0}}, []gpioclock.Press{white(30 * ms)}},
		{"a microsecond too short", lever, []level{{0, 1}, {10 * ms, 0}, {15*ms - 1, 0}}, nil},
		{"active high", gpioclock.Opts{Lever: true, ActiveHigh: true}, []level{{0, 0}, {10 * ms, 1}, {15 * ms, 1}}, []gpioclock.Press{white(10 * ms)}},
		{"two buttons", buttons, []level{{0, 3}, {10 * ms, 2}, {15 * ms, 2}, {100 * ms, 3}, {105 * ms, 3}, {200 * ms, 1}, {205 * ms, 1}}, []gpioclock.Press{white(10 * ms), black(200 * ms)}},
		{"both at once", buttons, []level{{0, 3}, {10 * ms, 1}, {11 * ms, 0}, {16 * ms, 0}}, []gpioclock.Press{black(10 * ms), white(11 * ms)}},
		{"held from the beginning", buttons, []level{{0, 2}, {10 * ms, 2}, {20 * ms, 3}, {25 * ms, 3}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := dev(t, c.opts)
			var got []gpioclock.Press
			for _, l := range c.levels {
				got = append(got, d.Step(l.at, l.v)...)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

// However contacts bounce, every press is reported once, for the right player and
// at its first edge, if the lines are read at every edge and when Due says so.
func TestBounce(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	d := dev(t, gpioclock.Opts{Lever: true})
	at, down := time.Duration(0), false
	var want, got []gpioclock.Press
	read := func(at time.Duration, v bool) {
		for {
			due, ok := d.Due()
			if !ok || due > at {
				break
			}
			got = append(got, d.Step(due, v2v(!v))...)
		}
		got = append(got, d.Step(at, v2v(v))...)
	}
	read(0, true)
	for range 500 {
		at += 50*ms + time.Duration(r.IntN(int(time.Second)))
		down = !down
		by := gpioclock.Black
		if down {
			by = gpioclock.White
		}
		want = append(want, gpioclock.Press{By: by, At: at})
		v := !down // pulled low
		read(at, v)
		edge := at
		for range 2 * r.IntN(8) {
			edge += time.Duration(r.IntN(int(ms)))
			v = !v
			d.Step(edge, v2v(v))
		}
		for {
			due, ok := d.Due()
			if !ok {
				break
			}
			got = append(got, d.Step(due, v2v(v))...)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d presses told, %d made", len(got), len(want))
	}
}

func v2v(high bool) gpio.GPIOValue {
	if high {
		return 1
	}
	return 0
}

func TestFaults(t *testing.T) {
	d := dev(t, gpioclock.Opts{LineNames: []string{"GPIO17", "GPIO27"}})
	d.Step(0, 3)
	if err := d.Fault(0); err != nil {
		t.Error(err)
	}
	d.Step(ms, 0)
	d.Step(10*ms, 0)
	var line *sensors.LineError
	if err := d.Fault(10 * ms); !errors.As(err, &line) || !strings.HasPrefix(err.Error(), "clock's button of White (GPIO17) and clock's button of Black (GPIO27): both are held down") {
		t.Error(err)
	}
	d = dev(t, gpioclock.Opts{Lever: true, LineNames: []string{"GPIO17"}})
	for at := time.Duration(0); at < 3*time.Second; at += ms {
		if p := d.Step(at, gpio.GPIOValue(at/ms%2)); len(p) > 0 {
			t.Fatal(p)
		}
	}
	if err := d.Fault(3 * time.Second); err == nil || !strings.HasPrefix(err.Error(), "clock's lever (GPIO17): it comes and goes without rest") {
		t.Error(err)
	}
	if d.Lines() != 1 {
		t.Error(d.Lines())
	}
}

func TestNewRefuses(t *testing.T) {
	for _, debounce := range []time.Duration{0, 99 * time.Microsecond, time.Second} {
		if _, err := gpioclock.New(gpioclock.Opts{Debounce: debounce}); err == nil || !strings.Contains(err.Error(), "must be between 100µs and 200ms") {
			t.Errorf("%v: %v", debounce, err)
		}
	}
}

func TestStepDoesNotAllocate(t *testing.T) {
	d := dev(t, gpioclock.Opts{})
	at := time.Duration(0)
	d.Step(0, 3)
	d.Step(ms, 0)
	d.Step(20*ms, 0)
	at = 30 * ms
	if n := testing.AllocsPerRun(100, func() {
		at += 10 * ms
		d.Step(at, gpio.GPIOValue(at/(10*ms)%4))
		d.Due()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
