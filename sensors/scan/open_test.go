package scan_test

import (
	"errors"
	"strings"
	"testing"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/ads7828"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
)

// Open refuses what is impossible and names the faulty part. It closes what it had
// opened, and nothing has been sent.
func TestOpenRefuses(t *testing.T) {
	expander := expanders("1", squaresFrom(0, 32))
	wider := func(on scan.Hardware) (scan.Unit, error) {
		u, err := expander(on)
		u.Squares = squaresFrom(32, 16)
		return u, err
	}
	for _, c := range []struct {
		name    string
		drivers []scan.Driver
		clock   scan.ClockLines
		want    string
	}{
		{"a bus that is not there", []scan.Driver{expander, expanders("7", squaresFrom(32, 32))}, scan.ClockLines{}, "part 2: there is no bus 7"},
		{"channels without squares", []scan.Driver{wider}, scan.ClockLines{}, "has 32 channels and squares are named for 16"},
		{"a driver that refuses", []scan.Driver{func(scan.Hardware) (scan.Unit, error) { return scan.Unit{}, errors.New("no such chip") }}, scan.ClockLines{}, "no such chip"},
		{"squares without a channel", []scan.Driver{expander}, scan.ClockLines{}, "no channel serves"},
		{"a clock's lines that are taken", newRig().drivers(), scan.ClockLines{White: "other", Black: "black"}, "clock: taken by another program"},
		{"a clock without time to settle", newRig().drivers(), scan.ClockLines{White: "white", Black: "black"}, "debounce"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rig := newRig()
			_, err := scan.Open(rig, scan.Config{Clock: c.clock}, c.drivers...)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if rig.opened != 0 {
				t.Errorf("%d buses and lines are still open", rig.opened)
			}
			if n := rig.buses["1"].Wire().Transactions; n != 0 {
				t.Errorf("%d transfers were made", n)
			}
		})
	}
}

// Units whose inputs mean different things are read as one board: active low and
// active high, switches and linear sensors.
func TestUnlikeUnits(t *testing.T) {
	high := func(bus string, squares []rules.Square) scan.Driver {
		return func(on scan.Hardware) (scan.Unit, error) {
			u, err := expanders(bus, squares)(on)
			u.ActiveHigh = true
			return u, err
		}
	}
	for _, c := range []struct {
		name  string
		left  func(string, []rules.Square) scan.Driver
		right func(string, []rules.Square) scan.Driver
	}{
		{"low and low", expanders, expanders},
		{"high and high", high, high},
		{"low and high", expanders, high},
		{"low and levels", expanders, linear},
		{"high and levels", high, linear},
		{"levels and levels", linear, linear},
	} {
		t.Run(c.name, func(t *testing.T) {
			rig := newRig()
			var drivers []scan.Driver
			for n, side := range []func(string, []rules.Square) scan.Driver{c.left, c.right} {
				name, squares := []string{"1", "3"}[n], squaresFrom(32*n, 32)
				drivers = append(drivers, side(name, squares))
				u, err := side(name, squares)(rig)
				if err != nil {
					t.Fatal(err)
				}
				bus := chips.NewBus("I2C" + name)
				rig.buses[name] = bus
				switch {
				case u.Linear != nil:
					mux := chips.NewTCA9548A("tca9548a 0x70")
					bus.Attach(0x70, mux)
					for chip := range 4 {
						mux.Port(0).Attach(0x48+uint16(chip), chips.NewADS7828(rig.pins.Hall(squares[8*chip:8*chip+8], supply), supply))
					}
				case u.ActiveHigh:
					for chip := range 2 {
						bus.Attach(0x20+uint16(chip), chips.NewMCP23017(chips.PushPull(rig.pins.Contacts(squares[16*chip:16*chip+16]))))
					}
				default:
					rig.pins.MCP23017s(bus, squares, 0x20, 0x21)
				}
			}
			b, err := scan.Open(rig, scan.Config{Sensing: sensors.Occupancy}, drivers...)
			if err != nil {
				t.Fatal(err)
			}
			r := read(t, b)
			want := rules.SquaresOf(rules.A1, rules.D3, rules.E5, rules.H8)
			for sq := range want.All() {
				rig.pins.SetSquare(sq, sensors.White)
			}
			if got := r.once(); got.Full() != want || got.Unknown() != 0 {
				t.Errorf("pieces on %v are read on %v; unknown is %v", want, got.Full(), got.Unknown())
			}
		})
	}
}

// supply is the supply of the linear sensors and their converters, in mV.
const supply = 3300

// linear is the driver of a row of ADS7828 on a bus, with eight inputs each.
func linear(bus string, squares []rules.Square) scan.Driver {
	return func(scan.Hardware) (scan.Unit, error) {
		return scan.Unit{
			Bus: bus, Squares: squares, Linear: &scan.Linear{SupplyMV: supply, EnterMV: 200, LeaveMV: 150, FullMV: supply, Counts: 4096},
			Make: func(s *scan.Segment) (scan.Sensor, error) {
				var list []ads7828.Chip
				for n := range len(squares) / 8 {
					on, err := s.Behind(0x70, n/4)
					if err != nil {
						return nil, err
					}
					list = append(list, ads7828.Chip{Bus: on, Addr: 0x48 + uint16(n%4)})
				}
				return ads7828.New(ads7828.Opts{Chips: list})
			},
		}, nil
	}
}

// linearBank puts the chips for linear on bus 5 of a rig, behind two ports of a
// switch, and returns their sensors by rank.
func linearBank(t *testing.T, rig *rig) (ranks []*chips.Hall) {
	t.Helper()
	bus, mux := chips.NewBus("I2C5"), chips.NewTCA9548A("tca9548a 0x70")
	rig.buses["5"] = bus
	bus.Attach(0x70, mux)
	for n := range 8 {
		hall := rig.pins.Hall(squaresFrom(8*n, 8), supply)
		ranks = append(ranks, hall)
		mux.Port(n/4).Attach(0x48+uint16(n%4), chips.NewADS7828(hall, supply))
	}
	return ranks
}
