package decoder_test

import (
	"slices"
	"testing"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
)

// TestKingMovesIntoTheCentreBeforeTheEnd: a king that moved into the centre, and is then put on
// another square there beside the other king, had moved before the game ended.
func TestKingMovesIntoTheCentreBeforeTheEnd(t *testing.T) {
	b := sitAt(decoder.Config{Start: rules.MustPosition("3K1N2/8/3k4/8/8/8/6r1/R7 b - - 0 1", rules.Standard)})
	b.move(rules.D6, rules.E5)
	b.wait(8 * time.Second)
	b.Change(rules.D8, sensors.Empty)
	b.wait(time.Second)
	b.Change(rules.E5, sensors.Empty)
	b.wait(time.Second)
	b.Change(rules.E4, sensors.Occupied)
	b.wait(time.Second)
	b.Change(rules.D4, sensors.Occupied)
	b.wait(5 * time.Second)
	if got := b.lineTold(); !slices.Equal(got, []string{"d6e5"}) {
		t.Errorf("told %v, and d6e5 was played", got)
	}
	if !b.isDrawnByKings() {
		t.Error("the kings in the centre were not seen")
	}
}

// TestKnightInTheCentreIsNoKing: a knight that moved to the centre before either king was lifted is
// not taken for a king.
func TestKnightInTheCentreIsNoKing(t *testing.T) {
	b := sitAt(decoder.Config{Start: rules.MustPosition("6k1/8/5n2/8/8/8/8/R5K1 b - - 0 1", rules.Standard)})
	b.move(rules.F6, rules.D5)
	b.wait(6 * time.Second)
	b.Change(rules.G8, sensors.Empty)
	b.wait(600 * time.Millisecond)
	b.Change(rules.G1, sensors.Empty)
	b.wait(600 * time.Millisecond)
	b.Change(rules.E4, sensors.Occupied)
	b.wait(1600 * time.Millisecond)
	b.Change(rules.D4, sensors.Occupied)
	b.wait(5 * time.Second)
	if got := b.lineTold(); !slices.Equal(got, []string{"f6d5"}) {
		t.Errorf("told %v, and f6d5 was played", got)
	}
	if !b.isDrawnByKings() {
		t.Error("the kings in the centre were not seen")
	}
}

// TestPressedForIsNotCleared: pieces that were missing when their players pressed were not taken
// off after the game: they captured where nothing was detected to leave.
func TestPressedForIsNotCleared(t *testing.T) {
	b := sitAt(decoder.Config{Start: rules.MustPosition("8/7R/8/8/8/6kp/8/K7 w - - 0 1", rules.Standard), Clock: true})
	for _, from := range []rules.Square{rules.H7, rules.G3} {
		b.Change(from, sensors.Empty)
		b.wait(200 * time.Millisecond)
		b.Press(map[rules.Square]rules.Color{rules.H7: rules.White, rules.G3: rules.Black}[from])
		b.wait(time.Second)
	}
	b.wait(2 * time.Second)
	b.Finish()
	b.wait(0)
	if got := b.lineTold(); !slices.Equal(got, []string{"h7h3", "g3h3"}) {
		t.Errorf("told %v, and h7h3 g3h3 was played", got)
	}
}

// sitAt begins a game in the position of c.
func sitAt(c decoder.Config) *table {
	t := &table{Decoder: decoder.New(c)}
	scan := occupied(c.Start)
	t.wait(time.Millisecond)
	t.Scan(&scan)
	t.wait(4 * time.Second)
	return t
}

func (t *table) isDrawnByKings() bool {
	return slices.ContainsFunc(t.told, func(f decoder.Finding) bool { return f.Kind == decoder.Ended && f.Result == "1/2-1/2" })
}

// TestOneKingComesToTheOtherAmidPiecesTakenOff: one king stands in the centre by its moves. A piece
// is taken off, and the other king is put beside it: the game is drawn.
func TestOneKingComesToTheOtherAmidPiecesTakenOff(t *testing.T) {
	b := sitAt(decoder.Config{Start: rules.MustPosition("1r6/p4p1p/4b1p1/4k3/1p6/P3PB2/1P1R1KPP/8 w - - 0 1", rules.Standard)})
	b.Change(rules.D2, sensors.Empty)
	b.wait(900 * time.Millisecond)
	b.Change(rules.F2, sensors.Empty)
	b.wait(400 * time.Millisecond)
	b.Change(rules.E4, sensors.Occupied)
	b.wait(8 * time.Second)
	if got := b.lineTold(); len(got) != 0 {
		t.Errorf("told %v, and nothing was played", got)
	}
	if !b.isDrawnByKings() {
		t.Error("the kings in the centre were not seen")
	}
}

// TestPieceTakenOffBeforeTheKingsIsNoMove: a piece is taken off before the kings are put in the
// centre, and could have moved to where the first king is put down.
func TestPieceTakenOffBeforeTheKingsIsNoMove(t *testing.T) {
	b := sitAt(decoder.Config{Start: rules.MustPosition("6k1/8/1b6/8/8/8/8/R6K b - - 0 1", rules.Standard)})
	b.Change(rules.B6, sensors.Empty)
	b.wait(500 * time.Millisecond)
	b.Change(rules.H1, sensors.Empty)
	b.wait(400 * time.Millisecond)
	b.Change(rules.D4, sensors.Occupied)
	b.wait(time.Second)
	b.Change(rules.G8, sensors.Empty)
	b.wait(400 * time.Millisecond)
	b.Change(rules.E4, sensors.Occupied)
	b.wait(5 * time.Second)
	if got := b.lineTold(); len(got) != 0 {
		t.Errorf("told %v, and nothing was played", got)
	}
	if !b.isDrawnByKings() {
		t.Error("the kings in the centre were not seen")
	}
}

// TestFirstKingIsNotThePieceOfTheLastMove: the last move captured where nothing was detected to
// leave. The first king is put on a square of the centre to which the capturer could have gone
// instead: that does not change the move.
func TestFirstKingIsNotThePieceOfTheLastMove(t *testing.T) {
	b := sitAt(decoder.Config{Start: rules.MustPosition("4r1k1/pp4pp/2bP2q1/6B1/3Q4/1P6/P5PP/4R1K1 w - - 0 1", rules.Standard)})
	b.Change(rules.E1, sensors.Empty)
	b.wait(4 * time.Second)
	b.Change(rules.G8, sensors.Empty)
	b.wait(600 * time.Millisecond)
	b.Change(rules.E5, sensors.Occupied)
	b.wait(3 * time.Second)
	b.Change(rules.G1, sensors.Empty)
	b.wait(300 * time.Millisecond)
	b.Change(rules.E4, sensors.Occupied)
	b.wait(5 * time.Second)
	if kinds, _ := b.of(1); slices.Contains(kinds, decoder.Amended) || slices.Contains(kinds, decoder.Retracted) {
		t.Errorf("the move was changed: %v", kinds)
	}
	if got := b.lineTold(); !slices.Equal(got, []string{"e1e8"}) {
		t.Errorf("told %v, and e1e8 was played", got)
	}
	if !b.isDrawnByKings() {
		t.Error("the kings in the centre were not seen")
	}
}
