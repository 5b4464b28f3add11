package physics_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/physics"
)

// middle always draws the middle: typical parts, exactly in place.
func middle(n int64) int64 { return n / 2 }

func at(b *physics.Board, t int64, s rules.Square, dx, dy, z int64) physics.Key {
	x, y := b.Centre(s)
	return physics.Key{At: t, Pose: physics.Standing(x+dx*1000, y+dy*1000, z*1000)}
}

func pawn(c rules.Color, keys ...physics.Key) physics.Piece {
	return physics.Piece{Kind: rules.Pawn, Color: c, Keys: keys}
}

// states returns the states that a sensor reported, one after the other.
func states(list []physics.Change) (said []sensors.State) {
	for _, c := range list {
		said = append(said, c.Is)
	}
	return said
}

// A slide is felt square by square, and a lift is felt once the piece is high
// enough.
func TestSlideAndLift(t *testing.T) {
	b := board(t, "drv5023aj", physics.Disc(15, 4, 1200), 4)
	slide := pawn(rules.White, at(b, 0, rules.E2, 0, 0, 0), at(b, 100000, rules.E2, 0, 0, 0), at(b, 400000, rules.E4, 0, 0, 0))
	lift := pawn(rules.White, at(b, 0, rules.A7, 0, 0, 0), at(b, 100000, rules.A7, 0, 0, 0), at(b, 200000, rules.A7, 0, 0, 60))
	out := b.Sense([]physics.Piece{slide, lift}, false, middle)
	for s, want := range map[rules.Square][]sensors.State{
		rules.E2: {sensors.White, sensors.Empty}, rules.E3: {sensors.Empty, sensors.White, sensors.Empty}, rules.E4: {sensors.Empty, sensors.White},
		rules.A7: {sensors.White, sensors.Empty}, rules.D3: {sensors.Empty},
	} {
		if got := states(out[s]); !slices.Equal(got, want) {
			t.Errorf("%v said %v, want %v", s, got, want)
		}
	}
	if left, came := out[rules.E2][1].At, out[rules.E3][1].At; left >= came {
		t.Errorf("e2 lost the pawn at %d us and e3 felt it at %d: no switch feels two squares at once with this magnet", left, came)
	}
	if off := out[rules.A7][1].At; off < 110000 || off > 160000 {
		t.Errorf("a7 lost the lifted pawn at %d us, want some milliseconds after it rose", off)
	}
}

// Hysteresis: a switch turns on nearer to the middle than it turns off.
func TestHysteresis(t *testing.T) {
	b := board(t, "drv5023aj", physics.Disc(15, 4, 1200), 4)
	there := pawn(rules.White, at(b, 0, rules.D4, -40, 0, 0), at(b, 1000000, rules.D4, 0, 0, 0), at(b, 2000000, rules.D4, 0, 0, 0), at(b, 3000000, rules.D4, 40, 0, 0))
	out := b.Sense([]physics.Piece{there}, false, middle)[rules.D4]
	if got := states(out); !slices.Equal(got, []sensors.State{sensors.Empty, sensors.White, sensors.Empty}) {
		t.Fatalf("d4 said %v", got)
	}
	on, off := 1000000-out[1].At, out[2].At-2000000
	if on >= off {
		t.Errorf("it turned on %d um before the middle and off %d after it", on*40/1000, off*40/1000)
	}
}

// A lying reed detects a piece on both sides of its middle, but not in the middle. An
// upright reed with a strong magnet also responds to the field beside the magnet.
func TestReeds(t *testing.T) {
	across := func(b *physics.Board) []sensors.State {
		piece := pawn(rules.White, at(b, 0, rules.D4, -90, 0, 0), at(b, 1000000, rules.D4, 90, 0, 0))
		return states(b.Sense([]physics.Piece{piece}, false, middle)[rules.D4])
	}
	lying := board(t, "reed-lying", physics.Disc(15, 4, 1200), 4)
	if got := across(lying); !slices.Equal(got, []sensors.State{sensors.Empty, sensors.White, sensors.Empty, sensors.White, sensors.Empty}) {
		t.Errorf("a lying reed said %v while a magnet passed", got)
	}
	if got := across(board(t, "reed-upright", physics.Disc(15, 4, 1200), 4)); !slices.Equal(got, []sensors.State{sensors.Empty, sensors.White, sensors.Empty}) {
		t.Errorf("an upright reed said %v while a magnet passed", got)
	}
	lobes := []sensors.State{sensors.Empty, sensors.White, sensors.Empty, sensors.White, sensors.Empty, sensors.White, sensors.Empty}
	if got := across(board(t, "reed-upright", physics.Disc(25, 8, 1300), 1)); !slices.Equal(got, lobes) {
		t.Errorf("an upright reed beside a strong magnet said %v, want %v", got, lobes)
	}
}

