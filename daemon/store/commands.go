package store

import (
	"bytes"
	"path/filepath"
	"slices"

	"touchmove/broadcast"
	"touchmove/daemon/journal"
	"touchmove/sensors/trace"
)

// searchedJournals is how many journals are searched for a repeated command: a sender
// without an answer may try for as long as several blitz games take.
const searchedJournals = 6

// TookBefore reports whether a command is in one of the last journals before the current
// one.
func (s *Store) TookBefore(id string) bool {
	paths, err := journal.List(filepath.Dir(s.Journal.Path()))
	if err != nil {
		s.log.Warn("repeated commands of earlier games will not be recognised", "error", err)
		return false
	}
	paths = slices.DeleteFunc(paths, func(p string) bool { return p == s.Journal.Path() })
	sought := trace.Command{ID: id, Do: trace.DoNote}.AppendJSON(nil) // as written in the journals, up to the key "do"
	sought = sought[1:bytes.LastIndexByte(sought, ':')]
	return slices.ContainsFunc(paths[max(0, len(paths)-searchedJournals):], func(path string) bool {
		text, err := journal.Text(path) // a missing or damaged one has been logged already
		return err == nil && bytes.Contains(text, sought)
	})
}

// recall returns the commands that were carried out in the previous journal, and in
// those after it whose games were annulled: a command that is repeated because its
// answer was lost may be older than the current game.
func (s *Store) recall() (known []broadcast.Answer, err error) {
	paths, err := journal.List(filepath.Dir(s.Journal.Path()))
	if err != nil {
		return nil, err
	}
	for i, path := range paths {
		if path == s.Journal.Path() || i+1 < len(paths) && paths[i+1] < s.Journal.Path() {
			continue
		}
		kept, err := journal.Read(path)
		if err != nil {
			s.log.Warn("an earlier journal cannot be read: repeated commands of that game will not be recognised", "error", err)
			continue
		}
		for _, r := range kept.Records {
			if c, ok := r.What.(trace.Command); ok {
				known = append(known, broadcast.Answer{ID: c.ID, OK: true})
			}
		}
	}
	return known, nil
}
