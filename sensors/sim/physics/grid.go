package physics

// grid holds the field near a magnet, computed once and interpolated linearly: near
// the magnet every half millimetre across and along the axis; farther away, where
// the field is weak and changes slowly, every two millimetres. Beyond that the
// magnet is a dipole.
type grid struct {
	magnet Magnet
	near   lattice
	wide   lattice
}

// lattice holds the field across and along the axis at regular points.
type lattice struct {
	low   int64 // height of the first row of points
	cell  int64 // distance from one point to the next, in micrometres
	cells [][2]int64
}

// points is the number of points of a lattice in each direction.
const points = 61

func newGrid(m Magnet) *grid {
	return &grid{m, newLattice(m, m.Height/2+Millimetre/2, Millimetre/2), newLattice(m, m.Height/2+Millimetre/2, 2*Millimetre)}
}

func newLattice(m Magnet, low, cell int64) lattice {
	l := lattice{low, cell, make([][2]int64, points*points)}
	for i := range int64(points) {
		for j := range int64(points) {
			x, z := m.Field(j*cell, low+i*cell)
			l.cells[i*points+j] = [2]int64{x, z}
		}
	}
	return l
}

// at returns Magnet.Field from the grid. The field below the magnet mirrors that
// above it, with the opposite sign of the part across.
func (g *grid) at(rho, z int64) (across, along int64) {
	if z < 0 {
		across, along = g.at(rho, -z)
		return -across, along
	}
	if z < g.near.low {
		return g.magnet.Field(rho, z)
	}
	if across, along, ok := g.near.at(rho, z); ok {
		return across, along
	}
	if across, along, ok := g.wide.at(rho, z); ok {
		return across, along
	}
	return g.magnet.dipole(rho, z)
}

// at interpolates linearly between the points; ok is false beyond the lattice.
func (l *lattice) at(rho, z int64) (across, along int64, ok bool) {
	i, j := (z-l.low)/l.cell, rho/l.cell
	if i >= points-1 || j >= points-1 {
		return 0, 0, false
	}
	di, dj := z-l.low-i*l.cell, rho-j*l.cell
	c := l.cells[i*points+j:]
	d := l.cells[(i+1)*points+j:]
	mix := func(k int) int64 {
		lo := c[0][k]*(l.cell-dj) + c[1][k]*dj
		hi := d[0][k]*(l.cell-dj) + d[1][k]*dj
		return (lo*(l.cell-di) + hi*di) / (l.cell * l.cell)
	}
	return mix(0), mix(1), true
}