// A unipolar switch responds to one pole only, an omnipolar switch to both, and a
// linear sensor distinguishes them by the sign of the field.
func TestPoles(t *testing.T) {
	for sensor, want := range map[string][2]sensors.State{
		"drv5023aj": {sensors.White, sensors.Empty}, "drv5033aj": {sensors.White, sensors.White}, "drv5055a4": {sensors.White, sensors.Black},
	} {
		b := board(t, sensor, physics.Disc(18, 4, 1200), 4)
		for k := rules.Knight; k <= rules.King; k++ {
			b.Set[k] = b.Set[rules.Pawn]
		}
		out := b.Sense([]physics.Piece{pawn(rules.White, at(b, 0, rules.C3, 0, 0, 0)), pawn(rules.Black, at(b, 0, rules.F6, 0, 0, 0))}, true, middle)
		if got := [2]sensors.State{out[rules.C3][0].Is, out[rules.F6][0].Is}; got != want {
			t.Errorf("%s says %v of a white and a black piece, want %v", sensor, got, want)
		}
	}
}

// A sensor that measures twenty times a second reports every change at its own
// measurements, and misses what comes and goes between two of them.
func TestSensorThatLooksNowAndThen(t *testing.T) {
	b := board(t, "drv5032fc", physics.Disc(15, 4, 1200), 4)
	every := b.Kind.Every
	slow := pawn(rules.White, at(b, 0, rules.E2, 0, 0, 100), at(b, 3*every, rules.E2, 0, 0, 100), at(b, 3*every+20000, rules.E2, 0, 0, 0))
	x := at(b, 0, rules.B2, 0, 0, 100)
	dip := pawn(rules.White, x, at(b, 4*every+every/2+2000, rules.B2, 0, 0, 100), at(b, 4*every+every/2+12000, rules.B2, 0, 0, 0), at(b, 4*every+every/2+22000, rules.B2, 0, 0, 100))
	out := b.Sense([]physics.Piece{slow, dip}, false, middle)
	if got := states(out[rules.E2]); !slices.Equal(got, []sensors.State{sensors.Empty, sensors.White}) {
		t.Fatalf("e2 said %v", got)
	}
	if on := out[rules.E2][1].At; (on-every/2)%every != 0 || on < 3*every {
		t.Errorf("it turned on at %d us, which is none of its looks", on)
	}
	if got := states(out[rules.B2]); len(got) != 1 {
		t.Errorf("b2 said %v of a dip between two looks", got)
	}
}

// A sum of fields does not depend on the order of the pieces, and nothing remains
// of a piece that is gone.
func TestFieldsAddUp(t *testing.T) {
	b := board(t, "reed-upright", physics.Disc(20, 5, 1300), 3)
	var pieces []physics.Piece
	for i, s := range []rules.Square{rules.C3, rules.C4, rules.C5, rules.D3, rules.D5, rules.E3, rules.E4, rules.E5} {
		pieces = append(pieces, pawn(rules.White, at(b, 0, s, int64(i-4), int64(i%3), 0), at(b, int64(i)*7000, s, 0, 0, 0), at(b, 50000, s, 0, 0, 0), at(b, 100000, s, 0, 0, 90)))
		pieces[i].Gone = true
	}
	first := b.Sense(pieces, false, middle)
	slices.Reverse(pieces)
	second := b.Sense(pieces, false, middle)
	for s := range first {
		if !slices.Equal(first[s], second[s]) {
			t.Errorf("%v said %v, and with the pieces in another order %v", rules.Square(s), first[s], second[s])
		}
		if last := first[s][len(first[s])-1]; last.Is != sensors.Empty {
			t.Errorf("%v says %v with no piece on the board", rules.Square(s), last.Is)
		}
	}
}

// The field of a piece on its side is turned too: a switch below its magnet does
// not feel it.
func TestToppledPiece(t *testing.T) {
	b := board(t, "drv5023aj", physics.Disc(15, 4, 1200), 4)
	x, y := b.Centre(rules.E4)
	lying := physics.Pose{At: physics.Point{X: x - 3500, Y: y, Z: 16000}, Axis: physics.Point{X: 1024}}
	piece := pawn(rules.White, at(b, 0, rules.E4, 0, 0, 0), at(b, 100000, rules.E4, 0, 0, 0), physics.Key{At: 180000, Pose: lying})
	if got := states(b.Sense([]physics.Piece{piece}, false, middle)[rules.E4]); !slices.Equal(got, []sensors.State{sensors.White, sensors.Empty}) {
		t.Errorf("e4 said %v while its piece fell over", got)
	}
}

// Parts differ, but one seed gives the same parts.
func TestPartsDiffer(t *testing.T) {
	b := board(t, "a3144", physics.Disc(15, 4, 1200), 4)
	b.OffPlace, b.OffDepth, b.OffSeat, b.Weaker = 800, 300, 600, 50
	var pieces []physics.Piece
	for s := rules.A1; s <= rules.H8; s++ {
		pieces = append(pieces, pawn(rules.White, at(b, 0, s, -35, 0, 0), at(b, 100000, s, 0, 0, 0)))
	}
	when := func(seed uint64) (on []int64) {
		for _, list := range b.Sense(pieces, false, rand.New(rand.NewPCG(seed, 1)).Int64N) {
			if len(list) > 1 {
				on = append(on, list[len(list)-1].At)
			}
		}
		return on
	}
	a, again, other := when(1), when(1), when(2)
	if !slices.Equal(a, again) || slices.Equal(a, other) {
		t.Error("one seed gives other parts, or two seeds the same")
	}
	if len(a) < 60 || slices.Max(a)-slices.Min(a) < 5000 {
		t.Errorf("%d parts turn on, all between %d and %d us: they hardly differ", len(a), slices.Min(a), slices.Max(a))
	}
}
