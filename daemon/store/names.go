package store

import (
	"path/filepath"
	"strings"
	"time"
	"touchmove/daemon/journal"
	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// longestFile is how long a file beside the journals may be, in bytes: each has at most the
// final states of a board's last games.
const longestFile = 8 << 20

// beginsAt returns the moment of At 0 in a journal that begins now, and whose first record has this time at the moment
// in its name. It is in the time zone that this computer has at that moment, which is that of the hall: a PGN has the
// day there (PGN standard 1994, 8.1.1.3), and keeps it wherever and whenever the journal is read.
func beginsAt(path string, first time.Duration) (time.Time, error) {
	named, err := journal.Began(path)
	_, offset := named.Local().Zone()
	local := named.In(time.FixedZone("", offset/60*60)) // a header has whole minutes
	if local.Year() > 9999 {
		local = named
	}
	return local.Add(-first), err
}

// beganAt returns the moment of At 0 in a journal, in the time zone in which it was begun. Journals of earlier versions
// do not say theirs: that of this computer.
func beganAt(path string, kept *journal.Kept) (time.Time, error) {
	named, err := journal.Began(path)
	zone := time.Local
	if began := kept.Header.Began; !began.IsZero() {
		zone = began.Location()
	}
	return named.In(zone).Add(-firstAt(kept)), err
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
		if c, ok := r.What.(trace.Command); ok && c.Do == trace.DoNote && strings.HasPrefix(c.What, program) {
			wrote, versions = strings.TrimPrefix(c.What, program), versions+1
		}
	}
	return wrote, versions
}
