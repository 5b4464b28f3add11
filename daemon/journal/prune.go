package journal

import (
	"errors"
	"os"
	"slices"
	"time"
)

// Retention says how long journals are kept. The zero value keeps all.
type Retention struct {
	Keep time.Duration // older ones are deleted; 0 keeps all
	Size int64         // the oldest are deleted while all together have more bytes; 0 is no limit
}

// Age is told by a clock, and a computer without a battery may think for a while
// that it is another year; journals that are deleted do not come back when it
// knows better. So a clock's word is taken only as far as play bears it out: from
// one journal to the next at most pause counts, however long it is said to have
// been. A clock that jumps ahead makes all journals a month older and no more; where
// nobody plays for longer, journals stay longer than they would have to. And whatever
// the reason may be, few go at once and the last twenty stay.
const (
	pause  = 31 * 24 * time.Hour
	atOnce = 10 // for their age; one begins with every game
	anyway = 20
)

// ages returns how old journals are when the last of them begins.
func ages(paths []string) ([]time.Duration, error) {
	list := make([]time.Duration, len(paths))
	var next time.Time
	for i := len(paths) - 1; i >= 0; i-- {
		began, err := Began(paths[i])
		if err != nil {
			return nil, err
		}
		if i+1 < len(paths) {
			list[i] = list[i+1] + min(next.Sub(began), pause)
		}
		next = began
	}
	return list, nil
}

// Prune deletes what need not be kept of the journals in a directory, oldest
// first. The one being written, and the one before it, whose commands may still
// be asked for, always stay. It returns the paths of those deleted; the error
// names a file.
func Prune(dir string, r Retention, writing string) (deleted []string, err error) {
	if r == (Retention{}) {
		return nil, nil
	}
	paths, err := List(dir)
	if err != nil {
		return nil, err
	}
	all := len(paths)
	var sizes []int64
	var total int64
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		sizes, total = append(sizes, info.Size()), total+info.Size()
	}
	if i := slices.Index(paths, writing); i >= 0 {
		paths = paths[:i+1]
	}
	age, err := ages(paths)
	if err != nil {
		return nil, err
	}
	var errs []error
	for i, path := range paths[:max(0, len(paths)-2)] {
		old := r.Keep > 0 && age[i] > r.Keep && all-i > anyway && len(deleted) < atOnce
		if big := r.Size > 0 && total > r.Size; !old && !big {
			break // what comes after is younger
		}
		if err := os.Remove(path); err != nil {
			errs = append(errs, err)
			continue
		}
		os.Remove(path + ".untold") // its mark, if it has one
		os.Remove(path + ".torn")   // what was cut off it
		for n := range asides {
			os.Remove(aside(path, n)) // what was in its place
		}
		total -= sizes[i]
		deleted = append(deleted, path)
	}
	return deleted, errors.Join(errs...)
}
