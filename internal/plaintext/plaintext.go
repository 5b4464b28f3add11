// Package plaintext checks the characters of names and remarks from elsewhere. It refuses
// those that a terminal, a log or a web page would interpret instead of showing them.
package plaintext

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Name returns an error if a name has a control character (Unicode's Cc, including NUL and
// ESC), a mark that changes the direction of the text around it (Unicode Standard Annex 9,
// 2), a line or paragraph separator, or a noncharacter. The error names the first one.
func Name(s string) error {
	for _, r := range s {
		if Unfit(r) {
			return fmt.Errorf("the character %U is not allowed in it: terminals act on it instead of showing it", r)
		}
	}
	return nil
}

// Text is Name for a remark of several lines: line ends and tabs are allowed.
func Text(s string) error {
	for _, r := range s {
		if Unfit(r) && r != '\n' && r != '\r' && r != '\t' {
			return fmt.Errorf("the character %U is not allowed in it: terminals act on it instead of showing it", r)
		}
	}
	return nil
}

// Mend returns a text of several lines with a question mark for every character that Text refuses, and for what is not UTF-8.
func Mend(s string) string {
	if utf8.ValidString(s) && Text(s) == nil {
		return s
	}
	return strings.Map(func(r rune) rune {
		if Unfit(r) && r != '\n' && r != '\r' && r != '\t' {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
}

// Unfit reports whether a character is one of those that Name refuses.
func Unfit(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == 0x2028 || r == 0x2029 || Noncharacter(r)
}

// Noncharacter reports whether a code point is never a character (Unicode Standard, 23.7).
func Noncharacter(r rune) bool { return r >= 0xfdd0 && r <= 0xfdef || r&0xfffe == 0xfffe }
