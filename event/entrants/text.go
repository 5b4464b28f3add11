package entrants

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decode converts a list to UTF-8. Programs on Windows write UTF-8 or UTF-16 with a byte
// order mark, UTF-8 without one, or else Windows-1252.
func decode(text []byte) string {
	switch {
	case len(text) >= 2 && text[0] == 0xff && text[1] == 0xfe:
		return decode16(text[2:], binary.LittleEndian)
	case len(text) >= 2 && text[0] == 0xfe && text[1] == 0xff:
		return decode16(text[2:], binary.BigEndian)
	case utf8.Valid(text):
		return strings.TrimPrefix(string(text), "\ufeff")
	}
	var b strings.Builder
	for _, c := range text {
		if c >= 0x80 && c < 0xa0 {
			b.WriteRune(windows1252[c-0x80])
		} else {
			b.WriteRune(rune(c))
		}
	}
	return b.String()
}

func decode16(text []byte, order binary.ByteOrder) string {
	units := make([]uint16, len(text)/2)
	for i := range units {
		units[i] = order.Uint16(text[2*i:])
	}
	return string(utf16.Decode(units))
}

// windows1252 has the meanings of the bytes 0x80 to 0x9f (Unicode's table CP1252); the rest
// of that encoding is ISO 8859-1.
var windows1252 = [32]rune{
	0x20ac, 0xfffd, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0xfffd, 0x017d, 0xfffd,
	0xfffd, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0xfffd, 0x017e, 0x0178,
}

// cell is one field of a list.
type cell struct {
	text   string // without quotes and surrounding space
	column int    // where it begins in its line, in bytes from 1
	width  int    // length in the line, in bytes
}

// cells splits a line of a list. A field may be in quotes; quotes inside it are doubled
// (RFC 4180). A field cannot contain a line break. ok is false if quotes are not closed.
func cells(line string, comma byte) (list []cell, ok bool) {
	for at := 0; ; {
		from := at
		quoted := at < len(line) && line[at] == '"'
		var text string
		if quoted {
			var b strings.Builder
			at++
			for {
				end := strings.IndexByte(line[at:], '"')
				if end < 0 {
					return append(list, cell{line[from:], from + 1, len(line) - from}), false
				}
				b.WriteString(line[at : at+end])
				at += end + 1
				if at >= len(line) || line[at] != '"' {
					break
				}
				b.WriteByte('"')
				at++
			}
			text = b.String()
		}
		rest := strings.IndexByte(line[at:], comma)
		end := len(line)
		if rest >= 0 {
			end = at + rest
		}
		text += line[at:end]
		list = append(list, cell{strings.TrimSpace(text), from + 1, end - from})
		if rest < 0 {
			return list, true
		}
		at = end + 1
	}
}

// separator returns the character between the fields of a list: of semicolon, tab and comma
// the one that occurs three times or more in most lines. Fewer commas may belong to names.
func separator(lines []string) byte {
	best, most := byte(';'), 0
	for _, c := range []byte{';', '\t', ','} {
		n := 0
		for _, line := range lines {
			if strings.Count(line, string(c)) >= 3 {
				n++
			}
		}
		if n > most {
			best, most = c, n
		}
	}
	return best
}
