package broadcast

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"touchmove/eventlog"
)

// How much the topic previous holds at most. A reader's line that is gone for
// minutes misses the end of one game, in blitz of two; a game that was begun by
// mistake and undone takes a place too. Four games of eighty half-moves are some
// 12 kB, and PreviousBytes four of more than two hundred each: far below what any
// broker takes in one message, and little beside what a connection costs.
// The latest game is there however long it is, as in state.
const (
	PreviousGames = 4
	PreviousBytes = 32 << 10
)

// NewLeft is the entry of a game of before, by the state that was told last of it. The
// error says that this is no state.
func NewLeft(state []byte) (eventlog.Entry, error) {
	var head order
	if err := json.Unmarshal(state, &head); err != nil {
		return eventlog.Entry{}, fmt.Errorf("a state of a game of before: %w", err)
	}
	if head.V != Version || strings.LastIndexByte(head.Game, '-') < 0 {
		return eventlog.Entry{}, errors.New("a state of a game of before: there is no game in it, or it is of another version")
	}
	t := eventlog.Entry{Game: head.Game, Seq: head.Seq}
	t.What = eventlog.Left{State: slices.Clone(state)}
	return t, nil
}

// Previous is the last games of a board before the one that is played, as the topic
// previous tells them: each in the state in which it was left. Take it through a
// history, beside a Score. The zero value knows of none.
type Previous struct {
	games   []eventlog.Entry // of Left, in the order in which they were left
	payload []byte           // of games; nil is not made yet
}

// Take adds an entry of the history. s is the score of all before it.
func (p *Previous) Take(t eventlog.Entry, s *eventlog.State, topics Topics) {
	if _, ok := t.What.(eventlog.Left); ok {
		p.put(t)
		return
	}
	if t.Game == s.Game {
		return
	}
	p.Leave(s, topics)
	p.drop(t.Game)
}

// Leave adds the game of a score, as it stands. One that never began is none: nothing of
// it can have been missed.
func (p *Previous) Leave(s *eventlog.State, topics Topics) {
	if s.Game == "" || s.Phase == eventlog.Waiting {
		return
	}
	t := eventlog.Entry{Game: s.Game, Seq: s.Changed.State.Seq}
	t.What = eventlog.Left{State: statePayload(s, topics)}
	p.put(t)
}

// Games lists the games as entries of a history, the one that was left last at the end.
func (p *Previous) Games() []eventlog.Entry { return slices.Clone(p.games) }

// put adds a game, or what is newer of it: as everywhere, the highest number holds.
func (p *Previous) put(t eventlog.Entry) {
	if i := p.index(t.Game); i >= 0 {
		if p.games[i].Seq > t.Seq {
			t = p.games[i]
		}
		p.games = slices.Delete(slices.Clone(p.games), i, i+1)
	}
	p.games, p.payload = append(p.games[:len(p.games):len(p.games)], t), nil
	for len(p.games) > PreviousGames || len(p.games) > 1 && len(p.Payload()) > PreviousBytes {
		p.games, p.payload = p.games[1:], nil
	}
}

// drop takes a game out: it is played, or played again.
func (p *Previous) drop(game string) {
	if i := p.index(game); i >= 0 {
		p.games, p.payload = slices.Delete(slices.Clone(p.games), i, i+1), nil
	}
}

func (p *Previous) index(game string) int {
	return slices.IndexFunc(p.games, func(t eventlog.Entry) bool { return t.Game == game })
}

// Payload is what the topic previous says.
func (p *Previous) Payload() []byte {
	if p.payload == nil {
		states := []json.RawMessage{}
		for _, t := range p.games {
			states = append(states, t.What.(eventlog.Left).State)
		}
		p.payload = encode(struct {
			V     int               `json:"v"`
			Games []json.RawMessage `json:"games"`
		}{Version, states})
	}
	return p.payload
}
