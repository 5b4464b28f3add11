package article4

import (
	"slices"
	"time"
)

// Left is how the Laws stood in a game that was left for another one.
type Left struct {
	watch  Watch
	memory *Memory
}

// Leave returns how the Laws stand in the game on the board, for Return.
func (w *Watch) Leave() *Left {
	l := &Left{watch: *w, memory: w.Remember()}
	l.watch.line, l.watch.remarks, l.watch.rests = slices.Clone(w.line), slices.Clone(w.remarks), slices.Clone(w.rests)
	for by := range l.watch.presses {
		l.watch.presses[by] = slices.Clone(w.presses[by])
	}
	return l
}

// Return goes back to a game that was left: duties, counts, claims and offers are those
// of then. Until the board shows its position, or the arbiter has play go on, hands make
// no moves. A game that had not begun waits for its first position.
func (w *Watch) Return(l *Left, at time.Duration, begun bool) {
	now := *w
	*w = l.watch
	w.fingers, w.now, w.clock = now.fingers, at, now.clock
	w.notices, w.orders, w.voids, w.times, w.queue = now.notices, now.orders, now.voids, now.times, nil
	w.acts, w.judging, w.again, w.dirty = nil, nil, nil, true
	frozen := w.hold != nil && w.hold.why == holdFrozen
	w.hold = nil
	if !w.begun || !begun {
		return
	}
	w.fingers.show()
	w.Recall(l.memory, at)
	if w.result.text != "" && !w.result.proposed {
		return
	}
	if frozen {
		w.holdFor(&hold{why: holdFrozen, ply: w.current().ply})
		return
	}
	w.holdFor(&hold{why: holdReturn, ply: w.current().ply})
	w.returned()
}

// returned ends the putting up of a game that is gone back to, once the board shows it.
func (w *Watch) returned() {
	board := w.shows()
	if board.differs(&w.current().pos) == 0 {
		w.fingers.show()
		w.resume()
	}
}
