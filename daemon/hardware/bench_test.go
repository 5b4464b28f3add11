package hardware_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/calibration"
	"touchmove/configs"
	"touchmove/daemon/hardware"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/simboard"
	"touchmove/sensors/wiring"
)

// A technician can open every simulated board, and its own drivers read the pieces on
// their squares.
func TestBench(t *testing.T) {
	for _, chip := range configs.Chips() {
		t.Run(chip, func(t *testing.T) {
			b, err := hardware.OpenBench(configs.Board{ID: "b", ScanHz: 100, Wiring: configs.Simulated{Chip: chip}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			var want, last sensors.Scan
			for i := range 3 {
				for sq := range want {
					if want[sq] = sensors.Empty; (sq*7+i)%3 == 0 {
						want[sq] = sensors.Occupied
					}
				}
				b.Pins.Set(want)
				for range 3 { // the first readings set the chips up
					counts, err := b.Read(t.Context(), time.Duration(i)*time.Second)
					if err != nil {
						t.Fatal(err)
					}
					last = b.Table().Scan(counts, last)
				}
				if last != want {
					t.Errorf("got  %v\nwant %v", last, want)
				}
			}
		})
	}
}

// The requested faults exist: in the wires, in the sensors, on the bus.
func TestPractice(t *testing.T) {
	p, err := simboard.ParsePractice("e4=dead, h8=silent,turn=180,rank1=mirrored,d5-e6=swapped,mirror")
	if err != nil {
		t.Fatal(err)
	}
	b, err := hardware.OpenBench(configs.Board{ID: "b", Sensing: sensors.Polarity, ScanHz: 100, Wiring: configs.Simulated{Chip: "ads7138"}}, p)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var said string
	heard := map[rules.Square]int{}
	for sq := range rules.AllSquares.All() {
		b.Pins.SetSquare(sq, sensors.White)
		for range 2 {
			counts, err := b.Read(t.Context(), time.Duration(sq)*time.Second)
			if err != nil {
				said = err.Error()
			}
			for ch, n := range counts {
				if n != sensors.Lost && n > 2048+300 {
					heard[sq] = ch
				}
			}
		}
		b.Pins.SetSquare(sq, sensors.Empty)
	}
	truth := slices.Clone(calibration.RowMajor())
	swap := func(a, b int) { truth[a], truth[b] = truth[b], truth[a] }
	for file := range 4 {
		swap(file, 7-file)
	}
	swap(int(rules.D5), int(rules.E6))
	truth = truth.Mirrored().Turned(2)
	lost := map[rules.Square]bool{rules.E4: true}
	chip := truth.Channel(rules.H8) / 8
	for ch := 8 * chip; ch < 8*chip+8; ch++ {
		lost[truth[ch]] = true
	}
	for sq := range rules.AllSquares.All() {
		ch, ok := heard[sq]
		if lost[sq] == ok || ok && truth[ch] != sq {
			t.Errorf("%v is heard on channel %d (%v), lost %v", sq, ch, ok, lost[sq])
		}
	}
	if !strings.Contains(said, "ads7138 0x") {
		t.Errorf("the silent chip is not named: %q", said)
	}
}

func TestPracticeRefuses(t *testing.T) {
	for _, list := range []string{"e9=weak", "e4=tired", "turn=45", "rank9=mirrored", "d4-z4=swapped", ",", "e4"} {
		if p, err := simboard.ParsePractice(list); err == nil {
			t.Errorf("%q: %+v", list, p)
		}
	}
	p, err := simboard.ParsePractice("e4=weak")
	if err != nil {
		t.Fatal(err)
	}
	real := wiring.Expanders{Chip: "mcp23017", Bus: "1", Addrs: []uint16{0x20, 0x21, 0x22, 0x23}, Squares: wiring.Natural(0)}
	if _, err := hardware.OpenBench(configs.Board{ID: "b", ScanHz: 100, Wiring: real}, p); err == nil || !strings.Contains(err.Error(), "this one is real") {
		t.Error(err)
	}
	if p, err = simboard.ParsePractice("e4=silent"); err != nil {
		t.Fatal(err)
	}
	matrix := configs.Board{ID: "b", ScanHz: 100, Wiring: configs.Simulated{Chip: "gpiomatrix"}}
	if _, err := hardware.OpenBench(matrix, p); err == nil || !strings.Contains(err.Error(), "no chip of its own serves e4") {
		t.Error(err)
	}
}
