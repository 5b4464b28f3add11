package feeds

import (
	"slices"

	"touchmove/internal/topic"
	"touchmove/rules/pgn"
)

// What a hub keeps at most. With a game of eighty half-moves, a board takes some 26 kB, and each
// earlier game 17 kB: 5,000 boards with one earlier game each, 1,000 with thirteen, or 500 with
// twenty-nine. Whoever may publish at the broker can name any number of boards, and any number of
// games for each.
const (
	mostBoards = 5000
	mostMemory = 256 << 20 // bytes
)

const (
	annulledKept  = 64   // annulled games of a board that are remembered
	mostAnnulled  = 16   // in one message: a command annuls one
	longestReason = 1000 // bytes of an error that may quote what was sent
)

// Bytes of memory of values without what they refer to, on a computer with 64 bits.
const (
	aBoard  = 700
	aGame   = 350 // and its parsed form
	aPly    = 104
	aSlice  = 24
	aString = 16
	aMove   = 2 * aString // of a state
)

// bound leaves out the oldest games of the board that takes most, and then that board, if all boards
// take too much.
func (h *Hub) bound() {
	for most, over := h.room.Over(); over; most, over = h.room.Over() {
		if h.forgetOldest(most) {
			h.room.Set(most, h.takes(most))
			continue
		}
		delete(h.boards, most)
		delete(h.unread, most)
		h.setGames(most, slices.DeleteFunc(slices.Clone(h.games[most.Event]), func(g *Game) bool { return g.Board == most.ID }))
		h.room.Leave(most)
	}
}

// forgetOldest forgets the oldest game of a board before its current one. It returns false if
// there is none.
func (h *Hub) forgetOldest(key topic.Board) bool {
	list, b := h.games[key.Event], h.boards[key]
	i := slices.IndexFunc(list, func(g *Game) bool { return g.Board == key.ID && (b == nil || g != b.current) })
	if i < 0 {
		return false
	}
	h.setGames(key, slices.Delete(slices.Clone(list), i, i+1))
	return true
}

// setGames replaces the games of an event, among which those of one board have changed.
func (h *Hub) setGames(key topic.Board, list []*Game) {
	h.games[key.Event] = list
	var n int64
	for _, g := range list {
		if g.Board == key.ID {
			n += g.takes
		}
	}
	if h.gamesTake[key] = n; n == 0 {
		delete(h.gamesTake, key)
	}
}

// cleared notes that the broker has no message of a topic any more. A board of which it has none
// gives up its place; its games stay.
func (h *Hub) cleared(key topic.Board, b *board, topic string) {
	if b == nil {
		return
	}
	if delete(b.retained, topic); len(b.retained) == 0 {
		h.close(key)
		h.wake()
	}
}

// makeRoom closes, when all places are taken, a board that said nothing on this connection nor on
// the one before: its topics were cleared while the hub was away.
func (h *Hub) makeRoom() {
	if len(h.boards) < h.room.Boards {
		return
	}
	for key, b := range h.boards {
		if b.lastConnection < h.connections-1 {
			h.close(key)
			return
		}
	}
}

// close gives up the place of a board, and keeps its games.
func (h *Hub) close(key topic.Board) {
	delete(h.boards, key)
	delete(h.unread, key)
	if h.room.Leave(key); h.gamesTake[key] > 0 {
		h.room.Set(key, h.takes(key))
	}
}

// takes returns about how many bytes of memory a board and its games take.
func (h *Hub) takes(key topic.Board) int64 {
	n := aBoard + h.gamesTake[key]
	if b := h.boards[key]; b != nil {
		n += b.game.takes() + b.state.takes() + takes(b.pgn, b.parsed) + int64(len(b.availability))
		n += int64(len(b.state.Moves)) * 2 * aString // lastShown, standing
	}
	return n
}

// takes returns about how many bytes a game takes as text and parsed.
func takes(text string, parsed *pgn.Game) int64 {
	if parsed == nil {
		return int64(len(text))
	}
	return aGame + 3*int64(len(text)) + lineTakes(parsed.Moves)
}

func lineTakes(line pgn.Line) int64 {
	n := int64(cap(line)) * aPly
	for _, p := range line {
		n += int64(cap(p.NAGs) + (cap(p.Comments)+cap(p.Before))*aString + cap(p.Variations)*aSlice)
		for _, v := range p.Variations {
			n += lineTakes(v)
		}
	}
	return n
}

// takes returns about how many bytes the payload takes.
func (g *gamePayload) takes() int64 {
	n := len(g.Game) + len(g.Event) + len(g.Round) + len(g.White.Name) + len(g.Black.Name) + len(g.Reason)
	for _, id := range g.Annulled {
		n += len(id) + aString
	}
	return int64(n)
}

// takes returns about how many bytes the payload takes.
func (s *statePayload) takes() int64 {
	n := len(s.Game) + len(s.Phase) + len(s.Variant) + len(s.Start) + len(s.FEN) + len(s.Result) + cap(s.Guesses)*8
	for _, m := range s.Moves {
		n += len(m.UCI) + len(m.SAN)
	}
	return int64(n + cap(s.Moves)*aMove)
}

// cut returns a text, or its first n bytes.
func cut(text string, n int) string { return text[:min(n, len(text))] }
