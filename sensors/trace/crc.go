package trace

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"strconv"
)

// A line may end in a checksum, such as ,"crc":"0c1d2e3f"}: the CRC-32C (RFC 3720,
// 12.1) of all bytes before its comma, in eight hexadecimal digits. It is the last
// key of its line and is written without spaces. JSON by itself does not reveal
// that a memory card has turned e2 into e3, or 1-0 into 0-0. If the header has a
// checksum, every line has one.
//
// If the header's checksum has sixteen digits, lines are bound to each other: the
// first eight digits are the checksum of the line before (zeros in the header), and
// the last eight are that of the line together with the first eight. So lines that
// are deleted, repeated, moved or inserted are noticed as well.
const (
	crcBegin  = `,"crc":"`
	crcEnd    = `"}`
	crcDigits = 8
)

// crcKind says which checksums the lines of a trace have, as the header's shows.
type crcKind uint8

const (
	crcNone  crcKind = iota
	crcEach          // of the line alone, as in journals before lines were bound
	crcBound         // of the line and of the one before
)

// lineCRC is the checksum of one line.
type lineCRC struct {
	kind        crcKind
	before, own uint32
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// ErrUnbound is wrapped by the error for a line that does not follow the one before
// it.
var ErrUnbound = errors.New("the line does not follow the one before it: lines were deleted, repeated, moved or added")

// appendCRC adds a checksum to a line that ends in a brace and a newline.
func appendCRC(line []byte, kind crcKind, before uint32) ([]byte, lineCRC) {
	if kind == crcNone {
		return line, lineCRC{}
	}
	line = line[:len(line)-len("}\n")]
	c := lineCRC{kind: kind, before: before}
	c.own = c.of(line)
	return append(append(append(line, crcBegin...), c.digits()...), crcEnd+"\n"...), c
}

// of computes the checksum of a line up to its comma.
func (c lineCRC) of(line []byte) uint32 {
	sum := crc32.Checksum(line, castagnoli)
	if c.kind == crcBound {
		sum = crc32.Update(sum, castagnoli, fmt.Appendf(nil, "%08x", c.before))
	}
	return sum
}

// digits returns the checksum as written in its line.
func (c lineCRC) digits() []byte {
	var text []byte
	if c.kind == crcBound {
		text = fmt.Appendf(text, "%08x", c.before)
	}
	return fmt.Appendf(text, "%08x", c.own)
}

// takeCRC removes the checksum from a line, if it has one; this changes the line.
// The error says that the line is not as it was written.
func takeCRC(line []byte) (rest []byte, c lineCRC, err error) {
	for _, kind := range [...]crcKind{crcBound, crcEach} {
		digits := crcDigits
		if kind == crcBound {
			digits *= 2
		}
		n := len(line) - len(crcBegin) - digits - len(crcEnd)
		if n < 0 || !bytes.HasPrefix(line[n:], []byte(crcBegin)) || !bytes.HasSuffix(line, []byte(crcEnd)) {
			continue
		}
		written := line[n+len(crcBegin) : len(line)-len(crcEnd)]
		c.kind = kind
		if kind == crcBound {
			before, err := strconv.ParseUint(string(written[:crcDigits]), 16, 32)
			if err != nil {
				return line, c, fmt.Errorf("the line is not as it was written: %q is not a CRC", written)
			}
			c.before = uint32(before)
		}
		c.own = c.of(line[:n])
		if is := c.digits(); !bytes.Equal(is, written) {
			return line, c, fmt.Errorf("the line is not as it was written: its crc is %q and would have to be %q; if you repair a line by hand, remove its crc and that of line 1", written, is)
		}
		line[n] = '}'
		return line[:n+1], c, nil
	}
	if cr := bytes.TrimSuffix(line, []byte{'\r'}); len(cr) < len(line) && bytes.HasSuffix(cr, []byte(crcEnd)) && bytes.Contains(cr, []byte(crcBegin)) {
		return line, c, errors.New("the line is not as it was written: it ends in a carriage return, as if a program for Windows had saved the file: restore the line ends (dos2unix)")
	}
	return line, c, nil
}

// LastCRC returns the checksum of the last line written or read before, in eight hexadecimal
// digits, or "" if lines are not bound.
func (d *Writer) LastCRC() string {
	if d.crc != crcBound {
		return ""
	}
	return fmt.Sprintf("%08x", d.last)
}

// CRC returns the checksum of a line of a trace whose lines are bound, as LastCRC does, without
// checking it.
func CRC(line []byte) string {
	line = bytes.TrimSuffix(line, []byte{'\n'})
	end := len(line) - len(crcEnd)
	if end < crcDigits {
		return ""
	}
	return string(line[end-crcDigits : end])
}

// Checked reports whether a line, with or without its newline, has a checksum and
// is as it was written.
func Checked(line []byte) bool {
	_, c, err := takeCRC(bytes.Clone(bytes.TrimSuffix(line, []byte{'\n'})))
	return c.kind != crcNone && err == nil
}

// Binding returns the checksum of a line that is as it was written, and that of the
// line before. ok is false if lines are not bound.
func Binding(line []byte) (before, own uint32, ok bool) {
	_, c, err := takeCRC(bytes.Clone(bytes.TrimSuffix(line, []byte{'\n'})))
	return c.before, c.own, c.kind == crcBound && err == nil
}
