package trace

import (
	"bytes"
	"fmt"
)

// A seal is a line that says how many lines are before it, as
// {"sealed":841,"crc":...}: nothing was written after it. It is no
// record. More may follow when the trace is continued, up to another seal; a
// bound trace that ends without one was cut, or its writer was.
const sealBegin = `{"sealed":`

func appendSeal(line []byte, lines int) []byte {
	return fmt.Appendf(line, "%s%d}\n", sealBegin, lines)
}

// IsSeal reports whether a line is a seal, as it was written.
func IsSeal(line []byte) bool { return bytes.HasPrefix(line, []byte(sealBegin)) && Checked(line) }

// Seal closes the trace, if its lines are bound and it is not sealed already.
// Write may still continue.
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

// Sealed reports whether the line read last is a seal: of a trace that has been read
// to its end, that nothing behind it is missing.
func (d *Reader) Sealed() bool { return d.sealed }

// isSeal reports whether a line is a seal. The error says that it is one of
// another trace. A trace that was mended by hand is bound no more, and its seals
// mean nothing.
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
