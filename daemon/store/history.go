package store

import (
	"sync"
	"time"

	"touchmove/broadcast"
	"touchmove/eventlog"
	"touchmove/reconcile"
)

// History is everything that a board has published: the whole current journal, and of
// earlier ones what a reader still has to read (see broadcast.Log). Put is for the
// goroutine that steps the game, everything else for any.
type History struct {
	latest eventlog.Entry // last decided; for the goroutine that steps the game
	wait   func(n int)    // arranges for Publish(n) once n more entries are stored; nil: nothing waits

	log *broadcast.Log

	mu      sync.Mutex       // guards the fields below and the log
	decided []eventlog.Entry // not yet published, because not yet stored
	state   eventlog.State   // after everything published
	last    eventlog.Entry   // the latest entry published
	ends    []journalEnd
}

// NewHistory makes the history of a board, with all its entries so far.
func NewHistory(b *eventlog.Board) *History {
	h := &History{log: broadcast.NewLog()}
	h.Put(b.Entries())
	return h
}

// Publish publishes the first n of the entries that are decided and waiting.
func (h *History) Publish(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	entries := h.decided[:n:n]
	if h.decided = h.decided[n:]; len(h.decided) == 0 {
		h.decided = nil // releases the memory
	}
	h.addLocked(entries)
}

// Keeping publishes how safely entries are stored, at once and ahead of those that
// wait.
func (h *History) Keeping(at time.Duration, k eventlog.Keeping) {
	h.addObserved(at, k)
}

// Calibrated publishes how far the board has drifted from its calibration, at once like
// Keeping.
func (h *History) Calibrated(at time.Duration, c eventlog.Calibrated) {
	h.addObserved(at, c)
}

// Wait makes Put hold entries back: it passes their number to until, which must call
// Publish with that number once they are stored.
func (h *History) Wait(until func(entries int)) { h.wait = until }

// Held returns how many entries are in memory.
func (h *History) Held() int { return h.log.Held() }

// Put publishes entries once they are stored.
func (h *History) Put(entries []eventlog.Entry) {
	if len(entries) == 0 {
		return
	}
	h.latest = entries[len(entries)-1]
	h.mu.Lock()
	h.decided = append(h.decided, entries...)
	h.mu.Unlock()
	if h.wait == nil {
		h.Publish(len(entries))
		return
	}
	h.wait(len(entries))
}

// addObserved adds an entry that is not an event of the game after the last published
// one, with its number.
func (h *History) addObserved(at time.Duration, what reconcile.What) {
	h.mu.Lock()
	defer h.mu.Unlock()
	e := h.last
	e.Time = e.Time.Add(at - e.At)
	e.At, e.What = at, what
	h.addLocked([]eventlog.Entry{e})
}

func (h *History) addLocked(entries []eventlog.Entry) {
	for _, t := range entries {
		h.state.Apply(t)
		h.last = t
	}
	h.log.Append(entries...)
}

// From returns the entries at and after a position that are still in memory, and a
// channel that is closed when there are more.
func (h *History) From(position int) ([]eventlog.Entry, <-chan struct{}) {
	return h.log.From(position)
}

// Follow implements broadcast.Source: the cursor is at the first entry still in memory.
func (h *History) Follow() *broadcast.Cursor { return h.log.Follow(0) }

// Watch returns a cursor for a reader that may miss old entries (see broadcast.Log).
func (h *History) Watch() *broadcast.Cursor { return h.log.Watch() }

// Len returns how many entries there have been.
func (h *History) Len() int { return h.log.End() }

// State returns the state of the game after everything published so far.
func (h *History) State() eventlog.State {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.state
}

// Last returns the entry published last, the zero value if there is none.
func (h *History) Last() eventlog.Entry {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.last
}

// GoneOn reports whether the public state of the game has changed since this number was
// published; for a number that was never published it returns true.
func (h *History) GoneOn(since uint64) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, t := range h.decided {
		if eventlog.Public(t.What) && since < t.Seq {
			return true
		}
	}
	return since < h.state.Changed.State.Seq || since > h.latest.Seq
}

// Stamp adds to an answer the state of the game.
func (h *History) Stamp(a broadcast.Answer) broadcast.Answer {
	a.Game, a.Seq = h.latest.Game, h.latest.Seq
	return a
}

// journalEnd is where the entries of a journal end in the history.
type journalEnd struct {
	before int // number of entries up to there
	path   string
}

// Ended notes that the journal at path has ended and another one follows. Its entries
// may be dropped once all readers have read them.
func (h *History) Ended(path string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ends = append(h.ends, journalEnd{h.log.End(), path})
	h.log.Keep(h.log.End())
}

// settled returns, once, the journals that a broker has received in full with this many
// entries.
func (h *History) settled(entries uint64) (paths []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for len(h.ends) > 0 && uint64(h.ends[0].before) <= entries {
		paths, h.ends = append(paths, h.ends[0].path), h.ends[1:]
	}
	return paths
}
