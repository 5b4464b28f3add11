package copies

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"touchmove/internal/atomicfile"
)

// Dir is a directory on another disk, such as a USB stick or a network mount.
type Dir struct {
	path string
	disk uint64 // the disk it was on when it was opened
}

// OpenDir opens a directory, and makes it if it does not exist. The directory above it
// must exist: if it does not, the disk is not mounted.
func OpenDir(path string) (*Dir, error) {
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return nil, fmt.Errorf("%w: mount the disk first, or create the directory", err)
	}
	if err := atomicfile.MakeDir(path); err != nil {
		return nil, err
	}
	os.Chmod(path, 0o700) //nolint:errcheck // not every file system has permissions
	disk, err := diskOf(path)
	return &Dir{path, disk}, err
}

// SharesDisk reports whether another directory is on the same disk.
func (d *Dir) SharesDisk(other string) bool {
	disk, err := diskOf(other)
	return err == nil && disk == d.disk
}

func diskOf(path string) (uint64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Dev), nil //nolint:unconvert // its type differs by platform
	}
	return 0, nil
}

// there returns an error if the disk is not the one that was opened. A file written
// into the empty mount point would not be a copy.
func (d *Dir) there() error {
	disk, err := diskOf(d.path)
	if err == nil && disk != d.disk {
		err = fmt.Errorf("%s: a different disk is mounted there than at the start: mount the copy's disk again, or reload", d.path)
	}
	return err
}

// Put implements Store.
func (d *Dir) Put(_ context.Context, name string, content []byte, have int) error {
	if err := d.there(); err != nil {
		return err
	}
	path := filepath.Join(d.path, filepath.FromSlash(name))
	if have > 0 {
		if done, err := appendTo(path, content, have); done || err != nil {
			return err
		}
	}
	if err := atomicfile.MakeDir(filepath.Dir(path)); err != nil {
		return err
	}
	return replace(path, content)
}

// replace writes a file as a whole or not at all, even on file systems without
// permissions, such as those of USB sticks.
func replace(path string, content []byte) error {
	fresh := path + unfinished
	f, err := os.OpenFile(fresh, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Sync()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(fresh, path)
	}
	if err != nil {
		os.Remove(fresh)
		return err
	}
	return atomicfile.SyncDir(filepath.Dir(path))
}

const unfinished = ".new" // suffix of a file that is being written

// appendTo appends what a file does not have yet; done is false if the file is not have
// bytes long.
func appendTo(path string, content []byte, have int) (done bool, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() != int64(have) {
		return false, err
	}
	if _, err := f.WriteAt(content[have:], int64(have)); err != nil {
		return false, errors.Join(err, f.Truncate(int64(have)))
	}
	return true, f.Sync()
}

// Get implements Store.
func (d *Dir) Get(_ context.Context, name string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(d.path, filepath.FromSlash(name)))
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w: %w", ErrNone, err)
	}
	return text, err
}

// Sizes implements Store.
func (d *Dir) Sizes(context.Context) (map[string]int64, error) {
	if err := d.there(); err != nil {
		return nil, err
	}
	sizes := map[string]int64{}
	err := filepath.WalkDir(d.path, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(d.path, path)
		if err != nil || strings.HasSuffix(name, unfinished) { // incomplete
			return err
		}
		info, err := e.Info()
		if err == nil {
			sizes[filepath.ToSlash(name)] = info.Size()
		}
		return err
	})
	return sizes, err
}
