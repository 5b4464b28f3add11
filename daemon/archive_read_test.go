package daemon_test

import (
	"testing"

	"touchmove/daemon/journal"
	"touchmove/daemon/store"
	"touchmove/eventlog"
)

// archivedGames is a journal below a state directory and the games in it that count.
type archivedGames struct {
	store.Archived
	kept  *journal.Kept
	games []eventlog.State
}

// readArchive reads every journal below a daemon's state directory, which must exist, the oldest first.
func readArchive(t *testing.T, state string) (list []archivedGames) {
	t.Helper()
	archive, err := store.Archive(state)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range archive {
		kept, err := a.Read()
		if err != nil {
			t.Fatalf("%s: %v", a.Path, err)
		}
		games, err := a.States(kept)
		if err != nil {
			t.Fatalf("%s: %v", a.Path, err)
		}
		list = append(list, archivedGames{a, kept, games})
	}
	return list
}

// uciMoves returns the moves of a game, in UCI.
func uciMoves(s eventlog.State) (moves []string) {
	for _, m := range s.Moves {
		moves = append(moves, m.UCI)
	}
	return moves
}
