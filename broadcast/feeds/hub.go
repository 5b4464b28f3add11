package feeds

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"touchmove/broadcast"
	"touchmove/internal/topic"
	"touchmove/rules/pgn"
)

// Hub subscribes to every board below a base and holds what feeds are made of. Make it with
// NewHub; its methods may be called from any goroutine.
type Hub struct {
	base string
	log  *slog.Logger

	mu        sync.Mutex
	boards    map[topic.Board]*board
	games     map[string][]*Game     // by event, in the order in which they began
	gamesTake map[topic.Board]int64  // bytes of the games of a board, by event and board
	connected bool                   // to the broker
	changed   chan struct{}          // closed and replaced when anything has changed
	unread    map[topic.Board]string // the last error of each event and board, so that it is logged once
	room      broadcast.Room         // what boards and games may take

	connections int // how often it has connected

	certain   float64       // see ShowCertain
	standing  time.Duration // see ShowStanding; after runs a function later
	after     func(time.Duration, func())
	numbered  uint64 // the latest number of a standing
	goOn      bool   // see GoOnAfterIllegal
	hearLifts bool   // see ShowLifted
}

// board is what one board has published.
type board struct {
	retained       map[string]bool // topics that the broker retains of it
	lastConnection int             // number of the connection on which it last sent a message
	availability   string
	game           gamePayload
	state          statePayload
	pgn            string
	parsed         *pgn.Game // from pgn; nil if it cannot be read
	current        *Game     // the last game accepted
	shown          int       // moves of state that feeds may show
	lifts          lifts
	lastShown      []string   // the moves shown last, in UCI, with ShowCertain
	standing       *standing  // of the game in state, with ShowStanding
	left           []leftGame // the last few earlier games: late messages about them are not about the current game
	annulled       []string   // ids of the last few games that do not count
}

// leftGame is the last state of a topic about a game when another game replaced it.
type leftGame struct {
	topic, game string
	seq         uint64
}

// leftKept is how many topics of earlier games are remembered: those of four games.
const leftKept = 8

// isLate reports whether a message is about a game that the board has left, and is no
// newer than the latest one about that game.
func (b *board) isLate(topic, current, game string, seq uint64) bool {
	return current != game && slices.ContainsFunc(b.left, func(l leftGame) bool {
		return l.topic == topic && l.game == game && seq <= l.seq
	})
}

// leave records the last state of a game when another one replaces it.
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

// Option is what a hub does beyond showing every move at once: ShowCertain, ShowStanding, GoOnAfterIllegal, ShowLifted.
type Option func(*Hub)

// NewHub makes a hub for the boards below a base, such as "touchmove/v1". games are those
// of earlier runs, from PGNFiles.Load, and may be empty.
func NewHub(base string, games []*Game, log *slog.Logger, options ...Option) *Hub {
	h := &Hub{
		base: base, log: log,
		boards: map[topic.Board]*board{}, games: map[string][]*Game{}, gamesTake: map[topic.Board]int64{}, changed: make(chan struct{}), unread: map[topic.Board]string{},
		room: broadcast.Room{Boards: mostBoards, Bytes: mostMemory, Log: log},
	}
	for _, o := range options {
		o(h)
	}
	for _, g := range games {
		h.games[g.Event] = append(h.games[g.Event], g)
		h.gamesTake[g.board()] += g.takes
	}
	for key := range h.gamesTake {
		h.room.Set(key, h.takes(key))
	}
	h.bound()
	return h
}

// Run receives messages from a broker until ctx ends.
func (h *Hub) Run(ctx context.Context, b broadcast.Broker) {
	var filters []string
	for _, topic := range []string{"availability", "previous", "game", "state", "pgn"} {
		filters = append(filters, h.base+"/+/+/"+topic)
	}
	if h.hearLifts {
		filters = append(filters, h.base+"/+/+/event")
	}
	broadcast.Listen(ctx, b, filters, h.Receive, h.connect, h.log)
}

func (h *Hub) connect(connected bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.connected = connected
	if connected {
		h.connections++
	}
	for _, b := range h.boards {
		b.lifts.up, b.lifts.made = 0, nil // what was lifted in the meantime is unknown
	}
	h.wake()
}

// wake notifies everybody who is waiting for a change.
func (h *Hub) wake() {
	close(h.changed)
	h.changed = make(chan struct{})
}

