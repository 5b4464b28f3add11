package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"touchmove/sensors/trace"
)

// tampered describes what was done to the lines of a journal if the line with this
// number, counted from 1, does not follow the one before it.
func tampered(text []byte, line int) string {
	lines := bytes.SplitAfter(text, []byte{'\n'})
	at := line - 1
	before, own, _ := trace.Binding(lines[at])
	behind := 0 // the line that it was written after, counted from 1; 0: missing
	for i, other := range lines {
		_, crc, ok := trace.Binding(other)
		switch {
		case !ok || i == at:
		case i < at && crc == own:
			return fmt.Sprintf("it is line %d once more", i+1)
		case crc == before:
			behind = i + 1
		}
	}
	switch {
	case behind > line:
		return fmt.Sprintf("it belongs behind line %d: lines were moved", behind)
	case behind > 0:
		return fmt.Sprintf("it belongs behind line %d: what is between them was moved or put in", behind)
	}
	return fmt.Sprintf("lines are missing between line %d and it", line-1)
}

// endLen is how many bytes at a journal's end are searched for its seal.
const endLen = 256

// EndMissing reports whether a journal that is not being written lacks its seal:
// somebody has truncated it, or the machine stopped before it was closed. It reads only
// the journal's beginning and end. A journal of an older version has no seal.
func EndMissing(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	in, err := trace.NewReader(f)
	if err != nil {
		return false, fmt.Errorf("journal %s: %w", path, err)
	}
	if !in.Bound() {
		return false, nil
	}
	size, err := endOf(f)
	if err != nil {
		return false, err
	}
	end, err := before(f, size)
	if err != nil {
		return false, err
	}
	end = bytes.TrimSuffix(end, []byte{'\n'})
	last := end[bytes.LastIndexByte(end, '\n')+1:]
	return !trace.IsSeal(last), nil
}

// endOf returns where a file ends, without the space allocated behind it.
func endOf(f *os.File) (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	size := info.Size()
	for size > 0 {
		block, err := before(f, size)
		if err != nil {
			return 0, err
		}
		text := bytes.TrimRight(block, "\x00")
		if size -= int64(len(block) - len(text)); len(text) > 0 {
			break
		}
	}
	return size, nil
}

// before reads the last bytes of a file in front of a position.
func before(f *os.File, at int64) ([]byte, error) {
	block := make([]byte, min(endLen, at))
	if _, err := f.ReadAt(block, at-int64(len(block))); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return block, nil
}
