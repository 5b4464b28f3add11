package broadcast

import (
	"math"
	"slices"
	"sync"
	"touchmove/eventlog"
)

// Log is an append-only sequence of entries that drops those that nobody needs any more.
// Positions count from its first entry, 0, and never change; Prepend uses negative ones.
// Readers hold cursors, and entries at or after a cursor stay. So a reader that stops costs
// memory and lags behind, but loses nothing. The methods may be called from any goroutine.
type Log struct {
	mu      sync.Mutex
	first   int // position of entries[0]
	entries []eventlog.Entry
	grown   chan struct{} // closed and replaced when entries grows
	cursors []*Cursor
	keep    int // entries from this position on stay, even if all readers have read them
}

// NewLog makes an empty log. It drops nothing until Keep is called.
func NewLog() *Log { return &Log{grown: make(chan struct{}), keep: math.MinInt} }

// Append adds entries at the end. They are copied.
func (l *Log) Append(entries ...eventlog.Entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries = append(l.entries, entries...)
	close(l.grown)
	l.grown = make(chan struct{})
}

// Prepend puts entries before all others, at lower positions. Nothing may have been
// dropped yet.
func (l *Log) Prepend(entries []eventlog.Entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries, l.first = slices.Concat(entries, l.entries), l.first-len(entries)
}

// End returns the position of the next entry.
func (l *Log) End() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.first + len(l.entries)
}

// Held returns how many entries are in memory.
func (l *Log) Held() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.entries)
}

// Keep lets the log drop entries before a position once every cursor has passed them.
// While there is no cursor, nothing is dropped.
func (l *Log) Keep(from int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.keep = from
	l.forget()
}

// From returns the entries at and after a position that have not been dropped, and a
// channel that is closed when there are more.
func (l *Log) From(position int) ([]eventlog.Entry, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clip(l.entries[max(position, l.first)-l.first:]), l.grown
}

// Follow returns a cursor at a position, or at the first entry after it that has not
// been dropped. Close it when it is no longer needed.
func (l *Log) Follow(position int) *Cursor {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := &Cursor{log: l, position: max(position, l.first)}
	l.cursors = append(l.cursors, c)
	return c
}

// Watch is Follow for a reader that may miss entries: those that it is late for may be
// dropped. It need not be closed.
func (l *Log) Watch() *Cursor { return &Cursor{log: l, position: math.MinInt} }

// forget drops the entries that every cursor has passed. It copies the rest only if an
// eighth or more is dropped, so an entry is copied seven times on average at most: memory
// counts for more than that time.
func (l *Log) forget() {
	if len(l.cursors) == 0 {
		return
	}
	low := l.keep
	for _, c := range l.cursors {
		low = min(low, c.position)
	}
	if n := min(low-l.first, len(l.entries)); low > l.first && 8*n >= len(l.entries) {
		l.entries, l.first = slices.Clone(l.entries[n:]), l.first+n
	}
}

// Cursor is a reader's position in a log. Its methods are for one goroutine.
type Cursor struct {
	log      *Log
	position int
}

// Position returns the cursor's position.
func (c *Cursor) Position() int { return c.position }

// From returns the entries at and after a position, which must not be before the cursor,
// and a channel that is closed when there are more.
func (c *Cursor) From(position int) ([]eventlog.Entry, <-chan struct{}) { return c.log.From(position) }

// Next returns the entries at and after the cursor, moves it to the end, and returns a
// channel that is closed when there are more.
func (c *Cursor) Next() ([]eventlog.Entry, <-chan struct{}) {
	l := c.log
	l.mu.Lock()
	defer l.mu.Unlock()
	entries := slices.Clip(l.entries[max(c.position, l.first)-l.first:])
	c.position = l.first + len(l.entries)
	l.forget()
	return entries, l.grown
}

// Release moves the cursor forward to a position: entries before it are no longer
// needed.
func (c *Cursor) Release(position int) {
	c.log.mu.Lock()
	defer c.log.mu.Unlock()
	c.position = max(c.position, position)
	c.log.forget()
}

// Close removes the cursor from the log.
func (c *Cursor) Close() {
	c.log.mu.Lock()
	defer c.log.mu.Unlock()
	c.log.cursors = slices.DeleteFunc(c.log.cursors, func(other *Cursor) bool { return other == c })
	c.log.forget()
}
