package feeds

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
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
// another name, synced and renamed. Games that the hub has forgotten stay in it.
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
	of     string // what it was made of; "" once the hub has forgotten the game
	length int64
	pass   int // when the hub had it last
	game   savedGame
}

// savedGame says which game is in a file; it is zero where there are several.
type savedGame struct{ event, round, board, id string }

// pgnRoom is what the files may take.
type pgnRoom struct {
	files int
	bytes int64
}

// mostPGN is more than a big open of nine rounds takes, and less than a disk holds: at a broker
// where everybody may publish, anybody can name endless games.
var mostPGN = pgnRoom{100_000, 1 << 30}

// longestRead is how many bytes of games that the hub has forgotten are read for one file.
const longestRead = 32 << 20

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
				g := complete(Game{Event: filepath.Base(event), Board: filepath.Base(board), ID: id, PGN: string(text), Parsed: parsed})
				g.Parts = parts
				k.note(path, string(text), len(text), g.file())
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
	add := func(err error) {
		if err != nil && !slices.Contains(errs, err) {
			errs = append(errs, err)
		}
	}
	k.pass++
	defer k.forget()
	for _, g := range s.annulled {
		path := filepath.Join(k.dir, g.board.Event, "boards", g.board.ID, g.id+".pgn")
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			add(err)
		}
		k.bytes -= k.written[path].length
		delete(k.written, path)
	}
	for _, event := range s.Events() {
		for _, g := range s.games[event] {
			if !g.isEmpty() {
				add(k.put(g.PGN, nil, g.file(), event, "boards", g.Board, g.ID+".pgn"))
			}
		}
	}
	forgotten := k.forgotten()
	for _, event := range s.Events() {
		for _, round := range s.Rounds(event) {
			add(k.putAll(s.Round(event, round), forgotten[eventRound{event, round}], event, "round-"+round, "games.pgn"))
		}
		add(k.putAll(s.Current(event), forgotten[eventRound{event, ""}], event, "games.pgn"))
	}
	return errors.Join(errs...)
}

// eventRound is a round of an event; "" stands for all its rounds.
type eventRound struct{ event, round string }

// forgotten returns the paths of the games that are in files and not in the hub any more, the last of each
// board, by board.
func (k *PGNFiles) forgotten() map[eventRound]map[string]string {
	paths := map[eventRound]map[string]string{}
	for path, w := range k.written {
		if w.pass == k.pass || w.game.id == "" {
			continue
		}
		for _, round := range []string{w.game.round, ""} {
			key := eventRound{w.game.event, round}
			if paths[key] == nil {
				paths[key] = map[string]string{}
			}
			if old := paths[key][w.game.board]; old == "" || natural(k.written[old].game.id, w.game.id) < 0 {
				paths[key][w.game.board] = path
			}
		}
	}
	return paths
}

// putAll writes a file of a game of each board: those of the hub, and of boards of which it has none
// those that it has forgotten, from their own files.
func (k *PGNFiles) putAll(games []*Game, forgotten map[string]string, path ...string) error {
	for _, g := range games {
		delete(forgotten, g.Board)
	}
	return k.put(JoinPGN(games)+strings.Join(slices.Sorted(maps.Values(forgotten)), "\n"), func() (string, error) {
		var length int64
		for _, path := range forgotten {
			length += k.written[path].length
		}
		if length > longestRead {
			return "", errManyGames
		}
		all := slices.Clone(games)
		for board, path := range forgotten {
			text, err := os.ReadFile(path)
			if errors.Is(err, fs.ErrNotExist) {
				continue // somebody has moved it away
			}
			if err != nil {
				return "", err
			}
			all = append(all, &Game{Board: board, PGN: string(text)})
		}
		slices.SortFunc(all, func(a, b *Game) int { return natural(a.Board, b.Board) })
		return JoinPGN(all), nil
	}, savedGame{}, path...)
}

// put writes a file, unless it was made of the same already. make makes it; nil if it is what it is
// made of. The error is errManyGames if there is no room for it.
func (k *PGNFiles) put(of string, make func() (string, error), game savedGame, levels ...string) (err error) {
	path := filepath.Join(append([]string{k.dir}, levels...)...)
	old, known := k.written[path]
	if old.of == of {
		k.note(path, of, int(old.length), game)
		return nil
	}
	text := of
	if make != nil {
		if text, err = make(); err != nil {
			return err
		}
	}
	if !known && len(k.written) >= k.most.files || k.bytes-old.length+int64(len(text)) > k.most.bytes {
		return errManyGames
	}
	if err := atomicfile.WriteAll(path, []byte(text), 0o644); err != nil {
		return err
	}
	k.note(path, of, len(text), game)
	return nil
}

// file says which game the file of a game has.
func (g *Game) file() savedGame { return savedGame{g.Event, g.Round(), g.Board, g.ID} }

// note remembers what a file was made of, and how long it is.
func (k *PGNFiles) note(path, of string, length int, game savedGame) {
	k.bytes += int64(length) - k.written[path].length
	k.written[path] = writtenFile{of, int64(length), k.pass, game}
}

// forget forgets the content of files of games that the hub no longer has.
func (k *PGNFiles) forget() {
	for path, w := range k.written {
		if w.of != "" && w.pass != k.pass {
			w.of = ""
			k.written[path] = w
		}
	}
}
