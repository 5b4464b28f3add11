package sim

import (
	"testing"

	"touchmove/rules"
)

func moves(t *testing.T, p rules.Position, list ...string) (ms []rules.Move) {
	t.Helper()
	for _, u := range list {
		m, err := p.ParseUCI(u)
		if err != nil {
			t.Fatal(err)
		}
		ms = append(ms, m)
		p = p.After(m)
	}
	return ms
}

func TestUnknowablePromotion(t *testing.T) {
	for _, c := range []struct {
		what, fen string
		line      []string
		want      bool
	}{
		{"a rook that moves like one", "8/P6k/8/8/8/8/8/2K5 w - - 0 1", []string{"a7a8r", "h7g7", "a8a1"}, true},
		{"a knight that leaps", "8/P6k/8/8/8/8/8/2K5 w - - 0 1", []string{"a7a8n", "h7g7", "a8c7"}, false},
		{"a knight where a queen would give check", "8/P7/8/8/8/8/7k/2K5 w - - 0 1", []string{"a7a8n", "h2h1"}, false},
		{"a queen", "8/P6k/8/8/8/8/8/2K5 w - - 0 1", []string{"a7a8q", "h7g7"}, false},
		{"the last move of a game", "8/P6k/8/8/8/8/8/2K5 w - - 0 1", []string{"a7a8b"}, true},
	} {
		p := rules.MustPosition(c.fen, rules.Standard)
		ms := moves(t, p, c.line...)
		if got := isUnknowable(p, ms[0], ms[1:]); got != c.want {
			t.Errorf("%s: unknowable is %v, want %v", c.what, got, c.want)
		}
	}
}

func TestAmbiguousCapture(t *testing.T) {
	for _, c := range []struct {
		what, fen string
		line      []string
		want      bool
	}{
		{"two victims and no more moves", "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", []string{"e4d5"}, true},
		{"the pawn moves on from where it took", "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", []string{"e4d5", "e8e7", "d5d6"}, false},
		{"the victim that was left moves", "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", []string{"e4d5", "f5f4"}, false},
		{"only the kings move", "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", []string{"e4d5", "e8f7"}, true},
		{"one victim", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", []string{"e4d5"}, false},
	} {
		p := rules.MustPosition(c.fen, rules.Standard)
		ms := moves(t, p, c.line...)
		if got := isAmbiguous(p, ms[0], ms[1:]); got != c.want {
			t.Errorf("%s: ambiguous is %v, want %v", c.what, got, c.want)
		}
	}
}
