package journal

import (
	"errors"
	"os"
	"time"
)

// Retention says how long journals are kept. The zero value keeps all.
type Retention struct {
	Keep time.Duration // older ones are deleted; 0 keeps all
	Size int64         // the oldest are deleted while all together have more bytes; 0 is no limit
}

// anyway is how many journals are kept whatever their age. Age is told by a
// clock, and a computer without a battery may think for a while that it is
// another year.
const anyway = 20

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
	var sizes []int64
	var total int64
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		sizes, total = append(sizes, info.Size()), total+info.Size()
	}
	now, err := Began(writing)
	if err != nil {
		return nil, err
	}
	var errs []error
	for i, path := range paths[:max(0, len(paths)-2)] {
		if path == writing {
			break
		}
		began, err := Began(path)
		if err != nil {
			return deleted, err
		}
		old := r.Keep > 0 && now.Sub(began) > r.Keep && len(paths)-i > anyway
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
