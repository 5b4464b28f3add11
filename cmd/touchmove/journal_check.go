package main

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"touchmove/daemon/copies"
	"touchmove/daemon/journal"
	"touchmove/daemon/store"
)

// named lists the journals with these ids, or without ids all that the flags
// select.
func (o *journalOptions) named(ids []string) ([]store.Archived, error) {
	list, err := o.find()
	if err != nil || len(ids) == 0 {
		return list, err
	}
	var named []store.Archived
	for _, id := range ids {
		a, err := store.Find(list, id)
		if err != nil {
			return nil, bad(err)
		}
		named = append(named, a)
	}
	return named, nil
}

// check reports every journal that is no longer as it was written.
func (o *journalOptions) check(c *console, ids []string) error {
	list, err := o.named(ids)
	if err != nil {
		return err
	}
	progress := newProgress(c.err)
	defer progress.done()
	broken, old, open, chains := 0, 0, 0, chains{}
	for i, a := range list {
		progress.printf("%d of %d journals", i, len(list))
		kept, err := chains.read(a)
		if err == nil {
			err = whole(a, kept)
		}
		switch {
		case err != nil:
			progress.done()
			fmt.Fprintf(c.err, "%v\n", err)
			broken++
		case !kept.Bound:
			old++
		case !kept.Sealed:
			open++
		}
	}
	progress.done()
	missing := chains.report(c)
	if state, err := o.dir(); err == nil {
		missing = errors.Join(missing, copies.Unfinished(state))
	}
	fmt.Fprintf(c.out, "%s: %d not as written, %d not closed (being played, or stopped by a power cut), %d by an older program, which did not chain its lines\n", plural(len(list), "journal"), broken, open, old)
	if broken > 0 {
		return errors.Join(fmt.Errorf("%d of %s: not as written", broken, plural(len(list), "journal")), missing)
	}
	return missing
}

// chains checks the journals of each directory against what they say of each other.
type chains map[string]*journal.Chain

// read reads a journal for the check.
func (s chains) read(a store.Archived) (*journal.Kept, error) {
	dir := filepath.Dir(a.Path)
	if s[dir] == nil {
		s[dir] = journal.NewChain(dir)
	}
	kept, err := a.Read()
	s[dir].Add(a.Path, kept)
	return kept, err
}

// report prints what is missing or exchanged, and returns an error that says how much, or
// nil.
func (s chains) report(c *console) error {
	faults := 0
	for _, dir := range slices.Sorted(maps.Keys(s)) {
		for _, err := range s[dir].Faults() {
			fmt.Fprintln(c.err, err)
			faults++
		}
	}
	if faults == 0 {
		return nil
	}
	return fmt.Errorf("%s missing or exchanged", plural(faults, "journal"))
}

// whole returns an error that says what is missing from a journal, or nil if it is
// complete.
func whole(a store.Archived, kept *journal.Kept) error {
	if kept.Gap {
		return fmt.Errorf("journal %s: after line %d records are missing, and the %d bytes behind them are not read: check the card (dmesg)", a.Path, len(kept.Records)+1, len(kept.Torn))
	}
	cut, err := a.Cut(kept)
	if cut {
		return fmt.Errorf("journal %s: its end is missing: after %d records there is no seal, and a later game was played: compare the game with the scoresheet", a.Path, len(kept.Records))
	}
	return err
}
