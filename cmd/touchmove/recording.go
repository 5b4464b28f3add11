package main

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
)

// recording is a file that has a temporary name until it is complete. It is safe for
// concurrent use.
type recording struct {
	mu     sync.Mutex
	path   string // final name; empty for standard output
	force  bool
	file   *os.File     // nil for standard output
	pack   *gzip.Writer // nil if not compressed
	out    io.Writer    // receives the lines
	dirty  bool
	failed error // of a sync: what was written before may be lost
}

// partial is the suffix of a recording that is not complete yet.
const partial = ".partial"

// openRecording creates the file TRACE.partial. Unless force is set, it refuses if
// TRACE exists, or a part left behind by an earlier recording. The path "-" means
// stdout.
func openRecording(path string, force bool, stdout io.Writer) (*recording, error) {
	if path == "-" {
		return &recording{out: stdout}, nil
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a directory: name a file in it", path)
	}
	if !force {
		if _, err := os.Lstat(path); err == nil {
			return nil, fmt.Errorf("%s exists already: choose another name, or use --force to replace it", path)
		}
		if _, err := os.Lstat(path + partial); err == nil {
			return nil, fmt.Errorf("%s is there: a recording that was cut off, or one still running; "+
				"it can be replayed as it is: rename it, or use --force to replace it", path+partial)
		}
	}
	f, err := os.OpenFile(path+partial, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, fileError(err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: another recording is writing it: choose another name", path+partial)
	}
	if err := f.Truncate(0); err != nil {
		f.Close()
		return nil, fileError(err)
	}
	r := &recording{path: path, force: force, file: f, out: f}
	if strings.HasSuffix(path, ".gz") {
		r.pack = gzip.NewWriter(f)
		r.out = r.pack
	}
	return r, nil
}

// name returns the final name.
func (r *recording) name() string {
	if r.path == "" {
		return "standard output"
	}
	return r.path
}

// Write appends a line.
func (r *recording) Write(line []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed != nil {
		return 0, r.failed
	}
	r.dirty = true
	n, err := r.out.Write(line)
	if errors.Is(err, syscall.ENOSPC) {
		err = fmt.Errorf("%w: free some space, or record to another disk", err)
	}
	return n, err
}

// sync flushes everything written so far and syncs it to disk.
func (r *recording) sync() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.file == nil || !r.dirty {
		return nil
	}
	if r.pack != nil {
		if err := r.pack.Flush(); err != nil {
			return err
		}
	}
	r.dirty = false
	r.failed = r.file.Sync() // the kernel reports what it could not write once
	return r.failed
}

// finish gives the file its final name. If another file has taken that name in the
// meantime, both that file and the part stay, unless force is set.
func (r *recording) finish() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.file == nil || r.failed != nil {
		return r.failed
	}
	if r.pack != nil {
		if err := r.pack.Close(); err != nil {
			return err
		}
	}
	if err := r.file.Sync(); err != nil {
		return err
	}
	if _, err := os.Lstat(r.path); !r.force && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s was created in the meantime", r.path)
	}
	// Closing the file releases the lock, so it must stay open until it has its name.
	if err := os.Rename(r.path+partial, r.path); err != nil {
		return fileError(err)
	}
	dir, err := os.Open(filepath.Dir(r.path))
	if err != nil {
		return err
	}
	err = errors.Join(dir.Sync(), dir.Close(), r.file.Close())
	r.file = nil
	return err
}

// abandon closes a recording that could not be finished. The error says why, and where
// the recorded part is.
func (r *recording) abandon(why error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.file == nil {
		return why
	}
	if r.pack != nil {
		_ = r.pack.Close() // the reason for stopping is reported already
	}
	r.file.Close()
	return fmt.Errorf("%w; the recording so far is in %s", why, r.path+partial)
}
