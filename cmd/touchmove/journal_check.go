package main

import (
	"fmt"

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
	broken, old, open := 0, 0, 0
	for i, a := range list {
		progress.tell("%d of %d journals", i, len(list))
		kept, err := a.Read()
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
	fmt.Fprintf(c.out, "%s: %d not as written, %d not closed (being played, or stopped by a power cut), %d by an older program, which did not bind its lines\n", plural(len(list), "journal"), broken, open, old)
	if broken > 0 {
		return fmt.Errorf("%d of %s: not as written", broken, plural(len(list), "journal"))
	}
	return nil
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
