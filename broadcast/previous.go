package broadcast

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"touchmove/eventlog"
	"touchmove/rules"
)

// The size of the topic previous. A reader that is disconnected for minutes misses the end
// of one game, in blitz of two; a game that was begun by mistake and undone also takes a
// place. Four games of eighty half-moves are some 12 kB, and PreviousBytes is enough for
// four of more than two hundred each: far below the largest message of any broker, and
// little beside what a connection costs. The latest game is always included, however long
// it is, as in state. What OwedBytes has left over is for the same games as PGN, the latest
// first.
//
// A Publisher keeps further games there until readers have got them (see Previous.Owe).
const (
	PreviousGames = 4
	PreviousBytes = 32 << 10
)

// NewLeft makes the entry for an earlier game from the last state published about it and
// its PGN, empty if that is not known. It returns an error if the state is not one.
func NewLeft(state []byte, pgn string) (eventlog.Entry, error) {
	var head order
	if err := json.Unmarshal(state, &head); err != nil {
		return eventlog.Entry{}, fmt.Errorf("the state of an earlier game: %w", err)
	}
	if head.V != Version || strings.LastIndexByte(head.Game, '-') < 0 {
		return eventlog.Entry{}, errors.New("the state of an earlier game: it has no game, or is of another version")
	}
	t := eventlog.Entry{Game: head.Game, Seq: head.Seq}
	t.What = eventlog.Left{State: slices.Clone(state), PGN: pgn}
	return t, nil
}

// Previous holds the final states of the last games before the current one, as published on
// the topic previous. Pass it every entry of a history, along with the State. The zero
// value has no games.
type Previous struct {
	games   []eventlog.Entry // Left entries, in the order in which the games were left
	payload []byte           // made from games; nil: not yet made
	owed    *owedGames       // nil if only the last games are kept
}

// Apply adds an entry of the history. s is the state before it.
func (p *Previous) Apply(t eventlog.Entry, s *eventlog.State, topics Topics) {
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

// Leave adds the game of a state in its current form. A game that never began is left out:
// nobody can have missed anything of it.
func (p *Previous) Leave(s *eventlog.State, topics Topics) {
	if s.Game == "" || s.Phase == eventlog.Waiting {
		return
	}
	t := eventlog.Entry{Game: s.Game, Seq: s.Changed.State.Seq}
	left := eventlog.Left{State: statePayload(s, topics)}
	if !s.Annulled {
		left.PGN = s.PGN(topics.Event, topics.Board)
	}
	t.What = left
	p.put(t)
}

// Games lists the games as entries of a history, the latest last.
func (p *Previous) Games() []eventlog.Entry { return slices.Clone(p.games) }

// put adds a game, or a newer state of it; as everywhere, the highest number wins.
func (p *Previous) put(t eventlog.Entry) {
	if i := p.index(t.Game); i >= 0 {
		if p.games[i].Seq > t.Seq {
			t = p.games[i]
		}
		p.games = slices.Delete(slices.Clone(p.games), i, i+1)
	}
	p.games, p.payload = append(p.games[:len(p.games):len(p.games)], t), nil
	if p.owed != nil {
		delete(p.owed.acked, t.Game)
		delete(p.owed.had, t.Game)
		delete(p.owed.since, t.Game)
	}
	p.trim()
}

// drop removes a game because it is the current one now, perhaps again.
func (p *Previous) drop(game string) {
	if i := p.index(game); i >= 0 {
		p.games, p.payload = slices.Delete(slices.Clone(p.games), i, i+1), nil
	}
}

func (p *Previous) index(game string) int {
	return slices.IndexFunc(p.games, func(t eventlog.Entry) bool { return t.Game == game })
}

// Payload returns the content of the topic previous.
func (p *Previous) Payload() []byte {
	if p.payload == nil {
		chosen := p.choose()
		states, size := []json.RawMessage{}, len(noGames)
		results := map[string]string{}
		for _, i := range chosen {
			t := p.games[i]
			left := t.What.(eventlog.Left)
			states, size = append(states, left.State), size+stateSize(t)
			results[t.Game] = resultOf(left)
		}
		p.payload = encode(struct {
			V       int                        `json:"v"`
			Games   []json.RawMessage          `json:"games"`
			Results map[string]string          `json:"results"`
			PGN     map[string]json.RawMessage `json:"pgn"`
		}{Version, states, results, p.texts(chosen, OwedBytes-size)})
	}
	return p.payload
}

// noGames is the payload without games.
const noGames = `{"v":1,"games":[],"results":{},"pgn":{}}`

var resultTag = regexp.MustCompile(`(?m)^\[Result "(.*)"\]$`)

// resultOf returns the result of an earlier game that counts: that of its PGN, which has one
// that the players have shown with their kings, too, unless play contradicted it.
func resultOf(left eventlog.Left) string {
	if m := resultTag.FindStringSubmatch(left.PGN); m != nil {
		return m[1]
	}
	var s struct {
		Phase, Result string
		Proposed      bool
	}
	if json.Unmarshal(left.State, &s) != nil || s.Phase != eventlog.Over.String() || s.Proposed {
		return rules.Ongoing.String()
	}
	return s.Result
}

// texts returns the PGN of games by id, the latest first, in so many bytes.
func (p *Previous) texts(chosen []int, room int) map[string]json.RawMessage {
	texts := map[string]json.RawMessage{}
	for _, i := range slices.Backward(chosen) {
		t := p.games[i]
		text := t.What.(eventlog.Left).PGN
		if text == "" {
			continue
		}
		quoted := encode(text)
		if room -= len(quoted) + len(t.Game) + len(`"":,`); room < 0 {
			break
		}
		texts[t.Game] = quoted
	}
	return texts
}
