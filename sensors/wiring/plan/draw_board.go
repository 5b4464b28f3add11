package plan

import (
	"fmt"

	"touchmove/internal/terminal"
	"touchmove/rules"
	"touchmove/sensors/wiring"
)

const headerPitch = 4.1

// header draws the header of the Raspberry Pi; used pins are black and named.
func (c *canvas) header(x, y float64, used [41]string) {
	c.text(x, y, "Raspberry Pi, 40-pin header", style{size: 3, bold: true})
	y += 3.5
	box := x + 23
	c.rect(box, y, 14, 20*headerPitch+1.4, white, .5)
	for i := range 20 {
		at := y + .7 + headerPitch*(float64(i)+.5)
		for side := range 2 {
			pin := 2*i + 1 + side
			fill, ink := white, "#000"
			name, t := headerNames[pin-1], style{size: 2, fill: grey}
			if used[pin] != "" {
				fill, ink = "#000", white
				t = style{size: 2.2, bold: true}
				if use := used[pin]; use != name && name != "GND" && name != "3V3" && name != "5V" {
					name += " " + use
				} else {
					name = use
				}
			}
			cx, tx := box+3.8, box-2
			if t.anchor = "end"; side == 1 {
				cx, tx, t.anchor = box+10.2, box+16, "start"
			}
			c.ring(cx, at, 1.55, fill)
			c.text(cx, at+.75, fmt.Sprint(pin), style{size: 2, anchor: "middle", bold: true, fill: ink})
			lines := terminal.Wrap(name, 17)
			if len(lines) > 1 { // two of them on neighbouring pins must not touch
				t.size = 2
			}
			for n, line := range lines {
				c.text(tx, at+.8+(float64(n)-float64(len(lines)-1)/2)*1.9, line, t)
			}
		}
	}
	c.text(box+7, y+20*headerPitch+5, "pin 1 is nearest the corner of the card", style{size: 2.2, anchor: "middle", fill: grey})
}

// emptySquare draws a square of a board whose upper left corner is at x and y, with its name. It returns
// the square's own upper left corner.
func (c *canvas) emptySquare(sq rules.Square, x, y, cell float64) (at, row float64) {
	at, row = x+float64(sq.File())*cell, y+float64(7-sq.Rank())*cell
	fill := white
	if (sq.File()+sq.Rank())%2 == 0 {
		fill = shade
	}
	c.rect(at, row, cell, cell, fill, .25)
	c.text(at+1, row+3.2, sq.String(), style{size: 2.6, bold: true})
	return at, row
}

// board draws every square with its wire, chip and pin.
func (p *Plan) board(c *canvas, x, y, cell float64) {
	c.text(x, y, "Squares from above: wire number, chip and pin", style{size: 3, bold: true})
	y += 2.5
	for sq := range rules.AllSquares.All() {
		at, row := c.emptySquare(sq, x, y, cell)
		number, place := p.of(sq)
		c.text(at+cell/2, row+cell/2+1.9, number, style{size: cell * .26, anchor: "middle", bold: true})
		c.text(at+cell/2, row+cell-1.2, place, style{size: min(2.3, 1.7*(cell-1)/max(1, wide(place, 1))), anchor: "middle"})
	}
	c.rect(x, y, 8*cell, 8*cell, "none", .6)
	c.text(x+4*cell, y+8*cell+4, "White sits here. Seen from below, the board is mirrored.", style{anchor: "middle", fill: grey})
}

// parts draws the list of parts and returns the y at which it ends.
func (c *canvas) parts(x, y, w float64, needs []wiring.Need) float64 {
	c.text(x, y, "Parts", style{size: 3, bold: true})
	y += 2
	for _, n := range needs {
		c.line(to("M", x, y, "h", w), .2)
		c.text(x+7, y+3.6, fmt.Sprint(n.Count), style{size: 2.8, anchor: "end", bold: true})
		c.text(x+9.5, y+3.6, n.What, style{size: 2.7, bold: true})
		y += 4.6
		for _, line := range terminal.Wrap(n.Note, int((w-10)/(0.5*2.25))) {
			c.text(x+9.5, y+2, line, style{size: 2.25, fill: grey})
			y += 2.9
		}
		y += .7
	}
	c.line(to("M", x, y, "h", w), .2)
	return y
}

// notes draws what a drawing cannot show, and returns the y at which it ends.
func (c *canvas) notes(x, y, w float64, notes []string) float64 {
	c.text(x, y, "Notes", style{size: 3, bold: true})
	y += 4
	for _, note := range notes {
		for i, line := range terminal.Wrap(note, int((w-3)/(0.54*2.5))) {
			if i == 0 {
				c.dot(x+.8, y-.8, .5)
			}
			c.text(x+3, y, line, style{})
			y += 3.5
		}
		y += .8
	}
	return y
}
