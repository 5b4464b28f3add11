package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrNoDirectory is in the chain of the error about something else in the place of a
// directory.
var ErrNoDirectory = errors.New("move it away or name another one")

// MakeDir makes a directory and any missing ones above it, and syncs each new name to disk:
// if a power cut takes a directory away, the files in it are gone too.
func MakeDir(dir string) error {
	if info, err := os.Stat(dir); err == nil {
		if !info.IsDir() {
			return fmt.Errorf("%s is not a directory: %w", dir, ErrNoDirectory)
		}
		return nil
	}
	above := filepath.Dir(dir)
	if err := MakeDir(above); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	} else if err != nil {
		if to, no := os.Readlink(dir); no == nil { // to nothing: it was not there, and cannot be made
			return fmt.Errorf("%s is a link to %s, which is not there: mount its disk, or %w", dir, to, ErrNoDirectory)
		}
	}
	return SyncDir(above)
}

// SyncDir syncs the names in a directory to disk.
func SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
