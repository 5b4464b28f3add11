package pgn

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// An Encoding is the character encoding that was detected in a text.
type Encoding uint8

// The encodings. Latin1 also stands for its extension Windows-1252, whose printable letters are
// understood.
const (
	ASCII Encoding = iota
	UTF8
	UTF8BOM // UTF-8 after a byte order mark
	Latin1  // ISO 8859-1, in which the PGN standard is written
	UTF16LE
	UTF16BE
)

// String names the encoding.
func (e Encoding) String() string {
	if int(e) >= len(encodingNames) {
		return fmt.Sprintf("Encoding(%d)", uint8(e))
	}
	return encodingNames[e]
}

var encodingNames = [...]string{"ASCII", "UTF-8", "UTF-8 with byte order mark", "ISO 8859-1", "UTF-16 little-endian", "UTF-16 big-endian"}

// maxLine is the longest line accepted, in bytes. Some databases put whole games on one line.
const maxLine = 16 << 20

// textReader reads lines and converts whatever encoding it detects to UTF-8.
type textReader struct {
	r        *bufio.Reader
	encoding Encoding
	started  bool
	long     []byte
	number   int // of the line last read, from 1
	size     int // bytes of the lines of the current game
}

// line returns the next line without its line end; io.EOF after the last.
func (t *textReader) line() (string, error) {
	if !t.started {
		t.started = true
		t.detect()
	}
	raw, err := t.rawLine()
	if err != nil && (err != io.EOF || len(raw) == 0) {
		return "", err
	}
	t.number++
	t.size += len(raw)
	var s string
	switch t.encoding {
	case UTF16LE, UTF16BE:
		s = t.decode16(raw)
	default:
		s = t.decode8(raw)
	}
	return strings.TrimRight(s, "\r\n"), nil
}

// detect looks for a byte order mark, or for the zero bytes of ASCII characters in UTF-16.
func (t *textReader) detect() {
	head, _ := t.r.Peek(4)
	is := func(b ...byte) bool { return len(head) >= len(b) && string(head[:len(b)]) == string(b) }
	skip := 0
	switch {
	case is(0xef, 0xbb, 0xbf):
		t.encoding, skip = UTF8BOM, 3
	case is(0xff, 0xfe):
		t.encoding, skip = UTF16LE, 2
	case is(0xfe, 0xff):
		t.encoding, skip = UTF16BE, 2
	case len(head) == 4 && head[0] != 0 && head[1] == 0 && head[2] != 0 && head[3] == 0:
		t.encoding = UTF16LE
	case len(head) == 4 && head[0] == 0 && head[1] != 0 && head[2] == 0 && head[3] != 0:
		t.encoding = UTF16BE
	}
	_, _ = t.r.Discard(skip) // the bytes were just peeked
}

// rawLine reads up to and including the line feed; the bytes are valid until the next call.
func (t *textReader) rawLine() ([]byte, error) {
	t.long = t.long[:0]
	for {
		part, err := t.r.ReadSlice('\n')
		if err == nil && len(t.long) == 0 && t.encoding != UTF16LE && t.encoding != UTF16BE {
			return part, nil
		}
		t.long = append(t.long, part...)
		if len(t.long) > maxLine {
			return nil, fmt.Errorf("line %d is longer than %d bytes", t.number+1, maxLine)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err != nil:
			return t.long, err
		case t.encoding == UTF16LE && len(t.long)%2 == 1:
			high, err := t.r.ReadByte() // the other half of the line feed
			if err == nil {
				t.long = append(t.long, high)
			}
			if err == nil && high != 0 {
				continue
			}
			return t.long, nil
		case t.encoding == UTF16LE, t.encoding == UTF16BE && (len(t.long)%2 == 1 || t.long[len(t.long)-2] != 0):
			continue // the byte 10 was half of another character
		}
		return t.long, nil
	}
}

func (t *textReader) decode16(raw []byte) string {
	units := make([]uint16, 0, len(raw)/2)
	for i := 0; i+1 < len(raw); i += 2 {
		a, b := uint16(raw[i]), uint16(raw[i+1])
		if t.encoding == UTF16LE {
			a, b = b, a
		}
		units = append(units, a<<8|b)
	}
	return string(utf16.Decode(units))
}

// decode8 takes a line as UTF-8 if it is valid UTF-8, else as Latin-1; Latin-1 text is practically
// never valid UTF-8 by chance.
func (t *textReader) decode8(raw []byte) string {
	ascii := true
	for _, c := range raw {
		if c >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	if ascii {
		return string(raw)
	}
	if utf8.Valid(raw) {
		if t.encoding == ASCII {
			t.encoding = UTF8
		}
		return string(raw)
	}
	t.encoding = Latin1
	var s strings.Builder
	for _, c := range raw {
		if c >= 0x80 && c < 0xa0 {
			s.WriteRune(windows1252[c-0x80])
		} else {
			s.WriteRune(rune(c))
		}
	}
	return s.String()
}

// windows1252 holds the characters that the bytes 80 to 9f stand for in Windows-1252. In ISO 8859-1
// they are control codes, which have no place in a text.
var windows1252 = [32]rune{
	'€', '\u0081', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u008d', 'Ž', '\u008f',
	'\u0090', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u009d', 'ž', 'Ÿ',
}
