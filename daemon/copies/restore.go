package copies

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"touchmove/daemon/journal"
	"touchmove/internal/atomicfile"
	"touchmove/internal/topic"
)

// ConfigDir is the folder of a copy with the configuration and the files that it names.
const ConfigDir = "config"

// unfinishedName is the file in a state directory that is there while Restore writes: if it is
// interrupted, the journals that it has written already are not taken for all of them.
const unfinishedName = "restore-unfinished"

// Unfinished returns an error about a state directory into which a copy was not restored to
// its end, and nil about any other.
func Unfinished(state string) error {
	path := filepath.Join(state, unfinishedName)
	if _, err := os.Lstat(path); err != nil {
		return nil
	}
	return fmt.Errorf("%s: touchmove restore was interrupted, so the latest games may be missing: repeat it; or delete this file to continue with what there is", path)
}

// isOurs reports whether a copier writes a file of this name. Others may have put theirs beside
// the copy: photographs on a stick, what a file system keeps in lost+found. They are not
// restored, so that they neither fill the disk nor get into the state directory.
func isOurs(name string) bool {
	levels := strings.Split(name, "/")
	switch {
	case len(levels) == 2 && levels[0] == ConfigDir:
		return true
	case len(levels) == 1:
		return name == ownerName || slices.Contains(besides, name)
	case len(levels) != 3 || !topic.IsLevel(levels[0]) || !topic.IsLevel(levels[1]):
		return false
	}
	file := levels[2]
	return strings.Contains(file, journal.Suffix) || journal.IsRegister(file) || slices.Contains(besides, file)
}

// Restore writes a copy into an empty state directory, and the configuration's files into
// its directory config. Files that no Copier writes are left out. It returns the names that
// it wrote. It marks every board: more may have been published than the copy has, so the next
// start publishes all state again, under higher numbers. The error names the files that could not be read, or only in
// part; all others are still written. Without names nothing was written. A directory that
// has journals is left unchanged, unless they are of a Restore from this copy that was
// interrupted (Unfinished): that is completed. The first Pass of a Copier of the restored
// directory takes the copy over; the computer from which it came is then refused.
func Restore(ctx context.Context, store Store, state string) (names []string, err error) {
	sizes, err := store.Sizes(ctx)
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(sizes, func(name string, _ int64) bool { return !isOurs(name) })
	for name := range sizes {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return nil, fmt.Errorf("the copy has a file %q, which would be outside the state directory", name)
		}
	}
	if err := checkEmpty(state, sizes); err != nil || len(sizes) == 0 {
		return nil, err
	}
	unfinished := filepath.Join(state, unfinishedName)
	if err := atomicfile.WriteAll(unfinished, []byte("touchmove restore is writing here\n"), 0o644); err != nil {
		return nil, err
	}
	if err := succeed(ctx, store, state); err != nil {
		return nil, err
	}
	delete(sizes, ownerName)
	marked := map[string]bool{}
	var unread []error
	for _, name := range slices.Sorted(maps.Keys(sizes)) {
		text, err := store.Get(ctx, name)
		if err != nil {
			unread = append(unread, fmt.Errorf("%s: %w", name, err))
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if len(text) == 0 && err != nil {
			continue
		}
		names = append(names, name)
		path := filepath.Join(state, filepath.FromSlash(name))
		dir := filepath.Dir(path)
		if err := atomicfile.MakeDir(dir); err != nil {
			return nil, err
		}
		mode := os.FileMode(0o600) // keys
		if strings.HasSuffix(name, journal.Suffix) {
			mode = 0o644
			if !marked[dir] {
				if err := journal.ShortIn(dir).Set(); err != nil {
					return nil, err
				}
			}
			marked[dir] = true
		}
		if err := atomicfile.Write(path, text, mode); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(os.Remove(unfinished), atomicfile.SyncDir(state)); err != nil {
		return nil, err
	}
	return names, errors.Join(unread...)
}

// succeed gives a state directory a mark with which it takes the copy over.
func succeed(ctx context.Context, store Store, state string) error {
	before, err := ownerOf(ctx, store)
	if err != nil {
		return err
	}
	own, err := newOwner(before.ID)
	if err != nil {
		return err
	}
	return own.keep(state)
}

// checkEmpty returns an error about a state directory that has journals which do not come from a
// copy with these files.
func checkEmpty(state string, sizes map[string]int64) error {
	there, err := filepath.Glob(filepath.Join(state, "*", "*", "*"+journal.Suffix))
	if err != nil {
		return err
	}
	half := Unfinished(state) != nil
	for _, path := range there {
		name, err := filepath.Rel(state, path)
		if _, has := sizes[filepath.ToSlash(name)]; err != nil || !half || !has {
			return fmt.Errorf("%s has journals already, such as %v: name an empty state directory", state, path)
		}
	}
	return nil
}
