package tournament

import (
	"fmt"

	"touchmove/event/entrants"
	"touchmove/eventlog"
	"touchmove/rules"
)

// Results are the rounds of an event, with what its boards recorded.
type Results struct {
	Event  *entrants.Event
	Rounds []Round
	// Strange describes games of the event that match no pairing in the file.
	Strange []string
}

// Round is one round of the results.
type Round struct {
	Name  string
	Date  string
	Games []Game
	Byes  []entrants.Bye
}

// Game is one pairing and how it ended.
type Game struct {
	Board   string
	Players [2]entrants.Entrant // White first
	Outcome Outcome
	Filed   *Filed // nil if no record has the game
	Before  int    // number of earlier games of this pairing that were begun, and cancelled or not finished
}

// Collect matches recorded games with the pairings of an event. A game belongs to the
// pairing of its round with the same players; if several were begun, the last one counts. A
// result from the event file counts if no record has one. The error names a pairing with a
// player who is not among the entrants.
func Collect(e *entrants.Event, filed []Filed) (*Results, error) {
	r := &Results{Event: e}
	taken := make([]bool, len(filed))
	for _, round := range e.Rounds {
		into := Round{Name: round.Name, Date: round.Date, Byes: round.Byes}
		for _, pairing := range round.Games {
			g := Game{Board: pairing.Board}
			for i, p := range []eventlog.Player{pairing.White, pairing.Black} {
				entrant, ok := e.Find(p)
				if !ok {
					return nil, fmt.Errorf("round %s, board %s: %s is not among the players", round.Name, pairing.Board, p.Name)
				}
				g.Players[i] = entrant
			}
			for i := range filed {
				f := &filed[i]
				if !isOfEvent(f, e) || f.Pairing.Round != round.Name || !g.Players[0].Is(f.Pairing.White) || !g.Players[1].Is(f.Pairing.Black) {
					continue
				}
				taken[i] = true
				if !f.Played.Begun && !f.Outcome().Known && g.Filed != nil {
					continue // set up again, and never begun
				}
				if g.Filed != nil {
					g.Before++
				}
				g.Filed, g.Outcome = f, f.Outcome()
			}
			if !g.Outcome.Known && pairing.Result != "" {
				o, err := ParseOutcome(pairing.Result)
				if err != nil {
					return nil, fmt.Errorf("round %s, board %s: %w", round.Name, pairing.Board, err)
				}
				g.Outcome = o
			}
			into.Games = append(into.Games, g)
		}
		r.Rounds = append(r.Rounds, into)
	}
	for i, f := range filed {
		if !taken[i] && isOfEvent(&f, e) && f.Pairing != (eventlog.Pairing{}) && f.Played.Begun {
			r.Strange = append(r.Strange, fmt.Sprintf("%s: round %s, %s – %s, %s: the event file has no such pairing",
				f.Journal, orElse(f.Pairing.Round, "?"), orElse(f.Pairing.White.Name, "?"), orElse(f.Pairing.Black.Name, "?"), f.Outcome()))
		}
	}
	return r, nil
}

// isOfEvent reports whether a game may belong to the event: the two names are equal, or one
// is missing.
func isOfEvent(f *Filed, e *entrants.Event) bool {
	return f.Pairing.Event == "" || e.Name == "" || f.Pairing.Event == e.Name
}

// Round finds a round by its name, as entrants.Event.Round does, with the same error.
func (r *Results) Round(name string) (*Round, error) {
	found, err := r.Event.Round(name)
	if err != nil {
		return nil, err
	}
	for i := range r.Event.Rounds {
		if &r.Event.Rounds[i] == found {
			return &r.Rounds[i], nil
		}
	}
	return nil, fmt.Errorf("there is no round %s", name)
}

// Of returns the game and the colour of a player in a round, and false if the player has no
// game.
func (r *Round) Of(no int) (*Game, rules.Color, bool) {
	for i := range r.Games {
		for c, p := range r.Games[i].Players {
			if p.No == no {
				return &r.Games[i], rules.Color(c), true
			}
		}
	}
	return nil, rules.White, false
}

// Bye returns the bye of a player in a round, and false if there is none.
func (r *Round) Bye(p entrants.Entrant) (entrants.ByeKind, bool) {
	for _, b := range r.Byes {
		if p.Is(b.Player) {
			return b.Kind, true
		}
	}
	return 0, false
}

func orElse(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}
