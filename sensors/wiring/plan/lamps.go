package plan

import (
	"bytes"
	"fmt"
	"text/tabwriter"

	"touchmove/rules"
)

// lampNotes returns what a drawing cannot show about lamps and buzzer.
func (p *Plan) lampNotes() (all []string) {
	l := p.Circuit.Lamps
	if l == nil {
		return nil
	}
	if l.OwnFeed {
		return []string{
			fmt.Sprintf("Lamps: %d %% of their brightness; all lit they would draw %d mA, and the program keeps them below %d mA. Feed 5 V at both ends of the chain, never from the Pi; join the grounds.", l.Bright, l.MostMA, l.Supply),
			"Lamps take the Pi's SPI port: dtparam=spi=on in config.txt, and a core clock that stands still: core_freq=250 on a Raspberry Pi 3 or Zero 2, core_freq=500 and core_freq_min=500 on a 4.",
		}
	}
	return []string{fmt.Sprintf("Lamps: the chip lights one line of LEDs after the other, all in the same brightness (%d %%), and draws up to %d mA from 5 V.", l.Bright, l.MostMA)}
}

// lampOf returns the label of each square's lamp: its number along the wire, or row and
// common.
func (p *Plan) lampOf() (labels [64]string) {
	for n, sq := range p.Circuit.Lamps.Order {
		if labels[sq] = fmt.Sprint(n + 1); p.Circuit.Lamps.Matrix {
			labels[sq] = fmt.Sprintf("R%d C%d", n%8, n/8)
		}
	}
	return labels
}

// lamps draws the order of the lamps, and the wire from one to the next.
func (p *Plan) lamps(c *canvas, x, y float64) {
	const cell = 18
	l := p.Circuit.Lamps
	title := "Lamps from above: number along the wire of data"
	if l.Matrix {
		title = "Lamps from above: row and common of each LED"
	}
	c.text(x, y, title, style{size: 3, bold: true})
	y += 2.5
	middle := func(sq rules.Square) (float64, float64) {
		return x + float64(sq.File())*cell + cell/2, y + float64(7-sq.Rank())*cell + cell/2 + 2
	}
	labels := p.lampOf()
	for sq := range rules.AllSquares.All() {
		c.emptySquare(sq, x, y, cell)
	}
	if !l.Matrix {
		for n, sq := range l.Order[1:] {
			fromX, fromY := middle(l.Order[n])
			toX, toY := middle(sq)
			c.line(to("M", fromX, fromY, "L", toX, toY), .5)
		}
	}
	for n, sq := range l.Order {
		cx, cy := middle(sq)
		fill := white
		if n == 0 && !l.Matrix {
			fill = shade
		}
		c.ring(cx, cy, 4.6, fill)
		size := 3.0
		if l.Matrix {
			size = 2.2
		}
		c.text(cx, cy+1, labels[sq], style{size: size, anchor: "middle", bold: true})
	}
	c.rect(x, y, 8*cell, 8*cell, "none", .6)
	c.text(x+4*cell, y+8*cell+4, "White sits here. Seen from below, the board is mirrored.", style{anchor: "middle", fill: grey})
	if l.Edge {
		cx, cy := x+8*cell+9, y+4*cell
		c.rect(x+8*cell+3, y, 12, 8*cell, "none", .3)
		c.ring(cx, cy, 4.6, white)
		label := "65"
		if l.Matrix {
			label = "R8 C0"
		}
		c.text(cx, cy+1, label, style{size: 2.4, anchor: "middle", bold: true})
		c.text(cx, cy+8, "edge", style{size: 2.4, anchor: "middle"})
	}
	c.notes(x+8*cell+22, y+2, edge-(x+8*cell+22), []string{l.What + "."})
}

func (p *Plan) textLamps(b *bytes.Buffer) {
	l := p.Circuit.Lamps
	if l == nil {
		return
	}
	what := "number along the wire of data"
	if l.Matrix {
		what = "row and common of each LED"
	}
	fmt.Fprintf(b, "\nLamps from above, White below: %s (%s)\n", what, l.What)
	labels := p.lampOf()
	w := tabwriter.NewWriter(b, 0, 0, 1, ' ', 0)
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(w, "  %d", rank+1)
		for file := range 8 {
			fmt.Fprintf(w, "\t%s", labels[rules.SquareAt(file, rank)])
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, "  \ta\tb\tc\td\te\tf\tg\th")
	w.Flush()
	if l.Edge && l.Matrix {
		fmt.Fprintln(b, "  edge of the board: R8 C0")
	} else if l.Edge {
		fmt.Fprintln(b, "  edge of the board: 65")
	}
}
