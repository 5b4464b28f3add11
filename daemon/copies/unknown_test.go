package copies_test

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"touchmove/daemon/copies"
	"touchmove/daemon/journal"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// begin begins a journal of a board as the daemon does, and returns its name in the copy.
func begin(t *testing.T, state, board string, began time.Time) string {
	t.Helper()
	dir := filepath.Join(state, filepath.FromSlash(board))
	must(t, os.MkdirAll(dir, 0o755))
	after, err := journal.Predecessors(dir, nil)
	must(t, err)
	h := trace.Header{Board: "hall-7", Start: rules.StartFEN, Laws: rules.FIDE2009, After: after}
	j, err := journal.Create(journal.OS{}, filepath.Join(dir, journal.Name(began)), h, trace.Record{What: trace.Scan{Board: sensors.Scan{}}})
	must(t, err)
	must(t, journal.Note(dir, j.Link(), after...))
	must(t, j.Close())
	return board + "/" + journal.Name(began)
}

// first is when a test's first journal begins.
var first = time.Date(2026, 11, 21, 18, 22, 0, 0, time.UTC)

// A state directory that is lost between two runs, whatever its clock then says, is not copied
// over what the copy has: the copy says which journals are unknown, and keeps its register. The
// other boards are copied.
func TestStateDirectoryLostBetweenRuns(t *testing.T) {
	for kind, s := range stores(t) {
		t.Run(kind, func(t *testing.T) {
			state := t.TempDir()
			const lost, other = "open/hall-7", "open/hall-8"
			old := []string{begin(t, state, lost, first), begin(t, state, lost, first.Add(time.Hour))}
			begin(t, state, other, first)
			must(t, copies.New(s.store, state, nil, quiet).Pass(t.Context()))
			register := lost + "/journals.json"
			before, err := s.store.Get(t.Context(), register)
			must(t, err)
			for _, now := range []time.Time{first.Add(24 * time.Hour), time.Unix(0, 0)} {
				must(t, os.RemoveAll(filepath.Join(state, filepath.FromSlash(lost))))
				fresh := []string{begin(t, state, lost, now), begin(t, state, lost, now.Add(48*time.Hour))}
				goesOn := begin(t, state, other, now.Add(72*time.Hour))
				for range 2 { // a restart changes nothing
					var log bytes.Buffer
					c := copies.New(s.store, state, nil, slog.New(slog.NewTextHandler(&log, nil)))
					err := c.Pass(t.Context())
					said := strings.Contains(log.String(), old[1][len(lost)+1:len(old[1])-len(journal.Suffix)]) && strings.Contains(log.String(), "touchmove restore")
					if status := c.Status(time.Now()); !errors.Is(err, copies.ErrRefused) || !errors.Is(status.Err, copies.ErrRefused) || !said {
						t.Errorf("the state directory was lost: %v\n%s", err, &log)
					}
				}
				if text, err := s.store.Get(t.Context(), register); err != nil || !bytes.Equal(text, before) {
					t.Errorf("the copy's register is %s, %v", text, err)
				}
				if _, err := s.store.Get(t.Context(), fresh[1]); !errors.Is(err, copies.ErrNone) {
					t.Errorf("restoring would go on with the new game: %v", err)
				}
				if _, err := s.store.Get(t.Context(), goesOn); err != nil {
					t.Errorf("the other board: %v", err)
				}
			}
			must(t, os.RemoveAll(state))
			if _, err := copies.Restore(t.Context(), s.store, state); err != nil {
				t.Fatal(err)
			}
			next := begin(t, state, lost, first.Add(48*time.Hour))
			must(t, copies.New(s.store, state, nil, quiet).Pass(t.Context()))
			if _, err := s.store.Get(t.Context(), next); err != nil {
				t.Errorf("after restoring: %v", err)
			}
		})
	}
}

// A journal that somebody moved away, and one that was pruned, are known to the state directory:
// the copy goes on. If the register is then lost in play, the copy's stays.
func TestStateDirectoryKnowsWhatItLacks(t *testing.T) {
	s := stores(t)["directory"].store
	state := t.TempDir()
	const board = "open/hall-7"
	dir := filepath.Join(state, filepath.FromSlash(board))
	var names []string
	for n := range 4 {
		names = append(names, begin(t, state, board, first.Add(time.Duration(n)*time.Hour)))
	}
	c := copies.New(s, state, nil, quiet)
	must(t, c.Pass(t.Context()))
	must(t, os.Remove(filepath.Join(state, filepath.FromSlash(names[3]))))
	must(t, copies.New(s, state, nil, quiet).Pass(t.Context()))
	begin(t, state, board, first.Add(9*time.Hour)) // and the damaged game is played again
	must(t, copies.New(s, state, nil, quiet).Pass(t.Context()))

	register := journal.RegisterFile(dir)
	pruned := strings.TrimSuffix(filepath.Base(names[0]), journal.Suffix)
	text, err := os.ReadFile(register)
	must(t, err)
	must(t, os.WriteFile(register, bytes.Replace(text, []byte("{"), []byte(`{"pruned":"`+pruned+`",`), 1), 0o644))
	must(t, os.Remove(filepath.Join(state, filepath.FromSlash(names[0]))))
	c = copies.New(s, state, nil, quiet)
	must(t, c.Pass(t.Context()))
	must(t, os.Remove(register))
	begin(t, state, board, first.Add(10*time.Hour))
	for _, c := range []*copies.Copier{c, copies.New(s, state, nil, quiet)} {
		must(t, c.Pass(t.Context()))
		if text, err := s.Get(t.Context(), board+"/journals.json"); err != nil || !bytes.Contains(text, []byte(`"pruned":"`+pruned+`"`)) || !bytes.Contains(text, []byte("20261122t042200000z")) {
			t.Errorf("the copy's register: %s, %v", text, err)
		}
	}
}
