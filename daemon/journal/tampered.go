package journal

import (
	"bytes"
	"fmt"

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
