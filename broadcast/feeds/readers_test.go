package feeds_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/eventlog"
	"touchmove/reconcile"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/rules/pgn"
)

// What the PGN says in words stands behind a move that has its clock time: in the same comment,
// because chess.js refuses a game in which two comments follow each other.
func TestReadersOfRemarks(t *testing.T) {
	for name, remarks := range map[string][]reconcile.What{
		"kings in the centre": {reconcile.ResultKnown{Result: "1-0", Reason: reconcile.KingsInTheCentre, Proposed: true}},
		"both lose":           {reconcile.ResultKnown{Result: "0-0", Reason: "penalty"}},
		"a question":          {reconcile.Asked{Question: reconcile.Question{Ply: 2}}},
		"an illegal move that stood": {
			reconcile.Made{Ply: 3, UCI: "a1a4", SAN: "a1a4", FEN: "rnbqkbnr/pppp1ppp/8/4p3/R3P3/8/PPPP1PPP/1NBQKBNR b Kkq - 1 2", Illegal: true},
			reconcile.Made{Ply: 4, UCI: "g8f6", SAN: "Nf6", By: rules.Black, FEN: "rnbqkb1r/pppp1ppp/5n2/4p3/R3P3/8/PPPP1PPP/1NBQKBNR w Kkq - 2 3"},
			reconcile.ResultKnown{Result: "0-0", Reason: "penalty"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var s eventlog.State
			take := func(what reconcile.What) {
				s.Seq++
				s.Apply(eventlog.Entry{Game: "g-1", Seq: s.Seq, Time: time.Date(2026, 11, 21, 15, 0, 0, 0, time.UTC), Event: reconcile.Event{Seq: s.Seq, Game: 1, What: what}})
			}
			take(eventlog.Opened{Start: rules.StartFEN, Laws: rules.FIDE2023, Pairing: eventlog.Pairing{TimeControl: "40/5400+30:1800+30"}})
			take(reconcile.Started{FEN: rules.StartFEN})
			p := rules.StartPosition()
			for i, uci := range []string{"e2e4", "e7e5"} {
				m, err := p.ParseUCI(uci)
				if err != nil {
					t.Fatal(err)
				}
				by, san := p.Turn(), p.SAN(m)
				p = p.After(m)
				take(reconcile.Made{Ply: i + 1, Move: m, UCI: uci, SAN: san, By: by, FEN: p.FEN()})
				times := reconcile.Times{Left: [2]time.Duration{5400 * time.Second, 5400 * time.Second}, Phase: chessclock.Running, Runs: p.Turn()}
				take(reconcile.ClockChanged{Change: chessclock.Completed.String(), Ply: i + 1, AtPress: true, Pressed: times.Left, Times: times})
			}
			for _, what := range remarks {
				take(what)
			}
			text := s.PGN("open", "hall-7")
			var g *pgn.Game
			for one, err := range pgn.NewReader(strings.NewReader(text)).All() {
				if err != nil {
					t.Fatal(err)
				}
				g = one
			}
			parts := ""
			for _, part := range eventlog.Parts(g) {
				parts += part.String() + "\n"
			}
			for _, text := range []string{text, parts} {
				for reader, games := range read(t, text) {
					if len(games) == 0 || games[0].Error != "" || !slices.Equal(games[0].Moves, []string{"e4", "e5"}) {
						t.Errorf("%s: %+v, of\n%s", reader, games, text)
					}
				}
			}
			if last := len(eventlog.Parts(g)); (last > 1) != (len(remarks) > 1) {
				t.Errorf("%d parts", last)
			}
		})
	}
}

// Quotes, backslashes and long names, promotions from a position that was set up, and castling in
// Chess960 neither stop a reader nor hide the next game of the file. Of the readers, only chessops
// knows Chess960.
func TestReadersOfNamesAndPositions(t *testing.T) {
	long := strings.Repeat("Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch ", 4)
	for _, c := range []struct {
		name, white, event, start string
		variant                   rules.Variant
		moves                     []string
		only                      string // the reader that can play it; empty: all
	}{
		{name: "quotes", white: `O"Neill, "Pat"`, event: `The "Open"`, moves: []string{"e4", "e5"}},
		{name: "backslashes", white: `Neill\, Pat\\`, event: `C:\open`, moves: []string{"e4", "e5"}},
		{name: "brackets", white: `[GM] {Pat} (1); 100 % $1`, event: `]`, moves: []string{"e4", "e5"}},
		{name: "long names", white: long, event: long, moves: []string{"e4", "e5"}},
		{name: "promotions", white: "A", event: "E", start: "8/P6k/8/8/8/8/6pp/2K5 w - - 0 1", moves: []string{"a8=Q", "g1=N", "Qa7+"}},
		{name: "chess960", white: "A", event: "E", start: "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w KQkq - 0 1", variant: rules.Chess960, moves: []string{"Nf3", "Nf6", "g3", "g6", "O-O"}, only: "chessops"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := rules.StartPosition()
			if c.start != "" {
				p = rules.MustPosition(c.start, c.variant)
			}
			var s eventlog.State
			take := func(what reconcile.What) {
				s.Seq++
				s.Apply(eventlog.Entry{Game: "g-1", Seq: s.Seq, Time: time.Date(2026, 11, 21, 15, 0, 0, 0, time.UTC), Event: reconcile.Event{Seq: s.Seq, Game: 1, What: what}})
			}
			pairing := eventlog.Pairing{Event: c.event, Site: c.event}
			pairing.White.Name, pairing.Black.Name = c.white, "B"
			take(eventlog.Opened{Start: p.FEN(), Laws: rules.FIDE2023, Variant: c.variant, Pairing: pairing})
			take(reconcile.Started{FEN: p.FEN(), Variant: c.variant})
			for i, san := range c.moves {
				m, err := p.ParseSAN(san)
				if err != nil {
					t.Fatal(err)
				}
				by := p.Turn()
				uci := m.UCI(c.variant)
				p = p.After(m)
				take(reconcile.Made{Ply: i + 1, Move: m, UCI: uci, SAN: san, By: by, FEN: p.FEN()})
			}
			text := s.PGN("open", "hall-7") + "\n[Event \"Next\"]\n[White \"C\"]\n[Black \"D\"]\n[Result \"*\"]\n\n1. d4 *\n"
			for reader, games := range read(t, text) {
				if c.only != "" && reader != c.only {
					continue
				}
				if len(games) != 2 || games[0].Error != "" || !slices.Equal(games[0].Moves, c.moves) || !slices.Equal(games[1].Moves, []string{"d4"}) {
					t.Errorf("%s: %+v, of\n%s", reader, games, text)
				}
			}
		})
	}
}
