package copies

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// IsWithin reports whether a path is a directory or leads below it, by whatever links and mounts. The path need
// not exist: what would be made is looked for above it. An error of the file system is returned as it is, also if
// there is no such directory.
func IsWithin(path, directory string) (bool, error) {
	above, err := os.Stat(directory)
	if err != nil {
		return false, err
	}
	if path, err = filepath.Abs(path); err != nil {
		return false, err
	}
	at, err := filepath.EvalSymlinks(path)
	for errors.Is(err, fs.ErrNotExist) && path != filepath.Dir(path) {
		path = filepath.Dir(path)
		at, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return false, err
	}
	for {
		if info, err := os.Stat(at); err != nil || os.SameFile(info, above) {
			return err == nil, err
		}
		if at == filepath.Dir(at) {
			return false, nil
		}
		at = filepath.Dir(at)
	}
}
