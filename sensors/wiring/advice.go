package wiring

import (
	"fmt"
	"strings"

	"touchmove/rules"
)

// Advice is a reason in a part's datasheet against a wiring. The board can be read
// nevertheless: nothing is refused because of it.
type Advice struct {
	Part    int            // index of the part, counted from 0
	Key     string         // the key of the configuration: "squares", "rows_port"
	What    string         // which pins are read, and why they should not be
	Remedy  string         // what to do, on a new board and on an existing one
	Squares []rules.Square // the squares read by these pins
}

// Advise lists the objections of datasheets to a wiring, part by part; none for a board
// without hardware.
func Advise(w Wiring) (all []Advice) {
	for i, p := range w.Parts() {
		if a, ok := advise(p); ok {
			a.Part = i
			all = append(all, a)
		}
	}
	return all
}

func advise(p Part) (Advice, bool) {
	switch w := p.(type) {
	case Expanders:
		return w.advise()
	case MCPMatrix:
		return w.advise()
	}
	return Advice{}, false
}

// advise looks for squares on pins that the datasheet allows only as outputs.
func (w Expanders) advise() (a Advice, found bool) {
	kind := ExpanderOf(w.Chip)
	if kind == nil {
		return a, false
	}
	var pins []string
	for _, pin := range kind.OutputOnly {
		pins = append(pins, kind.Pin(pin))
	}
	for n := range w.Addrs {
		for _, pin := range kind.OutputOnly {
			if ch := kind.Inputs*n + pin; ch < len(w.Squares) && w.Squares[ch] != rules.NoSquare {
				a.Squares = append(a.Squares, w.Squares[ch])
			}
		}
	}
	if len(a.Squares) == 0 {
		return a, false
	}
	a.Key = "squares"
	a.What = fmt.Sprintf("%s of the %s are read as inputs; its datasheet since 2022 %s", strings.Join(pins, " and "), kind.Part, outputsOnly)
	a.Remedy = "a new board has four TCA9555, or five MCP23017 with fourteen inputs each (configs/mcp23017.toml); on a board that exists, move these wires to another chip if squares flicker or the chip drops out"
	return a, true
}

const outputsOnly = "calls them outputs only, because a level that changes there while the chip sends can spoil its data"

// advise looks for a column on one of the two pins.
func (w MCPMatrix) advise() (a Advice, found bool) {
	if w.Crossed {
		return a, false
	}
	kind := ExpanderOf(MatrixChip)
	a.Key = "rows_port"
	column, other := kind.Pin(15), kind.Pin(0)
	if w.RowsOnB {
		column, other = kind.Pin(7), kind.Pin(8)
	}
	a.Squares = every(w.Squares, 7, 8)
	a.What = fmt.Sprintf("a column is read on %s of the %s; its datasheet since 2022 calls GPA7 and GPB7 outputs only, because a level that changes there while the chip sends can spoil its data", column, kind.Part)
	a.Remedy = fmt.Sprintf("exchange the wires of %s and %s, and write rows_port = \"crossed\"", other, column)
	if w.RowsOnB || w.Bare {
		a.Remedy = "wire a new board with a diode at each square and rows_port = \"crossed\" (configs/mcpmatrix.toml)"
	}
	return a, true
}
