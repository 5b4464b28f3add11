package decoder_test

import (
	"slices"
	"testing"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
)

// TestSensorBrokenByOutage: a rank gives no readings for a while, and afterwards one of its sensors
// is broken. The game must not stay in doubt for ever: once the fault is reported, the moves made
// since are published too.
func TestSensorBrokenByOutage(t *testing.T) {
	b := sit()
	for _, m := range [][2]rules.Square{{rules.E2, rules.E4}, {rules.E7, rules.E5}} {
		b.move(m[0], m[1])
		b.wait(5 * time.Second)
	}
	for file := range 8 {
		b.Change(rules.SquareAt(file, 1), sensors.Unknown)
	}
	b.wait(20 * time.Second)
	for file := range 8 {
		is := sensors.Occupied
		if sq := rules.SquareAt(file, 1); sq == rules.E2 || sq == rules.H2 {
			is = sensors.Empty // the pawn of e2 has moved, that of h2 has not: its sensor is broken
		}
		b.Change(rules.SquareAt(file, 1), is)
	}
	b.wait(10 * time.Second)
	line := [][2]rules.Square{{rules.G1, rules.F3}, {rules.B8, rules.C6}, {rules.F1, rules.B5}, {rules.A7, rules.A6}, {rules.B5, rules.A4}, {rules.G8, rules.F6}}
	for _, m := range line {
		b.move(m[0], m[1])
		b.wait(10 * time.Second)
	}
	b.wait(20 * time.Second)
	for i, m := range line {
		ply, made := i+3, false
		for _, f := range b.told {
			if f.Kind == decoder.Made && f.Ply == ply {
				made = f.Move.From() == m[0] && f.Move.To() == m[1]
			}
		}
		if !made {
			t.Errorf("ply %d, %v to %v, was not told", ply, m[0], m[1])
		}
	}
}

// dark makes two ranks silent, or makes them read the position p again.
func (t *table) dark(rank int, p *rules.Position) {
	for sq := range (rules.RankSquares(rank) | rules.RankSquares(rank+1)).All() {
		is := sensors.Unknown
		if p != nil {
			is = sensors.Empty
			if p.At(sq) != rules.NoPiece {
				is = sensors.Occupied
			}
		}
		t.Change(sq, is)
	}
}

// after plays a line and returns the position after it.
func after(t *testing.T, p rules.Position, line ...string) *rules.Position {
	for _, uci := range line {
		m, err := p.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		p = p.After(m)
	}
	return &p
}

// lineTold returns the published line.
func (t *table) lineTold() []string {
	var line []string
	for _, f := range t.told {
		switch f.Kind {
		case decoder.Made, decoder.Amended:
			line = append(line[:f.Ply-1], f.Move.UCI(rules.Standard))
		case decoder.Retracted:
			line = line[:f.Ply-1]
		}
	}
	return line
}

// TestMoveUnseenBeforeALandingFromTheDark: Black moves within the ranks that give no reading, and
// of White's next move only the landing is seen, because it starts there too. The decoder must
// still find that there was a move between them.
func TestMoveUnseenBeforeALandingFromTheDark(t *testing.T) {
	b, start := from(t, "8/7p/4k3/8/1R6/P7/1r3PK1/8 w - - 0 1")
	b.see(t, "a3a4", "e6e5")
	b.dark(0, nil)
	b.wait(6 * time.Second)
	b.move(rules.B4, rules.B7)
	b.wait(5 * time.Second) // b2b1
	b.Change(rules.F3, sensors.Occupied)
	b.wait(15 * time.Second) // b1b2
	b.move(rules.F3, rules.G4)
	b.wait(5 * time.Second)
	line := []string{"a3a4", "e6e5", "b4b7", "b2b1", "g2f3", "b1b2", "f3g4"}
	b.dark(0, after(t, start, line...))
	b.wait(5 * time.Second)
	b.move(rules.B2, rules.E2)
	b.wait(30 * time.Second)
	line = append(line, "b2e2")
	got := b.lineTold()
	if len(got) != len(line) || !slices.Equal(got[:3], line[:3]) || got[4] != "g2f3" || !slices.Equal(got[6:], line[6:]) {
		t.Errorf("told %v, played %v", got, line)
	}
	for _, f := range b.told {
		if f.Kind != decoder.Retracted && f.Ply > 3 && f.Confidence >= 0.99 {
			t.Errorf("ply %d is told at %v, though nobody saw how many moves there were before it", f.Ply, f.Confidence)
		}
	}
}

