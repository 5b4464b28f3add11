package physics

import (
	"math"
	"testing"
)

// Values of the complete elliptic integrals from Abramowitz and Stegun, table 17.1.
func TestEllipticIntegrals(t *testing.T) {
	for _, c := range []struct {
		what         string
		kc, p, co, s float64
		want         float64
	}{
		{"K(m = 0.25)", math.Sqrt(0.75), 1, 1, 1, 1.685750354812596},
		{"E(m = 0.25)", math.Sqrt(0.75), 1, 1, 0.75, 1.467462209339427},
		{"K(m = 0)", 1, 1, 1, 1, math.Pi / 2},
		{"K(m = 0.9)", math.Sqrt(0.1), 1, 1, 1, 2.578092113348173},
	} {
		if got := cel(c.kc, c.p, c.co, c.s); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s = %.12f, want %.12f", c.what, got, c.want)
		}
	}
}

// Wherever a sensor may be, the grid agrees with the field to a fortieth.
func TestGrid(t *testing.T) {
	for _, m := range []Magnet{Disc(10, 3, 1200), Disc(22, 4, 1200)} {
		g := newGrid(m)
		for rho := int64(130); rho < 90*Millimetre; rho += 1370 {
			for z := -(m.Height/2 + 4110); z > -60*Millimetre; z -= 1730 {
				x, y := g.at(rho, z)
				wx, wy := m.Field(rho, z)
				size := math.Hypot(float64(wx), float64(wy))
				if d := math.Hypot(float64(x-wx), float64(y-wy)); d > size/40 {
					t.Errorf("%+v at %d, %d um: %d, %d nT, want %d, %d", m, rho, z, x, y, wx, wy)
				}
			}
		}
	}
}

func TestRoot(t *testing.T) {
	for _, n := range []int64{0, 1, 2, 3, 4, 99, 100, 101, 1 << 40, 1<<40 - 1, 49999*49999 - 1} {
		r := root(n)
		if r*r > n || (r+1)*(r+1) <= n {
			t.Errorf("root(%d) = %d", n, r)
		}
	}
}
