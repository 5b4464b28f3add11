//go:build linux

package kernel

import (
	"fmt"
	"os"
	"testing"
	"time"

	"touchmove/rules/pgn"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/wiring"
)

var addrs = []uint16{0x20, 0x21, 0x22, 0x23}

// expanders returns a board of four MCP23017 with one input per square.
func expanders() (*chips.Board, *chips.Bus) {
	board, bus := chips.NewBoard(), chips.NewBus("twins")
	board.MCP23017s(bus, wiring.Natural(0), addrs...)
	return board, bus
}

// config returns the configuration of such a board on a bus.
func config(bus, state string) string {
	return fmt.Sprintf(`state = %q

[game]
clock = "none"

[mqtt]
listen = "127.0.0.1:1883"
websocket = ""
node = "pi-7"

[screen]
listen = ""

[[board]]
id = "hall-7"
event = "open"
scan_hz = 50

[board.wiring]
driver = "mcp23017"
bus = %q
addrs = [0x20, 0x21, 0x22, 0x23]
`, state, bus)
}

// perform returns the first of the built-in games, Carlsen - Bacrot, Biel 2012, as fast
// hands play it: pieces that slide, captures in every order, replies before the other
// hand has let go, contacts that bounce.
func perform(t *testing.T) *sim.Performance {
	t.Helper()
	style, err := sim.StyleByName("blitz")
	if err != nil {
		t.Fatal(err)
	}
	return performIn(t, style, 6)
}

func performIn(t *testing.T, style sim.Style, seed uint64) *sim.Performance {
	t.Helper()
	f, err := os.Open("/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for g, err := range pgn.NewReader(f).All() {
		if err != nil {
			t.Fatal(err)
		}
		p, err := sim.Perform([]sim.Game{sim.FromPGN(g)}, style, seed)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	t.Fatal("no game")
	return nil
}

// play moves the pieces as in a performance, each contact at its time, and calls at[n]
// when ply n has been carried out. It ends after the ply last.
func play(board *chips.Board, p *sim.Performance, last int, at map[int]func()) {
	board.Set(p.First())
	began := time.Now()
	plies := p.Truth().Games[0].Plies
	done := 0
	for _, s := range p.Signals() {
		for done < last && plies[done].DoneUS < s.AtUS {
			if done++; at[done] != nil {
				at[done]()
			}
		}
		if done == last {
			return
		}
		time.Sleep(time.Until(began.Add(time.Duration(s.AtUS) * time.Microsecond)))
		board.SetSquare(s.Square, s.Is)
	}
	for done++; done <= last; done++ {
		if at[done] != nil {
			at[done]()
		}
	}
}
