package daemon

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon/journal"
	"touchmove/daemon/store"
	"touchmove/eventlog"
	"touchmove/internal/atomicfile"
	"touchmove/internal/topic"
)

// scorebook writes the games as PGN files for programs that read files, one a
// game and one a round:
//
//	pgn/<event>/<round>/<game>.pgn
//	pgn/<event>/<round>.pgn
//
// It follows the histories as the publishers do. Nothing rests on these files:
// the journals have everything, and after a restart the last two games of each
// board are written again.
type scorebook struct {
	dir string // pgn in the state directory
	log *slog.Logger

	mu     sync.Mutex      // one file at a time: a round's has games of all boards
	behind map[string]bool // directories of rounds whose file lacks something
	told   string          // the fault that the log was told last
}

func newScorebook(dir string, log *slog.Logger) *scorebook {
	return &scorebook{dir: dir, log: log, behind: map[string]bool{}}
}

// pages is how long a game that is being played may be ahead of its file, and
// the games of a round ahead of theirs: a card is not to be written at every
// move, and a whole round at every move of any board, for the sake of a copy.
const pages = 15 * time.Second

// bind puts the games of every round that has changed into its file, until the
// boards are done, and then once more.
func (b *scorebook) bind(ctx context.Context, done *sync.WaitGroup) {
	for rest(ctx, pages) {
		b.bindRounds()
	}
	done.Wait()
	b.bindRounds()
}

func (b *scorebook) bindRounds() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for dir := range b.behind {
		err := writeRound(dir)
		if err == nil {
			delete(b.behind, dir)
		}
		b.tell(err)
	}
}

// before writes the games of the journal before this one: the process may have
// died between the end of one and its page.
func (b *scorebook) before(topics broadcast.Topics, path string) {
	path, err := journal.Before(path)
	if err != nil || path == "" {
		return
	}
	var told []eventlog.Entry
	kept, err := journal.Read(path)
	if err == nil {
		told, err = store.Entries(topics.Board, path, kept)
	}
	if err != nil {
		b.log.Warn("the game before this one cannot be written as PGN", "journal", path, "error", err)
		return
	}
	var score eventlog.State
	for _, t := range told {
		if score.Game != "" && t.Game != score.Game {
			b.write(topics, &score)
		}
		score.Take(t)
	}
	b.write(topics, &score)
}

// follow writes the games of one board until ctx ends, and then once more.
func (b *scorebook) follow(ctx context.Context, topics broadcast.Topics, history *broadcast.Cursor) {
	var score eventlog.State
	for {
		entries, grown := history.Next()
		for _, t := range entries {
			if score.Game != "" && t.Game != score.Game {
				b.write(topics, &score)
			}
			score.Take(t)
		}
		if len(entries) > 0 {
			b.write(topics, &score)
		}
		if !rest(ctx, pages) {
			entries, _ := history.Next()
			for _, t := range entries {
				if t.Game != score.Game {
					b.write(topics, &score)
				}
				score.Take(t)
			}
			b.write(topics, &score)
			return
		}
		select {
		case <-grown:
		case <-ctx.Done():
		}
	}
}

// rest waits, and returns false when ctx ends first.
func rest(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// write puts one game into its file, and its round's is to follow. A game without a move or a
// result is none yet, and one that was annulled is none any more.
func (b *scorebook) write(topics broadcast.Topics, s *eventlog.State) {
	if len(s.Moves) == 0 && s.Result.Result == "*" || s.Game == "" {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	round := "games"
	if r := s.Opened.Pairing.Round; r != "" && r != "?" {
		round = "round-" + topic.Level(r)
	}
	dir := filepath.Join(b.dir, topics.Event, round)
	path := filepath.Join(dir, s.Game+".pgn")
	var err error
	if s.Annulled {
		if err = os.Remove(path); errors.Is(err, fs.ErrNotExist) {
			return
		}
	} else {
		err = atomicfile.WriteAll(path, []byte(s.PGN(topics.Event, topics.Board)), 0o644)
	}
	if err == nil {
		b.behind[dir] = true
	}
	b.tell(err)
}

// tell tells the log a fault, once.
func (b *scorebook) tell(err error) {
	switch {
	case err == nil:
		b.told = ""
	case b.told != err.Error():
		b.told = err.Error()
		b.log.Error("a PGN file cannot be written: the journal has the game all the same", "error", err)
	}
}

// writeRound puts the games of a directory into one file beside it.
func writeRound(dir string) error {
	entries, err := os.ReadDir(dir) // sorted by name: board by board, game by game
	if err != nil {
		return err
	}
	var all bytes.Buffer
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") || !strings.HasSuffix(e.Name(), ".pgn") {
			continue // one that was being written when the power went
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		if all.Len() > 0 {
			all.WriteByte('\n')
		}
		all.Write(bytes.TrimRight(text, "\n"))
		all.WriteByte('\n')
	}
	return atomicfile.WriteAll(dir+".pgn", all.Bytes(), 0o644)
}
