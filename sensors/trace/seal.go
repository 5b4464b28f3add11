package trace

import (
	"bytes"
	"fmt"
)

// A seal is a line that says how many lines are before it, such as
// {"sealed":841,"crc":...}. It is not a record. It means that the trace was complete
// at that point; a trace that is continued may have more lines and another seal
// after it. If a bound trace ends without a seal, its end was cut off or its writer
// was interrupted.
const sealBegin = `{"sealed":`

func appendSeal(line []byte, lines int) []byte {
	return fmt.Appendf(line, "%s%d}\n", sealBegin, lines)
}

// Seal writes a seal, if the trace's lines are bound and it is not sealed already.
// Write may continue afterwards.
func (d *Writer) Seal() error {
	if d.err != nil || d.crc != crcBound || d.sealed {
		return d.err
	}
	line, crc := appendCRC(appendSeal(d.buf[:0], d.lines), d.crc, d.last)
	if err := d.put(line); err != nil {
		return err
	}
	d.last, d.sealed = crc.own, true
	d.lines++
	return nil
}

// Bound reports whether the trace's lines are bound to each other.
func (d *Reader) Bound() bool { return d.crc == crcBound }

// Sealed reports whether the last line read is a seal. After the end of the trace,
// this means that nothing is missing there.
func (d *Reader) Sealed() bool { return d.sealed }

// isSeal reports whether a line is a seal. The error says that it belongs to another
// trace. A trace that was repaired by hand is no longer bound, and its seals mean
// nothing.
func (d *Reader) isSeal(line []byte, crc crcKind) (bool, error) {
	switch {
	case crc == crcEach || d.crc == crcEach || !bytes.HasPrefix(line, []byte(sealBegin)):
		return false, nil
	case d.crc == crcNone:
		return true, nil
	case crc != crcBound:
		return false, nil
	}
	if want := bytes.TrimSuffix(appendSeal(nil, d.line-1), []byte{'\n'}); !bytes.Equal(line, want) {
		return true, fmt.Errorf("the seal %s does not fit: %d lines are before it", line, d.line-1)
	}
	return true, nil
}