// Receive takes one message. Messages that do not belong to a board are ignored. One that
// cannot be parsed changes nothing and is logged once.
func (h *Hub) Receive(m broadcast.Message) {
	key, name, ok := topic.Below(h.base, m.Topic)
	if !ok {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	b := h.boards[key]
	if len(m.Payload) == 0 {
		h.cleared(key, b, name)
		return
	}
	if b == nil {
		if h.makeRoom(); !h.room.Open(key, len(h.boards)) {
			return
		}
		b = &board{retained: map[string]bool{}}
		h.boards[key] = b
	}
	if b.lastConnection = h.connections; name != "event" { // which a broker does not keep
		b.retained[name] = true
	}
	defer func() {
		h.room.Set(key, h.takes(key))
		h.bound()
	}()
	var left []*Game
	err := error(nil)
	if name == "previous" {
		left, err = h.parseEarlier(key, m.Payload)
	} else {
		err = b.receive(name, m.Payload)
	}
	if err != nil {
		if text := cut(name+": "+err.Error(), longestReason); h.unread[key] != text {
			h.unread[key] = text
			h.log.Warn("a message cannot be read: the feeds stay without what it says", "topic", m.Topic, "error", cut(err.Error(), longestReason))
		}
	} else {
		delete(h.unread, key)
	}
	if err != nil && len(left) == 0 {
		return
	}
	for _, g := range left {
		h.addEarlier(b, g)
	}
	h.update(key, b)
	h.wake()
}

// parseEarlier reads the games before a board's current one, as they were left. Nothing of them is
// uncertain any more, so they are shown whole. The error may be about some of them: the others are
// returned.
func (h *Hub) parseEarlier(key topic.Board, payload []byte) (games []*Game, err error) {
	var p struct {
		Games []struct {
			Game string
			Seq  uint64
		}
		PGN map[string]string
	}
	if err := json.Unmarshal(payload, &p); err != nil {
		return nil, err
	}
	for _, left := range p.Games {
		text := p.PGN[left.Game]
		if text == "" { // it does not count, or there was no room for it
			continue
		}
		parsed, wrong := pgn.Single(text)
		if wrong == nil {
			wrong = checkID(left.Game)
		}
		if wrong != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", left.Game, wrong))
			continue
		}
		parts := 1
		if h.goOn {
			text, parts = inParts(text, parsed)
		}
		g := complete(Game{Event: key.Event, Board: key.ID, ID: left.Game, Seq: left.Seq, PGN: text, Parsed: parsed})
		g.Parts = parts
		games = append(games, g)
	}
	return games, err
}

// addEarlier puts a game that a board has left in the list of its event, before the board's current
// one, unless something newer is known of it, or it does not count.
func (h *Hub) addEarlier(b *board, g *Game) {
	if g.isEmpty() || slices.Contains(b.annulled, g.ID) {
		return
	}
	list := slices.Clone(h.games[g.Event])
	if i := slices.IndexFunc(list, func(other *Game) bool { return other.ID == g.ID }); i >= 0 {
		if list[i].Seq > g.Seq {
			return
		}
		g.clock = list[i].clock
		list[i] = g
	} else {
		at := slices.IndexFunc(list, func(other *Game) bool { return b.current != nil && other.ID == b.current.ID })
		if at < 0 {
			at = len(list)
		}
		list = slices.Insert(list, at, g)
	}
	h.setGames(g.board(), list)
}

// receive takes the payload of a topic. For each game the highest seq wins.
func (b *board) receive(topic string, payload []byte) error {
	switch topic {
	case "availability":
		b.availability = string(payload)
	case "game":
		g, err := parseGame(payload)
		if err != nil {
			return err
		}
		switch {
		case b.isLate(topic, b.game.Game, g.Game, g.Seq):
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
		case b.isLate(topic, b.state.Game, s.Game, s.Seq):
		case s.Game != b.state.Game:
			b.leave(topic, b.state.Game, b.state.Seq)
			b.state, b.shown, b.lastShown = s, 0, nil
		case s.Seq >= b.state.Seq:
			b.state = s
		}
		if s.Game == b.lifts.game {
			b.lifts.seen(s.Seq)
		}
	case "event":
		return b.lifts.receive(payload)
	case "pgn":
		parsed, err := pgn.Single(string(payload))
		if err != nil {
			return err
		}
		b.pgn, b.parsed = string(payload), parsed
	}
	return nil
}

// update makes a game from what a board has published, when that is consistent.
func (h *Hub) update(key topic.Board, b *board) {
	if b.parsed == nil || b.state.Game == "" || !agree(b.game, b.state, b.parsed) {
		return
	}
	for _, id := range b.game.Annulled {
		h.annul(key, b, id)
	}
	if b.game.isAnnulled() {
		h.annul(key, b, b.game.Game)
		return
	}
	text, parsed := b.pgn, b.parsed
	h.stand(key, b)
	b.shown = len(b.state.Moves)
	if h.certain > 0 {
		text, parsed = b.cut(h.certain)
	}
	parts := 1
	if h.goOn {
		text, parts = inParts(text, parsed)
	}
	g := complete(Game{Event: key.Event, Board: key.ID, ID: b.state.Game, Seq: b.state.Seq, Live: b.state.Phase != "over", PGN: text, Parsed: parsed})
	g.Parts = parts
	g.clock = b.state.Clocks.file()
	b.current = g
	h.add(g)
}

// annul removes a game that was begun by mistake and does not count.
func (h *Hub) annul(key topic.Board, b *board, id string) {
	void := func(g *Game) bool { return g.Board == key.ID && g.ID == id }
	if slices.ContainsFunc(h.games[key.Event], void) {
		h.setGames(key, slices.DeleteFunc(slices.Clone(h.games[key.Event]), void))
	}
	if !slices.Contains(b.annulled, id) {
		b.annulled = slices.Concat(b.annulled[max(0, len(b.annulled)-annulledKept+1):], []string{id})
	}
}

// add puts a game in the list of its event. It replaces a game at the same board in
// which nothing had happened.
func (h *Hub) add(g *Game) {
	list := slices.DeleteFunc(slices.Clone(h.games[g.Event]), func(other *Game) bool {
		return other.Board == g.Board && other.ID != g.ID && other.isEmpty()
	})
	if i := slices.IndexFunc(list, func(other *Game) bool { return other.ID == g.ID }); i >= 0 {
		if list[i].Seq > g.Seq {
			return
		}
		list[i] = g
	} else {
		for i, other := range list { // a board plays one game at a time
			if other.Board == g.Board && other.Live {
				ended := *other
				ended.Live = false
				list[i] = &ended
			}
		}
		list = append(list, g)
	}
	h.setGames(g.board(), list)
}
