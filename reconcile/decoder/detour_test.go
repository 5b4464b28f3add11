package decoder_test

import (
	"testing"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
)

// TestAnswerThatNoHypothesisHas: while nobody could read the first two ranks, White has made twelve moves there, in
// more ways than hypotheses are kept. A person says that the fourth or the fifth was one that no hypothesis has: the
// answer is taken, and Black's moves, which were read, stay.
func TestAnswerThatNoHypothesisHas(t *testing.T) {
	b := darkened(t, "7k/pppppppp/8/8/8/8/PPP5/1B1QK1N1 w - - 0 1")
	unread := rules.RankSquares(0) | rules.RankSquares(1)
	read := rules.SquaresOf(rules.A5, rules.B5, rules.C5, rules.D5, rules.E6, rules.F6, rules.G6, rules.H6, rules.H8)
	tried, d := 0, b.Decoder
	for _, u := range b.Alternatives() {
		if u.Ply != 7 && u.Ply != 9 {
			continue
		}
		for _, m := range u.Before.LegalMoves(nil) {
			uci := m.UCI(rules.Standard)
			switch {
			case !unread.Has(m.From()):
				continue
			case !unread.Has(m.To()):
				if u.Before.At(m.To()) == rules.NoPiece && d.Explains(u.Ply, m) {
					t.Errorf("ply %d: %s is said to be possible, although its target was read and stayed empty", u.Ply, uci)
				}
				continue
			case !d.Explains(u.Ply, m):
				continue // nothing that Black then did fits, such as a check that nobody parried
			}
			tried++
			f := d.Fork()
			if !d.Choose(u.Ply, m) {
				t.Errorf("ply %d: the answer %s is refused", u.Ply, uci)
			} else if p, ok := d.PendingLine(); !ok || p.Occupied()&^unread != read || p.Turn() != rules.White {
				t.Errorf("ply %d: after the answer %s the line ends in %s", u.Ply, uci, p.FEN())
			}
			d, _ = f.Open(d)
		}
	}
	if tried < 15 {
		t.Errorf("%d moves are taken as answers, want 15 or more: White has more legal ones there", tried)
	}
}

// TestAnswerAgainstTheBoard: two moves of White were made in the dark, and the squares are read again before anything else
// is played. An answer with which the pieces would stand elsewhere now is impossible.
func TestAnswerAgainstTheBoard(t *testing.T) {
	start := rules.MustPosition("7k/p7/8/8/8/8/7P/4K1N1 w - - 0 1", rules.Standard)
	b := &table{Decoder: decoder.New(decoder.Config{Start: start})}
	scan := occupied(start)
	b.wait(time.Millisecond)
	b.Scan(&scan)
	b.wait(time.Second)
	b.dark(0, nil)
	for _, m := range [][2]rules.Square{{rules.A7, rules.A6}, {rules.A6, rules.A5}} {
		b.wait(5 * time.Second)
		b.move(m[0], m[1])
	}
	b.wait(5 * time.Second)
	b.dark(0, after(t, start, "g1e2", "a7a6", "e1d1", "a6a5"))
	b.wait(5 * time.Second)
	before := after(t, start, "g1e2", "a7a6")
	for _, c := range []struct {
		ply  int
		from rules.Position
		uci  string
		want bool
	}{
		{1, start, "g1e2", true}, {1, start, "e1d1", true}, {1, start, "e1f1", false}, {1, start, "h2h3", false},
		{3, *before, "e1d1", true}, {3, *before, "e1f2", false}, {3, *before, "e2g1", false},
	} {
		m, err := c.from.ParseUCI(c.uci)
		if err != nil {
			t.Fatal(err)
		}
		if got := b.Explains(c.ply, m); got != c.want {
			t.Errorf("ply %d: %s is said to be possible: %t, want %t", c.ply, c.uci, got, c.want)
		}
	}
}
