package broadcast

import (
	"math"
	"slices"
	"sync"
	"touchmove/eventlog"
)

// Log is an append-only sequence of entries that forgets what nobody needs any
// more. Positions count from its first entry, 0, and stay the same whatever is
// forgotten; Prepend gives negative ones. Readers hold cursors: what stands at
// or behind a cursor stays, so that one that stands still costs its own delay
// and memory, and loses nothing. Its methods are for any goroutine.
type Log struct {
	mu      sync.Mutex
	first   int // position of entries[0]
	entries []eventlog.Entry
	grown   chan struct{} // closed and replaced when entries grows
	cursors []*Cursor
	keep    int // what stands here and after it stays, whoever has read it
}

// NewLog makes an empty log. It forgets nothing until Keep is called.
func NewLog() *Log { return &Log{grown: make(chan struct{}), keep: math.MinInt} }

// Append adds entries at the end. They are copied.
func (l *Log) Append(entries ...eventlog.Entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries = append(l.entries, entries...)
	close(l.grown)
	l.grown = make(chan struct{})
}

// Prepend puts entries before all others, at positions below those there are.
// Nothing may have been forgotten yet.
func (l *Log) Prepend(entries []eventlog.Entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries, l.first = slices.Concat(entries, l.entries), l.first-len(entries)
}

// End returns the position of the entry that comes next.
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

// Keep has the log forget what stands before a position as soon as every cursor
// is behind it. As long as there is no cursor, nothing is forgotten.
func (l *Log) Keep(from int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.keep = from
	l.forget()
}

// From returns what stands at and after a position, without what is forgotten,
// and a channel that is closed when there is more.
func (l *Log) From(position int) ([]eventlog.Entry, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clip(l.entries[max(position, l.first)-l.first:]), l.grown
}

// Follow returns a cursor at a position, or at the first entry after it that
// is not forgotten. Close it when it is not needed any more.
func (l *Log) Follow(position int) *Cursor {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := &Cursor{log: l, position: max(position, l.first)}
	l.cursors = append(l.cursors, c)
	return c
}

// Watch is Follow for a reader that nothing is owed: what it is late for may be
// forgotten. It need not be closed.
func (l *Log) Watch() *Cursor { return &Cursor{log: l, position: math.MinInt} }

// forget drops what every cursor has passed. It copies what stays when that is
// at most as much as goes, so that an entry is copied once on average.
func (l *Log) forget() {
	if len(l.cursors) == 0 {
		return
	}
	low := l.keep
	for _, c := range l.cursors {
		low = min(low, c.position)
	}
	if n := min(low-l.first, len(l.entries)); low > l.first && 2*n >= len(l.entries) {
		l.entries, l.first = slices.Clone(l.entries[n:]), l.first+n
	}
}

// Cursor is where a reader stands in a log. Its methods are for one goroutine.
type Cursor struct {
	log      *Log
	position int
}

// Position returns where it stands.
func (c *Cursor) Position() int { return c.position }

// From returns what stands at and after a position, which is not before the
// cursor, and a channel that is closed when there is more.
func (c *Cursor) From(position int) ([]eventlog.Entry, <-chan struct{}) { return c.log.From(position) }

// Next returns what stands at and after the cursor, moves it to the end, and
// returns a channel that is closed when there is more.
func (c *Cursor) Next() ([]eventlog.Entry, <-chan struct{}) {
	l := c.log
	l.mu.Lock()
	defer l.mu.Unlock()
	entries := slices.Clip(l.entries[max(c.position, l.first)-l.first:])
	c.position = l.first + len(l.entries)
	l.forget()
	return entries, l.grown
}

// Release moves the cursor on to a position: what stands before it is not
// needed any more.
func (c *Cursor) Release(position int) {
	c.log.mu.Lock()
	defer c.log.mu.Unlock()
	c.position = max(c.position, position)
	c.log.forget()
}

// Close has the log forget the cursor.
func (c *Cursor) Close() {
	c.log.mu.Lock()
	defer c.log.mu.Unlock()
	c.log.cursors = slices.DeleteFunc(c.log.cursors, func(other *Cursor) bool { return other == c })
	c.log.forget()
}
