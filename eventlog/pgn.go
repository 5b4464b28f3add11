package eventlog

import (
	"strconv"
	"strings"
	"time"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/rules/pgn"
)

// TagText returns a name as tags of a published PGN have it: with ' for a double quote. The
// standard allows \" in a tag (PGN standard 1994, 7), but chess.js refuses such a game, and
// pgn-parser the whole file in which it is.
func TagText(name string) string { return strings.ReplaceAll(name, `"`, "'") }

// PGN writes the game so far, with the Seven Tag Roster in its order (PGN standard 1994,
// 8.1.1). PGN knows legal moves only: from an illegal move on, the moves follow in a
// comment, each with the position after it (Parts makes games of them). event is used if the
// tournament is unknown. board is the board's name; the tag Board is the number at its end,
// or the whole name if there is none. Names are written as TagText does.
func (s *State) PGN(event, board string) string {
	tags := pgn.Tags{
		{Name: "Event", Value: TagText(orElse(s.Opened.Pairing.Event, event))},
		{Name: "Site", Value: TagText(orElse(s.Opened.Pairing.Site, "?"))},
		{Name: "Date", Value: Day(s.Began)},
		{Name: "Round", Value: TagText(orElse(s.Opened.Pairing.Round, "?"))},
		{Name: "White", Value: TagText(orElse(s.Opened.Pairing.White.Name, "?"))},
		{Name: "Black", Value: TagText(orElse(s.Opened.Pairing.Black.Name, "?"))},
		{Name: "Result", Value: rules.Ongoing.String()},
		{Name: "Board", Value: BoardNumber(board)},
	}
	playerTags(&tags, "White", &s.Opened.Pairing.White)
	playerTags(&tags, "Black", &s.Opened.Pairing.Black)
	if s.Game != "" {
		tags.Set("GameId", s.Game) // Lichess distinguishes games of the same players by it
	}
	tags.Set("Termination", Termination(s.exported(), s.Result.Reason, s.Ply()))
	s.timeTags(&tags)

	start, legal := s.legalMoves()
	result, _ := rules.ParseResult(s.exported()) // an unknown word leaves the game open
	game, err := pgn.NewGame(tags, start, legal, result)
	if err != nil {
		panic("eventlog: moves that were played do not play again: " + err.Error())
	}
	for i := range game.Moves {
		if left, ok := s.after(s.Moves[i].Ply); ok {
			game.Moves[i].SetClock(left[s.Moves[i].By].Truncate(time.Second))
		}
	}
	s.markAsked(game)
	if result != rules.Ongoing && s.Result.Reason == reconcile.KingsInTheCentre {
		remark(game, "Result as the players have shown it: kings in the centre.")
	}
	if text := unwritten[result]; text != "" {
		remark(game, text)
	}
	if rest := s.Moves[len(legal):]; len(rest) > 0 {
		remark(game, afterIllegal(rest))
	}
	oneComment(game)
	return game.String()
}

// playerTags adds what is known of a player.
func playerTags(tags *pgn.Tags, colour string, p *Player) {
	if p.Title != "" {
		tags.Set(colour+"Title", p.Title)
	}
	if p.Rating != 0 {
		tags.Set(colour+"Elo", strconv.Itoa(p.Rating))
	}
	if p.FideID != 0 {
		tags.Set(colour+"FideId", strconv.Itoa(p.FideID))
	}
	if p.Federation != "" {
		tags.Set(colour+"Fed", p.Federation)
	}
}

// legalMoves returns the moves before the first illegal one, and the position before them.
func (s *State) legalMoves() (start rules.Position, legal []rules.Move) {
	start, err := position(s.Start, s.Opened.Variant)
	if err != nil {
		start = rules.StartPosition()
	}
	at := start
	for _, m := range s.Moves {
		next, err := at.Play(m.Move)
		if err != nil {
			break
		}
		legal, at = append(legal, m.Move), next
	}
	return start, legal
}

// markAsked marks the move that a question is about, without the question, which is not for
// the public.
func (s *State) markAsked(g *pgn.Game) {
	if s.notes.asked == 0 {
		return
	}
	if n := s.before(s.notes.asked); n < len(g.Moves) {
		g.Moves[n].Comments = append(g.Moves[n].Comments, "not certain: a person is asked about this move")
		return
	}
	remark(g, "what follows is not certain: a person is asked about it")
}

// remark adds a comment after the last move, or before the game if it has no moves.
func remark(g *pgn.Game, text string) {
	if n := len(g.Moves); n > 0 {
		g.Moves[n-1].Comments = append(g.Moves[n-1].Comments, text)
	} else {
		g.Comments = append(g.Comments, text)
	}
}

func position(fen string, v rules.Variant) (rules.Position, error) {
	setup, err := rules.ParseFEN(fen)
	if err != nil {
		return rules.Position{}, err
	}
	return rules.NewPosition(setup, v)
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// BoardNumber returns the number at the end of a board's name, as in hall-7, or the whole
// name: Board is a number (PGN standard 1994, 9.8.3, "board number").
func BoardNumber(board string) string {
	digits := board[len(strings.TrimRight(board, "0123456789")):]
	if n, err := strconv.Atoi(digits); err == nil {
		return strconv.Itoa(n)
	}
	return board
}

// Day writes a day as PGN does (8.1.1.3): that of the hall, in whose time zone t is. The zero time is an unknown day.
func Day(t time.Time) string {
	if t.IsZero() {
		return "????.??.??"
	}
	return t.Format("2006.01.02")
}
