package daemon_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/i2c"

	"touchmove/configs"
	"touchmove/daemon/hardware"
	"touchmove/daemon/journal"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/trace"
	"touchmove/sensors/wiring"
)

// mix returns a random wiring: any chips at any addresses on any buses, with the
// squares in any order, and some inputs free.
func mix(r *rand.Rand) wiring.Mixed {
	squares := r.Perm(64)
	taken := map[string]bool{}
	var w wiring.Mixed
	take := func(channels int) []rules.Square {
		list := make([]rules.Square, channels)
		for i := range list {
			list[i] = rules.NoSquare
			if len(squares) > 0 && r.IntN(5) > 0 {
				list[i], squares = rules.Square(squares[0]), squares[1:]
			}
		}
		return list
	}
	for len(squares) > 0 {
		bus := []string{"1", "3", "i2c-5"}[r.IntN(3)]
		free := func(low, high uint16) (uint16, bool) {
			for range 20 {
				a := low + uint16(r.IntN(int(high-low)+1))
				if key := fmt.Sprint(bus, a); !taken[key] {
					taken[key] = true
					return a, true
				}
			}
			return 0, false
		}
		high := r.IntN(2) == 0
		var part wiring.Part
		switch r.IntN(8) {
		case 0:
			if a, ok := free(0x20, 0x27); ok {
				part = wiring.Expanders{Chip: "mcp23017", Bus: bus, Addrs: []uint16{a}, ActiveHigh: high, Squares: take(16)}
			}
		case 1:
			if a, ok := free(0x20, 0x27); ok {
				part = wiring.Expanders{Chip: "mcp23008", Bus: bus, Addrs: []uint16{a}, ActiveHigh: high, Squares: take(8)}
			}
		case 2:
			if a, ok := free(0x38, 0x3f); ok {
				part = wiring.Expanders{Chip: "pcf8574", Bus: bus, Addrs: []uint16{a}, ActiveHigh: high, Squares: take(8)}
			}
		case 3:
			if a, ok := free(0x20, 0x27); ok {
				part = wiring.Expanders{Chip: "pcf8575", Bus: bus, Addrs: []uint16{a}, ActiveHigh: high, Squares: take(16)}
			}
		case 4:
			if a, ok := free(0x74, 0x77); ok {
				part = wiring.Expanders{Chip: "tca9555", Bus: bus, Addrs: []uint16{a}, ActiveHigh: high, Squares: take(16)}
			}
		case 5:
			if a, ok := free(0x48, 0x4b); ok {
				part = wiring.Converters{Chip: "ads1115", Bus: bus, Bank: wiring.Bank{Addrs: []uint16{a}}, Levels: wiring.Levels{SupplyMV: 5000, EnterMV: 200, LeaveMV: 150}, Squares: take(4)}
			}
		case 6:
			if a, ok := free(0x48, 0x4b); ok {
				part = wiring.Converters{Chip: "ads7828", Bus: bus, Bank: wiring.Bank{Mux: 0x70, Ports: []int{r.IntN(8)}, Addrs: []uint16{a}}, Levels: wiring.Levels{SupplyMV: 3300, EnterMV: 200, LeaveMV: 150}, Squares: take(8)}
			}
		case 7:
			if a, ok := free(0x10, 0x17); ok {
				part = wiring.Converters{Chip: "ads7138", Bus: bus, Bank: wiring.Bank{Addrs: []uint16{a}}, Levels: wiring.Levels{SupplyMV: 3300, EnterMV: 200, LeaveMV: 150}, Squares: take(8)}
			}
		}
		if part != nil {
			w = append(w, part)
		}
	}
	return w
}

// However chips are mixed, every square shows what stands on it.
func TestMixes(t *testing.T) {
	for seed := range uint64(12) {
		synctest.Test(t, func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 4))
			w := mix(r)
			b := run(t, configs.Board{ID: "b", Event: "e", ScanHz: 20, Wiring: w}, nil)
			var want sensors.Scan
			for range 8 {
				for sq := range want {
					want[sq] = sensors.Empty + sensors.State(r.IntN(2))
				}
				b.pins.Set(want)
				time.Sleep(500 * time.Millisecond)
			}
			b.stop()
			_, kept, err := journal.Open(journal.OS{}, b.session.Store.Journal.Path())
			if err != nil {
				t.Fatal(err)
			}
			var shown sensors.Scan
			for _, r := range kept.Records {
				switch w := r.What.(type) {
				case trace.Scan:
					shown = w.Board
				case trace.Change:
					shown[w.Square] = w.Is
				}
			}
			if shown != want {
				t.Errorf("seed %d: shown %v, stands %v\n%+v", seed, shown, want, w)
			}
			if text := b.log.String(); strings.Contains(text, "level=ERROR") {
				t.Errorf("seed %d: %s", seed, text)
			}
		})
	}
}

// A wiring that a configuration cannot have is refused when the board is opened, before
// anything is sent.
func TestOpenOnRefuses(t *testing.T) {
	squares := wiring.Natural(0)
	for want, w := range map[string]wiring.Wiring{
		"0x19 is not an address this chip can have": wiring.Expanders{Chip: "mcp23017", Bus: "1", Addrs: []uint16{0x19, 0x20, 0x21, 0x22}, Squares: squares},
		"part 2: ads7138: no chip given":            wiring.Mixed{wiring.Expanders{Chip: "mcp23017", Bus: "1", Addrs: []uint16{0x20}, Squares: squares[:16]}, wiring.Converters{Chip: "ads7138", Bus: "1"}},
		"no channel serves":                         wiring.Expanders{Chip: "mcp23017", Bus: "1", Addrs: []uint16{0x20}, Squares: squares[:16]},
	} {
		_, err := hardware.OpenOn(anyBus{}, configs.Board{ID: "b", ScanHz: 50, Wiring: w}, hardware.Played{})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "board b") {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// anyBus has every bus, and no lines.
type anyBus struct{ scan.Hardware }

func (anyBus) Bus(name string) (i2c.BusCloser, error) { return nobody{chips.NewBus(name)}, nil }

// nobody is a bus on which nothing may be sent.
type nobody struct{ *chips.Bus }

func (nobody) Close() error { return nil }

func (nobody) Tx(uint16, []byte, []byte) error { panic("something was sent") }

// GPA7 and GPB7 become outputs on a board that leaves them free on every chip, as newer
// datasheets of the MCP23017 require. They stay inputs if a square is wired to one of
// them.
func TestSparePinsOfAnMCP23017(t *testing.T) {
	free := wirings(t)["mixed"]
	used := wirings(t)["mcp23017"]
	usual, err := wiring.Usual("mcp23017")
	if err != nil {
		t.Fatal(err)
	}
	used.Wiring = usual
	for _, c := range []struct {
		config configs.Board
		want   byte // IODIRA and IODIRB
	}{{free, 0x7f}, {wirings(t)["mcp23017"], 0x7f}, {used, 0xff}} {
		synctest.Test(t, func(t *testing.T) {
			b := run(t, c.config, nil)
			time.Sleep(time.Second)
			var direction [2]byte
			if err := b.twins.Buses["1"].Tx(0x20, []byte{0x00}, direction[:]); err != nil || direction != [2]byte{c.want, c.want} {
				t.Errorf("IODIR is % x, %v, want %x", direction, err, c.want)
			}
			b.stop()
		})
	}
}
