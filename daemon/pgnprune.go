package daemon

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"touchmove/broadcast"
	"touchmove/daemon/journal"
)

// prune deletes the files of a board's games that need not be kept, by the rule of its journals but
// independently of them: if a journal is missing, its game's file stays, as it may be all that is
// left of the game. Rounds are rewritten without the deleted games. game is the current one; dir
// has the journals.
func (f *pgnFiles) prune(topics broadcast.Topics, r journal.Retention, dir, game string) {
	if r == (journal.Retention{}) {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	of := map[string][]string{} // by the name of the journal
	err := fs.WalkDir(os.DirFS(f.dir), topics.Event, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			if name := journalOf(topics.Board, d.Name()); name != "" {
				of[name] = append(of[name], filepath.Join(f.dir, path))
			}
		}
		return err
	})
	if err != nil {
		f.logFault(f.dir, err)
		return
	}
	names := slices.Sorted(maps.Keys(of)) // oldest first
	list := make([]journal.Aged, len(names))
	for i, name := range names {
		list[i].Began, _ = journal.Began(name) // journalOf has checked it
		list[i].Owed = journal.Owed(filepath.Join(dir, name))
		for _, path := range of[name] {
			if info, err := os.Stat(path); err == nil {
				list[i].Size += info.Size()
			}
		}
	}
	writing := slices.Index(names, journalOf(topics.Board, game+".pgn"))
	if writing < 0 {
		return // unknown which files are old; the file of this game comes with its first move
	}
	for _, i := range r.Expired(list, writing) {
		for _, path := range of[names[i]] {
			if err := os.Remove(path); err != nil {
				f.logFault(path, err)
				continue
			}
			delete(f.logged, path)
			f.behind[filepath.Dir(path)] = true
			f.log.Info("the PGN file of an old game is deleted", "file", path)
		}
	}
}

// journalOf returns the name of the journal of a game from the name of its file,
// BOARD-TIME-NUMBER.pgn; "" if it is no file of this board.
func journalOf(board, file string) string {
	rest, ours := strings.CutPrefix(file, board+"-")
	at, number, _ := strings.Cut(rest, "-")
	if _, err := journal.Began(at + journal.Suffix); !ours || !strings.HasSuffix(number, ".pgn") || err != nil {
		return ""
	}
	return at + journal.Suffix
}
