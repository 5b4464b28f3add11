package topic_test

import (
	"strings"
	"testing"

	"touchmove/internal/topic"
)

func TestLevel(t *testing.T) {
	for name, want := range map[string]string{
		"raspberrypi": "raspberrypi", "Hall 7": "hall-7", "Pi_3.local": "pi-3-local", "": "node", "é": "node",
		strings.Repeat("x", 40): strings.Repeat("x", 32),
	} {
		if got := topic.Level(name); got != want || !topic.IsLevel(got) {
			t.Errorf("Level(%q) = %q, want %q", name, got, want)
		}
	}
	for _, bad := range []string{"", "A", "a b", "a/b", "a+", "#", "ä", strings.Repeat("x", 33)} {
		if topic.IsLevel(bad) {
			t.Errorf("%q passes as a topic level", bad)
		}
	}
}
