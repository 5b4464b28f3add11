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

// mostOwed is how many of the last journals stay while somebody may not have all of them: a
// day of blitz without a broker.
const mostOwed = 256

// Aged is a journal, or what else was written of it.
type Aged struct {
	Began time.Time
	Size  int64 // bytes
	Owed  bool  // somebody may not have all of it
}

// Expired returns which of a list, oldest first, need not be kept. writing is the index of the one
// that is being written, -1 if none is known. It always stays, and so does the one before it,
// because its commands may still be repeated; so do those after it, which a clock that was wrong
// has named, and those that are owed.
func (r Retention) Expired(list []Aged, writing int) (gone []int) {
	all, total := len(list), int64(0)
	for _, one := range list {
		total += one.Size
	}
	if writing >= 0 {
		list = list[:writing+1]
	}
	age := ages(list)
	for i := range max(0, len(list)-2) {
		old := r.Keep > 0 && age[i] > r.Keep && all-i > anyway && len(gone) < atOnce
		if big := r.Size > 0 && total > r.Size; !old && !big {
			break // the rest are younger
		}
		if list[i].Owed && all-i <= mostOwed {
			continue
		}
		gone, total = append(gone, i), total-list[i].Size
	}
	return gone
}

// ages returns how old journals are when the last of them begins.
func ages(list []Aged) []time.Duration {
	age := make([]time.Duration, len(list))
	for i := len(list) - 2; i >= 0; i-- {
		age[i] = age[i+1] + min(list[i+1].Began.Sub(list[i].Began), pause)
	}
	return age
}

// owedMark ends the name of the mark of a journal that somebody may not have all of.
const owedMark = ".untold"

// Owed reports whether somebody may not have all of a journal.
func Owed(path string) bool {
	_, err := os.Stat(path + owedMark)
	return err == nil
}

// Prune deletes the journals in a directory that need not be kept, oldest first. It
// returns the paths of the deleted ones; the error names a file.
func Prune(dir string, r Retention, writing string) (deleted []string, err error) {
	if r == (Retention{}) {
		return nil, nil
	}
	paths, err := List(dir)
	if err != nil {
		return nil, err
	}
	list := make([]Aged, len(paths))
	for i, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		began, err := Began(path)
		if err != nil {
			return nil, err
		}
		list[i] = Aged{began, info.Size(), Owed(path)}
	}
	var errs []error
	for _, i := range r.Expired(list, slices.Index(paths, writing)) {
		path := paths[i]
		if err := os.Remove(path); err != nil {
			errs = append(errs, err)
			continue
		}
		os.Remove(path + owedMark)
		os.Remove(path + ".torn") // what was cut off it
		for n := range asides {
			os.Remove(aside(path, n)) // files found in its place
		}
		deleted = append(deleted, path)
	}
	return deleted, errors.Join(errs...)
}
