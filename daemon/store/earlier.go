package store

import (
	"context"
	"log/slog"
	"path/filepath"
	"slices"

	"touchmove/daemon/journal"
)

// checkedEarlier is how many of the latest journals a start checks; `touchmove journal
// check` checks all.
const checkedEarlier = 50

// CheckEarlier logs which journals of a board's earlier games are damaged, lack their seals,
// are missing or were exchanged. current is the path of the journal in which the board plays. It reads the journals
// in full, and takes seconds on a slow computer; it returns early when ctx ends.
func CheckEarlier(ctx context.Context, current string, log *slog.Logger) {
	paths, err := journal.List(filepath.Dir(current))
	if err != nil {
		return // reported where they are needed
	}
	chain := journal.NewChain(filepath.Dir(current))
	paths = slices.DeleteFunc(paths, func(p string) bool { return p >= current })
	for _, p := range paths[max(0, len(paths)-checkedEarlier):] {
		if ctx.Err() != nil {
			return
		}
		kept, err := journal.Read(p)
		chain.Add(p, kept)
		switch {
		case err != nil:
			log.Error("the journal of an earlier game differs from what was written: compare the game with the scoresheets, and use the second copy if there is one (touchmove restore)", "journal", p, "error", err)
		case kept.Bound && !kept.Sealed:
			log.Error("the end of an earlier game's journal is missing: it was cut, or could not be written: compare the game with the scoresheets (touchmove journal show)", "journal", p)
		}
	}
	for _, err := range chain.Faults() {
		log.Error("the journals of earlier games are not those that were written", "error", err)
	}
}
