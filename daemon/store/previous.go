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
	"touchmove/internal/regularfile"
	"touchmove/rules/pgn"
)

// previousFile is the file in a board's directory that holds the final states of its
// last games as they were published: the content of the topic previous after a restart.
// Every game before the current one is either in this file or its journal is marked
// (owedMark). So wherever the process stops, the next start publishes it from the journal.
// A mark is removed only once the file has the game, and the file is removed when a mark
// cannot be set. Without the file the journals are read.
const previousFile = "previous.json"

// keptGames is the content of the file.
type keptGames struct {
	Program string            `json:"program"` // version that wrote it
	Games   []json.RawMessage `json:"games"`   // payloads of the topic state, the latest game last
	PGN     map[string]string `json:"pgn"`     // the same games by id, where they count; nil if an earlier version wrote it
}

// keep makes the content of the file.
func keep(running string, games []eventlog.Entry) keptGames {
	kept := keptGames{running, []json.RawMessage{}, map[string]string{}}
	for _, t := range games {
		left := t.What.(eventlog.Left)
		kept.Games = append(kept.Games, left.State)
		if left.PGN != "" {
			kept.PGN[t.Game] = left.PGN
		}
	}
	return kept
}

// entry makes the entry for the game that has a state.
func (k *keptGames) entry(state json.RawMessage) (eventlog.Entry, error) {
	t, err := broadcast.NewLeft(state, "")
	if err != nil {
		return t, err
	}
	return broadcast.NewLeft(state, k.PGN[t.Game])
}

// readPrevious reads the file of a directory. whole is false if there is none, or if
// another version wrote it with less in a state than this one publishes; the journals
// then have the rest. spare are games whose PGN in the file cannot be read: what is left of those
// whose journals cannot be read either. order lists all games of the file, as they were left.
func readPrevious(dir, running string, log *slog.Logger) (left, spare []eventlog.Entry, order []string, whole bool) {
	path := filepath.Join(dir, previousFile)
	text, err := regularfile.Read(path, longestFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil, false
	}
	var kept keptGames
	if err == nil {
		err = json.Unmarshal(text, &kept)
	}
	if err != nil {
		log.Warn("reading the board's last games from their journals: the file that lists them cannot be read", "file", path, "error", err)
		return nil, nil, nil, false
	}
	whole = true
	for _, state := range kept.Games {
		t, err := kept.entry(state)
		order = append(order, t.Game)
		if err == nil && kept.Program != running {
			err = contract.CheckState(state)
		}
		if err != nil {
			log.Info("reading an earlier game from its journal: another version wrote its state differently", "file", path, "error", err)
			whole = false
			continue
		}
		if text := kept.PGN[t.Game]; text != "" {
			_, err = pgn.Single(text)
		}
		if err != nil { // the file was changed, or its disk has changed it
			log.Warn("reading an earlier game from its journal: its PGN in the file cannot be read", "file", path, "game", t.Game, "error", err)
			whole = false
			if t, err = broadcast.NewLeft(state, ""); err == nil {
				spare = append(spare, t)
			}
			continue
		}
		left = append(left, t)
	}
	return left, spare, order, whole
}

// writePrevious saves games for the next start.
func writePrevious(dir, running string, games []eventlog.Entry) error {
	text, err := json.Marshal(keep(running, games))
	if err != nil {
		return err
	}
	return atomicfile.WriteAll(filepath.Join(dir, previousFile), append(text, '\n'), 0o644)
}

// markOwed marks a journal that may not be fully delivered and whose games are not in
// the file.
func markOwed(path string, log *slog.Logger) {
	err := owedMark(path).Set()
	if err == nil {
		return
	}
	log.Warn("a journal cannot be marked: the next start will read the last ones", "journal", path, "error", err)
	file := filepath.Join(filepath.Dir(path), previousFile)
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		log.Warn("the end of this game may not be published again", "file", file, "error", err)
	}
}

// unknown returns the last journals before this one of which it is unknown whether they
// were delivered: they are not marked, and the file does not have their games.
func unknown(now string, marked []string, left []eventlog.Entry, board string, log *slog.Logger) []string {
	paths, err := journal.List(filepath.Dir(now))
	if err != nil {
		log.Warn("earlier games cannot be listed", "error", err)
		return nil
	}
	paths = slices.DeleteFunc(paths, func(p string) bool { return p == now || slices.Contains(marked, p) })
	paths = paths[max(0, len(paths)-broadcast.PreviousGames):]
	return slices.DeleteFunc(paths, func(p string) bool {
		return slices.ContainsFunc(left, func(t eventlog.Entry) bool { return sessionOf(t.Game) == sessionName(board, p) })
	})
}
