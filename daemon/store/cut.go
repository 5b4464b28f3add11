package store

import (
	"path/filepath"
	"slices"

	"touchmove/daemon/journal"
)

// seen is how many of the latest journals a start looks at for their ends;
// `touchmove journal check` reads all of all.
const seen = 50

// tellCut tells the log which journals of earlier games lack their ends.
func (s *Store) tellCut() {
	paths, err := journal.List(filepath.Dir(s.Journal.Path()))
	if err != nil {
		return // that is told where they are needed
	}
	paths = slices.DeleteFunc(paths, func(p string) bool { return p == s.Journal.Path() })
	for _, p := range paths[max(0, len(paths)-seen):] {
		if missing, err := journal.EndMissing(p); err == nil && missing {
			s.log.Error("the end of an earlier game's journal is missing: it was cut, or could not be written: compare the game with the scoresheets (touchmove journal show)", "journal", p)
		}
	}
}
