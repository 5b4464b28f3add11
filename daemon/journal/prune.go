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

// Age depends on a clock, and a computer without a battery may have the wrong year
// for a while; deleted journals do not come back when the clock is set right. So
// the clock counts only as far as the journals confirm it: the time from
// one journal to the next counts as at most pause, whatever the clock says.
// A clock that jumps ahead makes all journals a month older and no more; where
// nobody plays for longer, journals are kept longer than necessary. And whatever
// the reason, few are deleted at once and the last twenty always stay.
const (
	pause  = 31 * 24 * time.Hour
	atOnce = 10 // deleted at most for their age; every game begins one
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

// Prune deletes the journals in a directory that need not be kept, oldest first. The
// current one always stays, and so does the one before it, because its commands may
// still be repeated. It returns the paths of the deleted ones; the error names a file.
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
			break // the rest are younger
		}
		if err := os.Remove(path); err != nil {
			errs = append(errs, err)
			continue
		}
		os.Remove(path + ".untold") // its mark, if it has one
		os.Remove(path + ".torn")   // what was cut off it
		for n := range asides {
			os.Remove(aside(path, n)) // files found in its place
		}
		total -= sizes[i]
		deleted = append(deleted, path)
	}
	return deleted, errors.Join(errs...)
}
