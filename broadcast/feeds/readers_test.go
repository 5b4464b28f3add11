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
				s.Take(eventlog.Entry{Game: "g-1", Seq: s.Seq, Time: time.Date(2026, 11, 21, 15, 0, 0, 0, time.UTC), Event: reconcile.Event{Seq: s.Seq, Game: 1, What: what}})
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
