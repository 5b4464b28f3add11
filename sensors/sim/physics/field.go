package physics

import (
	"math"

	"touchmove/rules"
)

// fields holds the fields of the magnets of a set, by kind of piece.
type fields [rules.King + 1]*grid

// of returns the fields of a board's magnets. The first call computes them.
func (b *Board) of() *fields {
	b.worked.Do(func() { b.fields = newFields(b.Set) })
	return &b.fields
}

func newFields(s Set) (f fields) {
	same := map[Magnet]*grid{}
	for kind, base := range s {
		if base.Magnet == (Magnet{}) {
			continue
		}
		if same[base.Magnet] == nil {
			same[base.Magnet] = newGrid(base.Magnet)
		}
		f[kind] = same[base.Magnet]
	}
	return f
}

// felt returns the field of one piece along the axis of a sensor. strength is that
// of the magnet in thousandths, negative if the other pole is down.
func (f *fields) felt(b *Board, p part, kind rules.Kind, strength int64, pose Pose) int64 {
	base := b.Set[kind]
	up := base.Lift + base.Magnet.Height/2
	centre := pose.At
	centre.X += pose.Axis.X * up / one
	centre.Y += pose.Axis.Y * up / one
	centre.Z += pose.Axis.Z * up / one
	g := f[kind]
	if b.Kind.Blades == 0 {
		return g.component(centre, pose.Axis, p.at, b.Kind.Lying) * strength / 1000
	}
	var sum int64
	for i := int64(-1); i <= 1; i++ {
		at := p.at
		if b.Kind.Lying {
			at.X += i * b.Kind.Blades / 3
		} else {
			at.Z += i * b.Kind.Blades / 3
		}
		sum += g.component(centre, pose.Axis, at, b.Kind.Lying)
	}
	return sum / 3 * strength / 1000
}

// component returns the field at a point, along x or along z, of a magnet with the
// given centre and axis.
func (g *grid) component(centre, axis, at Point, alongX bool) int64 {
	d := Point{at.X - centre.X, at.Y - centre.Y, at.Z - centre.Z}
	if axis == Upright {
		rho := root(d.X*d.X + d.Y*d.Y)
		across, along := g.at(rho, d.Z)
		switch {
		case !alongX:
			return along
		case rho == 0:
			return 0
		}
		return across * d.X / rho
	}
	z := (d.X*axis.X + d.Y*axis.Y + d.Z*axis.Z) / one
	side := Point{d.X - z*axis.X/one, d.Y - z*axis.Y/one, d.Z - z*axis.Z/one}
	rho := root(side.X*side.X + side.Y*side.Y + side.Z*side.Z)
	across, along := g.at(rho, z)
	if rho == 0 {
		rho = 1
	}
	if alongX {
		return along*axis.X/one + across*side.X/rho
	}
	return along*axis.Z/one + across*side.Z/rho
}

// root returns the integer part of the square root of n, which must be below 2^52.
func root(n int64) int64 { return int64(math.Sqrt(float64(n))) }
