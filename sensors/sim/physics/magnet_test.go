package physics_test

import (
	"math"
	"strings"
	"testing"

	"touchmove/sensors/sim/physics"
)

// onAxis returns the textbook field on the axis of a cylinder magnet, in nanotesla.
func onAxis(m physics.Magnet, z float64) float64 {
	a, b := float64(m.Diameter)/2, float64(m.Height)/2
	return float64(m.Remanence) / 2 * ((z+b)/math.Hypot(z+b, a) - (z-b)/math.Hypot(z-b, a))
}

// charges returns the field of a magnet's two faces as discs of magnetic charge,
// summed in small pieces: another way to the same figures.
func charges(m physics.Magnet, rho, z float64) (across, along float64) {
	a, b := float64(m.Diameter)/2, float64(m.Height)/2
	const rings, spokes = 200, 240
	for i := range rings {
		r := a * (float64(i) + 0.5) / rings
		for j := range spokes {
			angle := 2 * math.Pi * (float64(j) + 0.5) / spokes
			area := r * (a / rings) * (2 * math.Pi / spokes)
			for _, face := range []float64{1, -1} {
				dx, dy, dz := rho-r*math.Cos(angle), -r*math.Sin(angle), z-face*b
				d := math.Sqrt(dx*dx + dy*dy + dz*dz)
				q := face * float64(m.Remanence) * area / (4 * math.Pi * d * d * d)
				across += q * dx
				along += q * dz
			}
		}
	}
	return across, along
}

func near(got int64, want, part, floor float64) bool {
	return math.Abs(float64(got)-want) <= max(math.Abs(want)*part, floor)
}

func TestFieldOnTheAxis(t *testing.T) {
	for _, m := range []physics.Magnet{physics.Disc(10, 3, 1200), physics.Disc(20, 4, 1200), physics.Disc(5, 20, 380)} {
		for _, z := range []int64{3000, 8000, 15000, 40000, 120000, -9000} {
			z += m.Height / 2 * int64(math.Copysign(1, float64(z)))
			across, along := m.Field(0, z)
			if want := onAxis(m, float64(z)); across != 0 || !near(along, want, 0.003, 5) {
				t.Errorf("%+v at %d um above its centre: %d, %d nT, want 0, %.0f", m, z, across, along, want)
			}
		}
	}
}

func TestFieldBesideTheAxis(t *testing.T) {
	for _, m := range []physics.Magnet{physics.Disc(10, 3, 1200), physics.Disc(20, 4, 1200)} {
		for _, rho := range []int64{2000, 5000, 8000, 10000, 14000, 28500, 57000, 160000} {
			for _, below := range []int64{4000, 7000, 12000, 30000} {
				z := -below - m.Height/2
				across, along := m.Field(rho, z)
				x, y := charges(m, float64(rho), float64(z))
				if size := math.Hypot(x, y); !near(across, x, 0, size*0.005) || !near(along, y, 0, size*0.005) {
					t.Errorf("%+v at %d, %d um: %d, %d nT, want %.0f, %.0f", m, rho, z, across, along, x, y)
				}
			}
		}
	}
}

// A field is the same on both sides, and its part across changes sign below the
// magnet.
func TestFieldIsSymmetric(t *testing.T) {
	m := physics.Disc(15, 5, 1200)
	x, z := m.Field(9000, 12000)
	for _, c := range []struct{ rho, z, x, along int64 }{{-9000, 12000, -x, z}, {9000, -12000, -x, z}, {-9000, -12000, x, z}} {
		if gx, gz := m.Field(c.rho, c.z); !near(gx, float64(c.x), 0, 2) || !near(gz, float64(c.along), 0, 2) {
			t.Errorf("at %d, %d: %d, %d nT, want %d, %d", c.rho, c.z, gx, gz, c.x, c.along)
		}
	}
}

func TestMagnetCheck(t *testing.T) {
	for _, c := range []struct {
		m    physics.Magnet
		want string
	}{
		{physics.Disc(15, 4, 1200), ""},
		{physics.Disc(0, 4, 1200), "across"},
		{physics.Disc(15, 100, 1200), "high"},
		{physics.Disc(15, 4, 12000), "remanence"},
	} {
		err := c.m.Check()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want an error with %q", c.m, err, c.want)
		}
	}
}
