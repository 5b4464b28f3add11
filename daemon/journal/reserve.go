package journal

import (
	"bytes"
	"io"
	"path/filepath"
)

// Reserve is a file that only takes up space. When the disk is full it is released, and
// the game continues to be stored in its space.
type Reserve struct {
	disk Disk
	path string
	size int
	full bool // the file exists, with its full size
}

// NewReserve makes the reserve of a directory. Fill makes its file.
func NewReserve(disk Disk, path string, size int) *Reserve {
	return &Reserve{disk: disk, path: path, size: size}
}

// Held reports whether the space is reserved.
func (r *Reserve) Held() bool {
	if r.full {
		return true
	}
	f, err := r.disk.Open(r.path)
	if err != nil {
		return false
	}
	defer f.Close()
	n, err := io.Copy(io.Discard, f)
	r.full = err == nil && n == int64(r.size)
	return r.full
}

// Fill makes the file if it is missing, and returns whether the space is reserved. If
// there is no space for it, no part of it remains.
func (r *Reserve) Fill() bool {
	if r.Held() {
		return true
	}
	f, err := r.disk.Create(r.path)
	if err != nil {
		return false
	}
	// Not zeros: some file systems store those without using space.
	n, err := f.WriteAt(bytes.Repeat([]byte("room for a game when the disk is full\n"), r.size/38+1)[:r.size], 0)
	if err == nil && n == r.size {
		err = f.Sync()
	} else if err == nil {
		err = io.ErrShortWrite
	}
	f.Close()
	if err != nil {
		r.disk.Remove(r.path) // it is tried again later
		return false
	}
	r.full = r.disk.SyncDir(filepath.Dir(r.path)) == nil
	return r.full
}

// Release frees the space and returns whether there was any.
func (r *Reserve) Release() bool {
	if !r.full {
		return false
	}
	r.full = false
	if r.disk.Remove(r.path) != nil {
		return false
	}
	r.disk.SyncDir(filepath.Dir(r.path)) // some file systems free the space only then
	return true
}

// Forget makes Fill check again whether the space is reserved.
func (r *Reserve) Forget() { r.full = false }
