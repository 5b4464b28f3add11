package store

import (
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"touchmove/broadcast"
	"touchmove/broadcast/contract"
	"touchmove/daemon/journal"
	"touchmove/eventlog"
	"touchmove/internal/atomicfile"
)

// previousFile is where a board's directory keeps how its last games stood when they were
// left, as they were told: what the topic previous says after a restart. Of every game before
// the one that is written, either it is there or its journal is marked (untold), so that
// the next start tells it from the journal, wherever this process is stopped: a mark is
// taken away only when the file has the game, and who cannot set a mark takes the file away.
// Without the file the journals are read.
const previousFile = "previous.json"

// keptGames is what stands in the file.
type keptGames struct {
	Program string            `json:"program"` // that wrote it
	Games   []json.RawMessage `json:"games"`   // payloads of the topic state, the game that was left last at the end
}

// readPrevious reads the file of a directory. It is not whole when there is none, or when
// another program wrote it and promised less of a state than this one: what is missing is to
// be had from the journals.
func readPrevious(dir, running string, log *slog.Logger) (left []eventlog.Entry, whole bool) {
	path := filepath.Join(dir, previousFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false
	}
	var kept keptGames
	if err == nil {
		err = json.Unmarshal(text, &kept)
	}
	if err != nil {
		log.Warn("the last games of the board are read from their journals: the file that has them cannot be read", "file", path, "error", err)
		return nil, false
	}
	whole = true
	for _, state := range kept.Games {
		t, err := broadcast.NewLeft(state)
		if err == nil && kept.Program != running {
			err = contract.CheckJSON(contract.State, state)
		}
		if err != nil {
			log.Info("a game before this one is read from its journal: another program has kept it otherwise", "file", path, "error", err)
			whole = false
			continue
		}
		left = append(left, t)
	}
	return left, whole
}

// writePrevious keeps games for the next start.
func writePrevious(dir, running string, games []eventlog.Entry) error {
	kept := keptGames{Program: running, Games: []json.RawMessage{}}
	for _, t := range games {
		kept.Games = append(kept.Games, t.What.(eventlog.Left).State)
	}
	text, err := json.Marshal(kept)
	if err != nil {
		return err
	}
	return atomicfile.WriteAll(filepath.Join(dir, previousFile), append(text, '\n'), 0o644)
}

// markUntold says of a journal that not all of it may have been told, nor is in the file.
func markUntold(path string, log *slog.Logger) {
	err := untold(path).Set()
	if err == nil {
		return
	}
	log.Warn("a journal cannot be marked: the next start looks through the last ones", "journal", path, "error", err)
	file := filepath.Join(filepath.Dir(path), previousFile)
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		log.Warn("the end of this game may not be told again", "file", file, "error", err)
	}
}

// unknown are the last journals beside this one of which nobody knows whether they were told:
// they are not marked, and no file has their games.
func unknown(now string, marked []string, left []eventlog.Entry, board string, log *slog.Logger) []string {
	paths, err := journal.List(filepath.Dir(now))
	if err != nil {
		log.Warn("the games before this one cannot be looked for", "error", err)
		return nil
	}
	paths = slices.DeleteFunc(paths, func(p string) bool { return p == now || slices.Contains(marked, p) })
	paths = paths[max(0, len(paths)-broadcast.PreviousGames):]
	return slices.DeleteFunc(paths, func(p string) bool {
		return slices.ContainsFunc(left, func(t eventlog.Entry) bool { return sessionOf(t.Game) == sessionName(board, p) })
	})
}
