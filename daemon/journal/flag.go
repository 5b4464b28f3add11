package journal

import (
	"errors"
	"io/fs"
	"path/filepath"
)

// Flag is an empty file that says something to the next start. It lasts through
// a power cut, as a journal does.
type Flag struct {
	Disk Disk
	Path string
}

// Set puts it up.
func (f Flag) Set() error {
	file, err := f.Disk.Create(f.Path)
	if err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return f.Disk.SyncDir(filepath.Dir(f.Path))
}

// IsSet says whether it is up.
func (f Flag) IsSet() bool {
	file, err := f.Disk.Open(f.Path)
	if err != nil {
		return false
	}
	file.Close()
	return true
}

// Clear takes it down.
func (f Flag) Clear() error {
	if err := f.Disk.Remove(f.Path); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	return f.Disk.SyncDir(filepath.Dir(f.Path))
}
