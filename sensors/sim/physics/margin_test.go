package physics_test

import (
	"strings"
	"testing"

	"touchmove/rules"
	"touchmove/sensors/sim/physics"
)

func kind(t *testing.T, name string) physics.Kind {
	t.Helper()
	k, err := physics.KindByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func board(t *testing.T, sensor string, m physics.Magnet, depth int64) *physics.Board {
	t.Helper()
	b := &physics.Board{Square: 57 * physics.Millimetre, Depth: depth * physics.Millimetre, Kind: kind(t, sensor)}
	b.Set[rules.Pawn] = physics.Base{Lift: 1500, Magnet: m}
	return b
}

// The margin in the middle equals the textbook field on the axis.
func TestMarginInTheMiddle(t *testing.T) {
	m := physics.Disc(15, 4, 1200)
	got := board(t, "a3144", m, 4).Margin(rules.Pawn)
	want := onAxis(m, 2000+1500+4000+700)
	if !near(got.Centre, want, 0.01, 0) || got.Needed != 35*physics.Millitesla {
		t.Errorf("%s mT of %s, want %s of 35", physics.Milli(got.Centre), physics.Milli(got.Needed), physics.Milli(int64(want)))
	}
}

// A deeper sensor feels less in the middle, a wider magnet is felt farther off, and
// a piece on the next square is felt less than one on the sensor's own, whatever
// the sensor.
func TestMarginsAreInOrder(t *testing.T) {
	for _, k := range physics.Kinds() {
		last := physics.Margin{Centre: 1 << 60}
		for depth := int64(2); depth < 12; depth++ {
			b := board(t, k.Name, physics.Disc(15, 4, 1200), depth)
			b.Shift = k.Aside
			m := b.Margin(rules.Pawn)
			if m.Centre >= last.Centre {
				t.Errorf("%s at %d mm: %d nT, and %d nT a millimetre higher", k.Name, depth, m.Centre, last.Centre)
			}
			if m.Neighbour >= m.Centre || m.Border >= m.Centre {
				t.Errorf("%s at %d mm: %+v", k.Name, depth, m)
			}
			last = m
		}
		if k.Lying {
			continue
		}
		small := board(t, k.Name, physics.Disc(12, 4, 1200), 4).Margin(rules.Pawn)
		wide := board(t, k.Name, physics.Disc(24, 4, 1200), 4).Margin(rules.Pawn)
		if wide.Reach <= small.Reach {
			t.Errorf("%s: 24 mm are felt within %d um, 12 mm within %d", k.Name, wide.Reach, small.Reach)
		}
	}
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		what, sensor string
		magnet       physics.Magnet
		depth        int64
		want         physics.Grade
		word         string
	}{
		{"a wide magnet over a Hall switch", "drv5023aj", physics.Disc(22, 4, 1200), 4, physics.Good, "even by the least sensitive part"},
		{"a small one", "drv5023aj", physics.Disc(6, 2, 1200), 2, physics.Poor, "must stand within"},
		{"a weak one, deep", "a3144", physics.Disc(10, 2, 380), 8, physics.Useless, "stronger magnet"},
		{"an upright reed among strong magnets", "reed-upright", physics.Disc(25, 5, 1300), 3, physics.Fair, "squares around can keep"},
		{"magnets as strong as it gets", "drv5032fc", physics.Disc(50, 20, 1400), 3, physics.Poor, "next square turns"},
		{"a sensor that looks seldom", "drv5032fc", physics.Disc(15, 3, 1200), 4, physics.Fair, "every 50 ms"},
		{"a sensor beyond its range", "drv5055a2", physics.Disc(22, 4, 1200), 4, physics.Good, "range of 44.0 mT"},
	} {
		b := board(t, c.sensor, c.magnet, c.depth)
		g, why := b.Judge(b.Margin(rules.Pawn))
		if g != c.want || !strings.Contains(strings.Join(why, "; "), c.word) {
			t.Errorf("%s: %v: %q, want %v and %q", c.what, g, why, c.want, c.word)
		}
	}
}
