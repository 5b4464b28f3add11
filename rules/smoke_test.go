package rules_test

import (
	"testing"

	"touchmove/rules"
)

// Every legal move of a few rich positions must come back from each of its notations.
func TestNotationsComeBack(t *testing.T) {
	for _, file := range []struct {
		name    string
		variant rules.Variant
	}{{"perft.epd", rules.Standard}, {"perft-chess960.epd", rules.Chess960}} {
		for _, line := range readPerft(t, file.name) {
			p := rules.MustPosition(line.fen, file.variant)
			if again := rules.MustPosition(p.FEN(), file.variant); again != p {
				t.Errorf("%s: FEN gives %s", line.fen, again.FEN())
			}
			if again := rules.MustPosition(p.ShredderFEN(), file.variant); again != p {
				t.Errorf("%s: Shredder-FEN gives %s", line.fen, again.FEN())
			}
			for _, m := range p.LegalMoves(nil) {
				if got, err := p.ParseUCI(m.UCI(p.Variant())); got != m {
					t.Errorf("%s: UCI %s: %v, %v", line.fen, m.UCI(p.Variant()), got, err)
				}
				for _, style := range []rules.Style{rules.PGN, rules.FIDE} {
					for l := rules.English; l <= rules.Figurine; l++ {
						text := p.Notate(m, rules.Notation{Style: style, Language: l})
						if got, err := p.ParseNotation(text, l); got != m {
							t.Errorf("%s: %v %q: %v, want %v: %v", line.fen, l, text, got, m, err)
						}
					}
				}
			}
		}
	}
}
