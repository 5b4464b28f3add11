// Package terminal lays out text in columns as a terminal shows it: a wide character takes
// two, a mark above a letter and the code of a colour none.
package terminal

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Wrap breaks a text into lines of at most this width, between words only, so that a
// command is copied whole. A longer word gets a line of its own. The backquotes around
// commands are left out. No words give one empty line.
func Wrap(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(strings.ReplaceAll(text, "`", "")) {
		if line != "" && ansi.StringWidth(line)+1+ansi.StringWidth(word) > width {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

// Pad adds spaces after a text up to a width.
func Pad(s string, width int) string { return s + blank(s, width) }

// PadLeft adds spaces before a text up to a width.
func PadLeft(s string, width int) string { return blank(s, width) + s }

func blank(s string, width int) string {
	return strings.Repeat(" ", max(0, width-ansi.StringWidth(s)))
}

// Shorten returns a text of at most this width, in columns: of a longer one the beginning and the end, with an
// ellipsis between them. It is for texts without codes of colours.
func Shorten(s string, width int) string {
	whole := ansi.StringWidth(s)
	if whole <= width {
		return s
	}
	head := (width - 1) / 2
	return ansi.Truncate(s, head, "") + "…" + ansi.TruncateLeft(s, whole-(width-1-head), "")
}
