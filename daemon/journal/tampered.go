package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"touchmove/sensors/trace"
)

// tampered says what became of the lines of a journal of which the one with this
// number, counted from 1, does not follow the one before it.
func tampered(text []byte, line int) string {
	lines := bytes.SplitAfter(text, []byte{'\n'})
	at := line - 1
	before, own, _ := trace.Binding(lines[at])
	behind := 0 // the line that it was written behind, counted from 1; 0 is not there
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

// endLen is how much of a journal's end is looked at for its seal.
const endLen = 256

// EndMissing says whether a journal that is not being written lacks its seal:
// somebody has cut it, or the machine stopped before it was closed. It looks at
// its beginning and end alone. A journal of an older program has no seal.
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
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	end := make([]byte, min(endLen, info.Size()))
	if _, err := f.ReadAt(end, info.Size()-int64(len(end))); err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	end = bytes.TrimSuffix(end, []byte{'\n'})
	last := end[bytes.LastIndexByte(end, '\n')+1:]
	return !trace.IsSeal(last), nil
}
