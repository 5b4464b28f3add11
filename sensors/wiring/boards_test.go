package wiring_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/wiring"
)

// usual returns the usual wiring for a driver.
func usual(t testing.TB, driver string) wiring.Wiring {
	t.Helper()
	w, err := wiring.Usual(driver)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// drivers returns all drivers, including mixed.
func drivers() []string { return append(wiring.Words(), wiring.Mixed{}.Driver()) }

// board is simulated chips and their drivers.
type board struct {
	pins   *chips.Board
	twins  *wiring.Twins
	scan   *scan.Scanner
	opened *scan.Board
	at     time.Duration
}

// open solders chips to the given squares, channel by channel.
func open(t testing.TB, w wiring.Wiring, sensing sensors.Sensing, soldered []rules.Square) *board {
	t.Helper()
	b := &board{pins: chips.NewBoard()}
	var err error
	if b.twins, err = wiring.NewTwins(w, scan.ClockLines{}, b.pins, soldered); err != nil {
		t.Fatal(err)
	}
	if b.opened, err = scan.Open(b.twins, scan.Config{Sensing: sensing, Period: time.Second}, wiring.Drivers(w)...); err != nil {
		t.Fatal(err)
	}
	b.scan = scan.NewScanner(t.Context(), b.opened, 0)
	return b
}

func (b *board) read(t testing.TB) sensors.Counts {
	t.Helper()
	b.at += time.Second
	return b.scan.Read(t.Context(), b.at)
}

// shuffled wires the squares to some of the channels, in one of many orders.
func shuffled(r *rand.Rand, ready calibration.Wiring, channels int) calibration.Wiring {
	w := ready.Turned(r.IntN(4))
	if r.IntN(2) == 0 {
		w = w.Mirrored()
	}
	for len(w) < channels {
		w = append(w, rules.NoSquare)
	}
	if r.IntN(2) == 0 {
		r.Shuffle(len(w), func(i, j int) { w[i], w[j] = w[j], w[i] })
	}
	return w
}

// For every kind of chip, however the board is wired, turned and mirrored, the
// calibration table shows what stands on the board.
func TestEveryBoard(t *testing.T) {
	for _, driver := range wiring.Words() {
		w := usual(t, driver)
		if wiring.Linear(w) {
			continue
		}
		t.Run(driver, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 8))
			for _, ready := range []calibration.Wiring{calibration.RowMajor(), calibration.Serpentine()} {
				for range 4 {
					soldered := shuffled(r, ready, len(wiring.Served(w)))
					b := open(t, w, sensors.Occupancy, soldered)
					table, err := calibration.NewTable(calibration.Board{Wiring: soldered, ActiveLow: true})
					if err != nil {
						t.Fatal(err)
					}
					var last sensors.Scan
					for range 5 {
						var want sensors.Scan
						for sq := range want {
							want[sq] = sensors.Empty + sensors.State(r.IntN(2))
						}
						b.pins.Set(want)
						if last = table.Scan(b.read(t), last); last != want {
							t.Fatalf("got %v, want %v", last, want)
						}
					}
				}
			}
		})
	}
}

// Linear sensors show what is on a board, and whose pieces they are, with the
// levels from a configuration.
func TestEveryLinearBoard(t *testing.T) {
	for _, driver := range wiring.Words() {
		w := usual(t, driver)
		if !wiring.Linear(w) {
			continue
		}
		t.Run(driver, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 8))
			b := open(t, w, sensors.Polarity, nil)
			var last sensors.Scan
			for range 20 {
				var want sensors.Scan
				for sq := range want {
					want[sq] = []sensors.State{sensors.Empty, sensors.White, sensors.Black}[r.IntN(3)]
				}
				b.pins.Set(want)
				if last = b.opened.Table.Scan(b.read(t), last); last != want {
					t.Fatalf("got %v, want %v", last, want)
				}
			}
		})
	}
}

// A square that cannot be read is Unknown in the end, on every board. Only the
// squares of its chip or row are lost with it; every other square still shows what
// is there.
func TestEveryBoardWithAnUnknownSquare(t *testing.T) {
	for _, driver := range wiring.Words() {
		w := usual(t, driver)
		if wiring.Linear(w) {
			continue
		}
		t.Run(driver, func(t *testing.T) {
			b := open(t, w, sensors.Occupancy, nil)
			lost := 8 // a row of a matrix on GPIO lines
			for _, chip := range b.twins.Chips {
				if served := rules.SquaresOf(wired(chip.Squares)...); served.Has(rules.C5) {
					lost = served.Count()
				}
			}
			want := b.pins.Scan()
			want[rules.E2], want[rules.G7], want[rules.C5] = sensors.Occupied, sensors.Occupied, sensors.Unknown
			b.pins.Set(want)
			got := b.opened.Table.Scan(b.read(t), sensors.Scan{})
			if !got.Unknown().Has(rules.C5) || got.Unknown().Count() != lost {
				t.Errorf("unknown: %v, want %d", got.Unknown(), lost)
			}
			for sq, is := range got {
				if is != sensors.Unknown && is != want[sq] {
					t.Errorf("%v is %v, want %v", rules.Square(sq), is, want[sq])
				}
			}
			if len(b.opened.Faults.All()) == 0 {
				t.Error("nothing is told of it")
			}
		})
	}
}

// wired returns the squares of a list, without channels that have none.
func wired(list []rules.Square) (squares []rules.Square) {
	for _, sq := range list {
		if sq != rules.NoSquare {
			squares = append(squares, sq)
		}
	}
	return squares
}
