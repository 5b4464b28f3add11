// Package atomicfile writes whole files so that a crash or a power cut leaves
// the old one or the new one, never half of one.
package atomicfile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrNotRegular is in the chain of the error about a path at which there is
// something else than a file, such as a directory, a pipe or a device.
var ErrNotRegular = errors.New("not a regular file")

// Write replaces the text of a file, or makes the file. Its directory must be
// there (MakeDir makes one). A symbolic link stays, and what it leads to is
// written. A file that is there keeps its permissions and, where the system
// allows it, its owner; a new one gets these permissions, whatever the umask. A
// file that holds the same text is left alone, which spares a card a write. The
// error names the file.
func Write(path string, text []byte, perm fs.FileMode) error {
	to, old, err := target(path)
	if err != nil {
		return err
	}
	if old != nil {
		if same, err := hasText(to, text, old.Size()); same && err == nil {
			return nil
		}
		perm = old.Mode().Perm()
	}
	if err := replace(to, text, perm, old); err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, err)
	}
	return nil
}

// WriteAll is Write, in a directory that is made first when it is not there.
func WriteAll(path string, text []byte, perm fs.FileMode) error {
	if err := MakeDir(filepath.Dir(path)); err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, err)
	}
	return Write(path, text, perm)
}

// replace is the five steps: a temporary file beside the old one, which may lack
// room; synced, so that the name never refers to missing data; renamed,
// which the file system does whole or not at all; and the directory synced, so
// that the rename lasts.
func replace(path string, text []byte, perm fs.FileMode, old fs.FileInfo) (err error) {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*") // nobody else may read it yet
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if _, err = f.Write(text); err != nil {
		return err
	}
	own(f, old)
	if err = f.Chmod(perm); err != nil {
		return err
	}
	if err = f.Sync(); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	if err = os.Rename(f.Name(), path); err != nil {
		return err
	}
	return SyncDir(dir)
}

// hasText reports whether a file has this text.
func hasText(path string, text []byte, size int64) (bool, error) {
	if size != int64(len(text)) {
		return false, nil
	}
	old, err := os.ReadFile(path)
	return bytes.Equal(old, text), err
}

// target returns the file that a path leads to, and what it is; nil when it is
// not there.
func target(path string) (to string, old fs.FileInfo, err error) {
	old, err = os.Stat(path) // nil when that fails
	switch {
	case err == nil && old.IsDir():
		return "", nil, fmt.Errorf("%s is a directory and %w: name a file in it", path, ErrNotRegular)
	case err == nil && !old.Mode().IsRegular():
		return "", nil, fmt.Errorf("%s is %w: name one, or a new one", path, ErrNotRegular)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return "", nil, fmt.Errorf("%s cannot be written: %w", path, err)
	}
	to, err = follow(path)
	if err != nil {
		return "", nil, fmt.Errorf("%s cannot be written: %w", path, err)
	}
	return to, old, nil
}

// links is how many symbolic links may lead to each other, as in Linux.
const links = 40

// follow follows symbolic links to what they lead to, which need not be there.
func follow(path string) (string, error) {
	for range links {
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, nil
		}
		to, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(to) { // relative to the link's directory
			dir, err := filepath.EvalSymlinks(filepath.Dir(path))
			if err != nil {
				return "", err
			}
			to = filepath.Join(dir, to)
		}
		path = to
	}
	return "", errors.New("its symbolic links form a loop")
}
