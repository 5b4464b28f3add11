package plan

import "touchmove/sensors/wiring"

// The sheets are A4 in landscape, in millimetres.
const (
	paperW, paperH = 297.0, 210.0
	margin         = 12.0
	top            = 24.0          // below the title
	bottom         = paperH - 12.0 // above the foot
	aside          = margin + 62.0 // right of the header
	edge           = paperW - margin
)

// layout puts blocks on sheets, row by row, and begins another sheet when one is full.
type layout struct {
	sheets     []*canvas
	left       float64
	x, y, next float64
}

func (l *layout) sheet(left float64) *canvas {
	l.sheets = append(l.sheets, &canvas{})
	l.left, l.x, l.y, l.next = left, left, top, top
	return l.sheets[len(l.sheets)-1]
}

// place finds room for a block.
func (l *layout) place(w, h float64) (c *canvas, x, y float64) {
	if l.x+w > edge+.5 && l.x > l.left {
		l.x, l.y = l.left, l.next
	}
	if l.y+h > bottom && l.y > top {
		l.sheet(margin)
	}
	x, y = l.x, l.y
	l.x, l.next = x+w, max(l.next, y+h)
	return l.sheets[len(l.sheets)-1], x, y
}

// sheets draws the sheets of the plan.
func (p *Plan) sheets() []*canvas {
	l := &layout{}
	l.sheet(aside).header(margin, top+3, p.used())
	room := sizes(p.Circuit.Devices)
	for _, d := range p.Circuit.Devices {
		size := room[d.Part]
		c, x, y := l.place(size.width(), size.height)
		where := d.Where
		if len(p.Circuit.Buses) > 1 && d.Bus != "" {
			where += ", bus " + wiring.BusName(d.Bus)
		}
		c.device(d, where, size, x, y)
	}
	for i := range p.Circuit.Grids {
		c, x, y := l.place(gridWidth, gridHeight)
		c.grid(&p.Circuit.Grids[i], x, y)
	}
	for _, b := range p.Circuit.Buses {
		if len(b.Devices) <= 1 {
			continue // its pins say everything
		}
		l.x = edge // a row of its own
		w := 34 + 32*float64(len(b.Devices))
		c, x, y := l.place(min(w, edge-l.left), busHeight)
		p.bus(c, b, x, y, edge-x)
	}
	said := p.details(l)
	if p.Circuit.Lamps != nil {
		p.lamps(l.sheet(margin), margin, top+3)
	}
	c := l.sheet(margin)
	p.board(c, margin, top+3, 18)
	y := c.parts(beside, top+3, edge-beside, p.Circuit.Needs) + 7
	if said {
		return l.sheets
	}
	h := p.explain(&canvas{}, beside, 0, edge-beside)
	x := beside
	if y+h > bottom+3 {
		c, x, y = l.sheet(margin), margin, top+3
	}
	p.explain(c, x, y, edge-x)
	return l.sheets
}

// beside is the x at which the list of parts begins, to the right of the squares.
const beside = margin + 8*18 + 8

// details draws one square and the notes, side by side, below what is already on the sheet.
// It returns false if there is no room.
func (p *Plan) details(l *layout) bool {
	const gap = 90
	x, y := l.left, l.next+4
	h := max(p.squares(&canvas{}, x, 0), (&canvas{}).notes(x+gap, 0, edge-x-gap, p.notes()))
	if y+h > bottom+3 {
		return false
	}
	c := l.sheets[len(l.sheets)-1]
	p.squares(c, x, y)
	c.notes(x+gap, y, edge-x-gap, p.notes())
	return true
}

// explain draws one square with the notes below it, and returns the y at which they end.
func (p *Plan) explain(c *canvas, x, y, w float64) float64 {
	return c.notes(x, p.squares(c, x, y)+6, w, p.notes())
}

// squares draws what is below a square, once for each kind of sensor, and returns the y at
// which it ends.
func (p *Plan) squares(c *canvas, x, y float64) float64 {
	seen := map[[2]bool]bool{}
	for _, k := range p.Circuit.Sensors {
		if kind := [2]bool{k.ActiveHigh, k.Linear}; !seen[kind] {
			if len(seen) > 0 {
				y += 6
			}
			seen[kind] = true
			var matrix *wiring.Grid
			if len(p.Circuit.Grids) > 0 {
				matrix = &p.Circuit.Grids[0]
			}
			y = c.square(k, matrix, x, y)
		}
	}
	return y
}
