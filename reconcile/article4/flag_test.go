package article4_test

import (
	"strings"
	"testing"
	"time"

	"touchmove/rules"
)

// TestFlagRaisedOfOther: time that one player gets does not withdraw the loss that the other one's flag means.
func TestFlagRaisedOfOther(t *testing.T) {
	result := func(b *table) string {
		if r := b.state().Result; r != nil {
			return *r
		}
		return ""
	}
	b := newTable(t, header(rules.FIDE2018))
	b.w.FlagFell(rules.White, b.at, true)
	b.w.FlagFell(rules.Black, b.at+time.Second, true)
	b.w.FlagRaised(rules.Black, b.at+2*time.Second, true)
	b.obey()
	if got := result(b); got != "0-1" {
		t.Errorf("the result is %q with White's flag down, told %v", got, strings.Join(b.told, "\n"))
	}
	b.w.FlagFell(rules.Black, b.at+3*time.Second, true)
	b.w.FlagRaised(rules.White, b.at+4*time.Second, true)
	b.obey()
	if got := result(b); got != "1-0" {
		t.Errorf("the result is %q with only Black's flag down, told %v", got, strings.Join(b.told, "\n"))
	}
}
