package daemon_test

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"touchmove/daemon"
	"touchmove/daemon/journal"
	"touchmove/sensors/trace"
)

// twoGames plays a game, begins another, and returns the journal of the first. The
// daemon is not stopped.
func twoGames(t *testing.T, dir string) (s *daemon.Session, first string) {
	t.Helper()
	records := performance(t, "clean", 1)
	s = open(t, dir, header, quiet)
	if err := s.Run(all(records)); err != nil {
		t.Fatal(err)
	}
	first = s.Journal.Path()
	next := trace.Record{At: records[len(records)-1].At + time.Second, What: trace.Command{ID: "next", Do: trace.DoNewGame}}
	if err := s.Run(all([]trace.Record{next})); err != nil {
		t.Fatal(err)
	}
	if s.Journal.Path() == first {
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

// A start names the journal of an earlier game whose end was cut off. A finished game,
// and one that a power cut ended, are not reported.
func TestStartNamesACutJournal(t *testing.T) {
	for _, cut := range []int{0, 1, 20} {
		dir := t.TempDir()
		s, first := twoGames(t, dir)
		if missing, err := journal.EndMissing(first); missing || err != nil {
			t.Errorf("the first game's journal has no seal: %v", err)
		}
		if missing, err := journal.EndMissing(s.Journal.Path()); !missing || err != nil {
			t.Errorf("the journal that is written is sealed: %v", err)
		}
		s.Journal.Close()
		tamper(t, first, func(lines [][]byte) [][]byte { return lines[:len(lines)-cut] })
		tamper(t, s.Journal.Path(), func(lines [][]byte) [][]byte { return lines[:len(lines)-1] }) // as a power cut would leave it
		var log bytes.Buffer
		again := open(t, dir, header, slog.New(slog.NewTextHandler(&log, nil)))
		again.Journal.Close()
		told := strings.Contains(log.String(), "is missing") && strings.Contains(log.String(), first)
		if told != (cut > 0) || cut == 0 && strings.Contains(log.String(), "level=ERROR") {
			t.Errorf("%d lines are cut off, and the log says:\n%s", cut, &log)
		}
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
		dir := t.TempDir()
		s := open(t, dir, header, quiet)
		if err := s.Run(all(performance(t, "clean", 1)[:60])); err != nil {
			t.Fatal(err)
		}
		path := s.Journal.Path()
		s.Journal.Close()
		tamper(t, path, with)
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
