package trace

import (
	"bytes"
	"fmt"
	"hash/crc32"
)

// A line may end in a checksum of itself, as ,"crc":"0c1d2e3f"}: CRC-32C
// (RFC 3720, 12.1) of all the bytes before its comma, in eight hexadecimal digits.
// It is the last key of its line and is written without spaces. JSON alone
// does not notice that a card has turned e2 into e3, or 1-0 into 0-0. Where the
// header has one every line has one.
const (
	crcBegin = `,"crc":"`
	crcLen   = len(crcBegin) + 8 + len(`"}`)
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// appendCRC puts the checksum of a line into it. The line ends in a brace and a
// newline.
func appendCRC(line []byte) []byte {
	line = line[:len(line)-len("}\n")]
	return fmt.Appendf(line, "%s%08x\"}\n", crcBegin, crc32.Checksum(line, castagnoli))
}

// takeCRC takes the checksum out of a line, which it changes, and says whether
// it had one. The error says that the line is another one than was written.
func takeCRC(line []byte) (rest []byte, had bool, err error) {
	n := len(line) - crcLen
	if n < 0 || !bytes.HasPrefix(line[n:], []byte(crcBegin)) || !bytes.HasSuffix(line, []byte(`"}`)) {
		return line, false, nil
	}
	told := line[n+len(crcBegin) : len(line)-len(`"}`)]
	if is := fmt.Appendf(nil, "%08x", crc32.Checksum(line[:n], castagnoli)); !bytes.Equal(is, told) {
		return line, true, fmt.Errorf("the line is not as it was written: its crc is %q and would have to be %q; where a line is mended by hand, its crc and that of line 1 are left out", told, is)
	}
	line[n] = '}'
	return line[:n+1], true, nil
}

// Checked says whether a line, with its newline or without, has a checksum and
// is as it was written.
func Checked(line []byte) bool {
	_, had, err := takeCRC(bytes.Clone(bytes.TrimSuffix(line, []byte{'\n'})))
	return had && err == nil
}
