package broadcast

import (
	"log/slog"

	"touchmove/internal/topic"
)

// Room bounds what a reader of a broker keeps: whoever may publish there can name any number of
// boards, and say of each what they like. The zero value of its counts has taken nothing. It is for
// one goroutine at a time.
type Room struct {
	Boards int   // how many boards are kept; those named later are not
	Bytes  int64 // how much they may take together
	Log    *slog.Logger

	taken  map[topic.Board]int64
	total  int64
	warned [2]bool // that there are too many boards, that they take too much
}

// Open reports whether there is a place for another board, by event and name, beside those that are
// kept. The first for which there is none is logged.
func (r *Room) Open(board topic.Board, kept int) bool {
	if kept < r.Boards {
		return true
	}
	if !r.warned[0] {
		r.warned[0] = true
		r.Log.Warn("the broker has more boards than any event: those named from now on are not kept: let only the boards' own logins publish there (docs/mqtt.md)", "boards", r.Boards, "event", board.Event, "board", board.ID)
	}
	return false
}

// Set notes what a board takes now.
func (r *Room) Set(board topic.Board, n int64) {
	if r.taken == nil {
		r.taken = map[topic.Board]int64{}
	}
	r.total += n - r.taken[board]
	r.taken[board] = n
}

// Leave notes that nothing is kept of a board any more.
func (r *Room) Leave(board topic.Board) {
	r.total -= r.taken[board]
	delete(r.taken, board)
}

// Over returns the board that has to take less, if all together take too much: the one that takes
// most. So a board with no more than its share of the whole always stays, whatever others say. The
// first time is logged.
func (r *Room) Over() (most topic.Board, over bool) {
	if r.total <= r.Bytes {
		return most, false
	}
	for b, n := range r.taken {
		if !over || n > r.taken[most] {
			most, over = b, true
		}
	}
	if over && !r.warned[1] {
		r.warned[1] = true
		r.Log.Warn("what the boards at the broker say takes more memory than any event: what takes most is left out: let only the boards' own logins publish there (docs/mqtt.md)", "megabytes", r.Bytes>>20, "event", most.Event, "board", most.ID)
	}
	return most, over
}
