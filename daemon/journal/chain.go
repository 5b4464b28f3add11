package journal

import (
	"fmt"
	"path/filepath"

	"touchmove/sensors/trace"
)

// Chain checks whether the journals of a directory are those that they name to each other.
// What a journal itself says is checked by Read.
type Chain struct {
	dir  string
	read map[string]*Kept // by name; nil: its own fault is known
}

// NewChain returns the check of a directory.
func NewChain(dir string) *Chain { return &Chain{dir: dir, read: map[string]*Kept{}} }

// Add takes a journal that was read, or nil if that failed. It does not keep the records.
func (c *Chain) Add(path string, kept *Kept) {
	if kept != nil {
		kept = &Kept{Header: kept.Header, lines: kept.lines}
	}
	c.read[stem(path)] = kept
}

// Faults returns what is wrong: a journal that another one or the directory's register names
// is missing, or is not the one that it was. Pruned journals are not missing. A daemon may be
// writing there at the same time.
func (c *Chain) Faults() (faults []error) {
	type named struct {
		trace.Link
		by string
	}
	var links []named
	paths, err := List(c.dir)
	if err != nil {
		return []error{err}
	}
	for _, path := range paths {
		var h trace.Header
		if kept := c.read[stem(path)]; kept != nil {
			h = kept.Header
		} else if h, err = headerOf(path); err != nil {
			continue // whoever reads it is told
		}
		for _, link := range h.After {
			links = append(links, named{link, filepath.Base(path) + " was begun after it"})
		}
	}
	r, err := readRegister(c.dir) // last: what is deleted while this runs is written there first
	if err != nil {
		faults = append(faults, err)
	}
	for _, m := range r.Must {
		links = append(links, named{trace.Link(m), registerName + " has it"})
	}
	reported := map[string]bool{}
	for _, l := range links {
		path := filepath.Join(c.dir, l.Journal+suffix)
		kept, taken := c.read[l.Journal]
		switch there := exists(c.dir, l.Journal); {
		case reported[l.Journal]:
			continue
		case !there && l.Journal <= r.Pruned && !r.has(l.Journal): // deleted by the program
			continue
		case !there:
			faults = append(faults, fmt.Errorf("journal %s: it is missing, and the program has not pruned it (%s): it was deleted or moved away: put it back, or fetch it from the second copy (touchmove restore)", path, l.by))
		case taken && kept != nil && !kept.Has(l.Link):
			faults = append(faults, fmt.Errorf("journal %s: it is not what it was (%s): lines that it had are missing or changed, or another file was put in its place: fetch it from the second copy (touchmove restore), or compare the game with the scoresheet", path, l.by))
		default:
			continue
		}
		reported[l.Journal] = true
	}
	return faults
}

func (r register) has(name string) bool {
	for _, m := range r.Must {
		if m.Journal == name {
			return true
		}
	}
	return false
}

// headerOf reads the first line of a journal.
func headerOf(path string) (trace.Header, error) {
	f, err := openToRead(path)
	if err != nil {
		return trace.Header{}, err
	}
	defer f.Close()
	in, err := trace.NewReader(f)
	if err != nil {
		return trace.Header{}, err
	}
	return in.Header(), nil
}
