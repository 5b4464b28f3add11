package eventlog_test

import (
	"slices"
	"strings"
	"testing"

	"touchmove/eventlog"
	"touchmove/rules"
	"touchmove/rules/pgn"
)

// stoodGame returns a game in which Black's second move was illegal and stood, and
// later one of White's: as State.PGN writes it, and as a reader reads it.
func stoodGame(t *testing.T) *pgn.Game {
	t.Helper()
	text := `[Event "Open"]
[Site "?"]
[Date "2026.11.21"]
[Round "3"]
[White "Ann"]
[Black "Bo"]
[Result "1-0"]
[Board "7"]
[GameId "hall-7-1"]
[Termination "normal"]
[WhiteClock "1:00:00"]
[BlackClock "0:59:00"]

1. e4 {[%clk 1:30:59]} 1... e5 2. Nf3 {After an illegal move that stood: b8b6
(r1bqkbnr/pppp1ppp/1n6/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 3 3) Nxe5
(r1bqkbnr/pppp1ppp/1n6/4N3/4P3/8/PPPP1PPP/RNBQKB1R b KQkq - 0 3) d6
(r1bqkbnr/ppp2ppp/1n1p4/4N3/4P3/8/PPPP1PPP/RNBQKB1R w KQkq - 0 4) e5c5
(r1bqkbnr/ppp2ppp/1n1p4/2N5/4P3/8/PPPP1PPP/RNBQKB1R b KQkq - 1 4) Be7
(r1bqk1nr/ppp1bppp/1n1p4/2N5/4P3/8/PPPP1PPP/RNBQKB1R w KQkq - 2 5)} 1-0
`
	g, err := pgn.NewReader(strings.NewReader(text)).Next()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Moves after an illegal one that stood become separate games from the real position;
// only the last has the result and the clocks.
func TestParts(t *testing.T) {
	parts := eventlog.Parts(stoodGame(t))
	type part struct{ id, fen, result, termination, clock, moves string }
	want := []part{
		{"hall-7-1", "", "*", "unterminated", "", "1. e4 e5 2. Nf3"},
		{"hall-7-1-2", "r1bqkbnr/pppp1ppp/1n6/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 3 3", "*", "unterminated", "", "3. Nxe5 d6"},
		{"hall-7-1-3", "r1bqkbnr/ppp2ppp/1n1p4/2N5/4P3/8/PPPP1PPP/RNBQKB1R b KQkq - 1 4", "1-0", "normal", "1:00:00", "4... Be7"},
	}
	var got []part
	for _, g := range parts {
		again, err := pgn.NewReader(strings.NewReader(g.String())).Next()
		if err != nil {
			t.Fatalf("%v:\n%s", err, g)
		}
		var moves []string
		at := again.Start
		for i, m := range again.MainLine() {
			if i == 0 || at.Turn() == rules.White {
				number := strings.Fields(at.FEN())[5] + "."
				if at.Turn() == rules.Black {
					number += ".."
				}
				moves = append(moves, number)
			}
			moves, at = append(moves, at.SAN(m)), at.After(m)
		}
		got = append(got, part{again.Tags.Get("GameId"), again.Tags.Get("FEN"), again.Result.String(), again.Tags.Get("Termination"), again.Tags.Get("WhiteClock"), strings.Join(moves, " ")})
		if strings.Contains(g.String(), "After an illegal move that stood:") {
			t.Errorf("the list of later moves is still there:\n%s", g)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("parts\n%q\nwant\n%q", got, want)
	}
	if n := len(stoodGame(t).Moves); n != 3 {
		t.Errorf("the game given has %d moves", n)
	}
}

// A game without illegal moves is one part, the same game.
func TestPartsOfLegalGame(t *testing.T) {
	g, err := pgn.NewReader(strings.NewReader("1. e4 {good} e5 *\n")).Next()
	if err != nil {
		t.Fatal(err)
	}
	if parts := eventlog.Parts(g); len(parts) != 1 || parts[0] != g {
		t.Errorf("%d parts", len(parts))
	}
}

// A game that is cut after some moves has no later ones, neither as moves nor in the
// comment.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		moves int
		has   string
		not   string
	}{
		{2, "1... e5", "Nf3"}, {3, "2. Nf3", "b8b6"}, {4, "b8b6", "Nxe5"}, {6, "d6", "e5c5"}, {99, "Be7", "Kd7"},
	} {
		g := stoodGame(t)
		before := g.String()
		text := strings.ReplaceAll(eventlog.Cut(g, c.moves).String(), "\n", " ")
		if !strings.Contains(text, c.has) || strings.Contains(text, c.not) || strings.Contains(text, "1-0") {
			t.Errorf("cut after %d:\n%s", c.moves, text)
		}
		if g.String() != before {
			t.Errorf("the game given has changed, cut after %d", c.moves)
		}
	}
}
