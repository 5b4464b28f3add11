// Package lightstest draws frames of lamps for the docs. Tests make these pictures, so that
// they show what the program really lights.
package lightstest

import (
	"fmt"
	"strings"

	"touchmove/rules"
	"touchmove/sensors/lights"
)

// Panel is one board in a picture.
type Panel struct {
	Title  string
	Frame  lights.Frame
	Pieces rules.Squares // drawn as rings
	Text   [2]string     // two lines of text below the board
	Edge   bool          // whether to draw the lamp at the edge
}

const (
	cell  = 38
	width = 390
	tall  = 412
)

// colours are the same as on the screen.
var colours = [...]string{lights.White: "#fff6e0", lights.Green: "#4fd1a5", lights.Amber: "#f5b83d", lights.Red: "#ff8566", lights.Violet: "#c3a8ff"}

// Picture draws panels as SVG, three in a row.
func Picture(panels ...Panel) []byte {
	var b strings.Builder
	columns := min(3, len(panels))
	rows := (len(panels) + 2) / 3
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="Inter,Arial,sans-serif" role="img">`+"\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n", columns*width, rows*tall)
	for n := range panels {
		fmt.Fprintf(&b, `<g transform="translate(%d %d)">`+"\n", n%3*width, n/3*tall)
		panels[n].draw(&b)
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

func (p *Panel) draw(b *strings.Builder) {
	fmt.Fprintf(b, `<text x="20" y="32" font-size="19" font-weight="700" fill="#10161c">%s</text>`+"\n", p.Title)
	for sq := range rules.AllSquares.All() {
		x, y := 20+sq.File()*cell, 48+(7-sq.Rank())*cell
		fill := "#2b3742"
		if (sq.File()+sq.Rank())%2 == 1 {
			fill = "#3d4c59"
		}
		fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", x, y, cell, cell, fill)
		lamp(b, p.Frame.Squares[sq], x+cell/2, y+cell/2)
		if p.Pieces.Has(sq) {
			fmt.Fprintf(b, `<circle cx="%d" cy="%d" r="15" fill="none" stroke="#f4f1ea" stroke-width="2"/>`+"\n", x+cell/2, y+cell/2)
		}
	}
	fmt.Fprintf(b, `<rect x="20" y="48" width="%d" height="%d" fill="none" stroke="#10161c" stroke-width="2"/>`+"\n", 8*cell, 8*cell)
	if p.Edge {
		fmt.Fprintf(b, `<rect x="%d" y="48" width="26" height="%d" fill="#495663" stroke="#10161c" stroke-width="1.6"/>`+"\n", 20+8*cell+10, 8*cell)
		lamp(b, p.Frame.Edge, 20+8*cell+23, 48+4*cell)
	}
	for i, line := range p.Text {
		fmt.Fprintf(b, `<text x="20" y="%d" font-size="13" fill="#10161c">%s</text>`+"\n", 48+8*cell+26+18*i, line)
	}
}

func lamp(b *strings.Builder, l lights.Lamp, x, y int) {
	switch {
	case !l.Lit():
		fmt.Fprintf(b, `<circle cx="%d" cy="%d" r="3.4" fill="#1a232b" stroke="#55646f"/>`+"\n", x, y)
	case l.Large:
		fmt.Fprintf(b, `<circle cx="%d" cy="%d" r="13" fill="%s" opacity=".35"/><circle cx="%d" cy="%d" r="8.7" fill="%s"/>`+"\n", x, y, colours[l.Tone], x, y, colours[l.Tone])
	default:
		fmt.Fprintf(b, `<circle cx="%d" cy="%d" r="4.6" fill="%s"/>`+"\n", x, y, colours[l.Tone])
	}
}
