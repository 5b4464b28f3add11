package main

import (
	"io"
	"strings"

	"touchmove/internal/plaintext"
)

// controlFilter writes text that contains other people's names and remarks to a
// terminal, as showable returns it.
type controlFilter struct{ io.Writer }

// Write implements io.Writer. A write must not end in the middle of a character.
func (c controlFilter) Write(p []byte) (int, error) {
	if _, err := io.WriteString(c.Writer, showable(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// showable replaces the characters that a terminal would obey instead of showing (see
// plaintext.Unfit), other than line ends and tabs.
func showable(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && plaintext.Unfit(r) {
			return '?'
		}
		return r
	}, text)
}
