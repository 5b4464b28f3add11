package decoder_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
)

// enter enters a move and returns when it was released as it is told.
func (t *table) enter(tt *testing.T, ply int, m rules.Move, before rules.Position) time.Duration {
	tt.Helper()
	n := len(t.told)
	t.Correct(ply, m, before)
	t.wait(time.Millisecond)
	for _, f := range t.told[n:] {
		if f.Ply == ply && f.Corrected {
			return f.Released
		}
	}
	tt.Fatalf("half-move %d was entered and is not told: %+v", ply, t.told[n:])
	return 0
}

// TestEnteredOnAStillBoard: where nobody touches a piece, an entered move is made when it is entered. A line may suppose
// moves meanwhile, for presses or because the board does not show the moves entered before; they lend it no time.
func TestEnteredOnAStillBoard(t *testing.T) {
	const games = 200
	entered := 0
	for seed := range uint64(games) {
		r := rand.New(rand.NewPCG(seed, 1))
		soon := func() time.Duration { return time.Duration(r.IntN(2500)) * time.Millisecond }
		b, p := sit(), rules.StartPosition()
		var done []string
		for ply := 1; ply <= 5; ply++ {
			for range r.IntN(3) {
				b.wait(soon())
				by := rules.Color(r.IntN(2))
				b.Press(by)
				done = append(done, fmt.Sprint(b.at, " ", by, " presses"))
			}
			b.wait(soon())
			if b.begun() > 1 {
				break // the board still shows the first position: taken for another game
			}
			legal := p.LegalMoves(nil)
			m, at := legal[r.IntN(len(legal))], b.at
			done = append(done, fmt.Sprint(at, " ", m.UCI(rules.Standard)))
			if got := b.enter(t, ply, m, p); got != at {
				t.Fatalf("seed %d: released at %v: %s", seed, got, strings.Join(done, "; "))
			}
			entered++
			p = p.After(m)
		}
	}
	if entered < 3*games {
		t.Errorf("%d moves were entered in %d games", entered, games)
	}
}

// TestEnteredTakesTheTimeOfWhatWasRead: a move that is entered before it is published was made when its piece came down,
// also if the board has read another square. Another move's time is not its own.
func TestEnteredTakesTheTimeOfWhatWasRead(t *testing.T) {
	for _, c := range []struct {
		fen, entered string
		read         [][2]rules.Square
		taken        bool
	}{
		{rules.StartFEN, "e2e4", [][2]rules.Square{{rules.E2, rules.E4}}, true},
		{rules.StartFEN, "e2e3", [][2]rules.Square{{rules.E2, rules.E4}}, true},
		{rules.StartFEN, "d2d4", [][2]rules.Square{{rules.E2, rules.E4}}, false},
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", [][2]rules.Square{{rules.E1, rules.G1}, {rules.H1, rules.F1}}, true},
	} {
		b, start := from(t, c.fen)
		m, err := start.ParseUCI(c.entered)
		if err != nil {
			t.Fatal(err)
		}
		b.wait(4 * time.Second)
		var want time.Duration
		for _, move := range c.read {
			b.Change(move[0], sensors.Empty)
			b.wait(400 * time.Millisecond)
			want = b.at
			b.Change(move[1], sensors.Occupied)
			b.wait(200 * time.Millisecond)
		}
		if kinds, _ := b.of(1); len(kinds) > 0 && kinds[0] == decoder.Made {
			t.Fatalf("%s: it is published already", c.entered)
		}
		if !c.taken {
			want = b.at
		}
		if got := b.enter(t, 1, m, start); got != want {
			t.Errorf("%s: released at %v, want %v", c.entered, got, want)
		}
	}
}
