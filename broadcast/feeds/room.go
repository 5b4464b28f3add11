package feeds

import (
	"slices"

	"touchmove/rules/pgn"
)

// What a hub keeps at most: the boards of a big open with four games each, or 500 boards with some
// thirty. Whoever may publish at the broker can name any number of boards, and any number of games
// for each.
const (
	mostBoards = 5000
	mostMemory = 256 << 20 // bytes
)

const (
	droppedKept   = 64   // annulled games of a board that are remembered
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

// bound counts what a board and its games take, and if all boards take too much, leaves out the
// oldest games of the one that takes most, and then that board.
func (h *Hub) bound(key [2]string) {
	h.room.Take(key, h.takes(key))
	for most, over := h.room.Over(); over; most, over = h.room.Over() {
		if h.forgetOldest(most) {
			h.room.Take(most, h.takes(most))
			continue
		}
		delete(h.boards, most)
		delete(h.unread, most)
		h.games[most[0]] = slices.DeleteFunc(slices.Clone(h.games[most[0]]), func(g *Game) bool { return g.Board == most[1] })
		h.room.Leave(most)
	}
}

// forgetOldest forgets the oldest game of a board before its current one. It returns false if
// there is none.
func (h *Hub) forgetOldest(key [2]string) bool {
	list, b := h.games[key[0]], h.boards[key]
	i := slices.IndexFunc(list, func(g *Game) bool { return g.Board == key[1] && (b == nil || g != b.current) })
	if i < 0 {
		return false
	}
	h.games[key[0]] = slices.Delete(slices.Clone(list), i, i+1)
	return true
}

// takes returns about how many bytes of memory a board and its games take.
func (h *Hub) takes(key [2]string) int64 {
	n := int64(aBoard)
	if b := h.boards[key]; b != nil {
		n += b.game.takes() + b.state.takes() + takes(b.pgn, b.parsed) + int64(len(b.availability))
		n += int64(len(b.state.Moves)) * 2 * aString // lastShown, standing
	}
	for _, g := range h.games[key[0]] {
		if g.Board == key[1] {
			n += g.takes
		}
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

// boardsOf lists the boards of games, each once.
func boardsOf(games []*Game) (keys [][2]string) {
	known := map[[2]string]bool{}
	for _, g := range games {
		if key := [2]string{g.Event, g.Board}; !known[key] {
			known[key] = true
			keys = append(keys, key)
		}
	}
	return keys
}

// cut returns a text, or its first n bytes.
func cut(text string, n int) string { return text[:min(n, len(text))] }
