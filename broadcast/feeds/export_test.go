package feeds

import "touchmove/internal/topic"

// ParseCall exports parseCall for tests.
func ParseCall(text []byte) (do, feed, arg string, flip bool, err error) {
	c, err := parseCall(text)
	return c.do, c.feed, c.arg, c.flip, err
}

// Find exports find for tests.
func Find(s Snapshot, path []string) (body string, ok bool) {
	d, ok := find(s, path)
	return d.body, ok
}

// GamesOf counts the games that an answer of Lichess lists.
func GamesOf(body []byte) (int, error) {
	games, err := gamesOf(body)
	return len(games), err
}

// Natural exports natural, the order of names, for tests.
var Natural = natural

// Bound changes what a hub may keep.
func (h *Hub) Bound(boards int, bytes int64) { h.room.Boards, h.room.Bytes = boards, bytes }

// Connect tells a hub that it is connected to the broker, or no more.
func (h *Hub) Connect(connected bool) { h.connect(connected) }

// Takes returns what all boards and games together take, counted anew.
func (h *Hub) Takes() (n int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	clear(h.gamesTake)
	for _, games := range h.games {
		for _, g := range games {
			h.gamesTake[g.board()] += g.takes
		}
	}
	keys := map[topic.Board]bool{}
	for key := range h.boards {
		keys[key] = true
	}
	for key := range h.gamesTake {
		keys[key] = true
	}
	for key := range keys {
		n += h.takes(key)
	}
	return n
}

// Bound changes what the files may take.
func (k *PGNFiles) Bound(files int, bytes int64) { k.most = pgnRoom{files, bytes} }