// TestNoResultWhereAKingCannotBeSeen: a king that castled where no sensor could see it was not seen
// going to the centre, even though two pieces were set down there and nothing else is wrong.
func TestNoResultWhereAKingCannotBeSeen(t *testing.T) {
	b := sit()
	for _, uci := range []string{"g1f3", "g8f6", "g2g3", "g7g6", "f1g2", "f8g7"} {
		b.play([2]rules.Square{square(t, uci[:2]), square(t, uci[2:4])})
	}
	b.dark(0, nil)
	b.wait(20 * time.Second) // e1g1
	b.move(rules.E8, rules.G8)
	b.move(rules.H8, rules.F8)
	b.wait(4 * time.Second)
	b.move(rules.F3, rules.D4)
	b.wait(4 * time.Second)
	b.move(rules.F6, rules.D5)
	b.wait(20 * time.Second)
	for _, f := range b.told {
		if f.Kind == decoder.Ended {
			t.Errorf("ended with %s: %s", f.Result, f.Why)
		}
	}
}

// TestKingFromTheDarkInTheCentre: the game ends while a chip is silent, and one of the kings comes to
// the centre from where no sensor can see it leave, before the other king or after it. A rook that
// comes from there by a legal move is no king.
func TestKingFromTheDarkInTheCentre(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		hands     func(b *table)
		drawn     bool
	}{
		{"after the other", "6k1/8/7p/8/8/8/5P2/R3K3 w - - 0 1", func(b *table) {
			b.Change(rules.E1, sensors.Empty)
			b.wait(time.Second)
			b.Change(rules.D4, sensors.Occupied)
			b.wait(time.Second)
			b.Change(rules.D5, sensors.Occupied)
		}, true},
		{"before the other", "6k1/8/7p/8/8/8/5P2/R3K3 w - - 0 1", func(b *table) {
			b.Change(rules.D5, sensors.Occupied)
			b.wait(2 * time.Second)
			b.Change(rules.E1, sensors.Empty)
			b.wait(time.Second)
			b.Change(rules.D4, sensors.Occupied)
		}, true},
		{"a rook", "3r2k1/8/7p/8/8/4K3/5P2/R7 w - - 0 1", func(b *table) {
			b.move(rules.E3, rules.E4)
			b.wait(3 * time.Second)
			b.Change(rules.D4, sensors.Occupied)
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, _ := from(t, c.fen)
			b.see(t, "a1a4", "h6h5", "a4a1", "h5h4")
			b.dark(6, nil)
			b.wait(10 * time.Second)
			c.hands(b)
			b.wait(15 * time.Second)
			if b.isDrawnByKings() != c.drawn {
				t.Errorf("a draw by the kings: %v, want %v", !c.drawn, c.drawn)
			}
			if got := b.lineTold(); c.drawn && len(got) != 4 {
				t.Errorf("told %v, and four moves were made", got)
			}
		})
	}
}

// TestPressForAMoveUnseen: between two moves of White, Black moves a rook where no sensor reads it,
// and presses. At that moment every line pays for a press without a move. The line that then finds
// the move must get that back, or it is too expensive to be followed.
func TestPressForAMoveUnseen(t *testing.T) {
	for _, pause := range []time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second} {
		b, start := from(t, "r4k2/1p4p1/2P5/2p5/2P1N3/8/PP2K3/7R w - - 0 1")
		for by, m := range [][2]rules.Square{{rules.E2, rules.E3}, {rules.F8, rules.G8}} {
			b.move(m[0], m[1])
			b.wait(time.Second)
			b.Press(rules.Color(by))
			b.wait(4 * time.Second)
		}
		b.dark(6, nil)
		b.wait(6 * time.Second)
		b.move(rules.H1, rules.H2)
		b.wait(time.Second + pause) // a8a7
		b.Press(rules.Black)
		b.wait(pause)
		b.move(rules.H2, rules.H1)
		b.wait(time.Second + pause)
		b.Change(rules.A4, sensors.Occupied) // from a7
		b.wait(time.Second)
		b.Press(rules.Black)
		b.wait(20 * time.Second)
		line := []string{"e2e3", "f8g8", "h1h2", "a8a7", "h2h1", "a7a4"}
		b.dark(6, after(t, start, line...))
		b.wait(30 * time.Second)
		if got := b.lineTold(); !slices.Equal(got, line) {
			t.Errorf("with pauses of %v: told %v, played %v", pause, got, line)
		}
	}
}

