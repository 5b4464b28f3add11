package journal

import (
	"bytes"
	"io"
	"path/filepath"
)

// Reserve is a file that holds nothing but room. When the disk is full it is
// given up, and a game goes on being kept in the room that it leaves.
type Reserve struct {
	disk Disk
	path string
	size int
	full bool // the file is there, whole
}

// NewReserve makes the reserve of a directory. Fill makes its file.
func NewReserve(disk Disk, path string, size int) *Reserve {
	return &Reserve{disk: disk, path: path, size: size}
}

// Held says whether the room is held.
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

// Fill says whether the room is held, and makes the file when it is not there.
// Where there is no room for it, nothing of it is left.
func (r *Reserve) Fill() bool {
	if r.Held() {
		return true
	}
	f, err := r.disk.Create(r.path)
	if err != nil {
		return false
	}
	// Not zeros, of which some file systems make nothing.
	n, err := f.Write(bytes.Repeat([]byte("room for a game when the disk is full\n"), r.size/38+1)[:r.size])
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

// Release gives the room up and says whether there was any.
func (r *Reserve) Release() bool {
	if !r.full {
		return false
	}
	r.full = false
	if r.disk.Remove(r.path) != nil {
		return false
	}
	r.disk.SyncDir(filepath.Dir(r.path)) // some file systems give the room back only then
	return true
}

// Forget has Fill look again whether the room is held.
func (r *Reserve) Forget() { r.full = false }
