package decoder_test

import (
	"testing"

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
