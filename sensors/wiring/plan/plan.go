package plan

import (
	"fmt"
	"slices"
	"strings"

	"touchmove/rules"
	"touchmove/sensors/wiring"
)

// Plan is the plan of one board.
type Plan struct {
	Board   string // id of the board
	Circuit *wiring.Circuit
	Title   string // "64 reed or Hall switches: 5×MCP23017 on I2C bus 1"
	// Source says where the squares of the inputs come from: "as configured in
	// hall-7.toml", "as the calibration of 2026-11-21 found it".
	Source string
	Advice []wiring.Advice // objections of datasheets to the wiring
}

// New returns the plan of a board with the wiring w, where c is its wiring.CircuitOf.
func New(board, source string, w wiring.Wiring, c *wiring.Circuit) *Plan {
	title := w.String()
	if len(w.Parts()) > 1 {
		title = parts(c)
	}
	squares, sensors := 0, "reed or Hall switches"
	for _, k := range c.Sensors {
		if squares += k.Squares; k.Linear {
			sensors = "linear Hall sensors"
		}
	}
	if len(c.Grids) > 0 {
		sensors = "reed switches"
	}
	title = fmt.Sprintf("%d %s: %s", squares, sensors, title)
	return &Plan{Board: board, Source: source, Title: title, Circuit: c, Advice: wiring.Advise(w)}
}

// parts names the chips of a board of several parts: "3×MCP23017, PCF8575".
func parts(c *wiring.Circuit) string {
	var names []string
	count := map[string]int{}
	for _, d := range c.Devices {
		if count[d.Part]++; count[d.Part] == 1 {
			names = append(names, d.Part)
		}
	}
	for i, name := range names {
		if n := count[name]; n > 1 {
			names[i] = fmt.Sprintf("%d×%s", n, name)
		}
	}
	return strings.Join(names, ", ")
}

// of returns what a square's wire is soldered to, in the words of a small label.
func (p *Plan) of(sq rules.Square) (number, place string) {
	if w := p.Circuit.Wires[sq]; w.No != 0 {
		return fmt.Sprint(w.No), fmt.Sprintf("chip %d %s", w.Device, w.Pin)
	}
	for _, g := range p.Circuit.Grids {
		for i, at := range g.Squares {
			if at == sq {
				row, column := g.Rows[i/8], g.Columns[i%8]
				number = fmt.Sprintf("%d×%d", row.Wire, column.Wire)
				if strings.Contains(row.To+column.To, ":") {
					return number, "" // lines without names are too long for a label: the table of wires has them
				}
				return number, row.To + "×" + strings.TrimPrefix(column.To, "GPIO")
			}
		}
	}
	return "-", "not wired"
}

// notes returns what a drawing cannot show.
func (p *Plan) notes() (all []string) {
	for _, b := range p.Circuit.Buses {
		if b.Name != "1" {
			all = append(all, busNote(b.Name))
			continue
		}
		all = append(all, "Bus 1: SDA and SCL go from chip to chip, at most 1 m in all. The Pi has the pull-ups of this bus (1.8 kΩ): add none.")
	}
	if len(p.Circuit.Devices) > 0 {
		all = append(all, "Filled jumper: to 3V3 (1). Empty jumper: to GND (0). “free” stays unconnected.")
	}
	if p.linear() {
		all = append(all, "A regulator makes the supply of chips and sensors from pin 2. Leave pin 1 free.")
	}
	for _, k := range p.Circuit.Sensors {
		switch {
		case k.Linear:
			all = append(all, fmt.Sprintf("At rest a sensor gives half its supply, %.2f V. White's magnets raise it, Black's lower it: all white pieces have one pole down, all black ones the other.", float64(k.SupplyMV)/2000))
		case k.PullUps != "":
			all = append(all, "Pull-ups of the inputs: "+k.PullUps+".")
		}
		if !k.Linear && len(p.Circuit.Grids) == 0 {
			all = append(all, "A Hall switch draws some 3 mA: 64 of them take 0.2 A from pin 1. A reed switch draws next to nothing.")
		}
	}
	for _, g := range p.Circuit.Grids {
		read := "One row after the other is pulled to ground; a column that goes low has a piece on that row."
		if g.ActiveHigh {
			read = "One row after the other is driven high; a column that goes high has a piece on that row."
		}
		if !g.Diodes {
			read += " There are no diodes: three pieces on a rectangle show a fourth."
		}
		all = append(all, read)
	}
	all = append(all, p.lampNotes()...)
	var elsewhere []string
	for _, l := range p.Circuit.Lines {
		if headerPin(l.Name) == 0 {
			elsewhere = append(elsewhere, fmt.Sprintf("%s (%s)", l.Name, l.Use))
		}
	}
	if len(elsewhere) > 0 {
		all = append(all, "Not on the header, as they belong to another chip: "+strings.Join(elsewhere, ", ")+".")
	}
	for _, a := range p.Advice {
		what := strings.ToUpper(a.What[:1]) + a.What[1:]
		all = append(all, what+". What to do: "+a.Remedy+".")
	}
	var once []string
	for _, note := range all {
		if !slices.Contains(once, note) {
			once = append(once, note)
		}
	}
	return once
}

// linear reports whether the sensors have a supply of their own.
func (p *Plan) linear() bool {
	for _, k := range p.Circuit.Sensors {
		if k.Linear {
			return true
		}
	}
	return false
}
