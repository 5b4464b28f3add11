package daemon_test

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"touchmove/daemon"
	"touchmove/daemon/journal"
	"touchmove/daemon/store"
	"touchmove/sensors/trace"
)

// twoGames plays a game, begins another, and returns the journal of the first. The
// daemon is not stopped.
func twoGames(t *testing.T, dir string) (s *daemon.Session, first string) {
	t.Helper()
	records := performance(t, "clean", 1)
	s = open(t, dir, header, quiet)
	if err := s.Loop.Run(all(records)); err != nil {
		t.Fatal(err)
	}
	first = s.Store.Journal.Path()
	next := trace.Record{At: records[len(records)-1].At + time.Second, What: trace.Command{ID: "next", Do: trace.DoNewGame}}
	if err := s.Loop.Run(all([]trace.Record{next})); err != nil {
		t.Fatal(err)
	}
	if s.Store.Journal.Path() == first {
		t.Fatal("no second journal")
	}
	return s, first
}

// tamper changes the lines of a journal.
func tamper(t *testing.T, path string, with func(lines [][]byte) [][]byte) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(text, []byte{'\n'})
	if err := os.WriteFile(path, bytes.Join(with(lines[:len(lines)-1]), nil), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A start names the journal of an earlier game that is not as it was written, whatever was
// done to it. A finished game, and one that a power cut ended, are not reported.
func TestStartNamesADamagedJournal(t *testing.T) {
	lines := func(change func(lines [][]byte) [][]byte) func(*testing.T, string) {
		return func(t *testing.T, path string) { tamper(t, path, change) }
	}
	for _, c := range []struct {
		what string
		do   func(t *testing.T, path string)
		says string
	}{
		{"nothing", func(*testing.T, string) {}, ""},
		{"the seal is cut off", lines(func(l [][]byte) [][]byte { return l[:len(l)-1] }), "is missing"},
		{"the end is cut off", lines(func(l [][]byte) [][]byte { return l[:len(l)-20] }), "is missing"},
		{"a line is deleted", lines(func(l [][]byte) [][]byte { return slices.Delete(l, 5, 6) }), "line 6: "},
		{"a bit is turned", lines(func(l [][]byte) [][]byte { l[5][10] ^= 1; return l }), "line 6: "},
		{"the file is empty", lines(func([][]byte) [][]byte { return nil }), "the trace is empty"},
		{"a pipe has its name", pipe, "is not a file"},
	} {
		t.Run(c.what, func(t *testing.T) {
			dir := t.TempDir()
			s, first := twoGames(t, dir)
			s.Store.Journal.Close()
			c.do(t, first)
			tamper(t, s.Store.Journal.Path(), func(lines [][]byte) [][]byte { return lines[:len(lines)-1] }) // as a power cut would leave it
			var log bytes.Buffer
			logger := slog.New(slog.NewTextHandler(&log, nil))
			again := open(t, dir, header, logger)
			store.CheckEarlier(t.Context(), again.Store.Journal.Path(), logger)
			again.Store.Journal.Close()
			if c.says == "" && strings.Contains(log.String(), "level=ERROR") {
				t.Errorf("nothing was done, and the log says:\n%s", &log)
			}
			if c.says != "" && (!strings.Contains(log.String(), c.says) || !strings.Contains(log.String(), first)) {
				t.Errorf("%s, and the log says:\n%s", c.what, &log)
			}
		})
	}
}

// A journal that has the name of another one is not read as that one's game.
func TestSwappedJournals(t *testing.T) {
	dir := t.TempDir()
	s, first := twoGames(t, dir)
	s.Store.Journal.Close()
	second, aside := s.Store.Journal.Path(), filepath.Join(dir, "aside")
	for _, names := range [][2]string{{first, aside}, {second, first}, {aside, second}} {
		if err := os.Rename(names[0], names[1]); err != nil {
			t.Fatal(err)
		}
	}
	for path, other := range map[string]string{first: second, second: first} {
		if _, err := journal.Read(path); err == nil || !strings.Contains(err.Error(), "begun as "+filepath.Base(other)) {
			t.Errorf("%s is now %s: %v", other, path, err)
		}
	}
	if _, err := daemon.OpenSession(dir, "hall-7", header, time.Now(), quiet); err == nil || !strings.Contains(err.Error(), second) {
		t.Errorf("a board plays on in the journal of another game: %v", err)
	}
}

// A whole journal of another board, put among those of this one, is named, whether it is the latest there or an old one;
// the board does not play on in it. Those that a board has from before it got another id, with its directory, are its own.
func TestJournalOfAnotherBoard(t *testing.T) {
	played := func(dir, board string, at time.Time) string {
		t.Helper()
		h := header
		h.Board = board
		s, err := daemon.OpenSession(dir, board, h, at, quiet)
		if err != nil {
			t.Fatal(err)
		}
		records := performance(t, "clean", 1)[:60]
		if s.Last > 0 { // the board goes on, and its next game has a journal of its own
			records = []trace.Record{{At: s.Last + time.Second, What: trace.Command{ID: board, Do: trace.DoNewGame}}}
		}
		if err := s.Loop.Run(all(records)); err != nil {
			t.Fatal(err)
		}
		s.Store.Journal.Close()
		return s.Store.Journal.Path()
	}
	begun := time.Date(2026, 11, 21, 18, 22, 0, 0, time.UTC)
	for what, after := range map[string]time.Duration{"the latest": time.Hour, "an old one": -time.Hour} {
		state := t.TempDir()
		here := filepath.Join(state, "hall-7")
		played(here, "hall-7", begun)
		other := played(filepath.Join(state, "hall-8"), "hall-8", begun.Add(after))
		moved := filepath.Join(here, filepath.Base(other))
		if err := os.Rename(other, moved); err != nil {
			t.Fatal(err)
		}
		if _, err := journal.Read(moved); err == nil || !strings.Contains(err.Error(), "a journal of board hall-8 among those of board hall-7") {
			t.Errorf("%s: %v", what, err)
		}
		_, err := daemon.OpenSession(here, "hall-7", header, begun.Add(2*time.Hour), quiet)
		if latest := after > 0; latest != errors.Is(err, journal.ErrDamaged) {
			t.Errorf("%s: the start: %v", what, err)
		}
	}
	state := t.TempDir()
	old, renamed := filepath.Join(state, "hall-7"), filepath.Join(state, "hall-9")
	path := played(old, "hall-7", begun)
	if err := os.Rename(old, renamed); err != nil {
		t.Fatal(err)
	}
	if _, err := journal.Read(filepath.Join(renamed, filepath.Base(path))); err != nil {
		t.Errorf("a board that was renamed: %v", err)
	}
	played(renamed, "hall-9", begun.Add(time.Hour))
	if err := os.Rename(renamed, old); err != nil {
		t.Fatal(err)
	}
	played(old, "hall-7", begun.Add(2*time.Hour))
	for _, dir := range []string{old, renamed} { // under either name, journals of both are the board's own
		if dir == renamed {
			if err := os.Rename(old, dir); err != nil {
				t.Fatal(err)
			}
		}
		paths, err := journal.List(dir)
		if err != nil || len(paths) != 3 {
			t.Fatalf("%s: %q, %v: want three journals", dir, paths, err)
		}
		for _, path := range paths {
			if _, err := journal.Read(path); err != nil {
				t.Errorf("a board that was renamed and has played since: %v", err)
			}
		}
	}
}

func pipe(t *testing.T, path string) {
	if err := errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o600)); err != nil {
		t.Fatal(err)
	}
}

