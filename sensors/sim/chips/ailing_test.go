package chips_test

import (
	"math"
	"testing"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim/chips"
)

func TestAilments(t *testing.T) {
	for _, c := range []struct {
		ailment      chips.Ailment
		empty, white sensors.State // what is felt on an empty square and under a white piece
	}{
		{chips.Well, sensors.Empty, sensors.White},
		{chips.StuckOn, sensors.Occupied, sensors.White},
		{chips.StuckOff, sensors.Empty, sensors.Empty},
		{chips.Inverted, sensors.Occupied, sensors.Black},
		{chips.Cold, sensors.Empty, sensors.Empty},
	} {
		b := chips.NewBoard()
		b.Ail(rules.E4, c.ailment)
		empty := b.Scan()
		b.SetSquare(rules.E4, sensors.White)
		b.SetSquare(rules.D4, sensors.White)
		full := b.Scan()
		if empty[rules.E4] != c.empty || full[rules.E4] != c.white || full[rules.D4] != sensors.White {
			t.Errorf("ailment %d: %v and %v", c.ailment, empty[rules.E4], full[rules.E4])
		}
		b.Ail(rules.E4, chips.Well)
		if b.Scan()[rules.E4] != sensors.White {
			t.Errorf("ailment %d does not heal", c.ailment)
		}
	}
}

func TestChattering(t *testing.T) {
	b := chips.NewBoard()
	b.Chance(3)
	b.SetSquare(rules.A1, sensors.Occupied)
	b.Ail(rules.A1, chips.Chattering)
	gone := 0
	for range 1000 {
		s := b.Scan()
		if s[rules.A1] == sensors.Empty {
			gone++
		}
		if s[rules.B1] != sensors.Empty {
			t.Fatal("a neighbour chatters")
		}
	}
	if gone < 200 || gone > 400 {
		t.Errorf("gone in %d of 1000 readings", gone)
	}
}

// The effect of a board's magnets on its linear sensors, one thing at a time,
// around a white piece on e4 and a black one on f5.
func TestField(t *testing.T) {
	const supply, swing = 3300.0, 3300.0 / 8
	all := make([]rules.Square, 64)
	for i := range all {
		all[i] = rules.Square(i)
	}
	for _, c := range []struct {
		name   string
		change func(*chips.Board)
		sq     rules.Square
		want   float64 // from half the supply, in mV
	}{
		{"ideal, white", func(*chips.Board) {}, rules.E4, swing},
		{"ideal, black", func(*chips.Board) {}, rules.F5, -swing},
		{"ideal, beside", func(*chips.Board) {}, rules.D4, 0},
		{"lifted", func(b *chips.Board) { b.Lift(rules.E4, 0.4) }, rules.E4, 0.4 * swing},
		{"mended", func(b *chips.Board) { b.Lift(rules.E4, 0.4); b.Lift(rules.E4, 1) }, rules.E4, swing},
		{"warm", func(b *chips.Board) { b.Shift(rules.E4, 12) }, rules.E4, swing + 12},
		{"upside down", func(b *chips.Board) { b.Ail(rules.E4, chips.Inverted) }, rules.E4, -swing},
		{"cold", func(b *chips.Board) { b.Ail(rules.E4, chips.Cold) }, rules.E4, -supply / 2},
		{"stuck off", func(b *chips.Board) { b.Ail(rules.E4, chips.StuckOff) }, rules.E4, 0},
		{"stuck on", func(b *chips.Board) { b.Ail(rules.A1, chips.StuckOn) }, rules.A1, swing},
		{"beside", func(b *chips.Board) { b.Magnets(chips.Field{Beside: 0.1, Corner: 0.02}) }, rules.D4, 0.1 * swing},
		{"corner", func(b *chips.Board) { b.Magnets(chips.Field{Beside: 0.1, Corner: 0.02}) }, rules.D3, 0.02 * swing},
		{"both", func(b *chips.Board) { b.Magnets(chips.Field{Beside: 0.1, Corner: 0.02}) }, rules.F4, 0},
		{"white beside black", func(b *chips.Board) { b.Magnets(chips.Field{Beside: 0.1, Corner: 0.02}) }, rules.E4, swing - 0.02*swing},
	} {
		b := chips.NewBoard()
		h := b.Hall(all, supply)
		b.SetSquare(rules.E4, sensors.White)
		b.SetSquare(rules.F5, sensors.Black)
		c.change(b)
		if got := h.Millivolts(int(c.sq)) - supply/2; math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v is at %+.2f mV, want %+.2f", c.name, c.sq, got, c.want)
		}
	}
}

// Noise and the spread of placings have the requested size, and the same seed gives
// the same numbers.
func TestFieldChance(t *testing.T) {
	const readings = 4000
	run := func() (noise, hum, spread float64) {
		b := chips.NewBoard()
		b.Chance(11)
		h := b.Hall([]rules.Square{rules.A1, rules.B1}, 3200)
		b.Magnets(chips.Field{NoiseMV: 3, Spread: 0.05})
		b.Hum(rules.B1, 4)
		for range readings {
			b.SetSquare(rules.A1, sensors.Empty)
			noise += math.Pow(h.Millivolts(0)-1600, 2)
			hum += math.Pow(h.Millivolts(1)-1600, 2)
			b.SetSquare(rules.A1, sensors.White)
			spread += math.Pow(h.Millivolts(0)-2000, 2)
		}
		return math.Sqrt(noise / readings), math.Sqrt(hum / readings), math.Sqrt(spread / readings)
	}
	noise, hum, spread := run()
	for _, c := range []struct {
		name      string
		got, want float64
	}{{"noise", noise, 3}, {"noise and hum", hum, 5}, {"noise and spread", spread, math.Hypot(3, 400*0.05)}} {
		if math.Abs(c.got-c.want) > 0.05*c.want {
			t.Errorf("%s is %.2f mV, want %.2f", c.name, c.got, c.want)
		}
	}
	if n, u, s := run(); n != noise || u != hum || s != spread {
		t.Error("the same seed gives something else")
	}
}