// TestPressesForMovesUnseen: players move where no sensor reads it, and press. Then White lifts a piece that
// was seen until then. It must not look like the piece of the move that White pressed for. Or White sets one
// down and presses again, so soon after the readings ended that nobody could yet know of an outage: the
// first press was for another move.
func TestPressesForMovesUnseen(t *testing.T) {
	for _, c := range []struct {
		first       time.Duration
		reply, then string
	}{{time.Second, "a6a5", "c4c5"}, {6 * time.Second, "a6a5", "c4c5"}, {500 * time.Millisecond, "h7h8", "d5f4"}} {
		b, start := from(t, "2r5/1p5k/p7/3NP3/2R1P3/8/6P1/6K1 w - - 0 1")
		line := []string{"g1f2", "c8d8", "e5e6", c.reply, c.then, "d8c8"}
		press := func(by rules.Color, after, pause time.Duration) {
			b.wait(after)
			b.Press(by)
			b.wait(pause)
		}
		for by, m := range [][2]rules.Square{{rules.G1, rules.F2}, {rules.C8, rules.D8}} {
			b.move(m[0], m[1])
			press(rules.Color(by), time.Second, 4*time.Second)
		}
		b.dark(4, nil)
		press(rules.White, c.first, 500*time.Millisecond)
		if c.then == "c4c5" {
			press(rules.Black, time.Second, 4*time.Second)
			b.Change(rules.C4, sensors.Empty)
		} else {
			b.move(rules.H7, rules.H8)
			press(rules.Black, 500*time.Millisecond, 500*time.Millisecond)
			b.Change(rules.F4, sensors.Occupied)
		}
		press(rules.White, 500*time.Millisecond, 4*time.Second)
		b.move(rules.D8, rules.C8)
		press(rules.Black, time.Second, 4*time.Second)
		b.dark(4, after(t, start, line...))
		b.wait(30 * time.Second)
		if got := b.lineTold(); !slices.Equal(got, line) {
			t.Errorf("the first %v after the readings ended: told %v, played %v", c.first, got, line)
		}
	}
}

// TestQuestionAboutAnEndUnseen: a knight leaves in an outage, and later stands where it may have come from
// two squares. It would be lost on one of them, so it was most likely on the other; but only a person can
// tell, so they are asked unless that is next to certain.
func TestQuestionAboutAnEndUnseen(t *testing.T) {
	for fen, asked := range map[string]bool{
		"6k1/2p5/8/8/4N3/8/5PPP/6K1 w - - 0 1":   true,
		"6k1/2p2p2/8/8/4N3/8/5PPP/6K1 w - - 0 1": false,
	} {
		b, start := from(t, fen)
		b.see(t, "g1f1", "g8g7")
		b.dark(4, nil)
		b.wait(6 * time.Second)
		b.Change(rules.E4, sensors.Empty) // to c5 or d6
		b.wait(5 * time.Second)
		b.move(rules.G7, rules.H7)
		b.wait(5 * time.Second)
		b.Change(rules.B7, sensors.Occupied)
		b.wait(5 * time.Second)
		b.dark(4, after(t, start, "g1f1", "g8g7", "e4c5", "g7h7", "c5b7"))
		b.wait(5 * time.Second)
		b.see(t, "h7g8", "f1e2", "g8h7", "e2e3", "h7g8")
		b.wait(20 * time.Second)
		is := slices.ContainsFunc(b.told, func(f decoder.Finding) bool { return f.Kind == decoder.Asked && f.Ply == 3 })
		if got := b.lineTold(); is != asked || len(got) != 10 || got[2] != "e4c5" {
			t.Errorf("%s: told %v, asked %v, want %v", fen, got, is, asked)
		}
	}
}

func square(t testing.TB, name string) rules.Square {
	sq, err := rules.ParseSquare(name)
	if err != nil {
		t.Fatal(err)
	}
	return sq
}
