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

	"touchmove/sensors/trace"
)

// Suffix ends the name of every journal.
const Suffix = ".jsonl"

const (
	suffix = Suffix
	layout = "20060102t150405.000z" // UTC; sorts by time; lower case, as a topic level requires
)

// Name returns the file name of a journal begun at this moment, to the
// millisecond. Names sort by their time.
func Name(began time.Time) string {
	return strings.Replace(began.UTC().Format(layout), ".", "", 1) + suffix
}

// Began returns the moment from which Name made the file's name, which is At 0 in that
// journal. It accepts a path or a name.
func Began(path string) (time.Time, error) {
	stem := strings.TrimSuffix(filepath.Base(path), suffix)
	if len(stem) == len(layout)-1 {
		dotted := stem[:15] + "." + stem[15:]
		if t, err := time.Parse(layout, dotted); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%s: a journal's name is the time of its beginning in UTC, such as 20261121t182200123z%s", path, suffix)
}

// stem returns the name of a journal without its suffix, or "" if Name does not make such
// names.
func stem(path string) string {
	if _, err := Began(path); err != nil {
		return ""
	}
	return strings.TrimSuffix(filepath.Base(path), suffix)
}

// checkName returns an error if a journal has another name than the one under which it was
// begun, or is that of another board. Those of older versions do not say their names.
func checkName(path string, kept *Kept) error {
	if err := checkBoard(path, kept); err != nil {
		return err
	}
	if own := stem(path); own != "" && kept.Header.Journal != "" && own != kept.Header.Journal {
		return fmt.Errorf("this is the journal that was begun as %s: it was renamed, or put in the place of another: give it back its name; %w", kept.Header.Journal+suffix, ErrDamaged)
	}
	return nil
}

// checkBoard returns an error if a journal is that of another board than one beside it, which has the name of the
// directory, and the later of the two was not begun after the earlier: a board may be given another id, and its
// directory another name, and goes on there.
func checkBoard(path string, kept *Kept) error {
	here := filepath.Base(filepath.Dir(path))
	if h := &kept.Header; h.Journal == "" || h.Board == "" || h.Board == here {
		return nil
	}
	paths, err := List(filepath.Dir(path))
	if err != nil {
		return nil // whoever reads the directory reports it
	}
	i, _ := slices.BinarySearch(paths, path)
	for _, beside := range paths[max(0, i-1):min(len(paths), i+2)] {
		header, err := headerOf(beside)
		if err != nil || header.Board != here {
			continue
		}
		other, err := Read(beside)
		if err != nil || goesOn(path, kept, beside, other) {
			continue
		}
		return fmt.Errorf("this is a journal of board %s among those of board %s: move it to where it belongs; %w", kept.Header.Board, here, ErrDamaged)
	}
	return nil
}

// goesOn reports whether the later of two journals says that it was begun after the earlier, or cannot say it, as
// those of earlier versions.
func goesOn(path string, kept *Kept, beside string, other *Kept) bool {
	if beside < path {
		path, kept, other = beside, other, kept
	}
	after := other.Header.After
	return after == nil || slices.ContainsFunc(after, func(l trace.Link) bool { return l.Journal == stem(path) && kept.Has(l) })
}

// Latest returns the path of the latest journal in a directory, or "" if there is none,
// or no directory. Other files are ignored.
func Latest(dir string) (string, error) {
	paths, err := List(dir)
	if err != nil || len(paths) == 0 {
		return "", err
	}
	return paths[len(paths)-1], nil
}

// Before returns the path of the journal that was begun before this one in the same
// directory, or "" if there is none.
func Before(path string) (string, error) {
	paths, err := List(filepath.Dir(path))
	if err != nil {
		return "", err
	}
	i, _ := slices.BinarySearch(paths, path)
	if i == 0 {
		return "", nil
	}
	return paths[i-1], nil
}

// List returns the journals in a directory, oldest first.
func List(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir) // sorted by name
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("journal: %w", explain(err))
	}
	var paths []string
	for _, e := range entries {
		if _, err := Began(e.Name()); err == nil && strings.HasSuffix(e.Name(), suffix) && !e.IsDir() {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths, nil
}