// A game is not continued if lines of its journal were deleted, duplicated or moved.
// The error names file and line, and nothing is changed.
func TestStartRefusesATamperedJournal(t *testing.T) {
	for what, with := range map[string]func([][]byte) [][]byte{
		"lines are missing": func(l [][]byte) [][]byte { return append(l[:10:10], l[12:]...) },
		"once more":         func(l [][]byte) [][]byte { return append(append(l[:11:11], l[10]), l[11:]...) },
		"lines were moved":  func(l [][]byte) [][]byte { l[10], l[11] = l[11], l[10]; return l },
		"not as it was written": func(l [][]byte) [][]byte {
			l[10] = bytes.Replace(l[10], []byte(`"at_us":`), []byte(`"at_us":1`), 1)
			return l
		},
	} {
		dir, path := changedJournal(t, with)
		before, _ := os.ReadFile(path)
		_, err := daemon.OpenSession(dir, "hall-7", header, time.Now(), quiet)
		if !errors.Is(err, journal.ErrDamaged) || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "line 1") || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
			t.Errorf("%s: the journal was changed", what)
		}
	}
}

// changedJournal plays some moves, closes their journal, and changes its lines.
func changedJournal(t *testing.T, with func([][]byte) [][]byte) (dir, path string) {
	t.Helper()
	dir = t.TempDir()
	s := open(t, dir, header, quiet)
	if err := s.Loop.Run(all(performance(t, "clean", 1)[:60])); err != nil {
		t.Fatal(err)
	}
	path = s.Store.Journal.Path()
	s.Store.Journal.Close()
	tamper(t, path, with)
	return dir, path
}

// A journal that a later version has begun or continued is not damaged: the error says that, which
// line it is, and what to do, and nothing is changed. That board alone does not play.
func TestStartNamesAJournalOfALaterVersion(t *testing.T) {
	castagnoli := crc32.MakeTable(crc32.Castagnoli)
	rewritten := func(line []byte, text string) []byte { // with the checksums that a later version would write
		before := string(line[len(line)-len(`0123456701234567"}`)-1:][:8])
		own := crc32.Update(crc32.Checksum([]byte(text), castagnoli), castagnoli, []byte(before))
		return fmt.Appendf(nil, "%s,\"crc\":\"%s%08x\"}\n", text, before, own)
	}
	for what, with := range map[string]func([][]byte) [][]byte{
		"trace format 2": func(l [][]byte) [][]byte {
			l[0] = rewritten(l[0], `{"trace":2,"board":"hall-7"`)
			return l[:1]
		},
		"line 11": func(l [][]byte) [][]byte {
			l[10] = rewritten(l[10], `{"at_us":99000000,"command":{"do":"teleport"}`)
			return l[:11]
		},
		"one of": func(l [][]byte) [][]byte { // and a power cut left out its newline
			l[10] = bytes.TrimSuffix(rewritten(l[10], `{"at_us":99000000,"heat":"e2"`), []byte("\n"))
			return l[:11]
		},
	} {
		dir, path := changedJournal(t, with)
		before, _ := os.ReadFile(path)
		_, opened := daemon.OpenSession(dir, "hall-7", header, time.Now(), quiet)
		_, read := journal.Read(path)
		for _, err := range []error{opened, read} {
			if !errors.Is(err, journal.ErrLater) || errors.Is(err, journal.ErrDamaged) || !journal.IsOfOneBoard(err) {
				t.Errorf("%s: %v", what, err)
				continue
			}
			for _, says := range []string{path, "line 1", what, "as it was written", "a later version", "install"} {
				if !strings.Contains(err.Error(), says) {
					t.Errorf("it does not say %q: %v", says, err)
				}
			}
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
			t.Errorf("%s: the journal was changed", what)
		}
	}
}
