package copies_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/daemon/copies"
)

// hall is a computer with a board, a key and a configuration, and the place of its copy.
type hall struct {
	state string
	files map[string]string
	log   *bytes.Buffer
	store copies.Store
	c     *copies.Copier
}

func newHall(t *testing.T, store copies.Store, state, key string) *hall {
	t.Helper()
	config := filepath.Join(t.TempDir(), "touchmove.toml")
	must(t, os.WriteFile(config, []byte(key), 0o600))
	must(t, os.MkdirAll(state, 0o755))
	must(t, os.WriteFile(filepath.Join(state, "envelope.key"), []byte(key), 0o600))
	h := &hall{state: state, files: map[string]string{"config/touchmove.toml": config}, store: store}
	h.restart()
	return h
}

func (h *hall) restart() {
	h.log = &bytes.Buffer{}
	h.c = copies.New(h.store, h.state, h.files, slog.New(slog.NewTextHandler(h.log, nil)))
}

// A copy belongs to one computer. Another one, with the same board or with others, is refused,
// and changes nothing in it; after a restart, too.
func TestTwoComputersAndOneCopy(t *testing.T) {
	for kind, s := range stores(t) {
		t.Run(kind, func(t *testing.T) {
			a := newHall(t, s.store, t.TempDir(), "a")
			begin(t, a.state, "open/hall-7", first)
			must(t, a.c.Pass(t.Context()))
			for _, board := range []string{"open/hall-7", "blitz/hall-7", "open/hall-8"} {
				b := newHall(t, s.store, t.TempDir(), "b")
				name := begin(t, b.state, board, first.Add(time.Hour))
				for range 2 {
					err := b.c.Pass(t.Context())
					if status := b.c.Status(time.Now()); !errors.Is(err, copies.ErrRefused) || !errors.Is(status.Err, copies.ErrRefused) || status.Behind == 0 {
						t.Errorf("%s: %v", board, err)
					}
					if names := strings.Contains(err.Error(), "20261121t182200000z"); !names {
						t.Errorf("it does not name the games of the copy: %v", err)
					}
					if n := strings.Count(b.log.String(), "(mark "); n != 2 || !strings.Contains(b.log.String(), "touchmove restore") {
						t.Errorf("the log names %d computers:\n%s", n, b.log)
					}
					b.restart()
				}
				if _, err := s.store.Get(t.Context(), name); !errors.Is(err, copies.ErrNone) {
					t.Errorf("its game is in the copy: %v", err)
				}
			}
			a.restart()
			must(t, a.c.Pass(t.Context()))
			for _, name := range []string{"envelope.key", "config/touchmove.toml"} {
				if text, err := s.store.Get(t.Context(), name); err != nil || string(text) != "a" {
					t.Errorf("%s is %q, %v", name, text, err)
				}
			}
		})
	}
}

// A computer that was restored from a copy takes it over. The one that had failed is refused
// when it comes back.
func TestFailedComputerComesBack(t *testing.T) {
	for kind, s := range stores(t) {
		t.Run(kind, func(t *testing.T) {
			a := newHall(t, s.store, t.TempDir(), "a")
			begin(t, a.state, "open/hall-7", first)
			must(t, a.c.Pass(t.Context()))
			state := filepath.Join(t.TempDir(), "state")
			if _, err := copies.Restore(t.Context(), s.store, state); err != nil {
				t.Fatal(err)
			}
			b := newHall(t, s.store, state, "a")
			played := begin(t, b.state, "open/hall-7", first.Add(time.Hour))
			must(t, b.c.Pass(t.Context()))
			if !strings.Contains(b.log.String(), "taken over") {
				t.Errorf("the log does not say that it was taken over: %s", b.log)
			}
			a.restart()
			if err := a.c.Pass(t.Context()); !errors.Is(err, copies.ErrRefused) {
				t.Errorf("the failed computer: %v", err)
			}
			b.restart()
			must(t, b.c.Pass(t.Context()))
			if _, err := s.store.Get(t.Context(), played); err != nil {
				t.Error(err)
			}
		})
	}
}

// The one that had failed is refused within a minute, if it was never stopped; and so is one of
// two that began at the same moment.
func TestCopyTakenOverInPlay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := copies.NewDir(t.TempDir(), "")
		a := newHall(t, store, t.TempDir(), "a")
		begin(t, a.state, "open/hall-7", first)
		must(t, a.c.Pass(t.Context()))
		state := filepath.Join(t.TempDir(), "state")
		if _, err := copies.Restore(t.Context(), store, state); err != nil {
			t.Fatal(err)
		}
		b := newHall(t, store, state, "a")
		must(t, b.c.Pass(t.Context()))
		time.Sleep(time.Minute)
		if err := a.c.Pass(t.Context()); !errors.Is(err, copies.ErrRefused) {
			t.Errorf("the one that was restored elsewhere: %v", err)
		}
		must(t, b.c.Pass(t.Context()))

		store = copies.NewDir(t.TempDir(), "")
		a = newHall(t, store, t.TempDir(), "a")
		must(t, a.c.Pass(t.Context()))
		mark, err := store.Get(t.Context(), "owner.json")
		must(t, err)
		must(t, store.Put(t.Context(), "owner.json", bytes.Replace(mark, []byte(`"id":"`), []byte(`"id":"0`), 1), 0))
		time.Sleep(3 * time.Second)
		if err := a.c.Pass(t.Context()); !errors.Is(err, copies.ErrRefused) {
			t.Errorf("the one that was slower: %v", err)
		}
	})
}

