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

// TestKingsInTheCentreHaveTwoColours: on a board that tells colours, two pieces of one colour in the centre are not
// the kings, although both kings were lifted.
func TestKingsInTheCentreHaveTwoColours(t *testing.T) {
	for second, kings := range map[sensors.State]bool{sensors.Black: true, sensors.White: false} {
		b := sitInColour(rules.MustPosition("6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1", rules.Standard))
		for _, c := range []struct {
			square rules.Square
			is     sensors.State
		}{{rules.G8, sensors.Empty}, {rules.G1, sensors.Empty}, {rules.E4, sensors.White}, {rules.D4, second}} {
			b.Change(c.square, c.is)
			b.wait(600 * time.Millisecond)
		}
		b.wait(8 * time.Second)
		if got := b.isDrawnByKings(); got != kings {
			t.Errorf("White's piece on e4 and %v on d4 are the kings: %v, want %v", second, got, kings)
		}
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

// TestKingThatStoodInTheCentreIsMovedThere: one king stands in the centre by its moves. The other is put
// beside it, which for a while shows a draw; then the first is moved to show who has won.
func TestKingThatStoodInTheCentreIsMovedThere(t *testing.T) {
	b := sitAt(decoder.Config{Start: rules.MustPosition("7k/1R4p1/6Bp/p7/P2bKPP1/8/8/8 w - - 0 1", rules.Standard)})
	b.move(rules.B7, rules.B1)
	b.wait(2 * time.Second)
	b.move(rules.D4, rules.C3)
	b.wait(8 * time.Second)
	b.Change(rules.H8, sensors.Empty)
	b.wait(400 * time.Millisecond)
	b.Change(rules.D4, sensors.Occupied)
	b.wait(7 * time.Second)
	if !b.isDrawnByKings() {
		t.Error("the first proposal is a draw: one king on a light square, one on a dark one")
	}
	b.Change(rules.E4, sensors.Empty)
	b.wait(200 * time.Millisecond)
	b.Change(rules.D5, sensors.Occupied) // on the way
	b.wait(100 * time.Millisecond)
	b.Change(rules.D5, sensors.Empty)
	b.wait(200 * time.Millisecond)
	b.Change(rules.E5, sensors.Occupied)
	b.wait(2 * time.Second)
	var shown []string
	for _, f := range b.told {
		if f.Kind == decoder.Ended {
			shown = append(shown, f.Result)
		}
	}
	if want := []string{"1/2-1/2", "0-1"}; !slices.Equal(shown, want) {
		t.Errorf("the kings showed %v, want %v", shown, want)
	}
	if got := b.lineTold(); !slices.Equal(got, []string{"b7b1", "d4c3"}) {
		t.Errorf("told %v, and b7b1 d4c3 was played", got)
	}
}

// TestPressedCaptureInTheCentreStands: moves wait to be published, as nobody knows what a knight
// captured. The last of them captured in the centre and was pressed for, so the kings that follow do not
// undo it.
func TestPressedCaptureInTheCentreStands(t *testing.T) {
	b := sitAt(decoder.Config{Start: rules.MustPosition("5rk1/pp2npp1/1b1N3p/4p3/P4q2/1BP2P1P/1P2QP2/1K1R4 w - - 0 1", rules.Standard), Clock: true})
	press := func(by rules.Color) { b.wait(300 * time.Millisecond); b.Press(by); b.wait(400 * time.Millisecond) }
	b.Change(rules.D6, sensors.Empty)
	press(rules.White)
	b.move(rules.F4, rules.F5)
	press(rules.Black)
	b.move(rules.B1, rules.A2)
	press(rules.White)
	b.Change(rules.F5, sensors.Empty)
	b.wait(100 * time.Millisecond)
	b.Change(rules.H3, sensors.Empty)
	b.wait(100 * time.Millisecond)
	b.Change(rules.H3, sensors.Occupied)
	press(rules.Black)
	b.Change(rules.E2, sensors.Empty)
	b.wait(100 * time.Millisecond)
	b.Change(rules.E5, sensors.Empty)
	b.wait(150 * time.Millisecond)
	b.Change(rules.E5, sensors.Occupied)
	press(rules.White)
	b.wait(5 * time.Second)
	b.Change(rules.H6, sensors.Empty)
	b.wait(300 * time.Millisecond)
	b.Change(rules.G8, sensors.Empty)
	b.wait(400 * time.Millisecond)
	b.Change(rules.D5, sensors.Occupied)
	b.wait(time.Second)
	b.Change(rules.A2, sensors.Empty)
	b.wait(400 * time.Millisecond)
	b.Change(rules.E4, sensors.Occupied)
	b.wait(5 * time.Second)
	if got, want := b.lineTold(), []string{"f4f5", "b1a2", "f5h3", "e2e5"}; len(got) == 0 || !slices.Equal(got[1:], want) {
		t.Errorf("told %v, and a capture by the knight and %v were played", got, want)
	}
	if i := slices.IndexFunc(b.told, func(f decoder.Finding) bool { return f.Kind == decoder.Ended }); i < 0 || b.told[i].Result != "1-0" {
		t.Error("the kings on d5 and e4 show a win by White, and were not seen")
	}
}

// TestLastPieceIsTaken: the capture that leaves bare kings has ended the game. It stands when the same
// king is put in the centre soon after, to show the result.
func TestLastPieceIsTaken(t *testing.T) {
	for _, pause := range []time.Duration{3 * time.Second, 12500 * time.Millisecond, 20 * time.Second} {
		b := sitAt(decoder.Config{Start: rules.MustPosition("8/8/8/6Kp/8/5k2/8/8 b - - 0 1", rules.Standard), Clock: true})
		b.Change(rules.F3, sensors.Empty)
		b.wait(200 * time.Millisecond)
		b.Change(rules.G3, sensors.Occupied)
		b.wait(time.Second)
		b.Press(rules.Black)
		b.wait(3 * time.Second)
		b.Change(rules.G5, sensors.Empty)
		b.wait(60 * time.Millisecond)
		b.Change(rules.H5, sensors.Empty)
		b.wait(160 * time.Millisecond)
		b.Change(rules.H5, sensors.Occupied)
		b.wait(pause)
		b.Change(rules.H5, sensors.Empty)
		b.wait(400 * time.Millisecond)
		b.Change(rules.G3, sensors.Empty)
		b.wait(900 * time.Millisecond)
		b.Change(rules.E4, sensors.Occupied)
		b.wait(600 * time.Millisecond)
		b.Change(rules.E5, sensors.Occupied)
		b.wait(6 * time.Second)
		if got := b.lineTold(); !slices.Equal(got, []string{"f3g3", "g5h5"}) {
			t.Errorf("after %v: told %v, and f3g3 g5h5 was played", pause, got)
		}
	}
}

// TestStraightenedPawnIsNoKing: a pawn of the centre that was lifted and put back while a king was on its way, and
// the other king's move beside it, show no result when legal moves explain the whole board.
func TestStraightenedPawnIsNoKing(t *testing.T) {
	for _, held := range []time.Duration{900 * time.Millisecond, 1250 * time.Millisecond} {
		b := sitAt(decoder.Config{Start: rules.MustPosition("8/8/4kp2/p7/P2KPp1p/7P/6P1/8 w - - 0 55", rules.Standard)})
		b.wait(10 * time.Second)
		b.move(rules.D4, rules.C5)
		b.wait(time.Second)
		b.Change(rules.E4, sensors.Empty)
		b.wait(100 * time.Millisecond)
		b.Change(rules.F4, sensors.Empty)
		b.wait(4400 * time.Millisecond)
		b.Change(rules.E4, sensors.Occupied)
		b.wait(1600 * time.Millisecond)
		b.Change(rules.F4, sensors.Occupied)
		b.wait(5 * time.Second)
		b.move(rules.E6, rules.E5)
		b.wait(5 * time.Second)
		b.Change(rules.C5, sensors.Empty)
		b.wait(held)
		b.Change(rules.B5, sensors.Occupied)
		b.wait(20 * time.Second)
		if got := b.lineTold(); !slices.Equal(got, []string{"d4c5", "e6e5", "c5b5"}) {
			t.Errorf("after %v: told %v, and d4c5 e6e5 c5b5 was played", held, got)
		}
		if slices.ContainsFunc(b.told, func(f decoder.Finding) bool { return f.Kind == decoder.Ended }) {
			t.Errorf("after %v: the game was ended, although no king has come to e4", held)
		}
	}
}
