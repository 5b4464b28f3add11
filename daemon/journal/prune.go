package journal

import (
	"errors"
	"os"
	"slices"
	"syscall"
	"time"
)

// Retention says how long journals are kept. The zero value keeps all.
type Retention struct {
	Keep time.Duration // older ones are deleted; 0 keeps all
	Size int64         // the oldest are deleted while all together have more bytes; 0 means no limit
}

// Ages depend on a clock, and a computer without a battery may have the wrong year for a while;
// deleted journals do not come back when the clock is set right. So the time from one journal to
// the next counts as at most pause, whatever the clock says, and the longest of these times does
// not count at all if it is more than brief: it may be the one in which the clock jumped. So one
// jump ahead makes journals at most some days older, and each further one at most a month; if
// nobody plays for long, journals are kept longer than necessary. In any case few are deleted at
// once, and the last twenty always stay.
const (
	pause  = 31 * 24 * time.Hour
	brief  = 3 * 24 * time.Hour
	atOnce = 10 // the most that are deleted for their age at once, that is, at the beginning of each game
	anyway = 20
)

// mostOwed is how many of the last journals stay while they may not be fully delivered: a day of
// blitz without a broker.
const mostOwed = 256

// Aged is a journal, or the PGN files made from it.
type Aged struct {
	Began time.Time
	Size  int64 // bytes
	Owed  bool  // it may not be fully delivered
}

// Expired returns which of a list, oldest first, need not be kept. writing is the index of the
// current one, or -1 if unknown. The current one always stays, and so does the one before it,
// because its commands may still be repeated. So do those after it, which were named by a wrong
// clock, and those that are owed.
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
	var all, longest time.Duration
	for i := len(list) - 2; i >= 0; i-- {
		between := max(0, min(list[i+1].Began.Sub(list[i].Began), pause))
		all, longest = all+between, max(longest, between)
		if age[i] = all; longest > brief {
			age[i] -= longest
		}
	}
	return age
}

// OwedMark is the suffix of the mark of a journal that may not be fully delivered. It keeps the word that
// state directories of earlier versions have: under another name their undelivered games would be missed.
const OwedMark = ".untold"

// Owed reports whether a journal may not be fully delivered.
func Owed(path string) bool {
	_, err := os.Stat(path + OwedMark)
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
	var expired []string
	for _, i := range r.Expired(list, slices.Index(paths, writing)) {
		expired = append(expired, paths[i])
	}
	if len(expired) == 0 {
		return nil, nil
	}
	noted := pruning(dir, paths, expired)
	if full := errors.Is(noted, syscall.ENOSPC) || errors.Is(noted, syscall.EDQUOT); noted != nil && !full {
		return nil, noted
	}
	var errs []error
	for _, path := range expired {
		if err := os.Remove(path); err != nil {
			errs = append(errs, err)
			continue
		}
		os.Remove(path + OwedMark)
		os.Remove(path + ".torn") // what was cut off it
		for n := range asides {
			os.Remove(aside(path, n)) // files found in its place
		}
		deleted = append(deleted, path)
	}
	if noted != nil { // the disk was full, and has space now
		noted = pruning(dir, paths, expired)
	}
	return deleted, errors.Join(append(errs, noted)...)
}
