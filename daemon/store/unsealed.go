package store

import (
	"path/filepath"
	"slices"

	"touchmove/daemon/journal"
)

// checkedEnds is how many of the latest journals a start checks for a missing end;
// `touchmove journal check` reads all journals in full.
const checkedEnds = 50

// logUnsealed logs which journals of earlier games lack their seals.
func (s *Store) logUnsealed() {
	paths, err := journal.List(filepath.Dir(s.Journal.Path()))
	if err != nil {
		return // reported where they are needed
	}
	paths = slices.DeleteFunc(paths, func(p string) bool { return p == s.Journal.Path() })
	for _, p := range paths[max(0, len(paths)-checkedEnds):] {
		if missing, err := journal.EndMissing(p); err == nil && missing {
			s.log.Error("the end of an earlier game's journal is missing: it was cut, or could not be written: compare the game with the scoresheets (touchmove journal show)", "journal", p)
		}
	}
}
