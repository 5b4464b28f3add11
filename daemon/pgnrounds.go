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
)

// Where games have no round, the file of all of them grows for as long as they are kept, and it is
// written whole. So it is never in memory, and a long one is written less often: on average this many
// bytes a second, so that it does not wear out a card. The round of a hundred boards takes 500 KB.
const roundPace = 16 << 10

// longestAtEnd is how many bytes the file of a round may have to be written once more when the
// daemon stops, which is to be quick. A longer one is brought up to date after the next start, which
// writes the last games again.
const longestAtEnd = 4 << 20

// errLongRound ends the writing of a round that has more bytes than there is time for.
var errLongRound = errors.New("the round is too long to be written now")

// writeRounds rewrites the files of rounds that have changed until the boards are done, and then
// one last time.
func (f *pgnFiles) writeRounds(ctx context.Context, done *sync.WaitGroup) {
	for rest(ctx, pgnPeriod) {
		f.writeChangedRounds(false)
	}
	done.Wait()
	f.writeChangedRounds(true)
}

// writeChangedRounds writes the files of rounds that are out of date: at the end all but the longest, before it
// those that do not rest.
func (f *pgnFiles) writeChangedRounds(end bool) {
	for _, dir := range f.takeBehind(end) {
		most := int64(-1)
		if end {
			most = longestAtEnd
		}
		length, err := f.writeRound(dir, most)
		f.mu.Lock()
		switch {
		case errors.Is(err, errLongRound):
			err = nil
		case err != nil:
			f.behind[dir] = true
		case time.Duration(length/roundPace)*time.Second > pgnPeriod:
			f.resting[dir] = time.Now().Add(time.Duration(length/roundPace) * time.Second)
		}
		f.logFault(err)
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

// writeRound joins the games of a directory in one file beside it, and returns its length. It
// returns errLongRound, and leaves the file as it is, if it would have more bytes than most; -1 is no
// limit.
func (f *pgnFiles) writeRound(dir string, most int64) (length int64, err error) {
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
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), ".") || !strings.HasSuffix(e.Name(), ".pgn") {
				continue // incomplete after a power cut
			}
			text, err := regularfile.Read(filepath.Join(dir, e.Name()), longestPGN)
			if errors.Is(err, fs.ErrNotExist) {
				continue // deleted meanwhile
			}
			if err != nil {
				return err
			}
			if length > 0 {
				all.WriteByte('\n') //nolint:errcheck // Flush reports it
				length++
			}
			text = bytes.TrimRight(text, "\n")
			all.Write(text)     //nolint:errcheck // likewise
			all.WriteByte('\n') //nolint:errcheck // likewise
			if length += int64(len(text)) + 1; most >= 0 && length > most {
				return errLongRound
			}
		}
		return all.Flush()
	}, 0o644)
	return length, err
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
