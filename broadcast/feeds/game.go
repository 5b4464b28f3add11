package feeds

import (
	"strings"

	"touchmove/eventlog"
	"touchmove/internal/topic"
	"touchmove/rules"
	"touchmove/rules/pgn"
)

// Game is the latest version of a game: a value that never changes.
type Game struct {
	Event  string    // topic level of the event
	Board  string    // topic level of the board
	ID     string    // the game's id, the same after every restart
	Seq    uint64    // of the state with which it was taken
	Live   bool      // waiting to begin, or in progress
	PGN    string    // as published, ending in a line feed
	Parsed *pgn.Game // the same, parsed; it ends before an illegal move that stood
	Parts  int       // games in PGN: more than one with GoOnAfterIllegal

	clock *clockFile // nil if the board has published none
	takes int64      // bytes of memory, about
}

func (g *Game) board() topic.Board { return topic.Board{Event: g.Event, ID: g.Board} }

// Round returns the round as a level of a path: lower-case letters, digits and hyphens; "0"
// if the game has none.
func (g *Game) Round() string {
	round := g.Parsed.Tags.Get("Round")
	if round == "" || round == "?" || round == "-" {
		return "0"
	}
	return topic.Level(round)
}

// Result returns the result as PGN writes it.
func (g *Game) Result() string { return g.Parsed.Result.String() }

// isEmpty reports whether nothing has happened in the game.
func (g *Game) isEmpty() bool { return len(g.Parsed.Moves) == 0 && g.Parsed.Result == rules.Ongoing }

// GoOnAfterIllegal makes a hub show games to their end even if an illegal move stood:
// what follows that move is a second game, from the real position (eventlog.Parts). Without
// this, readers of PGN stop before the illegal move.
func GoOnAfterIllegal() Option { return func(h *Hub) { h.goOn = true } }

// inParts returns a game as GoOnAfterIllegal shows it, and the number of games it takes.
func inParts(text string, g *pgn.Game) (string, int) {
	parts := eventlog.Parts(g)
	if len(parts) == 1 {
		return text, 1
	}
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = strings.TrimRight(p.String(), "\n") + "\n"
	}
	return strings.Join(texts, "\n"), len(parts)
}

// complete fills in the rest of a game of which what, where and the PGN are known.
func complete(g Game) *Game {
	g.takes = takes(g.PGN, g.Parsed)
	g.PGN, g.Parts = strings.TrimRight(g.PGN, "\n")+"\n", 1
	return &g
}

// JoinPGN joins games, with an empty line between them (PGN standard 1994, 8).
func JoinPGN(games []*Game) string {
	var b strings.Builder
	for i, g := range games {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(g.PGN)
	}
	return b.String()
}
