package chips_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"periph.io/x/conn/v3/gpio"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/gpiomatrix"
	"touchmove/sensors/mcp23008"
	"touchmove/sensors/mcp23017"
	"touchmove/sensors/mcpmatrix"
	"touchmove/sensors/pcf857x"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/tca9555"
)

type driver interface {
	Channels() int
	Read(into sensors.Counts) error
}

// boards are all boards of one switch a square: twins on a wiring, and the
// driver that reads them.
var boards = map[string]func(b *chips.Board, wiring []rules.Square) (driver, error){
	"mcp23017": func(b *chips.Board, wiring []rules.Square) (driver, error) {
		bus, addrs := chips.NewBus("I2C1"), []uint16{0x20, 0x21, 0x22, 0x23}
		b.MCP23017s(bus, wiring, addrs...)
		return mcp23017.New(bus, mcp23017.Opts{Addrs: addrs})
	},
	"mcp23008": func(b *chips.Board, wiring []rules.Square) (driver, error) {
		bus, addrs := chips.NewBus("I2C1"), []uint16{0x27, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x20}
		b.MCP23008s(bus, wiring, addrs...)
		return mcp23008.New(bus, mcp23008.Opts{Addrs: addrs})
	},
	"pcf8575": func(b *chips.Board, wiring []rules.Square) (driver, error) {
		bus, addrs := chips.NewBus("I2C1"), []uint16{0x20, 0x21, 0x22, 0x23}
		b.PCF8575s(bus, wiring, addrs...)
		return pcf857x.New(bus, pcf857x.Opts{Addrs: addrs})
	},
	"tca9555": func(b *chips.Board, wiring []rules.Square) (driver, error) {
		bus, addrs := chips.NewBus("I2C1"), []uint16{0x20, 0x21, 0x22, 0x23}
		b.TCA9555s(bus, wiring, addrs...)
		return tca9555.New(bus, tca9555.Opts{Addrs: addrs})
	},
	"mcpmatrix": func(b *chips.Board, wiring []rules.Square) (driver, error) {
		bus := chips.NewBus("I2C1")
		b.MCPMatrix(bus, wiring, chips.DiodesToRows, 0x20)
		return mcpmatrix.New(bus, mcpmatrix.Opts{Addr: 0x20, Diodes: true, Sleep: func(time.Duration) {}})
	},
	"gpiomatrix": func(b *chips.Board, wiring []rules.Square) (driver, error) {
		g := chips.NewGPIO(b.Matrix(wiring, chips.DiodesToRows), 16)
		return gpiomatrix.New(g.Outputs(0, 8), g.Inputs(8, 16, gpio.PullUp), gpiomatrix.Opts{Diodes: true, Sleep: func(time.Duration) {}})
	},
}

// Whatever board it is and however it is wired, turned and mirrored, what
// stands on it is what the calibration table shows in the end.
func TestEveryBoard(t *testing.T) {
	for name, open := range boards {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 8))
			for _, ready := range []calibration.Wiring{calibration.RowMajor(), calibration.ColumnMajor(), calibration.FromTop(), calibration.Serpentine()} {
				for quarters := range 4 {
					wiring := ready.Turned(quarters)
					if r.IntN(2) == 0 {
						wiring = wiring.Mirrored()
					}
					if r.IntN(2) == 0 {
						r.Shuffle(64, func(i, j int) { wiring[i], wiring[j] = wiring[j], wiring[i] })
					}
					board := chips.NewBoard()
					dev, err := open(board, wiring)
					if err != nil {
						t.Fatal(err)
					}
					table, err := calibration.NewTable(calibration.Board{Wiring: wiring, ActiveLow: true})
					if err != nil {
						t.Fatal(err)
					}
					counts := make(sensors.Counts, dev.Channels())
					var last sensors.Scan
					for range 5 {
						var want sensors.Scan
						for sq := range want {
							want[sq] = sensors.Empty + sensors.State(r.IntN(2))
						}
						board.Set(want)
						if err := dev.Read(counts); err != nil {
							t.Fatal(err)
						}
						if last = table.Scan(counts, last); last != want {
							t.Fatalf("got %v, want %v", last, want)
						}
					}
				}
			}
		})
	}
}

// A square that cannot be read is Unknown in the end, whatever the board; the
// squares that are lost with it are those that its chip or its row serves, and
// every other one still shows what stands there.
func TestEveryBoardWithAnUnknownSquare(t *testing.T) {
	lost := map[string]int{"mcp23017": 16, "mcp23008": 8, "pcf8575": 16, "tca9555": 16, "mcpmatrix": 64, "gpiomatrix": 8}
	for name, open := range boards {
		t.Run(name, func(t *testing.T) {
			board := chips.NewBoard()
			dev, err := open(board, calibration.Serpentine())
			if err != nil {
				t.Fatal(err)
			}
			table, err := calibration.NewTable(calibration.Board{Wiring: calibration.Serpentine(), ActiveLow: true})
			if err != nil {
				t.Fatal(err)
			}
			want := board.Scan()
			want[rules.E2], want[rules.G7], want[rules.C5] = sensors.Occupied, sensors.Occupied, sensors.Unknown
			board.Set(want)
			counts := make(sensors.Counts, dev.Channels())
			if err := dev.Read(counts); err == nil {
				t.Error("no error")
			}
			got := table.Scan(counts, sensors.Scan{})
			if !got.Unknown().Has(rules.C5) || got.Unknown().Count() != lost[name] {
				t.Errorf("unknown: %v", got.Unknown())
			}
			for sq, is := range got {
				if is != sensors.Unknown && is != want[sq] {
					t.Errorf("%v is %v, want %v", rules.Square(sq), is, want[sq])
				}
			}
		})
	}
}
