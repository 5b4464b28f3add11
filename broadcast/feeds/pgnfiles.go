package feeds

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"touchmove/internal/atomicfile"
	"touchmove/internal/repeats"
	"touchmove/internal/topic"
)

// PGNFiles writes the games of a hub as PGN files, which any web server can serve:
//
//	<dir>/<event>/games.pgn                 current games
//	<dir>/<event>/round-<round>/games.pgn   one round
//	<dir>/<event>/boards/<board>/<id>.pgn   one game
//
// Every file is complete at all times, also after a power cut: it is written under
// another name, synced and renamed.
type PGNFiles struct {
	dir     string
	log     *slog.Logger
	written map[string]writtenFile // by path, to avoid writing it twice
	bytes   int64                  // of all files
	pass    int                    // grows with each write
	most    pgnRoom
}

// writtenFile is a file that was written.
type writtenFile struct {
	text   string // "" once the hub has forgotten the game
	length int64
	pass   int // when the hub had it last
}

// pgnRoom is what the files may take.
type pgnRoom struct {
	files int
	bytes int64
}

// mostPGN is more than a big open of nine rounds takes, and less than a disk holds: at a broker
// where everybody may publish, anybody can name endless games.
var mostPGN = pgnRoom{100_000, 1 << 30}

var errManyGames = errors.New("there are more games than at any event: those that come now are not written: move the files of earlier events away, start again, and let only the boards' own logins publish at the broker (docs/mqtt.md)")

// NewPGNFiles keeps games below a directory, which it makes if it is missing.
func NewPGNFiles(dir string, log *slog.Logger) (*PGNFiles, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("directory of the games: %w", err)
	}
	return &PGNFiles{dir: dir, log: log, written: map[string]writtenFile{}, most: mostPGN}, nil
}

// Load reads the games of earlier runs, for each board in the order in which they began. A
// file that cannot be read is logged and skipped; the error is about the directory.
func (k *PGNFiles) Load() ([]*Game, error) {
	var games []*Game
	paths, err := filepath.Glob(filepath.Join(k.dir, "*", "boards", "*", "*.pgn"))
	if err != nil {
		return nil, err
	}
	if _, err := os.ReadDir(k.dir); err != nil {
		return nil, fmt.Errorf("directory of the games: %w", err)
	}
	for _, path := range paths {
		board := filepath.Dir(path)
		event := filepath.Dir(filepath.Dir(board))
		id := strings.TrimSuffix(filepath.Base(path), ".pgn")
		if !isID(id) || !topic.IsLevel(filepath.Base(board)) || !topic.IsLevel(filepath.Base(event)) {
			continue // not one of our files
		}
		text, err := os.ReadFile(path)
		if err == nil {
			parsed, parts, bad := parseParts(string(text))
			if err = bad; err == nil {
				k.note(path, string(text))
				g := newGame(filepath.Base(event), filepath.Base(board), id, 0, false, string(text), parsed)
				g.Parts = parts
				games = append(games, g)
			}
		}
		if err != nil {
			k.log.Warn("an earlier game cannot be read: the feeds continue without it", "file", path, "error", err)
		}
	}
	slices.SortStableFunc(games, func(a, b *Game) int { return natural(a.ID, b.ID) })
	return games, nil
}

// Run writes the games whenever they change until ctx ends, and then what is left. Each
// disk error is logged once; the feeds continue, and the next change is tried again.
func (k *PGNFiles) Run(ctx context.Context, h *Hub) {
	var failure repeats.Error
	for {
		now, changed := h.Now()
		if err := k.write(now); failure.New(err) {
			k.log.Error("games cannot be written to disk: the feeds continue without it", "error", err)
		}
		if ctx.Err() != nil {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
		}
	}
}

// write brings the files up to date with a snapshot.
func (k *PGNFiles) write(s Snapshot) error {
	var errs []error
	put := func(text string, path ...string) {
		if text == "" {
			return
		}
		if err := k.put(filepath.Join(append([]string{k.dir}, path...)...), text); !slices.Contains(errs, err) {
			errs = append(errs, err)
		}
	}
	k.pass++
	defer k.forget()
	for _, g := range s.dropped {
		path := filepath.Join(k.dir, g[0], "boards", g[1], g[2]+".pgn")
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
		k.bytes -= k.written[path].length
		delete(k.written, path)
	}
	for _, event := range s.Events() {
		for _, g := range s.games[event] {
			if !g.isEmpty() {
				put(g.PGN, event, "boards", g.Board, g.ID+".pgn")
			}
		}
		for _, round := range s.Rounds(event) {
			put(JoinPGN(s.Round(event, round)), event, "round-"+round, "games.pgn")
		}
		put(JoinPGN(s.Current(event)), event, "games.pgn")
	}
	return errors.Join(errs...)
}

// put writes a file, unless it is there already. The error is errManyGames if there is no room for
// it.
func (k *PGNFiles) put(path, text string) error {
	old, known := k.written[path]
	if old.text == text {
		k.note(path, text)
		return nil
	}
	if !known && len(k.written) >= k.most.files || k.bytes-old.length+int64(len(text)) > k.most.bytes {
		return errManyGames
	}
	if err := atomicfile.WriteAll(path, []byte(text), 0o644); err != nil {
		return err
	}
	k.note(path, text)
	return nil
}

// note remembers what a file holds.
func (k *PGNFiles) note(path, text string) {
	k.bytes += int64(len(text)) - k.written[path].length
	k.written[path] = writtenFile{text, int64(len(text)), k.pass}
}

// forget forgets the content of files of games that the hub no longer has.
func (k *PGNFiles) forget() {
	for path, w := range k.written {
		if w.text != "" && w.pass != k.pass {
			w.text = ""
			k.written[path] = w
		}
	}
}
