package spoken_test

import (
	"errors"
	"testing"

	"touchmove/event/spoken"
	"touchmove/rules"
)

func position(t testing.TB, fen string) rules.Position {
	t.Helper()
	setup, err := rules.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	p, err := rules.NewPosition(setup, rules.Standard)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// F-E2.1: moves in the names printed in the Laws, and in local sets. The positions are
// those of the notation tests of Article C.
func TestAnnouncements(t *testing.T) {
	for _, c := range []struct {
		fen, uci       string
		de, es, en, pt string
	}{
		{rules.StartFEN, "e2e4", "Eva vier", "Eva cuatro", "Eva four", "Eva quatro"},
		{rules.StartFEN, "g1f3", "Springer Felix drei", "caballo Félix tres", "knight Felix three", "cavalo Félix três"},
		{"4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1", "d4e5", "David schlägt Eva fünf", "David por Eva cinco", "David takes Eva five", "David toma Eva cinco"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "Eva schlägt David sechs", "Eva por David seis", "Eva takes David six", "Eva toma David seis"},
		{"6k1/8/8/8/8/8/3K4/4N1N1 w - - 0 1", "g1f3", "Springer Gustav Felix drei", "caballo Gustavo Félix tres", "knight Gustav Felix three", "cavalo Gustavo Félix três"},
		{"6k1/8/8/6N1/8/5p2/3K4/6N1 w - - 0 1", "g5f3", "Springer fünf schlägt Felix drei", "caballo cinco por Félix tres", "knight five takes Felix three", "cavalo cinco toma Félix três"},
		{"6k1/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "h4e4", "Dame Hector vier Eva vier", "dama Héctor cuatro Eva cuatro", "queen Hector four Eva four", "dama Heitor quatro Eva quatro"},
		{"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "Anna schlägt Bella acht Springer", "Ana por Bella ocho caballo", "Anna takes Bella eight knight", "Ana toma Bela oito cavalo"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "kurze Rochade", "enroque corto", "short castling", "roque pequeno"},
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "lange Rochade", "enroque largo", "long castling", "roque grande"},
	} {
		p := position(t, c.fen)
		m, err := p.ParseUCI(c.uci)
		if err != nil {
			t.Fatal(err)
		}
		for set, want := range map[spoken.Set]string{spoken.German: c.de, spoken.Spanish: c.es, spoken.English: c.en, spoken.Portuguese: c.pt} {
			if got := set.Say(p, m); got != want {
				t.Errorf("%s in %v: %q, want %q", c.uci, set, got, want)
			}
		}
	}
	for l, want := range map[rules.Laws]spoken.Set{rules.FIDE2001: spoken.German, rules.FIDE2005: spoken.Spanish, rules.FIDE2009: spoken.German, rules.FIDE2018: spoken.German, rules.FIDE2023: spoken.German} {
		if got := spoken.Of(l); got != want || !spoken.Announced(l) {
			t.Errorf("%v announces in %v", l, got)
		}
	}
	if spoken.Announced(rules.FIDE1953) || spoken.Announced(rules.FIDE1997) {
		t.Error("before 2001 the texts know no announcements")
	}
}

// Every announcement is recognised as its move, in every set, from several positions; accents,
// case and the word for a capture make no difference.
func TestHear(t *testing.T) {
	p := position(t, "r3k2r/P1ppqpb1/1n2pnp1/3PN3/1p2P3/2N2Q1p/1PPBBPPP/R3K2R w KQkq - 0 1")
	heard := 0
	for range 6 {
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		for _, m := range moves {
			for _, set := range []spoken.Set{spoken.German, spoken.Spanish, spoken.English, spoken.Portuguese} {
				if got, err := set.Hear(p, set.Say(p, m)); err != nil || got != m {
					t.Fatalf("%v: %q is heard as %v, %v; want %v", p.FEN(), set.Say(p, m), got, err, m)
				}
				heard++
			}
		}
		p = p.After(moves[(heard*7+3)%len(moves)])
	}
	if heard < 600 {
		t.Errorf("only %d announcements", heard)
	}
	start := position(t, rules.StartFEN)
	for text, want := range map[string]string{"eva VIER": "e2e4", "Bauer Eva zwei Eva vier": "e2e4", "Eva zwei, Eva vier": "e2e4", "springer felix drei.": "g1f3"} {
		m, err := spoken.German.Hear(start, text)
		if err != nil || m.UCI(rules.Standard) != want {
			t.Errorf("%q: %v, %v", text, m.UCI(rules.Standard), err)
		}
	}
	fold := position(t, "4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1")
	if m, err := spoken.German.Hear(fold, "David Eva fuenf"); err != nil || m.UCI(rules.Standard) != "d4e5" {
		t.Errorf("David Eva fuenf is heard as %v, %v, want d4e5", m, err)
	}
	for text, want := range map[string]error{"": spoken.ErrNotRecognised, "Eva fünf": spoken.ErrNotRecognised, "Springer": spoken.ErrNotRecognised} {
		if _, err := spoken.German.Hear(start, text); !errors.Is(err, want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
