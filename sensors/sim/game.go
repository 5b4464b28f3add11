package sim

import (
	"fmt"

	"touchmove/rules"
	"touchmove/rules/pgn"
)

// Game is a game to be played: real moves, from any source.
type Game struct {
	Start  rules.Position
	Moves  []rules.Move
	Result string // 1-0, 0-1, 1/2-1/2 or *
	Source Source
}

// Source says where and by whom a game was played.
type Source struct {
	Event string `json:"event,omitempty"`
	Site  string `json:"site,omitempty"`
	Date  string `json:"date,omitempty"`
	Round string `json:"round,omitempty"`
	White string `json:"white,omitempty"`
	Black string `json:"black,omitempty"`

	// These are shown beside the names; they are not part of the game.
	WhiteTitle      string `json:"-"`
	BlackTitle      string `json:"-"`
	WhiteFederation string `json:"-"` // FIDE's three letters
	BlackFederation string `json:"-"`
}

// line returns the position before every move and the one after the last. The error
// names the move that is not legal.
func (g Game) line() ([]rules.Position, error) {
	line := []rules.Position{g.Start}
	p := g.Start
	for i, m := range g.Moves {
		next, err := p.Play(m)
		if err != nil {
			return nil, fmt.Errorf("sim: ply %d: %w", i+1, err)
		}
		p = next
		line = append(line, p)
	}
	return line, nil
}

// canFollow reports whether the rest of a game can also be played from position p.
// If so, the rest does not reveal what happened before it.
func canFollow(p rules.Position, rest []rules.Move) bool {
	for _, m := range rest {
		if !p.IsLegal(m) {
			return false
		}
		p = p.After(m)
	}
	return true
}

// isAmbiguous reports whether, judged by occupancy in all the rest of the game, a
// capture that never emptied its target could have been another capture by the same
// piece.
func isAmbiguous(p rules.Position, m rules.Move, rest []rules.Move) bool {
	for _, other := range p.LegalMoves(nil) {
		if other.From() == m.From() && other.To() != m.To() && !other.IsCastling() && p.Captured(other) == other.To() &&
			canFollow(p.After(other), rest) {
			return true
		}
	}
	return false
}

// isUnknowable reports whether an underpromotion never shows later: everything that
// follows could be played with a queen too.
func isUnknowable(p rules.Position, m rules.Move, rest []rules.Move) bool {
	for _, other := range p.LegalMoves(nil) {
		if other.From() == m.From() && other.To() == m.To() && other.Promotion() == rules.Queen {
			return m.Promotion() != rules.Queen && canFollow(p.After(other), rest)
		}
	}
	return false
}

// FromPGN converts a game from a PGN reader.
func FromPGN(g *pgn.Game) Game {
	return Game{
		Start: g.Start, Moves: g.MainLine(), Result: g.Result.String(),
		Source: Source{
			Event: g.Tags.Get("Event"), Site: g.Tags.Get("Site"), Date: g.Tags.Get("Date"), Round: g.Tags.Get("Round"),
			White: g.Tags.Get("White"), Black: g.Tags.Get("Black"),
			WhiteTitle: g.Tags.Get("WhiteTitle"), BlackTitle: g.Tags.Get("BlackTitle"),
			WhiteFederation: g.Tags.Get("WhiteFederation"), BlackFederation: g.Tags.Get("BlackFederation"),
		},
	}
}
