package daemon

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"touchmove/internal/atomicfile"
	"touchmove/internal/regularfile"
	"touchmove/internal/sleep"
)

// noRound is the directory of games without a round. The file of all of them grows for as long as they
// are kept, and it is written whole. So it is never in memory, and a long one is written less often: on
// average roundPace bytes a second, so that it does not wear out a card. A round with a number ends:
// 900 boards take 5 MB.
const (
	noRound   = "games"
	roundPace = 16 << 10
)

// faultRest is how long a round is not written after a fault, which may last: a full disk.
const faultRest = time.Minute

// longestAtEnd is how many bytes the file of games without a round may have to be written once more
// when the daemon stops, which is to be quick. A longer one is brought up to date after the next start,
// which writes the last games again.
const longestAtEnd = 4 << 20

// errLongRound ends the writing of a round that has more bytes than there is time for.
var errLongRound = errors.New("the round is too long to be written now")

// writeRounds rewrites the files of rounds that have changed until the boards are done, and then
// one last time.
func (f *pgnFiles) writeRounds(ctx context.Context, done *sync.WaitGroup) {
	f.takeUp()
	for sleep.For(ctx, f.period) {
		f.writeChangedRounds(ctx)
	}
	done.Wait()
	f.writeChangedRounds(ctx)
}

// takeUp goes on where the process before has ended: it removes what was being written, and marks the
// rounds of which a game has changed since their file was written.
func (f *pgnFiles) takeUp() {
	f.mu.Lock() // no game's file is being written
	defer f.mu.Unlock()
	err := filepath.WalkDir(f.dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
		case !d.IsDir():
			if atomicfile.IsTemporary(d.Name()) {
				err = os.Remove(path)
			}
		case filepath.Dir(filepath.Dir(path)) == f.dir: // event/round; each game that is written renews its time
			games, err := d.Info()
			if err != nil {
				return err
			}
			round, err := os.Stat(path + ".pgn")
			if err != nil || games.ModTime().After(round.ModTime()) {
				f.behind[path] = true
			}
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
	f.logFault(f.dir, err)
}

// writeChangedRounds writes the files of rounds that are out of date: when ctx has ended all but the
// longest, before it those that do not rest.
func (f *pgnFiles) writeChangedRounds(ctx context.Context) {
	end := ctx.Err() != nil
	for _, dir := range f.takeBehind(end) {
		paced := filepath.Base(dir) == noRound
		fits := func(int64) error { return nil }
		if paced {
			fits = func(length int64) error {
				if length > longestAtEnd && ctx.Err() != nil {
					return errLongRound
				}
				return nil
			}
		}
		length, err := f.writeRound(dir, fits)
		pause := time.Duration(length/roundPace) * time.Second
		f.mu.Lock()
		switch {
		case errors.Is(err, errLongRound):
			err = nil
		case err != nil:
			f.behind[dir] = true
			f.resting[dir] = time.Now().Add(max(pause, faultRest))
		case paced && pause > f.period:
			f.resting[dir] = time.Now().Add(pause)
		}
		f.logFault(dir, err)
		f.mu.Unlock()
	}
}

// takeBehind returns the directories of the rounds to be written now, which then count as up to
// date: whatever is written meanwhile makes them out of date again.
func (f *pgnFiles) takeBehind(end bool) (dirs []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for dir := range f.behind {
		if !end && time.Now().Before(f.resting[dir]) {
			continue
		}
		delete(f.behind, dir)
		delete(f.resting, dir)
		dirs = append(dirs, dir)
	}
	return dirs
}

// writeRound joins the games of a directory in one file beside it, and returns its length. A game that
// cannot be read is left out. If fits returns an error about the length so far, the file stays as it
// is.
func (f *pgnFiles) writeRound(dir string, fits func(length int64) error) (length int64, err error) {
	entries, err := os.ReadDir(dir) // sorted by name: board by board, game by game
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	if len(entries) == 0 {
		f.mu.Lock() // no game's file comes meanwhile
		defer f.mu.Unlock()
		return 0, removeRound(dir)
	}
	err = atomicfile.WriteFrom(dir+".pgn", func(w io.Writer) error {
		all := bufio.NewWriter(w)
		var fault error
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), ".") || !strings.HasSuffix(e.Name(), ".pgn") {
				continue // incomplete after a power cut
			}
			path := filepath.Join(dir, e.Name())
			text, err := regularfile.Read(path, longestPGN)
			if errors.Is(err, fs.ErrNotExist) {
				continue // deleted meanwhile
			}
			if err != nil {
				fault = err
				f.leftOut(path, err)
				continue
			}
			if length > 0 {
				all.WriteByte('\n') //nolint:errcheck // Flush reports it
				length++
			}
			text = bytes.TrimRight(text, "\n")
			all.Write(text) //nolint:errcheck // likewise
			if err := all.WriteByte('\n'); err != nil {
				return err // the rest need not be read
			}
			length += int64(len(text)) + 1
			if err := fits(length); err != nil {
				return err
			}
		}
		if length == 0 && fault != nil {
			return fault // a round with no game at all is not better than the one before
		}
		return all.Flush()
	}, 0o644)
	return length, err
}

// leftOut logs why a game is left out of its round.
func (f *pgnFiles) leftOut(path string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.logFault(path, err)
}

// removeRound removes the file of a round that has no games left, and its empty directory.
func removeRound(dir string) error {
	err := os.Remove(dir)
	if errors.Is(err, syscall.ENOTEMPTY) {
		return nil // a game has come, which makes the round out of date again
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		err = os.Remove(dir + ".pgn")
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
