package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	suffix = ".jsonl"
	layout = "20060102t150405.000z" // UTC; sorts as it passes; small letters, as in a topic level
)

// Name returns the file name of a journal begun at this moment, to the
// millisecond. Names sort by their time.
func Name(began time.Time) string {
	return strings.Replace(began.UTC().Format(layout), ".", "", 1) + suffix
}

// Began returns the moment that Name was given, which is the moment of At 0 in
// that journal. It takes a path or a name alone.
func Began(path string) (time.Time, error) {
	stem := strings.TrimSuffix(filepath.Base(path), suffix)
	if len(stem) == len(layout)-1 {
		dotted := stem[:15] + "." + stem[15:]
		if t, err := time.Parse(layout, dotted); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%s: a journal's name is its beginning in UTC, as 20261121t182200123z%s", path, suffix)
}

// Latest returns the path of the journal begun last in a directory, and ""
// when there is none, or no directory. Other files are left alone.
func Latest(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("journal: %w", err)
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		_, err := Began(e.Name())
		return err != nil || !strings.HasSuffix(e.Name(), suffix)
	})
	if len(entries) == 0 {
		return "", nil
	}
	return filepath.Join(dir, entries[len(entries)-1].Name()), nil // ReadDir sorts by name
}
