// Package regularfile reads files whose place somebody may have given to something else:
// reading a pipe or a device might never end, and a file that has grown without bounds
// would take all memory.
package regularfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// ErrUnfit is in the chain of the error about something that is not a file, or is too long
// to be the one that is expected there.
var ErrUnfit = errors.New("move it away")

// Open opens a file to read it, unless it is not a regular file or has more bytes than
// most. A symbolic link is followed. The error names the file.
func Open(path string, most int64) (*os.File, error) {
	if info, err := os.Stat(path); err == nil { // opening a device may do something to it
		if err := CheckInfo(path, info, most); err != nil {
			return nil, err
		}
	}
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe may have come in between
	if err != nil {
		return nil, err
	}
	if err := Check(f, most); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Check returns an error about an open file if it is not a regular one, or has more bytes
// than most.
func Check(f *os.File, most int64) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return CheckInfo(f.Name(), info, most)
}

// CheckInfo returns the same error about a file of which info is known. A symbolic link, of which
// only os.Lstat tells, is none.
func CheckInfo(path string, info fs.FileInfo, most int64) error {
	switch {
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a file but %s: %w", path, kind(info.Mode()), ErrUnfit)
	case info.Size() > most:
		return tooLong(path, info.Size(), most)
	}
	return nil
}

func tooLong(path string, size, most int64) error {
	return fmt.Errorf("%s has %d bytes, and at most %d are read: something else has written into it: %w", path, size, most, ErrUnfit)
}

func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a directory"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeSymlink != 0:
		return "a link"
	}
	return "a device"
}

// Read reads a file under the conditions of Open, also if it grows meanwhile.
func Read(path string, most int64) ([]byte, error) {
	f, err := Open(path, most)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	text, err := ReadUpTo(f, info.Size(), most+1)
	if err != nil {
		return nil, err
	}
	if int64(len(text)) > most {
		return nil, tooLong(path, int64(len(text)), most)
	}
	return text, nil
}

// ReadUpTo reads at most this many bytes of r. announced is how many there should be, less than 1 if that is not known:
// what fits from the beginning need not be moved as it grows, and takes a third of the memory.
func ReadUpTo(r io.Reader, announced, most int64) ([]byte, error) {
	r = io.LimitReader(r, most)
	if announced <= 0 {
		return io.ReadAll(r)
	}
	var text bytes.Buffer
	text.Grow(int(min(announced, most)) + bytes.MinRead)
	_, err := text.ReadFrom(r)
	return text.Bytes(), err
}