// markOf returns the mark in a file, without what changes at every start.
func markOf(t *testing.T, text []byte) (mark struct{ ID, Computer string }) {
	t.Helper()
	must(t, json.Unmarshal(text, &mark))
	if mark.ID == "" || mark.Computer == "" {
		t.Errorf("no mark: %s", text)
	}
	return mark
}

// The mark of a state directory that is deleted in play is written again, and so is that of its
// copy.
func TestMarksAreDeleted(t *testing.T) {
	dir := t.TempDir()
	a := newHall(t, copies.NewDir(dir, ""), t.TempDir(), "a")
	begin(t, a.state, "open/hall-7", first)
	must(t, a.c.Pass(t.Context()))
	mark, err := os.ReadFile(filepath.Join(dir, "owner.json"))
	must(t, err)
	must(t, os.Remove(filepath.Join(dir, "owner.json")))
	b := newHall(t, copies.NewDir(dir, ""), t.TempDir(), "b")
	if err := b.c.Pass(t.Context()); !errors.Is(err, copies.ErrRefused) {
		t.Errorf("a copy without a mark, of games that are not known: %v", err)
	}
	a.restart()
	must(t, a.c.Pass(t.Context()))
	if again, err := os.ReadFile(filepath.Join(dir, "owner.json")); err != nil || markOf(t, again) != markOf(t, mark) {
		t.Errorf("the mark was %s and is %s, %v", mark, again, err)
	}
}

// clone returns a hall whose card has the same content.
func (h *hall) clone(t *testing.T, store copies.Store) *hall {
	t.Helper()
	state := filepath.Join(t.TempDir(), "clone")
	must(t, os.CopyFS(state, os.DirFS(h.state)))
	other := &hall{state: state, files: h.files, store: store}
	other.restart()
	return other
}

// A cloned card has the mark of the first one. Of two computers that run with them, the one
// that wrote to the copy last keeps it, and the other is refused: within a minute if it runs,
// at once if it starts.
func TestClonedCard(t *testing.T) {
	for kind, s := range stores(t) {
		t.Run(kind, func(t *testing.T) {
			a := newHall(t, s.store, t.TempDir(), "a")
			begin(t, a.state, "open/hall-7", first)
			must(t, a.c.Pass(t.Context()))
			b := a.clone(t, s.store)
			a.restart()
			must(t, a.c.Pass(t.Context()))
			played := begin(t, b.state, "open/hall-7", first.Add(time.Hour))
			for range 2 {
				if err := b.c.Pass(t.Context()); !errors.Is(err, copies.ErrRefused) || !strings.Contains(err.Error(), "copy-owner.json") {
					t.Errorf("the clone: %v", err)
				}
				b.restart()
			}
			if _, err := s.store.Get(t.Context(), played); !errors.Is(err, copies.ErrNone) {
				t.Errorf("its game is in the copy: %v", err)
			}
			for range 3 { // starts of its own are no clone
				a.restart()
				must(t, a.c.Pass(t.Context()))
			}
			must(t, os.Remove(filepath.Join(b.state, "copy-owner.json"))) // as the error says
			b.restart()
			if err := b.c.Pass(t.Context()); !errors.Is(err, copies.ErrRefused) || strings.Contains(err.Error(), "clone") {
				t.Errorf("the clone with a mark of its own: %v", err)
			}
		})
	}
}

// The computer whose card was cloned is refused if the clone came first; and one that plays on
// while its clone starts.
func TestClonedCardInPlay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := copies.NewDir(t.TempDir(), "")
		a := newHall(t, store, t.TempDir(), "a")
		begin(t, a.state, "open/hall-7", first)
		must(t, a.c.Pass(t.Context()))
		b := a.clone(t, store)
		must(t, b.c.Pass(t.Context()))
		time.Sleep(time.Minute)
		if err := a.c.Pass(t.Context()); !errors.Is(err, copies.ErrRefused) {
			t.Errorf("the first one, in play: %v", err)
		}
		must(t, b.c.Pass(t.Context()))
		a.restart()
		if err := a.c.Pass(t.Context()); !errors.Is(err, copies.ErrRefused) {
			t.Errorf("the first one, started again: %v", err)
		}
	})
}

// Sticks that take turns, and one that comes back after years, have runs that the state directory
// knows; a run that was noted and never written to the copy is no harm.
func TestSticksTakeTurns(t *testing.T) {
	one, two := copies.NewDir(t.TempDir(), ""), copies.NewDir(t.TempDir(), "")
	a := newHall(t, one, t.TempDir(), "a")
	begin(t, a.state, "open/hall-7", first)
	for i := range 40 {
		a.store = []copies.Store{one, two}[i%2]
		a.restart()
		must(t, a.c.Pass(t.Context()))
	}
	away := t.TempDir()
	a.store = copies.NewDir(filepath.Join(away, "missing", "stick"), "")
	for range 5 {
		a.restart()
		if err := a.c.Pass(t.Context()); err == nil {
			t.Fatal("a copy without its disk")
		}
	}
	a.store = one
	a.restart()
	must(t, a.c.Pass(t.Context()))
}
