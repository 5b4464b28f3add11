// Package atomicfile writes whole files. After a crash or a power cut either the old text
// or the new one is there, never half of one.
package atomicfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

// ErrNotRegular is wrapped by the error for a path that is not a regular file, such as a
// directory, a pipe or a device.
var ErrNotRegular = errors.New("not a regular file")

// Write replaces the text of a file, or makes the file. Its directory must exist (MakeDir
// makes one). A symbolic link stays, and the file that it leads to is written. An existing
// file keeps its permissions and, where the system allows it, its owner; a new one gets the
// permissions perm, whatever the umask. A file that already holds the text is left alone,
// which spares an SD card a write. The error names the file.
func Write(path string, text []byte, perm fs.FileMode) error {
	_, err := Renew(path, text, perm)
	return err
}

// Renew is Write, and reports whether the file was written: it did not hold the text.
func Renew(path string, text []byte, perm fs.FileMode) (written bool, err error) {
	to, old, err := target(path)
	if err != nil {
		return false, err
	}
	if old != nil {
		if same, err := hasText(to, text, old.Size()); same && err == nil {
			return false, nil
		}
		perm = old.Mode().Perm()
	}
	all := func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}
	if err := replace(to, all, perm, old); err != nil {
		return false, fmt.Errorf("%s cannot be written: %w", path, err)
	}
	return true, nil
}

// WriteFrom is Write for a text that is too long to be in memory: write passes it on, and is always
// called. An error that it returns leaves the file as it was.
func WriteFrom(path string, write func(io.Writer) error, perm fs.FileMode) error {
	to, old, err := target(path)
	if err != nil {
		return err
	}
	if old != nil {
		perm = old.Mode().Perm()
	}
	if err := replace(to, write, perm, old); err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, err)
	}
	return nil
}

// WriteAll is Write, but makes the directory first if it is missing.
func WriteAll(path string, text []byte, perm fs.FileMode) error {
	if err := MakeDir(filepath.Dir(path)); err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, err)
	}
	return Write(path, text, perm)
}

// replace takes five steps. It writes a temporary file beside the old one, since the old
// file must stay as it is if there is no room. It syncs the new file, so that the name
// never refers to missing data. It renames it, which the file system does completely or not
// at all. It syncs the directory, so that the rename lasts.
func replace(path string, write func(io.Writer) error, perm fs.FileMode, old fs.FileInfo) (err error) {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*") // see IsTemporary; readable only by this user until Chmod
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err = write(f); err != nil {
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

// temporary is what replace calls a file that is not complete.
var temporary = regexp.MustCompile(`^\..+\.[0-9]+$`)

// IsTemporary reports whether this is the name of a file that Write had not completed. It stays after a
// power cut, and may be removed by whoever knows that nobody is writing in its directory.
func IsTemporary(name string) bool { return temporary.MatchString(name) }

// hasText reports whether a file has this text.
func hasText(path string, text []byte, size int64) (bool, error) {
	if size != int64(len(text)) {
		return false, nil
	}
	old, err := os.ReadFile(path)
	return bytes.Equal(old, text), err
}

// target returns the file that a path leads to, and its FileInfo, which is nil if the file
// does not exist.
func target(path string) (to string, old fs.FileInfo, err error) {
	old, err = os.Stat(path) // nil if there is an error
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

// links is how many symbolic links may follow each other, as in Linux.
const links = 40

// follow follows symbolic links to their target, which need not exist.
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
