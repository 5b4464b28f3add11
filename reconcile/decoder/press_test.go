package decoder_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
)

// costOf returns the value of a parameter of the decoder.
func costOf(t *testing.T, name string) float64 {
	t.Helper()
	for p := range decoder.Parameter(decoder.ParameterCount) {
		if p.String() == name {
			return decoder.DefaultParameters()[p]
		}
	}
	t.Fatalf("there is no parameter %s", name)
	return 0
}

// odds returns the natural logarithm of how much likelier the position p after the first ply is than
// that nothing has been played.
func (t *table) odds(p *rules.Position) float64 {
	share := t.Share(1, p)
	return math.Log(share / (1 - share))
}

// TestPressCosts: when a player presses, a hypothesis in which they have not moved since their last
// press pays for that once, so a move of theirs becomes likelier. While a chip is silent it pays more,
// because a move that nobody saw is likelier then than a press by mistake. A press by the other player
// says nothing of the move.
func TestPressCosts(t *testing.T) {
	idle, unseen := costOf(t, "costPressIdle"), costOf(t, "costPressUnseen")
	const fen = "6k1/5ppp/8/3p4/4P3/8/5PPP/6K1 w - - 0 1"
	for _, c := range []struct {
		name   string
		silent bool // the chip of the first two ranks
		press  func(b *table)
		want   float64
	}{
		{"no press", false, func(*table) {}, 0},
		{"the player", false, func(b *table) { b.Press(rules.White) }, idle},
		{"the other player", false, func(b *table) { b.Press(rules.Black) }, 0},
		{"the player, while a chip is silent", true, func(b *table) { b.Press(rules.White) }, idle + unseen},
	} {
		odds := func(press func(*table)) float64 {
			b, start := from(t, fen)
			b.wait(4 * time.Second)
			if c.silent {
				b.dark(0, nil)
				b.wait(5 * time.Second)
			}
			// The pawn is in the hand, or has captured where nothing was detected to leave.
			b.Change(rules.E4, sensors.Empty)
			b.wait(400 * time.Millisecond)
			press(b)
			b.wait(time.Millisecond)
			return b.odds(after(t, start, "e4d5"))
		}
		if got := odds(c.press) - odds(func(*table) {}); math.Abs(got-c.want) > 0.01 {
			t.Errorf("%s: the capture has become e^%.3f times likelier, not e^%.3f", c.name, got, c.want)
		}
	}
}

// TestPressedRepetition: two players repeat moves, and the bishop is not detected on c8. Each of them presses for
// each move, so when the earlier position is back the moves were made: they were not taken back.
func TestPressedRepetition(t *testing.T) {
	b, _ := from(t, "r5k1/1b3ppp/p1p5/8/2B5/8/5PPP/6K1 w - - 0 1")
	press := func(by rules.Color, pause time.Duration) {
		b.wait(600 * time.Millisecond)
		b.Press(by)
		b.wait(pause)
	}
	b.wait(4 * time.Second)
	b.move(rules.F2, rules.F3)
	press(rules.White, 10*time.Second)
	b.move(rules.H7, rules.H6)
	press(rules.Black, 10*time.Second)
	b.move(rules.C4, rules.D3)
	press(rules.White, 50*time.Second)
	b.Change(rules.B7, sensors.Empty) // the bishop goes to c8, where nothing is detected
	press(rules.Black, 14*time.Second)
	b.move(rules.D3, rules.C4)
	press(rules.White, 40*time.Second)
	b.Change(rules.B7, sensors.Occupied)
	press(rules.Black, 10*time.Second)
	b.move(rules.H2, rules.H3)
	press(rules.White, 10*time.Second)
	b.move(rules.G8, rules.F8)
	press(rules.Black, 10*time.Second)
	want := []string{"f2f3", "h7h6", "c4d3", "b7c8", "d3c4", "c8b7", "h2h3", "g8f8"}
	if got := b.lineTold(); !slices.Equal(got, want) {
		t.Errorf("told %v, want %v", got, want)
	}
}
