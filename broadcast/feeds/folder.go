package feeds

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"touchmove/internal/atomicfile"
	"touchmove/internal/repeats"
)

// Folder writes the games of one round into one folder, for programs that watch a folder,
// above all Lichess' broadcaster app:
//
//	<dir>/games.pgn     all games, in the order of the boards
//	<dir>/game-<n>.pgn  the nth of them
//
// The app uploads games.pgn whenever it is written, and the single games if there is no
// games.pgn. It refuses a folder if several files below it have names that end in
// games.pgn.
type Folder struct {
	Dir   string
	Event string                               // topic level of the event; "" means the only one
	Only  string                               // the round, as in Game.Round; "" means the current games
	After func(time.Duration) <-chan time.Time // time.After
	Log   *slog.Logger

	written map[string]string
}

// firstGames is how long a Folder waits after the first connection for the retained
// messages of all boards: otherwise the first file would contain only one board.
const firstGames = 2 * time.Second

// Open makes the folder if it is missing. The error is about the files below it.
func (f *Folder) Open() error {
	if err := os.MkdirAll(f.Dir, 0o755); err != nil {
		return fmt.Errorf("folder of the games: %w", err)
	}
	f.written = map[string]string{}
	own := filepath.Join(f.Dir, "games.pgn")
	return filepath.WalkDir(f.Dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fmt.Errorf("folder of the games: %w", err)
		case !e.IsDir() && path != own && strings.HasSuffix(path, "games.pgn"):
			return fmt.Errorf("folder of the games: %s is below it, and Lichess' app accepts no folder with several games.pgn: name an empty folder", path)
		}
		return nil
	})
}

// Run writes the games whenever they change, until ctx ends. Each error is logged once; the
// next change is tried again.
func (f *Folder) Run(ctx context.Context, h *Hub) {
	var failure repeats.Error
	var ready <-chan time.Time
	begun := false
	for {
		now, changed := h.Now()
		if now.Seen && ready == nil {
			ready = f.After(firstGames)
		}
		if begun {
			if err := f.write(now); failure.New(err) {
				f.Log.Error("the folder is not up to date", "folder", f.Dir, "error", err)
			}
		}
		select {
		case <-changed:
		case <-ready:
			begun = true
		case <-ctx.Done():
			return
		}
	}
}

// write brings the folder up to date. The single games come first, so that a program that
// is told of a new games.pgn finds new ones.
func (f *Folder) write(s Snapshot) error {
	games, err := s.chosen(f.Event, f.Only)
	if err != nil || len(games) == 0 {
		return err
	}
	var errs []error
	for i, g := range games {
		errs = append(errs, f.put(fmt.Sprintf("game-%d.pgn", i+1), g.PGN))
	}
	errs = append(errs, f.put("games.pgn", JoinPGN(games)), f.removeAfter(len(games)))
	return errors.Join(errs...)
}

func (f *Folder) put(name, text string) error {
	if f.written[name] == text {
		return nil
	}
	if err := atomicfile.Write(filepath.Join(f.Dir, name), []byte(text), 0o644); err != nil {
		return err
	}
	f.written[name] = text
	return nil
}

// removeAfter removes single games left over from an earlier round with more boards.
func (f *Folder) removeAfter(n int) error {
	paths, err := filepath.Glob(filepath.Join(f.Dir, "game-*.pgn"))
	if err != nil {
		return err
	}
	var errs []error
	for _, path := range paths {
		name := filepath.Base(path)
		number, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(name, "game-"), ".pgn"))
		if err == nil && number > n {
			delete(f.written, name)
			errs = append(errs, os.Remove(path))
		}
	}
	return errors.Join(errs...)
}
