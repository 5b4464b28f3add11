package feeds

import (
	"fmt"
	"time"

	"touchmove/internal/topic"
)

// longestStanding is the longest time for ShowStanding.
const longestStanding = time.Hour

// ShowStanding makes a hub show a move that is no guess (confidence 0.9 or more) once it
// has been the last of its game for this long, even if it has not reached the confidence of
// ShowCertain. A move made without a clock is settled by the reply. If the opponent sits
// elsewhere, and replies only to what a feed has shown, that reply would never come.
//
// With 0 only ShowCertain counts. after runs a function later, as time.AfterFunc does. The
// error says which times are possible.
func ShowStanding(d time.Duration, after func(time.Duration, func())) (Option, error) {
	if d < 0 || d > longestStanding {
		return nil, fmt.Errorf("%v: write a time up to %v, such as 2s; 0 waits until the move is certain", d, longestStanding)
	}
	return func(h *Hub) { h.standing, h.after = d, after }, nil
}

// standing is how long the moves of a game have been as they are.
type standing struct {
	game string
	line []string // in UCI
	long bool     // for the time of ShowStanding

	number uint64 // of the hub's, from 1
}

// stand watches how long the moves of a board's game have been as they are.
func (h *Hub) stand(key topic.Board, b *board) {
	if h.standing == 0 || b.standing != nil && b.standing.game == b.state.Game && b.state.begins(b.standing.line) && len(b.standing.line) == len(b.state.Moves) {
		return
	}
	now := &standing{game: b.state.Game, line: b.state.line(len(b.state.Moves))}
	b.standing = now
	h.numbered++
	now.number = h.numbered
	number := now.number // and not the moves: there may be thousands of these functions at a time
	h.after(h.standing, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		b := h.boards[key]
		if b != nil && b.standing != nil && b.standing.number == number {
			b.standing.long = true
			h.update(key, b)
			h.wake()
		}
	})
}

// line returns the first n moves of the game, in UCI.
func (s *statePayload) line(n int) []string {
	line := make([]string, n)
	for i := range line {
		line[i] = s.Moves[i].UCI
	}
	return line
}

// begins reports whether the game begins with these moves.
func (s *statePayload) begins(line []string) bool {
	for i, uci := range line {
		if i >= len(s.Moves) || s.Moves[i].UCI != uci {
			return false
		}
	}
	return true
}
