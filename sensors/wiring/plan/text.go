package plan

import (
	"bytes"
	"fmt"
	"strings"
	"text/tabwriter"

	"touchmove/internal/terminal"
	"touchmove/rules"
	"touchmove/sensors/wiring"
)

// Text returns the plan for a terminal, a line printer or a screen reader.
func (p *Plan) Text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "Wiring of board %s: %s\n%s\n", p.Board, p.Title, p.Source)
	p.textHeader(&b)
	for _, d := range p.Circuit.Devices {
		fmt.Fprintf(&b, "\nChip %d: %s (%s)%s\n", d.No, d.Part, d.Package, deviceWhere(d))
		w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for i := range d.Left {
			right := "\t\t"
			if i < len(d.Right) {
				right = textPin(d.Right[i])
			}
			fmt.Fprintf(w, "  %s\t   %s\n", textPin(d.Left[i]), right)
		}
		w.Flush()
	}
	for _, g := range p.Circuit.Grids {
		textGrid(&b, &g)
	}
	p.textBoard(&b)
	p.textLamps(&b)
	fmt.Fprint(&b, "\nParts\n")
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, n := range p.Circuit.Needs {
		fmt.Fprintf(w, "  %3d\t%s\t%s\n", n.Count, n.What, strings.ReplaceAll(n.Note, "`", ""))
	}
	w.Flush()
	fmt.Fprint(&b, "\nNotes\n")
	for _, note := range p.notes() {
		for i, line := range terminal.Wrap(note, 96) {
			fmt.Fprintf(&b, "%s%s\n", [...]string{"  - ", "    "}[min(i, 1)], line)
		}
	}
	return trimmed(b.Bytes())
}

func (p *Plan) textHeader(b *bytes.Buffer) {
	used := p.used()
	fmt.Fprintf(b, "\nRaspberry Pi, 40-pin header: pins that are used\n")
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for pin, use := range used {
		if use == "" {
			continue
		}
		name := headerNames[pin-1]
		if name == use {
			use = ""
		}
		fmt.Fprintf(w, "  pin %2d\t%s\t%s\n", pin, name, use)
	}
	w.Flush()
}

// deviceWhere says where a device is, after a comma.
func deviceWhere(d wiring.Device) string {
	where := ", " + d.Where
	if d.Bus != "" {
		where += " on bus " + wiring.BusName(d.Bus)
	}
	return where
}

func textPin(p wiring.Pin) string {
	no := ""
	if p.No > 0 {
		no = fmt.Sprint(p.No)
	}
	return fmt.Sprintf("%2s %s\t%s", no, p.Name, pinTo(p))
}

// pinTo says what a pin is wired to.
func pinTo(p wiring.Pin) string {
	switch p.Role {
	case wiring.Input:
		return fmt.Sprintf("wire %d, %v", p.Wire, p.Square)
	case wiring.Crossing:
		return fmt.Sprintf("wire %d, %s", p.Wire, p.To)
	case wiring.Jumper:
		return "jumper to " + p.To
	}
	return p.To
}

func textGrid(b *bytes.Buffer, g *wiring.Grid) {
	fmt.Fprint(b, "\nMatrix: rows and columns\n")
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for n := range 8 {
		fmt.Fprintf(w, "  wire %d\trow %d\t%s\t%s\t", g.Rows[n].Wire, n, lineOf(g.Rows[n].To), g.RowName(n))
		fmt.Fprintf(w, "   wire %d\tcolumn %d\t%s\t%s\n", g.Columns[n].Wire, n, lineOf(g.Columns[n].To), g.ColumnName(n))
	}
	w.Flush()
}

// lineOf returns the name of a line with its pin on the header.
func lineOf(name string) string {
	if pin := headerPin(name); pin > 0 {
		return fmt.Sprintf("%s, pin %d", name, pin)
	}
	return name
}

func (p *Plan) textBoard(b *bytes.Buffer) {
	fmt.Fprint(b, "\nSquares from above, White below: wire number, chip and pin\n")
	w := tabwriter.NewWriter(b, 0, 0, 1, ' ', 0)
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(w, "  %d", rank+1)
		for file := range 8 {
			number, place := p.of(rules.SquareAt(file, rank))
			fmt.Fprintf(w, "\t%s %s", number, short(place))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, "  \ta\tb\tc\td\te\tf\tg\th")
	w.Flush()
}

// short shortens "chip 2 P10" to "2.P10".
func short(place string) string {
	if rest, ok := strings.CutPrefix(place, "chip "); ok {
		return strings.Replace(rest, " ", ".", 1)
	}
	return place
}

// trimmed removes spaces from the ends of lines.
func trimmed(text []byte) []byte {
	lines := strings.Split(string(text), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return []byte(strings.Join(lines, "\n"))
}
