package pgn_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"touchmove/rules"
	"touchmove/rules/pgn"
)

// FuzzPGN checks that whatever is read from a PGN can be written and reads back the same.
func FuzzPGN(f *testing.F) {
	f.Add(annotated)
	f.Add("[FEN \"4k3/8/8/8/8/8/8/RK6 w A - 0 1\"]\n1. O-O-O (1. -- Kd8) *")
	f.Add("[Event \"x\"]\n\n1. e4 {\n%} ;}\n(1. d4) e5 1-0")
	f.Fuzz(func(t *testing.T, text string) {
		r := pgn.NewReader(strings.NewReader(text))
		for g, err := range r.All() {
			var broken *pgn.Error
			if err != nil && !errors.As(err, &broken) {
				t.Fatalf("%q: %v", text, err)
			}
			if broken != nil && (broken.Game < 1 || broken.Line < 1 || broken.Column < 1 || broken.Ply < 0) {
				t.Fatalf("%q: a place that cannot be: %v", text, err)
			}
			if g.Start == (rules.Position{}) {
				continue
			}
			// In the export format, and in one of the other notations.
			other := rules.Notation{Style: rules.FIDE, Language: rules.Language(len(text)) % (rules.Figurine + 1)}
			for _, n := range []rules.Notation{{}, other} {
				var written strings.Builder
				w := pgn.NewWriter(&written)
				w.Notation = n
				if err := w.Write(g); err != nil {
					t.Fatalf("%q: %v", text, err)
				}
				back := pgn.NewReader(strings.NewReader(written.String()))
				back.Language = n.Language
				again, err := back.Next()
				if err != nil {
					t.Fatalf("%q is written as\n%s, which is refused: %v", text, written.String(), err)
				}
				if !reflect.DeepEqual(again.Moves, g.Moves) || again.Start != g.Start || again.Result != g.Result {
					t.Fatalf("%q is written as\n%s and comes back as\n%s", text, written.String(), again)
				}
			}
		}
	})
}
