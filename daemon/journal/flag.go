package journal

import (
	"errors"
	"io/fs"
	"path/filepath"
)

// Flag is an empty file that leaves a message for the next start. Like a journal it
// survives a power cut.
type Flag struct {
	Disk Disk
	Path string
}

// Set makes the file.
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

// IsSet reports whether the file exists.
func (f Flag) IsSet() bool {
	file, err := f.Disk.Open(f.Path)
	if err != nil {
		return TakesNothing(err) // on a read-only disk a file that is there cannot be opened to be written
	}
	file.Close()
	return true
}

// Clear removes the file.
func (f Flag) Clear() error {
	if err := f.Disk.Remove(f.Path); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	return f.Disk.SyncDir(filepath.Dir(f.Path))
}
