package physics

import (
	"fmt"
	"math"
)

// Units of lengths and fields.
const (
	Millimetre = 1000    // in micrometres
	Millitesla = 1000000 // in nanotesla
	Tesla      = 1000 * Millitesla
)

// Magnet is a cylinder magnetised along its axis, such as one in the base of a
// piece.
type Magnet struct {
	Diameter  int64 // in micrometres
	Height    int64 // in micrometres
	Remanence int64 // in nanotesla; N35 has 1.17 to 1.21 T, N45 1.32 to 1.37 T, hard ferrite 0.38 T (grades of IEC 60404-8-1)
}

// Check returns an error if there can be no such magnet.
func (m Magnet) Check() error {
	switch {
	case m.Diameter < Millimetre || m.Diameter > 60*Millimetre:
		return fmt.Errorf("a magnet of %s mm across: give 1 to 60", mm(m.Diameter))
	case m.Height < Millimetre/2 || m.Height > 60*Millimetre:
		return fmt.Errorf("a magnet %s mm high: give 0.5 to 60", mm(m.Height))
	case m.Remanence < 50*Millitesla || m.Remanence > 1600*Millitesla:
		return fmt.Errorf("a remanence of %d mT: give 50 to 1600 (ferrite has 380, N35 1200, N52 1450)", m.Remanence/Millitesla)
	}
	return nil
}

// Field returns the flux density of a magnet whose centre is the origin and whose
// axis is z, at a distance rho from the axis and a height z: the components across
// and along the axis. The magnet's north pole is up. Lengths are in micrometres,
// fields in nanotesla. Inside the magnet, the field is that of the equivalent
// solenoid.
func (m Magnet) Field(rho, z int64) (across, along int64) {
	if rho < 0 {
		across, along = m.Field(-rho, z)
		return -across, along
	}
	a, b := float64(m.Diameter)/2, float64(m.Height)/2
	if r2 := rho*rho + z*z; r2 > far*far*(m.Diameter*m.Diameter+m.Height*m.Height) {
		return m.dipole(rho, z)
	}
	r := float64(rho)
	up, down := float64(z)+b, float64(z)-b
	if math.Abs(r-a) < 1 && (math.Abs(up) < 1 || math.Abs(down) < 1) {
		r += 2 // the field at the edge itself is infinite
	}
	b0 := float64(m.Remanence) / math.Pi
	gamma := (a - r) / (a + r)
	gamma2 := float64(gamma * gamma)
	end := func(z float64) (x, y float64) {
		z2 := float64(z * z)
		sum, difference := a+r, a-r
		far := math.Sqrt(z2 + float64(sum*sum))
		kc := math.Sqrt(z2+float64(difference*difference)) / far
		if kc == 0 {
			return 0, 0
		}
		return a / far * cel(kc, 1, 1, -1), z / far * cel(kc, gamma2, 1, gamma)
	}
	x1, y1 := end(up)
	x2, y2 := end(down)
	across = int64(math.Round(float64(b0 * (x1 - x2))))
	along = int64(math.Round(float64(float64(b0*a) / (a + r) * (y1 - y2))))
	return across, along
}

// far is the distance, in multiples of its own size, beyond which a magnet is
// treated as a dipole. There the next term of the field is about two thousandths of
// it.
const far = 10

// dipole returns the field far away: μ0 m / 4π r³ times (3 sinθ cosθ, 3 cos²θ - 1),
// where μ0 m is the remanence times the volume.
func (m Magnet) dipole(rho, z int64) (across, along int64) {
	x, y := float64(rho), float64(z)
	x2, y2 := float64(x*x), float64(y*y)
	r2 := x2 + y2
	r5 := float64(float64(r2*r2) * math.Sqrt(r2))
	d := float64(m.Diameter)
	strength := float64(float64(float64(d*d)*float64(m.Height)) / 16 * float64(m.Remanence)) // Br V / 4π
	per := strength / r5
	across = int64(per * float64(float64(3*x)*y))
	along = int64(per * (float64(2*y2) - x2))
	return across, along
}

// mm formats a length in millimetres.
func mm(um int64) string {
	if um%1000 == 0 {
		return fmt.Sprint(um / 1000)
	}
	return fmt.Sprintf("%.1f", float64(um)/1000)
}
