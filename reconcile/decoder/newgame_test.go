package decoder_test

import (
	"slices"
	"testing"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
)

// begun counts the games that were reported to begin.
func (t *table) begun() (n int) {
	for _, f := range t.told {
		if f.Kind == decoder.Began {
			n++
		}
	}
	return n
}

// TestNextGameBeginsOnPiecesSetUpBeforeTheResult: the players agree on a draw after two moves and
// put the pieces back before the result is entered, and nothing moves after it. The next game must
// still begin.
func TestNextGameBeginsOnPiecesSetUpBeforeTheResult(t *testing.T) {
	for _, quiet := range []time.Duration{3 * time.Second, 20 * time.Second, 20 * time.Minute} {
		b := sit()
		b.play([2]rules.Square{rules.E2, rules.E4}, [2]rules.Square{rules.E7, rules.E5})
		b.move(rules.E5, rules.E7)
		b.move(rules.E4, rules.E2)
		b.wait(quiet)
		b.Finish()
		for due, ok := b.Due(); ok; due, ok = b.Due() {
			b.wait(due - b.at)
		}
		if n := b.begun(); n != 2 {
			t.Errorf("%v after the last piece: %d games begun", quiet, n)
		}
	}
}

// TestResultTakenBackDoesNotCountTowardTheNextGame: the board shows the first position while the
// game has its first result. That result is withdrawn, and readings come in between: with the
// second result the quiet time before the next game starts again.
func TestResultTakenBackDoesNotCountTowardTheNextGame(t *testing.T) {
	b := sit()
	line := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	for _, uci := range line {
		b.play([2]rules.Square{square(t, uci[:2]), square(t, uci[2:])})
	}
	b.Change(rules.B1, sensors.Empty)
	b.wait(5 * time.Second)
	b.Finish()
	b.Change(rules.B1, sensors.Occupied) // the first position, and the wait begins
	b.wait(500 * time.Millisecond)
	b.Continue()
	b.wait(3 * time.Second)
	b.Change(rules.B1, sensors.Empty)
	b.wait(time.Second)
	b.Finish()
	b.Change(rules.B1, sensors.Occupied)
	b.wait(500 * time.Millisecond)
	if n := b.begun(); n != 1 {
		t.Errorf("half a second after the second result: %d games begun", n)
	}
	b.wait(2 * time.Second)
	if n := b.begun(); n != 2 {
		t.Errorf("two and a half seconds after the second result: %d games begun", n)
	}
}

// TestGameEndedBeforeItsFirstMove: a game ends without a move. Its result stays, whatever is
// touched and put back, until the next game begins with its first move or with pieces set up again.
func TestGameEndedBeforeItsFirstMove(t *testing.T) {
	for _, c := range []struct {
		name  string
		then  func(b *table)
		games int
		line  []string
	}{
		{"nothing", func(*table) {}, 1, nil},
		{"a press of the clock", func(b *table) { b.Press(rules.White) }, 1, nil},
		{"pieces straightened", func(b *table) { b.move(rules.G1, rules.G1); b.wait(time.Minute); b.move(rules.E2, rules.E2) }, 1, nil},
		{"a piece that was moved and put back", func(b *table) { b.move(rules.B1, rules.E5); b.wait(3 * time.Second); b.move(rules.E5, rules.B1) }, 1, nil},
		{"the next game", func(b *table) {
			b.play([2]rules.Square{rules.E2, rules.E4}, [2]rules.Square{rules.E7, rules.E5}, [2]rules.Square{rules.G1, rules.F3})
		}, 2, []string{"e2e4", "e7e5", "g1f3"}},
		{"the pieces set up again", func(b *table) {
			for sq := rules.A1; sq <= rules.H1; sq++ {
				b.Change(sq, sensors.Empty)
				b.wait(200 * time.Millisecond)
			}
			b.wait(3 * time.Second)
			for sq := rules.A1; sq <= rules.H1; sq++ {
				b.Change(sq, sensors.Occupied)
				b.wait(200 * time.Millisecond)
			}
		}, 2, nil},
	} {
		b := sit()
		b.wait(time.Minute)
		b.Finish()
		b.wait(10 * time.Second)
		c.then(b)
		b.wait(20 * time.Second)
		if n := b.begun(); n != c.games {
			t.Errorf("%s: %d games begun, want %d", c.name, n, c.games)
		}
		if got := b.lineTold(); !slices.Equal(got, c.line) {
			t.Errorf("%s: told %v, want %v", c.name, got, c.line)
		}
	}
}

