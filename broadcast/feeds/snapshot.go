package feeds

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"touchmove/internal/topic"
	"touchmove/rules"
)

// Snapshot is everything that feeds are made of, at one moment.
type Snapshot struct {
	Connected bool    // connected to the broker
	Seen      bool    // has been connected since the start
	Boards    []Board // by event and name, in natural order
	games     map[string][]*Game
	annulled  []annulled // games begun by mistake
}

// annulled names a game that does not count.
type annulled struct {
	board topic.Board
	id    string
}

// Board is the current state of one board.
type Board struct {
	Event        string
	Name         string
	Availability string        // online, offline, degraded; "" if unknown
	Game         *Game         // last accepted; nil before that
	Playing      string        // the id of the game of the following fields
	Variant      string        // standard or chess960
	Start        string        // FEN before the first move
	FEN          string        // of the current position; "" before the first one
	Moves        []Move        // of the game, including an illegal one that stood
	Plies        int           // number of moves of the game, including those that are not settled
	Matches      bool          // the board shows that position
	Lifted       rules.Squares // squares whose piece is in a player's hand; none without ShowLifted
}

// Move is one published move.
type Move struct{ UCI, SAN string }

// Now returns the current snapshot, and a channel that is closed when it changes.
func (h *Hub) Now() (Snapshot, <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := Snapshot{Connected: h.connected, Seen: h.connections > 0, games: map[string][]*Game{}}
	for event, games := range h.games {
		s.games[event] = games // never changed in place
	}
	for key, b := range h.boards {
		board := Board{
			Event: key.Event, Name: key.ID, Availability: b.availability, Game: b.current,
			Playing: b.state.Game, Variant: b.state.Variant, Start: b.state.Start, FEN: b.state.FEN, Matches: b.state.Matches,
			Plies: len(b.state.Moves), Lifted: b.lifts.off(b.state.Game, b.state.Seq),
		}
		moves := b.state.Moves
		if h.certain > 0 {
			moves = moves[:min(b.shown, len(moves))]
		}
		for _, m := range moves {
			board.Moves = append(board.Moves, Move{m.UCI, m.SAN})
		}
		s.Boards = append(s.Boards, board)
		for _, id := range b.annulled {
			s.annulled = append(s.annulled, annulled{key, id})
		}
	}
	slices.SortFunc(s.Boards, func(a, b Board) int {
		return cmp.Or(natural(a.Event, b.Event), natural(a.Name, b.Name))
	})
	return s, h.changed
}

// Events lists the events that have a game.
func (s Snapshot) Events() []string {
	var events []string
	for event, games := range s.games {
		if len(games) > 0 {
			events = append(events, event)
		}
	}
	slices.SortFunc(events, natural)
	return events
}

// Rounds lists the rounds of an event, in natural order.
func (s Snapshot) Rounds(event string) []string {
	var rounds []string
	for _, g := range s.games[event] {
		if !slices.Contains(rounds, g.Round()) {
			rounds = append(rounds, g.Round())
		}
	}
	slices.SortFunc(rounds, natural)
	return rounds
}

// Current lists the current or latest game of each board of an event, in the order of
// the boards.
func (s Snapshot) Current(event string) []*Game {
	return s.last(event, func(*Game) bool { return true })
}

// Round lists the games of a round in the order of the boards. It has the last game of each
// board, since a game that was begun again replaces the first.
func (s Snapshot) Round(event, round string) []*Game {
	return s.last(event, func(g *Game) bool { return g.Round() == round })
}

// chosen lists the games of a round of an event, or the current ones if round is "". An
// empty event means the only one. It is not an error if there are no games.
func (s Snapshot) chosen(event, round string) ([]*Game, error) {
	if event == "" {
		events := s.Events()
		switch len(events) {
		case 0:
			return nil, nil
		case 1:
			event = events[0]
		default:
			return nil, fmt.Errorf("there are several events, %s: name one", strings.Join(events, ", "))
		}
	}
	if round == "" {
		return s.Current(event), nil
	}
	return s.Round(event, round), nil
}

// countParts counts the games in a PGN of these games.
func countParts(games []*Game) (n int) {
	for _, g := range games {
		n += g.Parts
	}
	return n
}

// Find returns a game by its id, or nil if there is none.
func (s Snapshot) Find(event, id string) *Game {
	for _, g := range s.games[event] {
		if g.ID == id {
			return g
		}
	}
	return nil
}

func (s Snapshot) last(event string, wanted func(*Game) bool) []*Game {
	byBoard := map[string]*Game{}
	for _, g := range s.games[event] {
		if wanted(g) {
			byBoard[g.Board] = g
		}
	}
	games := make([]*Game, 0, len(byBoard))
	for _, g := range byBoard {
		games = append(games, g)
	}
	slices.SortFunc(games, func(a, b *Game) int { return natural(a.Board, b.Board) })
	return games
}
