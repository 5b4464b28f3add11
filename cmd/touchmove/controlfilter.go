package main

import (
	"io"
	"strings"
	"unicode"
)

// controlFilter writes text that contains other people's names and remarks to a
// terminal. It replaces the characters that a terminal would obey instead of showing:
// control characters other than line ends and tabs, and marks that change the direction
// of writing.
type controlFilter struct{ io.Writer }

// Write implements io.Writer. A write must not end in the middle of a character.
func (c controlFilter) Write(p []byte) (int, error) {
	text := strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			return '?'
		}
		return r
	}, string(p))
	if _, err := io.WriteString(c.Writer, text); err != nil {
		return 0, err
	}
	return len(p), nil
}
