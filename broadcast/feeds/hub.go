package feeds

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"touchmove/broadcast"
	"touchmove/internal/topic"
	"touchmove/rules/pgn"
)

// Hub listens to every board below a base and keeps what feeds are made of.
// Make it with NewHub; its methods are for any goroutine.
type Hub struct {
	base string
	log  *slog.Logger

	mu        sync.Mutex
	boards    map[[2]string]*board // by event and board
	games     map[string][]*Game   // by event, in the order of their beginning
	connected bool                 // the broker is there
	heard     bool                 // it has been there once
	changed   chan struct{}        // closed and replaced when anything has changed
	dropped   [][3]string          // games that do not count: event, board and id
	unread    map[[2]string]string // what could not be read last, by event and board, so that it is logged once
}

// board is what one board says now.
type board struct {
	availability string
	game         gamePayload
	state        statePayload
	pgn          string
	parsed       *pgn.Game  // of pgn; nil when it cannot be read
	current      *Game      // taken last
	left         []leftGame // games and states of before, the last few: what comes late of them is not the board's game
}

// leftGame is how far a topic had come in a game when another took its place.
type leftGame struct {
	topic, game string
	seq         uint64
}

// leftKept is how many topics of games of before are remembered: of four games.
const leftKept = 8

// late says whether a message is of a game that the board has left, and not
// newer than what it said of that.
func (b *board) late(topic, current, game string, seq uint64) bool {
	return current != game && slices.ContainsFunc(b.left, func(l leftGame) bool {
		return l.topic == topic && l.game == game && seq <= l.seq
	})
}

// leave remembers how far a game had come when another takes its place.
func (b *board) leave(topic, current string, seq uint64) {
	if current == "" {
		return
	}
	b.left = slices.DeleteFunc(b.left, func(l leftGame) bool { return l.topic == topic && l.game == current })
	b.left = append(b.left, leftGame{topic: topic, game: current, seq: seq})
	if len(b.left) > leftKept {
		b.left = b.left[1:]
	}
}

// NewHub makes a hub for the boards below a base, as "touchmove/v1". The games
// are those of an earlier run that PGNFiles has kept; there may be none.
func NewHub(base string, games []*Game, log *slog.Logger) *Hub {
	h := &Hub{
		base: base, log: log,
		boards: map[[2]string]*board{}, games: map[string][]*Game{}, changed: make(chan struct{}), unread: map[[2]string]string{},
	}
	for _, g := range games {
		h.games[g.Event] = append(h.games[g.Event], g)
	}
	return h
}

// Run listens to a broker until ctx ends.
func (h *Hub) Run(ctx context.Context, b broadcast.Broker) {
	var filters []string
	for _, topic := range []string{"availability", "game", "state", "pgn"} {
		filters = append(filters, h.base+"/+/+/"+topic)
	}
	broadcast.Listen(ctx, b, filters, h.Take, h.connect, h.log)
}

func (h *Hub) connect(connected bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.connected, h.heard = connected, h.heard || connected
	h.wake()
}

// wake tells everybody who waits that there is something new.
func (h *Hub) wake() {
	close(h.changed)
	h.changed = make(chan struct{})
}

// Take takes one message. What does not belong to a board is passed over; what
// cannot be read changes nothing and is logged once.
func (h *Hub) Take(m broadcast.Message) {
	below, ours := strings.CutPrefix(m.Topic, h.base+"/")
	levels := strings.Split(below, "/")
	if !ours || len(levels) != 3 || !topic.IsLevel(levels[0]) || !topic.IsLevel(levels[1]) || len(m.Payload) == 0 {
		return
	}
	key := [2]string{levels[0], levels[1]}
	h.mu.Lock()
	defer h.mu.Unlock()
	b := h.boards[key]
	if b == nil {
		b = &board{}
		h.boards[key] = b
	}
	if err := b.take(levels[2], m.Payload); err != nil {
		if text := levels[2] + ": " + err.Error(); h.unread[key] != text {
			h.unread[key] = text
			h.log.Warn("a message cannot be read: the feeds stay as they were", "topic", m.Topic, "error", err)
		}
		return
	}
	delete(h.unread, key)
	h.settle(key, b)
	h.wake()
}

// take notes what a topic says. Of each game the highest seq holds.
func (b *board) take(topic string, payload []byte) error {
	switch topic {
	case "availability":
		b.availability = string(payload)
	case "game":
		g, err := parseGame(payload)
		if err != nil {
			return err
		}
		switch {
		case b.late(topic, b.game.Game, g.Game, g.Seq):
		case g.Game != b.game.Game:
			b.leave(topic, b.game.Game, b.game.Seq)
			b.game = g
		case g.Seq >= b.game.Seq:
			b.game = g
		}
	case "state":
		s, err := parseState(payload)
		if err != nil {
			return err
		}
		switch {
		case b.late(topic, b.state.Game, s.Game, s.Seq):
		case s.Game != b.state.Game:
			b.leave(topic, b.state.Game, b.state.Seq)
			b.state = s
		case s.Seq >= b.state.Seq:
			b.state = s
		}
	case "pgn":
		parsed, err := parsePGN(string(payload))
		if err != nil {
			return err
		}
		b.pgn, b.parsed = string(payload), parsed
	}
	return nil
}

// settle makes a game of what a board says, once it agrees with itself.
func (h *Hub) settle(key [2]string, b *board) {
	if b.parsed == nil || b.state.Game == "" || !agree(b.game, b.state, b.parsed) {
		return
	}
	for _, id := range b.game.Annulled {
		h.drop(key, id)
	}
	if b.game.void() {
		h.drop(key, b.game.Game)
		return
	}
	g := newGame(key[0], key[1], b.state.Game, b.state.Seq, b.state.Phase != "over", b.pgn, b.parsed)
	g.clock = b.state.Clocks.file()
	b.current = g
	h.keep(g)
}

// drop takes out a game that was begun by mistake: it does not count.
func (h *Hub) drop(key [2]string, id string) {
	void := func(g *Game) bool { return g.Board == key[1] && g.ID == id }
	if slices.ContainsFunc(h.games[key[0]], void) {
		h.games[key[0]] = slices.DeleteFunc(slices.Clone(h.games[key[0]]), void)
	}
	if !slices.Contains(h.dropped, [3]string{key[0], key[1], id}) {
		h.dropped = append(h.dropped[:len(h.dropped):len(h.dropped)], [3]string{key[0], key[1], id})
	}
}

// keep puts a game in the list of its event. One of the same board in which
// nothing had happened was never a game.
func (h *Hub) keep(g *Game) {
	list := slices.DeleteFunc(slices.Clone(h.games[g.Event]), func(other *Game) bool {
		return other.Board == g.Board && other.ID != g.ID && other.empty()
	})
	if i := slices.IndexFunc(list, func(other *Game) bool { return other.ID == g.ID }); i >= 0 {
		list[i] = g
	} else {
		for i, other := range list { // no board plays two games at a time
			if other.Board == g.Board && other.Live {
				ended := *other
				ended.Live = false
				list[i] = &ended
			}
		}
		list = append(list, g)
	}
	h.games[g.Event] = list
}
