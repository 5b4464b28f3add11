package reroute_test

import (
	"slices"
	"strings"
	"testing"

	"touchmove/reconcile/policy"
	"touchmove/reconcile/reroute"
	"touchmove/rules"
)

// known is a line from a position, of which the first silent moves were made while these squares gave no reading.
type known struct {
	fen    string
	line   string
	dark   rules.Squares
	silent int
	said   int // the move of this index is known; 0 for none
}

func (k known) find(t *testing.T, first string, colours bool) (routes []string) {
	t.Helper()
	from := rules.MustPosition(k.fen, rules.Standard)
	var line []reroute.Step
	p := from
	for i, uci := range strings.Fields(k.line) {
		m, err := p.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		p = p.After(m)
		step := reroute.Step{Move: m, After: p, Known: i > 0 && i == k.said}
		if i < k.silent {
			step.Silent = k.dark
		}
		line = append(line, step)
	}
	m, err := from.ParseUCI(first)
	if err != nil {
		t.Fatal(err)
	}
	cost := -1e9
	for _, r := range reroute.Find(&from, policy.Previous{}, m, line, colours) {
		if r.Cost < cost {
			t.Errorf("routes are not sorted: %v after %v", r.Cost, cost)
		}
		cost = r.Cost
		var ucis []string
		for _, m := range r.Moves {
			ucis = append(ucis, m.UCI(rules.Standard))
		}
		routes = append(routes, strings.Join(ucis, " "))
	}
	return routes
}

const (
	first2 = rules.Squares(0xffff)
	last2  = rules.Squares(0xffff) << 48
)

func TestFind(t *testing.T) {
	knights := "4k3/p7/8/8/8/8/8/1N2K1N1 w - - 0 1"
	for _, c := range []struct {
		name    string
		known   known
		first   string
		colours bool
		want    string // a route that is found; none at all if it is empty
		not     string // and one that is not
	}{
		{"two moves in the other order lead to the same position",
			known{knights, "e1d1 a7a6 g1e2 a6a5 d1c2", first2, 4, 0}, "g1e2", false, "g1e2 a7a6 e1d1 a6a5 d1c2", "e1d1 a7a6 g1e2 a6a5 d1c2"},
		{"but not if a person has named the later one",
			known{knights, "e1d1 a7a6 g1e2 a6a5 d1c2", first2, 4, 2}, "g1e2", false, "", ""},
		{"another piece may have come to the square that was read",
			known{knights, "b1d2 a7a6 d2f3", first2, 3, 0}, "e1f1", false, "e1f1 a7a6 g1f3", ""},
		{"unless the squares that read again show that it has not",
			known{knights, "b1d2 a7a6 d2f3 a6a5", first2, 3, 0}, "e1f1", false, "", ""},
		{"a move that was read stays",
			known{knights, "b1d2 a7a6 d2f3", first2, 3, 0}, "b1c3", false, "", ""},
		{"the line itself, when the person confirms its move",
			known{knights, "b1d2 a7a6 d2f3", first2, 3, 0}, "b1d2", false, "b1d2 a7a6 d2f3", ""},
		{"without colours another piece may stand there in the end",
			known{"r3k3/R7/8/8/8/8/8/4K3 w - - 0 1", "a7a8 e8d7 e1e2", last2, 2, 0}, "a7d7", false, "a7d7 e8d7 e1e2", ""},
		{"with colours it may not",
			known{"r3k3/R7/8/8/8/8/8/4K3 w - - 0 1", "a7a8 e8d7 e1e2", last2, 2, 0}, "a7d7", true, "", ""},
		{"the piece that a pawn was seen to become stays",
			known{"4k3/P7/8/8/8/8/8/1N2K1N1 w - - 0 1", "e1d1 e8e7 a7a8q e7e6 g1e2", first2, 5, 0}, "g1e2", false, "g1e2 e8e7 a7a8q e7e6 e1d1", "g1e2 e8e7 a7a8n e7e6 e1d1"},
		{"a capture that was read happened",
			known{"4k3/8/8/3p4/8/8/8/3RK1N1 w - - 0 1", "d1d5 e8e7 e1e2", first2, 1, 0}, "g1e2", false, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := c.known.find(t, c.first, c.colours)
			switch {
			case c.want == "" && len(got) > 0:
				t.Errorf("found %q, want nothing", got)
			case c.want != "" && !slices.Contains(got, c.want):
				t.Errorf("found %q, want %q among them", got, c.want)
			case c.not != "" && slices.Contains(got, c.not):
				t.Errorf("found %q, which is impossible after %s", c.not, c.first)
			}
		})
	}
}

// TestLikeliestFirst: of two moves that no sensor can tell apart, the one that gives away a rook comes second.
func TestLikeliestFirst(t *testing.T) {
	k := known{fen: "r3k3/8/8/8/8/8/6PP/1R4K1 w - - 0 1", line: "g1f1 a8a3 b1d1", dark: first2, silent: 3}
	got := k.find(t, "g1f1", false)
	good, bad := slices.Index(got, "g1f1 a8a3 b1d1"), slices.Index(got, "g1f1 a8a3 b1a1")
	if good < 0 || bad >= 0 && bad < good {
		t.Errorf("found %q: b1d1 has to come before b1a1, which loses the rook", got)
	}
}

// TestNumberOfRoutes: ten moves of which nothing was read may have been nearly anything; what is returned
// and followed stays limited.
func TestNumberOfRoutes(t *testing.T) {
	k := known{fen: rules.StartFEN, line: "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3 d7d6", dark: rules.AllSquares, silent: 10}
	if got := k.find(t, "d2d4", false); len(got) < 24 || len(got) > 64 {
		t.Errorf("%d routes, want 24 to 64", len(got))
	}
}

// TestShownAgain: the squares are read again before the next move, and show what the line leaves there.
func TestShownAgain(t *testing.T) {
	from := rules.MustPosition("4k3/p7/8/8/8/8/8/1N2K1N1 w - - 0 1", rules.Standard)
	m, err := from.ParseUCI("e1d1")
	if err != nil {
		t.Fatal(err)
	}
	other, err := from.ParseUCI("g1e2")
	if err != nil {
		t.Fatal(err)
	}
	for shown, want := range map[rules.Squares]int{0: 1, first2: 0, rules.SquaresOf(rules.E2): 0, rules.SquaresOf(rules.C2): 1} {
		line := []reroute.Step{{Move: m, After: from.After(m), Silent: first2, Shown: shown}}
		if got := reroute.Find(&from, policy.Previous{}, other, line, false); len(got) != want {
			t.Errorf("%v read again: %d routes, want %d", shown, len(got), want)
		}
	}
}

// TestLongOutage: more than 64 moves with silent squares are not followed, as that would take seconds on a slow computer; moves
// that were read add nothing to it.
func TestLongOutage(t *testing.T) {
	shuffle := strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 20)
	for silent, want := range map[int]bool{16: true, 64: true, 65: false, 80: false} {
		k := known{fen: rules.StartFEN, line: shuffle, dark: first2, silent: silent}
		if got := k.find(t, "g1f3", false); len(got) > 0 != want {
			t.Errorf("%d moves with silent squares: %d routes, want some: %t", silent, len(got), want)
		}
	}
}
