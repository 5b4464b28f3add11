package plan

import (
	"fmt"
	"strings"

	"touchmove/sensors/wiring"
)

const (
	gridCell   = 12.6
	gridWidth  = 8*gridCell + 45
	gridHeight = 8*gridCell + 30
	busHeight  = 36.0
)

// grid draws a matrix: rows across, columns down, and at each crossing a switch, a
// diode and the square that it serves.
func (c *canvas) grid(g *wiring.Grid, x, y float64) {
	title := "Matrix: a switch at each crossing"
	if g.Diodes {
		title = "Matrix: a switch and a diode at each crossing"
	}
	c.text(x, y+3, title, style{size: 3, bold: true})
	x, y = x+19, y+14
	across, down := inOrder, inOrder
	if g.Squares[0].File() > g.Squares[7].File() {
		across = reversed
	}
	if g.Squares[0].Rank() < g.Squares[56].Rank() {
		down = reversed // rank 8 is at the top, as on the board
	}
	for place, n := range across {
		l := g.Columns[n]
		at := x + float64(place)*gridCell + 5
		c.line(to("M", at, y-1.5, "V", y+8*gridCell+2), .45)
		c.text(at, y-6, g.ColumnName(n), style{size: 2.4, anchor: "middle", bold: true})
		c.numbered(l.Wire, at-3, y-3.4)
		if chip, line, ok := strings.Cut(l.To, ":"); ok { // too wide for one row beside its neighbours
			c.text(at, y+8*gridCell+5, chip, style{size: 1.8, anchor: "middle", bold: true})
			c.text(at, y+8*gridCell+7.6, ":"+line, style{size: 2.2, anchor: "middle", bold: true})
			continue
		}
		c.text(at, y+8*gridCell+5, l.To, style{size: 2.2, anchor: "middle", bold: true})
		if pin := headerPin(l.To); pin > 0 {
			c.text(at, y+8*gridCell+8, fmt.Sprintf("pin %d", pin), style{size: 2.1, anchor: "middle"})
		}
	}
	for place, n := range down {
		l := g.Rows[n]
		at := y + float64(place)*gridCell + 10
		c.line(to("M", x-2, at, "H", x+8*gridCell+3), .8)
		c.text(x-9.5, at+.9, g.RowName(n), style{size: 2.4, anchor: "end", bold: true})
		c.numbered(l.Wire, x-8.5, at)
		c.text(x+8*gridCell+4.5, at-.2, l.To, style{size: 2.2, bold: true})
		if pin := headerPin(l.To); pin > 0 {
			c.text(x+8*gridCell+4.5, at+2.6, fmt.Sprintf("pin %d", pin), style{size: 2.1})
		}
		for place, i := range across {
			c.crossing(g, x+float64(place)*gridCell+5, at, g.Squares[8*n+i].String())
		}
	}
}

// inOrder and reversed are orders of rows and columns in a drawing.
var inOrder, reversed = [8]int{0, 1, 2, 3, 4, 5, 6, 7}, [8]int{7, 6, 5, 4, 3, 2, 1, 0}

// crossing draws the switch between a column at x and a row at y.
func (c *canvas) crossing(g *wiring.Grid, x, y float64, square string) {
	top := y - 7.4
	c.dot(x, top, .6)
	c.line(to("M", x, top, "h1.8l2.6 -1.3"), .45)
	c.dot(x+1.8, top, .45)
	c.text(x+7.2, y-1.3, square, style{size: 2.3})
	switch {
	case !g.Diodes:
		c.line(to("M", x+4.5, top, "h.7V", y), .35)
	case g.ActiveHigh:
		c.line(to("M", x+4.5, top, "h.7V", top+2.4), .35)
		c.line(to("M", x+3.9, top+2.4, "h2.6"), .55)
		c.area(to("M", x+3.9, top+4.7, "h2.6l-1.3 -2.2z"))
		c.line(to("M", x+5.2, top+4.7, "V", y), .35)
	default:
		c.line(to("M", x+4.5, top, "h.7V", top+2.4), .35)
		c.area(to("M", x+3.9, top+2.4, "h2.6l-1.3 2.2z"))
		c.line(to("M", x+3.9, top+4.7, "h2.6"), .55)
		c.line(to("M", x+5.2, top+4.7, "V", y), .35)
	}
	c.dot(x+5.2, y, .6)
}