// TestBeginWithPiecesThatAreNotFelt: four pieces stand off the middle of their squares and are not
// detected, and the game still begins. With as many pieces on squares where none should stand it
// does not.
func TestBeginWithPiecesThatAreNotFelt(t *testing.T) {
	for _, c := range []struct {
		name    string
		missing []rules.Square
		extra   []rules.Square
		begins  bool
	}{
		{"four missing", []rules.Square{rules.A1, rules.C2, rules.F7, rules.G8}, nil, true},
		{"five missing", []rules.Square{rules.A1, rules.C2, rules.D2, rules.F7, rules.G8}, nil, false},
		{"three elsewhere", []rules.Square{rules.A1, rules.C2, rules.F7}, []rules.Square{rules.A4, rules.C4, rules.F5}, false},
	} {
		b := &table{Decoder: decoder.New(decoder.Config{Start: rules.StartPosition()})}
		scan := occupied(rules.StartPosition())
		for _, sq := range c.missing {
			scan[sq] = sensors.Empty
		}
		for _, sq := range c.extra {
			scan[sq] = sensors.Occupied
		}
		b.wait(time.Millisecond)
		b.Scan(&scan)
		b.wait(20 * time.Second)
		if (b.begun() == 1) != c.begins {
			t.Errorf("%s: %d games begun", c.name, b.begun())
		}
		if !c.begins {
			continue
		}
		b.play([2]rules.Square{rules.E2, rules.E4}, [2]rules.Square{rules.E7, rules.E5})
		if kinds, _ := b.of(2); len(kinds) == 0 || kinds[0] != decoder.Made {
			t.Errorf("%s: of the second half-move was told %v", c.name, kinds)
		}
	}
}

// TestFastRepetition: two players of a slow game repeat the position within a second, and the first
// of these moves are published before the last is made. These are four moves and not pieces that
// were only touched and put back, although that would explain the readings a little better.
func TestFastRepetition(t *testing.T) {
	b := sit()
	line := []string{"e2e4", "e7e5", "e1e2", "e8e7"}
	again := []string{"e2e1", "e7e8", "e1e2", "e8e7"}
	for _, uci := range line {
		b.move(square(t, uci[:2]), square(t, uci[2:]))
		b.wait(6 * time.Second)
	}
	for i, uci := range again {
		b.Change(square(t, uci[:2]), sensors.Empty)
		b.wait([]time.Duration{100, 100, 60, 70}[i] * time.Millisecond)
		b.Change(square(t, uci[2:]), sensors.Occupied)
		b.wait([]time.Duration{100, 100, 60, 70}[i] * time.Millisecond)
	}
	b.wait(2 * time.Second)
	b.move(rules.B1, rules.C3)
	b.wait(5 * time.Second)
	want := append(append(line, again...), "b1c3")
	if got := b.lineTold(); !slices.Equal(got, want) {
		t.Errorf("told %v, played %v", got, want)
	}
}

// TestCaptureUnseenBeforeSettingUp: nothing is detected of the last capture. It has stood for some seconds when
// a knight is set up for the next game, which looks like the reply. The capture was played, the reply was not.
func TestCaptureUnseenBeforeSettingUp(t *testing.T) {
	played := []string{"e2e4", "d7d5", "b1c3", "g8f6", "d2d3", "b8c6", "e4d5"}
	b := sit()
	for _, uci := range played[:len(played)-1] {
		b.play([2]rules.Square{square(t, uci[:2]), square(t, uci[2:])})
	}
	b.Change(rules.E4, sensors.Empty)
	b.wait(5 * time.Second)
	if got := b.lineTold(); !slices.Equal(got, played) {
		t.Fatalf("told %v, and %v was played", got, played)
	}
	b.move(rules.F6, rules.G8)
	b.wait(2 * time.Second)
	for _, put := range [][2]rules.Square{{rules.C3, rules.B1}, {rules.D3, rules.D2}, {rules.C6, rules.B8}, {rules.D5, rules.D7}} {
		b.Change(put[0], sensors.Empty)
		b.wait(300 * time.Millisecond)
		b.Change(put[1], sensors.Occupied)
		b.wait(300 * time.Millisecond)
	}
	b.Change(rules.E2, sensors.Occupied)
	b.wait(5 * time.Second)
	if n := b.begun(); n != 2 {
		t.Errorf("%d games begun, want 2", n)
	}
	if got := b.lineTold(); !slices.Equal(got, played) {
		t.Errorf("told %v, and %v was played", got, played)
	}
}

