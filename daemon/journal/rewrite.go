package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
)

// checkFile checks that the file is the one with its name, and has exactly what was written
// to it.
func (j *Journal) checkFile() error {
	size, err := j.file.Under(j.path)
	if err == nil && size != j.size {
		err = fmt.Errorf("%w: it has %d bytes, and %d were written: another program has written to it or cut it", ErrMoved, size, j.size)
	}
	j.moved = j.moved || errors.Is(err, ErrMoved)
	return err
}

// looksMoved reports whether a file that has failed was moved or deleted.
func (j *Journal) looksMoved() bool {
	size, err := j.file.Under(j.path)
	j.moved = j.moved || errors.Is(err, ErrMoved) || err == nil && size < j.kept.size
	return j.moved
}

// rewrite writes the whole journal into a new file and gives it the journal's name. A
// file that has this name now may belong to somebody, so it is moved aside.
func (j *Journal) rewrite() error {
	temp := j.path + ".new"
	var file File
	steps := []func() error{
		func() error { return j.disk.Restore(filepath.Dir(j.path)) },
		func() (err error) { file, err = j.disk.Create(temp); return err },
		func() error { return j.kept.writeTo(file, j.file) },
		func() error { _, err := writeAll(file, j.tail.Bytes(), j.kept.size); return err },
		func() error { return file.Sync() },
		j.putAside,
		func() error { return j.disk.Name(temp, j.path) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			if file != nil {
				file.Close()
				j.disk.Remove(temp)
			}
			return j.fail(fmt.Errorf("it cannot be written again: %w", err))
		}
	}
	j.file.Close() // no longer the journal
	j.back = readBack{}
	j.file, j.moved, j.loose, j.given, j.size = file, false, true, j.tail.Len(), j.kept.size+int64(j.tail.Len())
	if err := j.syncName(); err != nil {
		return j.fail(err)
	}
	j.markStored()
	return nil
}

// syncName makes the name of the rewritten file durable.
func (j *Journal) syncName() error {
	if !j.loose {
		return nil
	}
	err := j.disk.SyncDir(filepath.Dir(j.path))
	j.loose = err != nil
	return err
}

// putAside renames the file that has the journal's name.
func (j *Journal) putAside() error {
	var err error
	for n := range asides {
		err = j.disk.Name(j.path, aside(j.path, n))
		if err == nil || errors.Is(err, fs.ErrNotExist) {
			return nil
		}
	}
	return err
}

// asides is the largest number of files moved aside for one journal.
const asides = 9

// aside is the new name of a file that was in a journal's place.
func aside(path string, n int) string { return fmt.Sprintf("%s.aside%d", path, n+1) }