// bus draws the four wires from the header to the chips of a bus.
func (p *Plan) bus(c *canvas, b wiring.BusUse, x, y, w float64) {
	c.text(x, y+3, fmt.Sprintf("Bus %s: from chip to chip", b.Name), style{size: 3, bold: true})
	pins, ok := busPins[b.Name]
	wires := []struct {
		name string
		pin  int
	}{{"3V3", pin3V3}, {"GND", pinGND}, {"SDA", pins.sda}, {"SCL", pins.scl}}
	step := min(32, (w-34)/float64(len(b.Devices)))
	apart := min(6.4, step/4.4)
	for i, wire := range wires {
		at := y + 15 + 5*float64(i)
		name := wire.name
		switch {
		case i == 0 && p.linear():
			name = "3V3 · regulator"
		case i < 2 || ok:
			name = fmt.Sprintf("%s · pin %d", wire.name, wire.pin)
		}
		width := .5
		if i < 2 {
			width = 1.1
		}
		c.text(x+26, at+.9, name, style{size: 2.6, anchor: "end", bold: true})
		c.line(to("M", x+28, at, "h", step*float64(len(b.Devices))+2), width)
		for n, device := range b.Devices {
			drop := x + 32 + step*float64(n) + apart*float64(i)
			c.dot(drop, at, .9)
			c.line(to("M", drop, at, "V", y+11.5), width*.8)
			c.text(drop, y+10.2, wire.name, style{size: 1.9, anchor: "middle", bold: true})
			if i == 0 {
				c.text(drop+1.5*apart, y+7, fmt.Sprintf("chip %d", device), style{size: 2.4, anchor: "middle", bold: true})
			}
		}
	}
}

// square draws what is below one square, which a matrix reads unless that is nil, and returns the y at which it ends.
func (c *canvas) square(k wiring.SensorKind, matrix *wiring.Grid, x, y float64) float64 {
	c.text(x, y, "One square", style{size: 3, bold: true})
	y += 3
	hall := func(lines ...string) {
		c.rect(x+2, y, 12, 10, white, .45)
		c.text(x+8, y+5.8, "Hall", style{anchor: "middle", bold: true})
		for i, s := range lines {
			width := .8
			if i == 2 {
				width = .35
			}
			c.line(to("M", x+14, y+2+float64(i)*3, "h5"), width)
			c.text(x+20, y+2.9+float64(i)*3, s, style{bold: true})
		}
		y += 14
	}
	switch {
	case k.Linear:
		hall(fmt.Sprintf("VCC to %.1f V", float64(k.SupplyMV)/1000), "GND to GND", "OUT to its wire")
		c.text(x, y, "Linear Hall sensor, its marked side towards the piece.", style{})
		return y + 2
	case k.ActiveHigh:
		hall("VDD to 3V3", "GND to GND", "OUT to its wire: high for a piece")
		c.text(x, y, "Hall switch with a push-pull output. A latching one will not do.", style{bold: true})
		return y + 2
	}
	y += 4
	wire := "its wire"
	other := "GND"
	switch {
	case matrix == nil:
	case matrix.Diodes:
		wire, other = "column", "row, through the diode"
	default:
		wire, other = "column", "row"
	}
	c.line(to("M", x+2, y, "h10"), .35)
	c.dot(x+2, y, .7)
	c.text(x+2, y-2.3, wire, style{size: 2.4, bold: true})
	c.line(to("M", x+12, y, "l8 -3.5"), .6)
	c.dot(x+12, y, .9)
	c.dot(x+20, y, .9)
	c.line(to("M", x+20, y, "h8"), .35)
	c.text(x+29.5, y+.9, other, style{bold: true})
	c.text(x, y+5, "Reed switch, normally open: two legs, either way round.", style{})
	y += 8
	if matrix != nil {
		return y
	}
	y += 1
	hall("VDD to 3V3", "GND to GND", "OUT to its wire")
	c.text(x, y, "Or a unipolar Hall switch, open-drain.", style{})
	c.text(x, y+3.5, "A latching one stays on and will not do.", style{bold: true})
	return y + 5.5
}
