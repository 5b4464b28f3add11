package terminal_test

import (
	"slices"
	"strings"
	"testing"

	"touchmove/internal/terminal"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"", 10, []string{""}},
		{"`sudo apt-get  install`\ni2c-tools", 12, []string{"sudo apt-get", "install", "i2c-tools"}},
		{"a longer-than-that b", 6, []string{"a", "longer-than-that", "b"}},
		{"李超 李超", 8, []string{"李超", "李超"}},
		{"\x1b[1mab\x1b[m cd", 5, []string{"\x1b[1mab\x1b[m cd"}},
	} {
		if got := terminal.Wrap(c.text, c.width); !slices.Equal(got, c.want) {
			t.Errorf("%q in %d columns: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

func TestPad(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{terminal.Pad("e\u0301", 3), "e\u0301  "},
		{terminal.PadLeft("李", 3), " 李"},
		{terminal.Pad("long", 3), "long"},
		{terminal.Pad("\x1b[1ma\x1b[m", 2), "\x1b[1ma\x1b[m "},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestShorten(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"as long", 7, "as long"},
		{"the beginning and the end", 11, "the b…e end"},
		{"李超李超李超", 7, "李…李超"},
		{strings.Repeat("ab", 5000), 8, "aba…abab"},
	} {
		if got := terminal.Shorten(c.text, c.width); got != c.want {
			t.Errorf("%.30q in %d columns: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}
