package daemon

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon/journal"
	"touchmove/daemon/store"
	"touchmove/eventlog"
	"touchmove/internal/atomicfile"
	"touchmove/internal/sleep"
	"touchmove/internal/topic"
)

// pgnFiles writes the games as PGN files for programs that read files, one for each game and one
// for each round:
//
//	pgn/<event>/<round>/<game>.pgn
//	pgn/<event>/<round>.pgn
//
// It follows the histories as the publishers do. Nothing depends on these files: the
// journals hold everything, and after a restart the last two games of each board are
// written again.
type pgnFiles struct {
	dir    string // pgn in the state directory
	period time.Duration
	log    *slog.Logger

	mu      sync.Mutex           // one game's file at a time
	begun   map[string]bool      // directories of rounds in which a game has been written since the start
	behind  map[string]bool      // directories of rounds whose file is out of date
	resting map[string]time.Time // directories of rounds, and until when their file is not written
	logged  map[string]string    // the faults that were logged, by path
}

func newPGNFiles(dir string, log *slog.Logger) *pgnFiles {
	return &pgnFiles{dir: dir, period: pgnPeriod, log: log, begun: map[string]bool{}, behind: map[string]bool{}, resting: map[string]time.Time{}, logged: map[string]string{}}
}

// pgnPeriod is how long the file of a current game may lag behind it, and the file of a round
// behind its games: an SD card must not be written at every move for a copy.
const pgnPeriod = 15 * time.Second

// longestPGN is how long the file of a game may be, in bytes.
const longestPGN = 4 << 20

// writePrevious writes the games of the previous journal: the process may have died
// between the end of a game and the writing of its file.
func (f *pgnFiles) writePrevious(topics broadcast.Topics, path string) {
	path, err := journal.Before(path)
	if err != nil || path == "" {
		return
	}
	var entries []eventlog.Entry
	kept, err := journal.Read(path)
	if err == nil {
		entries, err = store.Entries(topics.Board, path, kept)
	}
	if err != nil {
		f.log.Warn("the previous game cannot be written as PGN", "journal", path, "error", err)
		return
	}
	var state eventlog.State
	f.apply(topics, &state, entries)
	f.write(topics, &state)
}

// apply adds entries to the state of a board. A game is written when another one follows it.
func (f *pgnFiles) apply(topics broadcast.Topics, s *eventlog.State, entries []eventlog.Entry) {
	for _, t := range entries {
		if t.Game != s.Game {
			f.write(topics, s)
		}
		s.Apply(t)
	}
}

// follow writes the games of one board until ctx ends, and then one last time. At its first game,
// and whenever another one begins, it calls prune with the id of the current game.
func (f *pgnFiles) follow(ctx context.Context, topics broadcast.Topics, history *broadcast.Cursor, prune func(game string)) {
	var state eventlog.State
	pruned := ""
	for {
		entries, grown := history.Next()
		if f.apply(topics, &state, entries); len(entries) > 0 {
			f.write(topics, &state)
		}
		if len(state.Moves) > 0 && state.Game != pruned { // its file exists
			pruned = state.Game
			prune(pruned)
		}
		if !sleep.For(ctx, f.period) {
			entries, _ := history.Next()
			f.apply(topics, &state, entries)
			f.write(topics, &state)
			return
		}
		select {
		case <-grown:
		case <-ctx.Done():
		}
	}
}

// write writes one game into its file, and marks its round for writing. A game without a
// move or a result is skipped, and the file of an annulled one is removed.
func (f *pgnFiles) write(topics broadcast.Topics, s *eventlog.State) {
	if len(s.Moves) == 0 && s.Result.Result == "*" || s.Game == "" {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	round := noRound
	if r := s.Opened.Pairing.Round; r != "" && r != "?" {
		round = "round-" + topic.Level(r)
	}
	dir := filepath.Join(f.dir, topics.Event, round)
	path := filepath.Join(dir, s.Game+".pgn")
	var changed bool
	var err error
	if s.Annulled {
		if err = os.Remove(path); errors.Is(err, fs.ErrNotExist) {
			return
		}
		changed = err == nil
	} else if err = atomicfile.MakeDir(dir); err == nil {
		changed, err = atomicfile.Renew(path, []byte(s.PGN(topics.Event, topics.Board)), 0o644)
	}
	if changed || err == nil && !f.begun[dir] { // the process before may not have written the round
		f.begun[dir], f.behind[dir] = true, true
	}
	f.logFault(path, err)
}

// logFault logs a fault of a file, once. If there is none, the next one is logged again.
func (f *pgnFiles) logFault(path string, err error) {
	switch {
	case err == nil:
		delete(f.logged, path)
	case f.logged[path] != err.Error():
		f.logged[path] = err.Error()
		f.log.Error("a PGN file cannot be written, or its game not be in the file of its round: the journal still has the game", "error", err)
	}
}
