package eventlog

import (
	"fmt"
	"strings"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/rules/pgn"
)

// stood begins what PGN cannot express as moves: an illegal move that stood, and all moves
// after it. It is the last part of its comment.
const stood = "After an illegal move that stood:"

// afterIllegal writes this comment: each move with the position after it.
func afterIllegal(rest []reconcile.Made) string {
	var b strings.Builder
	b.WriteString(stood)
	for _, m := range rest {
		fmt.Fprintf(&b, " %s (%s)", m.SAN, m.FEN)
	}
	return b.String()
}

// later is one move of this comment.
type later struct{ san, fen string }

// laterMoves reads this part of a comment; a game with only legal moves has none.
func laterMoves(g *pgn.Game) (list []later) {
	_, text, ok := strings.Cut(*stoodComment(g), stood)
	for ok && text != "" {
		var san, fen string
		san, text, ok = strings.Cut(strings.TrimSpace(text), " (")
		if fen, text, _ = strings.Cut(text, ")"); ok {
			list = append(list, later{san, fen})
		}
	}
	return list
}

// stoodComment finds the comment with this part, or an empty one.
func stoodComment(g *pgn.Game) *string {
	comments := g.Comments
	if n := len(g.Moves); n > 0 {
		comments = g.Moves[n-1].Comments
	}
	for i, c := range comments {
		if strings.Contains(c, stood) {
			return &comments[i]
		}
	}
	return new(string)
}

// Cut returns a PGN made by State.PGN with only its first moves, including those in the
// comment after an illegal move, as a game in progress. The given game is not changed.
func Cut(g *pgn.Game, moves int) *pgn.Game {
	short := *g
	short.Result = rules.Ongoing
	short.Moves = append(pgn.Line{}, g.Moves[:min(moves, len(g.Moves))]...)
	n := len(short.Moves)
	if n < len(g.Moves) {
		return &short
	}
	if n > 0 {
		short.Moves[n-1].Comments = append([]string{}, g.Moves[n-1].Comments...)
	} else {
		short.Comments = append([]string{}, g.Comments...)
	}
	list := laterMoves(g)
	if len(list) == 0 {
		return &short
	}
	comment := stoodComment(&short)
	*comment, _, _ = strings.Cut(*comment, stood)
	if moves > n {
		*comment += stood
		for _, m := range list[:min(moves-n, len(list))] {
			*comment += fmt.Sprintf(" %s (%s)", m.san, m.fen)
		}
	}
	oneComment(&short)
	return &short
}

// oneComment makes the comments at one place a single one, and drops empty ones: chess.js, for
// example, refuses a game in which two comments follow each other.
func oneComment(g *pgn.Game) {
	one := func(list []string) []string {
		if text := strings.Join(strings.Fields(strings.Join(list, " ")), " "); text != "" {
			return []string{text}
		}
		return nil
	}
	g.Comments = one(g.Comments)
	for i := range g.Moves {
		if m := &g.Moves[i]; len(m.Comments) > 0 {
			m.Comments = one(m.Comments)
		}
	}
}

// Parts returns the games that readers of PGN can follow to the end: the game itself and,
// if an illegal move stood in it, the rest as separate games, each from the position after
// an illegal move (tags SetUp and FEN). Without an illegal move it is just the game.
//
// Only the last part has the result and the clocks, so that the game counts once; the
// others have the result *. Each part has its own GameId: that of the game with -2, -3 and
// so on appended. A position that no reader accepts, such as one in which a king can be
// captured, is skipped: the part begins with the next position that they accept.
func Parts(g *pgn.Game) []*pgn.Game {
	list := laterMoves(g)
	if len(list) == 0 {
		return []*pgn.Game{g}
	}
	first := Cut(g, len(g.Moves))
	remark(first, "An illegal move stood ("+list[0].san+"): the next game continues from the position after it.")
	oneComment(first)
	parts := []*pgn.Game{first}
	var at *pgn.Game // the part that moves are being added to
	for _, m := range list {
		if at != nil {
			if end := at.Final(); addMove(at, end, m) {
				continue
			}
		}
		if at = partFrom(g, m, len(parts)+1); at != nil {
			parts = append(parts, at)
		}
	}
	if len(parts) == 1 {
		return []*pgn.Game{g}
	}
	for _, p := range parts[:len(parts)-1] {
		p.Result = rules.Ongoing
		p.Tags.Set("Result", rules.Ongoing.String())
		p.Tags.Set("Termination", Termination(rules.Ongoing.String(), "", len(p.Moves)))
		for _, name := range []string{"WhiteClock", "BlackClock", "Clock"} {
			p.Tags.Delete(name)
		}
	}
	last := parts[len(parts)-1]
	last.Result = g.Result
	last.Tags.Set("Result", g.Result.String())
	return parts
}

// addMove adds a move that is legal in the part's final position.
func addMove(part *pgn.Game, end rules.Position, m later) bool {
	move, err := end.ParseSAN(m.san)
	if err != nil || end.After(move).FEN() != m.fen {
		return false
	}
	ply := pgn.Ply{Move: move}
	if len(part.Moves) == 0 { // a game with moves has its comments at the moves
		ply.Before, part.Comments = part.Comments, nil
	}
	part.Moves = append(part.Moves, ply)
	return true
}

// partFrom returns the part of a game from the position after this move; nil if the game
// cannot be continued from there.
func partFrom(g *pgn.Game, m later, number int) *pgn.Game {
	start, err := position(m.fen, g.Start.Variant())
	if err != nil {
		return nil
	}
	part, err := pgn.NewGame(g.Tags, start, nil, rules.Ongoing)
	if err != nil {
		return nil
	}
	if id := g.Tags.Get("GameId"); id != "" {
		part.Tags.Set("GameId", fmt.Sprintf("%s-%d", id, number))
	}
	part.Comments = []string{"Goes on after an illegal move that stood (" + m.san + ")."}
	return part
}