// TestLastMoveHomeIsKept: the last move, for which its player has pressed the clock, leads to the square where its
// piece began the game. When the next game is set up soon after, it is no piece set up.
func TestLastMoveHomeIsKept(t *testing.T) {
	played := []string{"e2e4", "d7d5", "b1c3", "g8f6", "d2d3", "b8c6", "c3b1"}
	b := sit()
	for i, uci := range played {
		b.play([2]rules.Square{square(t, uci[:2]), square(t, uci[2:])})
		b.Press(rules.Color(i % 2))
		b.wait(time.Second)
	}
	for _, put := range [][2]rules.Square{{rules.D3, rules.D2}, {rules.C6, rules.B8}, {rules.F6, rules.G8}, {rules.D5, rules.D7}, {rules.E4, rules.E2}} {
		b.Change(put[0], sensors.Empty)
		b.wait(300 * time.Millisecond)
		b.Change(put[1], sensors.Occupied)
		b.wait(300 * time.Millisecond)
	}
	b.wait(5 * time.Second)
	if n := b.begun(); n != 2 {
		t.Errorf("%d games begun, want 2", n)
	}
	if got := b.lineTold(); !slices.Equal(got, played) {
		t.Errorf("told %v, and %v was played", got, played)
	}
}

// TestGameEndedWithAPieceInTheHand: a game ends without a move while pieces are off their squares. Putting them back, on
// any square and however late, begins no other game; the first move after that does, and so do pieces set up again.
func TestGameEndedWithAPieceInTheHand(t *testing.T) {
	for _, c := range []struct {
		name  string
		off   []rules.Square
		then  func(b *table)
		games int
		line  []string
	}{
		{"put back", []rules.Square{rules.E2}, func(b *table) { b.Change(rules.E2, sensors.Occupied) }, 1, nil},
		{"put back soon", []rules.Square{rules.E2, rules.G1}, func(b *table) {
			b.Change(rules.E2, sensors.Occupied)
			b.Change(rules.G1, sensors.Occupied)
			b.wait(400 * time.Millisecond)
			b.Change(rules.B1, sensors.Empty)
			b.wait(200 * time.Millisecond)
			b.Change(rules.B1, sensors.Occupied)
		}, 1, nil},
		{"put down where it might have gone", []rules.Square{rules.E2}, func(b *table) { b.Change(rules.E4, sensors.Occupied) }, 1, nil},
		{"and back from there", []rules.Square{rules.E2}, func(b *table) {
			b.Change(rules.E4, sensors.Occupied)
			b.wait(3 * time.Second)
			b.move(rules.E4, rules.E2)
		}, 1, nil},
		{"put back, and the next game", []rules.Square{rules.E2}, func(b *table) {
			b.Change(rules.E2, sensors.Occupied)
			b.wait(3 * time.Second)
			b.play([2]rules.Square{rules.E2, rules.E4}, [2]rules.Square{rules.E7, rules.E5})
		}, 2, []string{"e2e4", "e7e5"}},
		{"the pieces set up again", []rules.Square{rules.A1, rules.B1}, func(b *table) {
			for sq := rules.C1; sq <= rules.H1; sq++ {
				b.Change(sq, sensors.Empty)
				b.wait(200 * time.Millisecond)
			}
			b.wait(3 * time.Second)
			for sq := rules.A1; sq <= rules.H1; sq++ {
				b.Change(sq, sensors.Occupied)
				b.wait(200 * time.Millisecond)
			}
		}, 2, nil},
	} {
		b := sit()
		b.wait(time.Minute)
		for _, sq := range c.off {
			b.Change(sq, sensors.Empty)
		}
		b.wait(2 * time.Second)
		b.Finish()
		b.wait(5 * time.Second)
		c.then(b)
		b.wait(20 * time.Second)
		if n := b.begun(); n != c.games {
			t.Errorf("%s: %d games begun, want %d", c.name, n, c.games)
		}
		if got := b.lineTold(); !slices.Equal(got, c.line) {
			t.Errorf("%s: told %v, want %v", c.name, got, c.line)
		}
	}
}
