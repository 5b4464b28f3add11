package plan

import (
	"fmt"

	"touchmove/sensors/wiring"
)

const (
	pinPitch = 3.3
	titles   = 7.5 // height of the title above a chip
	below    = 3.5
)

// deviceSize is the space for a chip with its labels.
type deviceSize struct{ left, body, right, height float64 }

func (s deviceSize) width() float64 { return s.left + s.body + s.right + 1.5 }

// sizes returns the space for the chips of each part. All chips of a part get the same
// space, so that they line up.
func sizes(devices []wiring.Device) map[string]deviceSize {
	all := map[string]deviceSize{}
	for _, d := range devices {
		is, was := sizeOf(d), all[d.Part]
		all[d.Part] = deviceSize{max(is.left, was.left), max(is.body, was.body), max(is.right, was.right), max(is.height, was.height)}
	}
	return all
}

func sizeOf(d wiring.Device) deviceSize {
	side := func(pins []wiring.Pin) (out, in float64) {
		for _, p := range pins {
			out = max(out, labelWidth(p))
			in = max(in, wide(p.Name, 2.2))
		}
		return out, in
	}
	left, l := side(d.Left)
	right, r := side(d.Right)
	numbers := 11.8
	if d.Left[0].No == 0 {
		numbers = 4
	}
	body := max(18, l+r+numbers)
	if title := wide(deviceTitle(d), 3); left+body+right < title {
		body = title - left - right
	}
	return deviceSize{left, body, right, titles + float64(max(len(d.Left), len(d.Right)))*pinPitch + 2.4 + below}
}

func deviceTitle(d wiring.Device) string { return fmt.Sprintf("Chip %d: %s", d.No, d.Part) }

// labelWidth returns how far the label of a pin extends from its chip.
func labelWidth(p wiring.Pin) float64 {
	switch p.Role {
	case wiring.Input:
		return 14.5
	case wiring.Crossing:
		return 11 + wide(p.To, 2.5)
	case wiring.Jumper:
		return 12.5
	}
	return 5 + wide(p.To, 2.5)
}

// device draws a chip with its labels; their upper left corner is at x and y. where says
// how the chip is addressed.
func (c *canvas) device(d wiring.Device, where string, size deviceSize, x, y float64) {
	body := size.body
	x, y = x+size.left, y+titles
	rows := max(len(d.Left), len(d.Right))
	h := float64(rows)*pinPitch + 2.4
	c.text(x+body/2, y-5.2, deviceTitle(d), style{size: 3, anchor: "middle", bold: true})
	c.text(x+body/2, y-1.7, where, style{size: 2.4, anchor: "middle"})
	c.rect(x, y, body, h, white, .5)
	c.line(to("M", x+body/2-1.6, y, "a1.6 1.6 0 0 0 3.2 0"), .4)
	for i, p := range d.Left {
		c.pin(p, x, y+1.2+pinPitch*(float64(i)+.5), -1)
	}
	for i, p := range d.Right {
		c.pin(p, x+body, y+1.2+pinPitch*(float64(i)+.5), 1)
	}
}

// pin draws a pin at the edge of its chip; out is -1 on the left, 1 on the right.
func (c *canvas) pin(p wiring.Pin, edge, y, out float64) {
	outer, inner := "start", "end"
	if out < 0 {
		outer, inner = "end", "start"
	}
	name := edge - out*1.1
	if p.No > 0 {
		c.text(edge-out*1.1, y+.8, fmt.Sprint(p.No), style{size: 2, anchor: inner, fill: grey})
		name = edge - out*4.4
	}
	c.text(name, y+.8, p.Name, style{size: 2.2, anchor: inner, bold: true})
	lead := func(length, width float64) { c.line(to("M", edge, y, "h", out*length), width) }
	switch p.Role {
	case wiring.Free:
		c.text(edge+out*3.5, y+.8, p.To, style{size: 2.1, anchor: outer, fill: grey})
	case wiring.Power, wiring.Ground:
		lead(3, .8)
		c.text(edge+out*4, y+.85, p.To, style{anchor: outer, bold: true})
	case wiring.Jumper:
		lead(2.2, .3)
		fill, bold := white, false
		if p.To != "GND" {
			fill, bold = "#000", true
		}
		c.rect(min(edge+out*2.2, edge+out*5), y-1, 2.8, 2, fill, .35)
		c.text(edge+out*6, y+.8, p.To, style{size: 2.3, anchor: outer, bold: bold})
	case wiring.Signal:
		lead(3, .3)
		c.text(edge+out*4, y+.85, p.To, style{anchor: outer, bold: true})
	case wiring.Input:
		lead(3, .3)
		c.numbered(p.Wire, min(edge+out*3, edge+out*9), y)
		c.text(edge+out*10, y+.85, p.Square.String(), style{size: 2.7, anchor: outer, bold: true})
	case wiring.Crossing:
		lead(3, .3)
		c.numbered(p.Wire, min(edge+out*3, edge+out*9), y)
		c.text(edge+out*10, y+.85, p.To, style{anchor: outer, bold: true})
	}
}

// numbered draws the number of a wire, white on black.
func (c *canvas) numbered(wire int, x, y float64) {
	c.rect(x, y-1.35, 6, 2.7, "#000", .2)
	c.text(x+3, y+.8, fmt.Sprint(wire), style{size: 2.2, anchor: "middle", bold: true, fill: white})
}
