package journal_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/daemon/journal"
	"touchmove/sensors/trace"
)

var firstGame = time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)

// games writes the journals of n games, an hour apart, as a daemon does.
func games(t *testing.T, dir string, n int) (paths []string) {
	t.Helper()
	var before *journal.Journal
	for i := range n {
		paths = append(paths, filepath.Join(dir, journal.Name(firstGame.Add(time.Duration(i)*time.Hour))))
		h := header
		var err error
		if h.After, err = journal.Predecessors(dir, before); err != nil {
			t.Fatal(err)
		}
		j, err := journal.Create(journal.OS{}, paths[i], h)
		if err != nil {
			t.Fatal(err)
		}
		if err := journal.Note(dir, j.Link(), h.After...); err != nil {
			t.Fatal(err)
		}
		for _, r := range append(records(), trace.Record{At: time.Minute, What: trace.Command{Do: trace.DoNote, What: fmt.Sprint("game ", i)}}) {
			if err := j.Append(r); err != nil {
				t.Fatal(err)
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		before = j
	}
	if err := journal.Note(dir, before.Link()); err != nil { // as at a clean stop
		t.Fatal(err)
	}
	return paths
}

// faults returns what the journals of a directory say of each other.
func faults(t *testing.T, dir string) string {
	t.Helper()
	paths, err := journal.List(dir)
	if err != nil {
		t.Fatal(err)
	}
	c := journal.NewChain(dir)
	for _, p := range paths {
		kept, err := journal.Read(p)
		if err != nil {
			kept = nil
		}
		c.Add(p, kept)
	}
	var text []string
	for _, err := range c.Faults() {
		text = append(text, err.Error())
	}
	return strings.Join(text, "\n")
}

// Whichever journal is deleted, cut or exchanged, also the latest, is named; the others are
// not.
func TestChainNamesTheJournalThatIsGone(t *testing.T) {
	lineCut := func(path string) error {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		lines := bytes.SplitAfter(text, []byte{'\n'})
		return os.WriteFile(path, bytes.Join(lines[:4], nil), 0o644)
	}
	exchange := func(path string) error { // for another whole and sealed journal of the same name
		if err := os.Remove(path); err != nil {
			return err
		}
		j, err := journal.Create(journal.OS{}, path, header, records()...)
		if err != nil {
			return err
		}
		return j.Close()
	}
	directory := func(path string) error {
		if err := os.Remove(path); err != nil {
			return err
		}
		return os.Mkdir(path, 0o755)
	}
	for _, c := range []struct {
		what string
		do   func(path string) error
		says string
	}{
		{"deleted", os.Remove, "it is missing"},
		{"a directory", directory, "it is missing"},
		{"cut", lineCut, "it is not what it was"},
		{"exchanged", exchange, "it is not what it was"},
	} {
		for i := range 4 {
			dir := t.TempDir()
			paths := games(t, dir, 4)
			if text := faults(t, dir); text != "" {
				t.Fatalf("nothing was done: %s", text)
			}
			if err := c.do(paths[i]); err != nil {
				t.Fatal(err)
			}
			if text := faults(t, dir); !strings.HasPrefix(text, "journal "+paths[i]+": "+c.says) || strings.Contains(text, "\n") {
				t.Errorf("journal %d %s: %q", i, c.what, text)
			}
		}
	}
}

// A deleted latest journal stays named after further games.
func TestDeletedLatestJournalIsRemembered(t *testing.T) {
	dir := t.TempDir()
	gone := games(t, dir, 3)[2]
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	if missing := journal.Missing(dir); !slices.Equal(missing, []string{gone}) {
		t.Fatalf("missing: %v", missing)
	}
	h := header
	var err error
	if h.After, err = journal.Predecessors(dir, nil); err != nil {
		t.Fatal(err)
	}
	j, err := journal.Create(journal.OS{}, filepath.Join(dir, journal.Name(firstGame.Add(9*time.Hour))), h)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if err := journal.Note(dir, j.Link(), h.After...); err != nil {
		t.Fatal(err)
	}
	if text := faults(t, dir); !strings.HasPrefix(text, "journal "+gone+": it is missing") || strings.Contains(text, "\n") {
		t.Errorf("after another game: %q", text)
	}
}

// What the program prunes is not missing, also where owed journals stay in between, and where
// the process ends in the middle of it. What somebody else deletes still is.
func TestPrunedJournalsAreNotMissing(t *testing.T) {
	for _, owed := range []bool{false, true} {
		dir := t.TempDir()
		paths := games(t, dir, 12)
		if owed {
			if err := (journal.Flag{Disk: journal.OS{}, Path: paths[2] + ".untold"}).Set(); err != nil {
				t.Fatal(err)
			}
		}
		info, err := os.Stat(paths[0])
		if err != nil {
			t.Fatal(err)
		}
		texts := map[string][]byte{}
		for _, p := range paths {
			if texts[p], err = os.ReadFile(p); err != nil {
				t.Fatal(err)
			}
		}
		prune := func(keep int) []string {
			t.Helper()
			deleted, err := journal.Prune(dir, journal.Retention{Size: int64(keep)*(info.Size()+200) + 1}, paths[11])
			if err != nil {
				t.Fatal(err)
			}
			return deleted
		}
		for _, keep := range []int{9, 6} {
			deleted := prune(keep)
			if len(deleted) < 2 || owed && slices.Contains(deleted, paths[2]) {
				t.Fatalf("deleted: %v", deleted)
			}
			if text := faults(t, dir); text != "" {
				t.Errorf("after pruning, owed %v: %s", owed, text)
			}
			for n := range deleted { // the process had ended after n of them
				for _, p := range deleted[n:] {
					if err := os.WriteFile(p, texts[p], 0o644); err != nil {
						t.Fatal(err)
					}
				}
				if text := faults(t, dir); text != "" {
					t.Errorf("killed after %d of %d: %s", n, len(deleted), text)
				}
				for _, p := range deleted[n:] {
					if err := os.Remove(p); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		gone := []string{paths[9]}
		if owed {
			gone = append(gone, paths[2])
		}
		for _, p := range gone {
			if err := os.Remove(p); err != nil {
				t.Fatal(err)
			}
			if text := faults(t, dir); !strings.Contains(text, "journal "+p+": it is missing") {
				t.Errorf("%s was deleted by somebody: %q", p, text)
			}
		}
	}
}

// Journals of the version before name no others, and nothing is said about them; the first new
// one names the last of them.
func TestChainTakesUpJournalsOfTheVersionBefore(t *testing.T) {
	dir := t.TempDir()
	var old []string
	for i := range 3 {
		old = append(old, filepath.Join(dir, journal.Name(firstGame.Add(time.Duration(i-9)*time.Hour))))
		write(t, old[i], records())
	}
	if err := os.Remove(old[1]); err != nil {
		t.Fatal(err)
	}
	games(t, dir, 2)
	if text := faults(t, dir); text != "" {
		t.Errorf("a word about journals that name no others: %s", text)
	}
	if err := os.Remove(old[2]); err != nil {
		t.Fatal(err)
	}
	if text := faults(t, dir); !strings.Contains(text, old[2]) {
		t.Errorf("the last old one is deleted: %q", text)
	}
}

// A damaged register is an error of its own, and is rewritten.
func TestDamagedRegister(t *testing.T) {
	dir := t.TempDir()
	paths := games(t, dir, 2)
	if err := os.WriteFile(journal.RegisterFile(dir), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if text := faults(t, dir); !strings.Contains(text, "journals.json cannot be read") || strings.Contains(text, "\n") {
		t.Errorf("said: %q", text)
	}
	if err := journal.Note(dir, trace.Link{Journal: strings.TrimSuffix(filepath.Base(paths[1]), ".jsonl")}); err == nil {
		t.Error("nothing is said when it is rewritten")
	}
	if text := faults(t, dir); text != "" {
		t.Errorf("rewritten: %s", text)
	}
}

// A journal saved with the line ends of Windows is not as it was written, although every
// line has its records.
func TestLineEndsOfWindows(t *testing.T) {
	path := filepath.Join(t.TempDir(), filepath.Base(name))
	write(t, path, records())
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := journal.Read(path); err == nil || !strings.Contains(err.Error(), "carriage return") {
		t.Errorf("read: %v", err)
	}
	if _, _, err := journal.Open(journal.OS{}, path); err == nil || !strings.Contains(err.Error(), "carriage return") {
		t.Errorf("opened: %v", err)
	}
}

// The end of a journal is noted every few minutes of play: if its writer is killed and the
// journal is cut then, that is known. What was stored after the note is not missed.
func TestEndIsNotedInPlay(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, journal.Name(firstGame))
	j, err := journal.Create(journal.OS{}, path, header)
	if err != nil {
		t.Fatal(err)
	}
	w := journal.NewWriter(j, journal.Options{})
	over := w.Beside(func(time.Duration) {}, func() {})
	store := func(at time.Duration) {
		t.Helper()
		if err := w.Append(trace.Record{At: at, What: trace.Scan{}}); err != nil {
			t.Fatal(err)
		}
		w.Decide(at, true)
		w.Flush()
	}
	for n := range 10 {
		store(time.Duration(n) * time.Second)
	}
	store(3 * time.Minute)
	w.Check()
	w.Flush()
	store(3*time.Minute + time.Second)
	over()
	text, err := os.ReadFile(path) // as it is when the process is killed
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.TrimRight(text, "\x00")
	lines := bytes.SplitAfter(bytes.TrimSuffix(text, []byte{'\n'}), []byte{'\n'})
	for missing := range 4 {
		cut := bytes.Join(lines[:len(lines)-missing], nil)
		if err := os.WriteFile(path, cut, 0o644); err != nil {
			t.Fatal(err)
		}
		kept, err := journal.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		if told := journal.Cut(path, kept); told != (missing > 1) {
			t.Errorf("%d lines are missing, and it is told: %v", missing, told)
		}
	}
	j.Close()
}
