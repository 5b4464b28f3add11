package decoder

import (
	"time"

	"touchmove/rules"
)

const (
	rivalsMost   = 4
	readingsKept = 256
)

// log keeps the latest readings for explanations.
type log struct {
	ring [readingsKept]Reading
	n    int
}

func (l *log) add(r Reading) {
	l.ring[l.n%readingsKept] = r
	l.n++
}

// of returns the readings of the squares in set since a time, oldest first.
func (l *log) of(set rules.Squares, since time.Duration) (found []Reading) {
	for i := max(0, l.n-readingsKept); i < l.n; i++ {
		if r := l.ring[i%readingsKept]; r.At >= since && set.Has(r.Square) {
			found = append(found, r)
		}
	}
	return found
}
