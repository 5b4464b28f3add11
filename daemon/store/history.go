package store

import (
	"sync"
	"time"

	"touchmove/broadcast"
	"touchmove/eventlog"
	"touchmove/reconcile"
)

// History is what a board has told: the whole journal that is written, and of
// those before it what a follower still has to read (see broadcast.Log). Put is
// for the goroutine that steps the game, everything else for any.
type History struct {
	latest eventlog.Entry // decided last; for the goroutine that steps the game
	wait   func(n int)    // has Tell called for so many entries once they are kept; nil does not wait

	log *broadcast.Log

	mu      sync.Mutex       // of what is decided and told, the log too
	decided []eventlog.Entry // and not told, for it is not kept yet
	state   eventlog.State   // of all that was told
	last    eventlog.Entry   // of that, the latest
	ends    []journalEnd
}

// NewHistory makes the history of a board, with all that it has said so far.
func NewHistory(b *eventlog.Board) *History {
	h := &History{log: broadcast.NewLog()}
	h.Put(b.Entries())
	return h
}

// Tell tells the first entries of those that are decided and wait.
func (h *History) Tell(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	entries := h.decided[:n:n]
	if h.decided = h.decided[n:]; len(h.decided) == 0 {
		h.decided = nil // lets go of what it has grown to
	}
	h.addLocked(entries)
}

// Keeping says whether what is told is kept. It is told at once, before
// whatever is held.
func (h *History) Keeping(at time.Duration, k eventlog.Keeping) {
	h.addObserved(at, k)
}

// Calibrated says how the board is no longer what was measured of it. Like
// Keeping it is told at once.
func (h *History) Calibrated(at time.Duration, c eventlog.Calibrated) {
	h.addObserved(at, c)
}

// Wait has Tell be called for so many entries, once they are kept, from now on.
func (h *History) Wait(until func(entries int)) { h.wait = until }

// Held returns how many entries are in memory.
func (h *History) Held() int { return h.log.Held() }

// Put tells entries, once they are kept.
func (h *History) Put(entries []eventlog.Entry) {
	if len(entries) == 0 {
		return
	}
	h.latest = entries[len(entries)-1]
	h.mu.Lock()
	h.decided = append(h.decided, entries...)
	h.mu.Unlock()
	if h.wait == nil {
		h.Tell(len(entries))
		return
	}
	h.wait(len(entries))
}

// addObserved adds what is no event of the game behind what was told last, under
// its number.
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
		h.state.Take(t)
		h.last = t
	}
	h.log.Append(entries...)
}

// From returns what is told at and after a position, without what nobody needs
// any more, and a channel that is closed when there is more.
func (h *History) From(position int) ([]eventlog.Entry, <-chan struct{}) {
	return h.log.From(position)
}

// Follow implements broadcast.Source: the cursor is at the first entry that is
// still there.
func (h *History) Follow() *broadcast.Cursor { return h.log.Follow(0) }

// Watch returns a cursor for whoever may miss what is long past (see broadcast.Log).
func (h *History) Watch() *broadcast.Cursor { return h.log.Watch() }

// Len returns how many entries there have been.
func (h *History) Len() int { return h.log.End() }

// State returns the state of the game after everything published so far.
func (h *History) State() eventlog.State {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.state
}

// Last returns the latest entry, the zero value when there is none.
func (h *History) Last() eventlog.Entry {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.last
}

// GoneOn says whether the game has changed, as everybody sees it, since this
// number was told; a number that was never told fits nothing.
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

// Stamp adds to an answer where the game stands.
func (h *History) Stamp(a broadcast.Answer) broadcast.Answer {
	a.Game, a.Seq = h.latest.Game, h.latest.Seq
	return a
}

// journalEnd is where in a history a journal's entries end.
type journalEnd struct {
	before int // as many entries
	path   string
}

// Ended notes that what comes next is of another journal than path. Of what is
// before it, nobody needs what all have read.
func (h *History) Ended(path string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ends = append(h.ends, journalEnd{h.log.End(), path})
	h.log.Keep(h.log.End())
}

// settled returns the journals of which a broker has everything once it has so
// many entries, and forgets them.
func (h *History) settled(entries uint64) (paths []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for len(h.ends) > 0 && uint64(h.ends[0].before) <= entries {
		paths, h.ends = append(paths, h.ends[0].path), h.ends[1:]
	}
	return paths
}
