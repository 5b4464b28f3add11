package rules_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"touchmove/rules"
)

func playUCI(t *testing.T, h *rules.History, moves string) {
	t.Helper()
	for _, uci := range strings.Fields(moves) {
		m, err := h.Position().ParseUCI(uci)
		if err == nil {
			err = h.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func times(n int, s string) string { return strings.Repeat(s+" ", n) }

// TestRepetitions checks how often the position after each half-move has appeared, and which
// half-move is the first to complete three appearances.
func TestRepetitions(t *testing.T) {
	for _, c := range []struct {
		name, moves string
		counts      map[int]int // by half-move
		third       int         // the half-move that first completes three appearances, 0 for never
	}{
		{"C-T1 there and back", times(2, "g1f3 g8f6 f3g1 f6g8"), map[int]int{1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 2, 8: 3}, 8},
		{"C-T2 en passant right gone", "e2e4 a7a6 e4e5 d7d5 " + times(3, "g1f3 b8c6 f3g1 c6b8"), map[int]int{8: 1}, 13},
		{"C-T3 double step nobody can take", "e2e4 e7e5 g1f3 b8c6 f3g1 c6b8", map[int]int{6: 2}, 0},
		{"C-T3b another right gone", "d2d4 e7e5 d4d5 c7c5 b1c3 b8c6 c3b1 c6b8", map[int]int{8: 1}, 0},
		{"C-T4 castling lost", "e2e4 e7e5 " + times(3, "e1e2 e8e7 e2e1 e7e8"), map[int]int{6: 1}, 12},
		{"C-T5 one right lost", "g1f3 g8f6 " + times(2, "h1g1 h8g8 g1h1 g8h8"), map[int]int{6: 1, 10: 2}, 0},
		{"capture illegal because of a pin", "e2e4 c7c5 e4e5 d8b6 g1f3 b6e6 f3g1 d7d5 g1f3 b8c6 f3g1 c6b8 g1f3 b8c6 f3g1 c6b8", map[int]int{8: 1, 12: 2, 16: 3}, 16},
	} {
		h := rules.NewHistory(rules.StartPosition())
		third := 0
		for i, uci := range strings.Fields(c.moves) {
			playUCI(t, h, uci)
			n := h.Repetitions()
			if want := c.counts[i+1]; want != 0 && n != want {
				t.Errorf("%s: after half-move %d: %d appearances, want %d", c.name, i+1, n, want)
			}
			if n >= 3 && third == 0 {
				third = i + 1
			}
		}
		if third != c.third {
			t.Errorf("%s: third appearance after half-move %d, want %d", c.name, third, c.third)
		}
	}
}

func TestClaims(t *testing.T) {
	h := rules.NewHistory(rules.StartPosition())
	playUCI(t, h, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1")
	if h.Claims(rules.FIDE2009).Any() {
		t.Error("a claim before the third appearance")
	}
	back, err := h.Position().ParseUCI("f6g8")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range rules.AllLaws() {
		if c, err := h.ClaimsWith(back, l); err != nil || !c.Threefold || c.Fifty {
			t.Errorf("%v: announcing Ng8: %+v, %v", l, c, err)
		}
	}
	if _, err := h.ClaimsWith(rules.NoMove, rules.FIDE2009); err == nil {
		t.Error("an illegal move was announced")
	}
	playUCI(t, h, "f6g8")
	if c := h.Claims(rules.FIDE2009); !c.Threefold {
		t.Error("no claim after the third appearance")
	}
	if err := h.Play(back); !errors.Is(err, rules.ErrIllegalMove) || h.Len() != 8 {
		t.Errorf("an illegal move: %v, %d half-moves", err, h.Len())
	}
	h.Undo(4)
	if h.Len() != 4 || h.Repetitions() != 2 || h.At(0) != rules.StartPosition() {
		t.Errorf("after taking back: %d half-moves, %d appearances", h.Len(), h.Repetitions())
	}

	rook := func(clock string) *rules.History {
		return rules.NewHistory(rules.MustPosition("7k/8/8/8/8/8/p7/R3K3 w - - "+clock+" 80", rules.Standard))
	}
	h = rook("99")
	quiet, pawn := mustUCI(t, h.Position(), "e1e2"), mustUCI(t, h.Position(), "a1a2")
	for _, l := range rules.AllLaws() {
		if h.Claims(l).Any() {
			t.Errorf("%v: a claim after 99 half-moves", l)
		}
		if c, _ := h.ClaimsWith(quiet, l); c.Fifty != (l != rules.FIDE1953) {
			t.Errorf("%v: announcing the hundredth half-move: %+v", l, c)
		}
		if c, _ := h.ClaimsWith(pawn, l); c.Any() {
			t.Errorf("%v: announcing a capture: %+v", l, c)
		}
	}
	if h = rook("100"); !h.Claims(rules.FIDE1953).Fifty {
		t.Error("no claim after 100 half-moves")
	}
	h = rook("149")
	playUCI(t, h, "e1e2")
	for _, l := range rules.AllLaws() {
		o, over := h.Automatic(l)
		if want := l >= rules.FIDE2014; over != want || want && o != (rules.Outcome{Result: rules.Drawn, Termination: rules.SeventyFiveMoves}) {
			t.Errorf("%v: after 75 moves: %v, %v", l, o, over)
		}
	}
	h = rules.NewHistory(rules.MustPosition("7k/8/6K1/8/8/8/8/R7 w - - 149 120", rules.Standard))
	playUCI(t, h, "a1a8")
	if o, _ := h.Automatic(rules.FIDE2018); o.Termination != rules.Checkmate || h.Claims(rules.FIDE2018).Any() {
		t.Errorf("mate by the 150th half-move: %v", o)
	}
}

func mustUCI(t testing.TB, p rules.Position, uci string) rules.Move {
	t.Helper()
	m, err := p.ParseUCI(uci)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestFivefold(t *testing.T) {
	const cycle = "g1f3 g8f6 f3g1 f6g8"
	for _, c := range []struct {
		moves      string
		in14, in18 int // the half-move that ends the game, 0 for none
	}{
		{"e2e4 e7e5 " + times(4, cycle), 18, 18},
		{"e2e4 e7e5 g1f3 g8f6 b1c3 b8c6 f3g1 f6g8 c3b1 c6b8 " + times(3, cycle), 0, 22},
		{times(4, cycle), 0, 16},
	} {
		for _, e := range []struct {
			laws rules.Laws
			want int
		}{{rules.FIDE2009, 0}, {rules.FIDE2014, c.in14}, {rules.FIDE2018, c.in18}, {rules.FIDE2023, c.in18}} {
			h := rules.NewHistory(rules.StartPosition())
			got := 0
			for i, uci := range strings.Fields(c.moves) {
				playUCI(t, h, uci)
				if o, over := h.Automatic(e.laws); over && got == 0 {
					if got = i + 1; o.Termination != rules.FivefoldRepetition {
						t.Errorf("%v: %v", e.laws, o)
					}
				}
			}
			if got != e.want {
				t.Errorf("%v: %s: over after half-move %d, want %d", e.laws, c.moves, got, e.want)
			}
		}
	}
}

func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want rules.Outcome
	}{
		{rules.StartFEN, rules.Outcome{}},
		{"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", rules.Outcome{Result: rules.BlackWins, Termination: rules.Checkmate}},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", rules.Outcome{Result: rules.Drawn, Termination: rules.Stalemate}},
		{"8/8/8/4k3/8/8/8/4KB2 w - - 0 1", rules.Outcome{Result: rules.Drawn, Termination: rules.DeadPosition}},
		{"8/8/8/2b1k3/8/8/8/2B1K3 w - - 0 1", rules.Outcome{Result: rules.Drawn, Termination: rules.DeadPosition}},
		{"8/8/7k/8/1B4K1/8/3B3B/8 b - - 0 1", rules.Outcome{Result: rules.Drawn, Termination: rules.DeadPosition}},
		{"8/7N/5K2/8/8/8/7k/8 w - - 0 1", rules.Outcome{Result: rules.Drawn, Termination: rules.DeadPosition}},
		{"8/8/8/4k3/8/8/8/4K3 w - - 0 1", rules.Outcome{Result: rules.Drawn, Termination: rules.DeadPosition}},
		{"8/8/8/1b2k3/8/8/8/2B1K3 w - - 0 1", rules.Outcome{}},
		{"8/8/4k3/8/8/3NK3/3N4/8 w - - 0 1", rules.Outcome{}},
		{"8/8/4k3/3n4/8/3NK3/8/8 w - - 0 1", rules.Outcome{}},
		{"8/8/4k3/3b4/8/3NK3/8/8 w - - 0 1", rules.Outcome{}},
		{"6k1/6p1/8/8/8/8/8/K1N5 w - - 0 1", rules.Outcome{}},
	} {
		p := rules.MustPosition(c.fen, rules.Standard)
		for _, l := range rules.AllLaws() {
			want := c.want
			if want.Termination == rules.DeadPosition && l == rules.FIDE1953 {
				want = rules.Outcome{}
			}
			if got, over := p.Outcome(l); got != want || over != (want != rules.Outcome{}) {
				t.Errorf("%s in %v: %v, want %v", c.fen, l, got, want)
			}
		}
	}
}

// TestHistoryOfGames compares moves, repetitions, clocks and ends with those that another program found in
// the test data.
func TestHistoryOfGames(t *testing.T) {
	for _, name := range gameFiles {
		games, expected := readGames(t, name), readExpectations(t, name)
		if len(games) != len(expected) {
			t.Fatalf("%s: %d games, want %d", name, len(games), len(expected))
		}
		for i, g := range games {
			got := expectation{Flags: expected[i].Flags, Chess960: g.Start.Variant() == rules.Chess960,
				Result: g.Result.String(), Plies: len(g.Moves), FinalFEN: g.Final().FEN(), End: "none"}
			h := rules.NewHistory(g.Start)
			for j, m := range g.MainLine() {
				if err := h.Play(m); err != nil {
					t.Fatal(err)
				}
				ply := j + 1
				if n := h.Repetitions(); n >= 3 && got.Threefold == nil {
					got.Threefold = &ply
				} else if n >= 5 && got.Fivefold == nil {
					got.Fivefold = &ply
				}
				got.Halfmove = max(got.Halfmove, h.Position().HalfmoveClock())
			}
			if o, over := h.Position().Outcome(rules.FIDE2009); over {
				got.End = o.Termination.String()
				if got.End == "dead_position" {
					got.End = "insufficient"
				}
			}
			if !reflect.DeepEqual(got, expected[i]) {
				t.Errorf("%s %d:\n got %+v\nwant %+v", name, i, got, expected[i])
			}
		}
	}
}

func TestArticles(t *testing.T) {
	for _, c := range []struct {
		termination rules.Termination
		laws        rules.Laws
		article     string
		automatic   bool
	}{
		{rules.Checkmate, rules.FIDE1953, "11.1", true},
		{rules.DeadPosition, rules.FIDE1953, "", false},
		{rules.DeadPosition, rules.FIDE1997, "9.6", true},
		{rules.DeadPosition, rules.FIDE2009, "5.2b", true},
		{rules.ThreefoldRepetition, rules.FIDE2009, "9.2", false},
		{rules.FivefoldRepetition, rules.FIDE2009, "", false},
		{rules.FivefoldRepetition, rules.FIDE2023, "9.6.1", true},
		{rules.FlagFall, rules.FIDE2005, "6.10", false},
		{rules.NoTermination, rules.FIDE2009, "", false},
	} {
		if got := c.termination.Article(c.laws); got != c.article || c.termination.Automatic(c.laws) != c.automatic {
			t.Errorf("%v in %v: article %q, automatic %v", c.termination, c.laws, got, !c.automatic)
		}
	}
	if got := (rules.Outcome{Result: rules.Drawn, Termination: rules.FiftyMoves}).String(); got != "1/2-1/2 fifty_moves" {
		t.Errorf("an outcome is written %q", got)
	}
	if got := (rules.Outcome{}).String(); got != "*" {
		t.Errorf("no outcome is written %q", got)
	}
	for term := rules.Checkmate; term <= rules.IllegalMoves; term++ {
		if got, err := rules.ParseTermination(term.String()); got != term || err != nil {
			t.Errorf("%v: %v, %v", term, got, err)
		}
		if term.Article(rules.FIDE2009) == "" && term != rules.FivefoldRepetition && term != rules.SeventyFiveMoves {
			t.Errorf("%v has no article in 2009", term)
		}
		if term.Claimable() && term.Automatic(rules.FIDE2023) {
			t.Errorf("%v is both automatic and claimed", term)
		}
	}
}
