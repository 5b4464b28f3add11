package journal_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"touchmove/daemon/journal"
	"touchmove/sensors/trace"
)

// Nothing is written through a symbolic link that somebody has put into a board's directory:
// it may lead to any file of the computer.
func TestLinksAreNotFollowed(t *testing.T) {
	for name, do := range map[string]func(dir string) error{
		"lock": func(dir string) error {
			d, err := journal.LockDir(dir)
			if err == nil {
				d.Close()
			}
			return err
		},
		"reserve":       func(dir string) error { journal.InDir(dir, slog.New(slog.DiscardHandler)); return os.ErrInvalid }, // logs it
		"short":         func(dir string) error { return journal.ShortIn(dir).Set() },
		"journals.json": func(dir string) error { return journal.Note(dir, trace.Link{Journal: "20261121t182200123z"}) },
		journalName: func(dir string) error {
			_, _, err := journal.Open(journal.OS{}, filepath.Join(dir, journalName))
			return err
		},
		journalName + ".new": func(dir string) error {
			_, err := journal.Create(journal.OS{}, filepath.Join(dir, journalName), header)
			return err
		},
		journalName + ".fresh": func(dir string) error {
			_, err := journal.Create(journal.OS{}, filepath.Join(dir, journalName), header)
			return err
		},
	} {
		dir, elsewhere := t.TempDir(), filepath.Join(t.TempDir(), "precious")
		if err := os.WriteFile(elsewhere, []byte("precious"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(elsewhere, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		err := do(dir)
		if text, _ := os.ReadFile(elsewhere); string(text) != "precious" {
			t.Errorf("%s: what it leads to is overwritten with %.40q", name, text)
		}
		switch name {
		case "reserve":
		case "journals.json":
			if err == nil || journal.Note(dir, trace.Link{Journal: "20261121t182200123z"}) != nil { // replaced, and said so
				t.Errorf("%s: %v", name, err)
			}
		case journalName + ".fresh": // beside the names that are used
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		default:
			if err == nil || !strings.Contains(err.Error(), "symbolic link") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

const journalName = "20261121t182200123z.jsonl"
