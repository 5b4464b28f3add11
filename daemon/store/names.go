package store

import (
	"path/filepath"
	"strings"
	"time"

	"touchmove/daemon/journal"
	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// longestFile is how long a file beside the journals may be, in bytes: each has at most the
// final states of a board's last games.
const longestFile = 8 << 20

// beganAt returns the moment of At 0 in a journal whose first record has this time at the moment in its name. Names
// order the journals: that moment is only as right as the clock was, and later if it had been set back.
func beganAt(path string, first time.Duration) (time.Time, error) {
	named, err := journal.Began(path)
	return named.Local().Add(-first), err
}

// inJournal returns what a board needs to know of a journal that has been read. Those of earlier versions do not say when
// and in which time zone they were begun: by their names, in that of this computer.
func inJournal(board, path string, kept *journal.Kept) (eventlog.Journal, error) {
	_, versions := programs(kept)
	j := eventlog.Journal{ID: sessionName(board, path), Began: kept.Header.Began, Versions: versions}
	if !j.Began.IsZero() {
		return j, nil
	}
	var err error
	j.Began, err = beganAt(path, firstAt(kept))
	return j, err
}

// firstAt returns the record time of the moment in a journal's name: 0, or, in a journal
// that continued the record time of an earlier game, that of its first record, which a
// new-game command follows at once.
func firstAt(kept *journal.Kept) time.Duration {
	if len(kept.Records) < 2 || kept.Records[0].At != kept.Records[1].At {
		return 0
	}
	if c, ok := kept.Records[1].What.(trace.Command); !ok || c.Do != trace.DoNewGame || reconcile.KeptElsewhere(c) != "" {
		return 0
	}
	return kept.Records[0].At
}

func sessionName(board, path string) string {
	return board + "-" + strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}

// sessionOf returns the part of a game's id that names its journal. Those of one board
// sort by the time at which they began.
func sessionOf(game string) string { return game[:max(strings.LastIndexByte(game, '-'), 0)] }

// program is the beginning of the note that another version of the program writes the
// records from here on.
const program = "program "

// ProgramNote returns the note that this version of the program writes the records after
// it.
func ProgramNote(running string) trace.Command {
	return trace.Command{Do: trace.DoNote, What: program + running}
}

// programs returns which version of the program wrote the end of a journal, and how
// often the version changed.
func programs(kept *journal.Kept) (wrote string, versions int) {
	wrote = kept.Header.WrittenBy
	for _, r := range kept.Records {
		if c, ok := r.What.(trace.Command); ok && eventlog.IsOwnNote(c) && strings.HasPrefix(c.What, program) {
			wrote, versions = strings.TrimPrefix(c.What, program), versions+1
		}
	}
	return wrote, versions
}
