package plaintext_test

import (
	"strings"
	"testing"

	"touchmove/internal/plaintext"
)

func TestName(t *testing.T) {
	for _, good := range []string{"", "Żółć, Anna", "O'Neill-Çelik, J. R.", "גארי קספרוב", "Ди́на", "李超", "a b", "نام\u200cخانوادگی"} {
		if err := plaintext.Name(good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	for bad, char := range map[string]string{
		"a\x00b": "U+0000", "\x1b[2J": "U+001B", "two\nlines": "U+000A", "\u0085": "U+0085", "nna\u202eA": "U+202E", "\u2066x": "U+2066", "a\u2028b": "U+2028", "\ufdd0": "U+FDD0", "\uffff": "U+FFFF",
	} {
		if err := plaintext.Name(bad); err == nil || !strings.Contains(err.Error(), char) {
			t.Errorf("%q: %v does not name %s", bad, err, char)
		}
	}
	if err := plaintext.Text("two\nlines\tand a tab\r\n"); err != nil {
		t.Errorf("a remark of two lines: %v", err)
	}
	if err := plaintext.Text("red \x1b[31m"); err == nil {
		t.Error("a remark with an escape sequence passes")
	}
}

func TestMend(t *testing.T) {
	for text, want := range map[string]string{
		"[White \"\u017b\"]\r\n\t1. e4": "[White \"\u017b\"]\r\n\t1. e4",
		"a\x1b[31m\x00\u202eb\u2028":    "a?[31m??b?",
		"\xff\xfea":                     "?a",
	} {
		if got := plaintext.Mend(text); got != want || plaintext.Text(got) != nil {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
