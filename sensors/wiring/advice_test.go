package wiring_test

import (
	"strings"
	"testing"

	"touchmove/rules"
	"touchmove/sensors/wiring"
)

// Squares on pins that a datasheet allows only as outputs are reported, with what to do. A
// wiring that leaves these pins free, or drives them, is not.
func TestAdvise(t *testing.T) {
	free := wiring.Expanders{Chip: "mcp23017", Bus: "1", Addrs: []uint16{0x20}, Squares: wiring.Natural(0)[:7]}
	one := wiring.Expanders{Chip: "mcp23017", Bus: "1", Addrs: []uint16{0x20, 0x21}, Squares: append(wiring.Natural(0)[:23:23], rules.H5)}
	for _, c := range []struct {
		name    string
		wiring  wiring.Wiring
		part    int
		squares string // "" for no advice
		says    []string
	}{
		{"four chips", usual(t, "mcp23017"), 0, "h1 h2 h3 h4 h5 h6 h7 h8", []string{"GPA7 and GPB7", "TCA9555", "fourteen"}},
		{"fourteen inputs", free, 0, "", nil},
		{"one of sixteen", one, 0, "h1 h2 h5", []string{"GPA7 and GPB7"}},
		{"a part of a board", wiring.Mixed{free, one}, 1, "h1 h2 h5", []string{"GPA7 and GPB7"}},
		{"matrix", wiring.MCPMatrix{Bus: "1", Addr: 0x20, Squares: wiring.Natural(0)}, 0, "h1 h2 h3 h4 h5 h6 h7 h8", []string{"on GPB7", `rows_port = "crossed"`, "GPA0"}},
		{"matrix, rows on B", wiring.MCPMatrix{Bus: "1", Addr: 0x20, RowsOnB: true, Squares: wiring.Natural(0)}, 0, "h1 h2 h3 h4 h5 h6 h7 h8", []string{"on GPA7", "crossed"}},
		{"matrix, crossed", wiring.MCPMatrix{Bus: "1", Addr: 0x20, Crossed: true, Squares: wiring.Natural(0)}, 0, "", nil},
		{"other chips", usual(t, "tca9555"), 0, "", nil},
		{"levels", usual(t, "ads7138"), 0, "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := wiring.Advise(c.wiring)
			if c.squares == "" {
				if len(all) != 0 {
					t.Errorf("advice %+v", all)
				}
				return
			}
			if len(all) != 1 || all[0].Part != c.part || all[0].Key == "" {
				t.Fatalf("advice %+v", all)
			}
			var names []string
			for _, sq := range all[0].Squares {
				names = append(names, sq.String())
			}
			if got := strings.Join(names, " "); got != c.squares {
				t.Errorf("squares %s, want %s", got, c.squares)
			}
			for _, word := range c.says {
				if !strings.Contains(all[0].What+" "+all[0].Remedy, word) {
					t.Errorf("%q and %q do not say %s", all[0].What, all[0].Remedy, word)
				}
			}
		})
	}
}

// A matrix with crossed rows reads what stands on a board like any other matrix.
func TestCrossedMatrix(t *testing.T) {
	w := wiring.MCPMatrix{Bus: "1", Addr: 0x20, Crossed: true, Squares: wiring.Natural(0)}
	b := open(t, w, 0, nil)
	want := b.pins.Scan()
	for sq := range want {
		if sq%3 == 0 || sq == int(rules.H8) || sq == int(rules.A1) {
			want[sq] = 2
		}
	}
	b.pins.Set(want)
	if got := b.opened.Table.Scan(b.read(t), want); got != want {
		t.Errorf("reads %v, want %v", got, want)
	}
	if shorts := b.twins.Matrix.Shorts(); shorts != 0 {
		t.Errorf("%d lines were driven against each other", shorts)
	}
}
