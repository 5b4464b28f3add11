package reconcile_test

import (
	"slices"
	"strings"
	"testing"

	refusals "touchmove/internal/refusal"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// otherwise are the rulings of docs/arbiter.md for which editions before 2023 say something else:
// what the ruling does not change there, with which code it is refused, or that its situation
// cannot arise.
var otherwise = []struct {
	ruling   string
	editions string // by year
	unlike   string // aspects that stay as they are
	refused  string
	never    string // why the situation cannot arise
}{
	{"an illegal move counts, and the opponent gets the time", "1953 1997", "times", "", ""},
	{"the game is lost by illegal moves", "1953 1997", "", "", "no number of illegal moves loses"},
	{"nor does one that has lost the game", "1953 1997", "", "", "no number of illegal moves loses"},
	{"two hands for one move", "1953 1997 2001 2005 2009 2014", "count", "", ""},
	{"an illegal move observed in fast play without supervision", "1953", "", "", "knows no fast play"},
	{"an illegal move is claimed", "1953", "", "", "knows no fast play"},
	{"an illegal move observed in fast play without supervision", "1997 2001 2005 2009", "", "illegal-on-claim", ""},
	{"a claim of a draw is wrong", "1953", "times", "", ""},
	{"drawn by the quickplay finish", "1953", "", "", "has no quickplay finish"},
	{"it is decided when the flag has fallen", "1953", "", "", "has no quickplay finish"},
	{"the claim is rejected", "1953", "", "", "has no quickplay finish"},
	{"the claim is rejected", "1997", "times", "", ""},
	{"an increment is granted", "1953 1997 2001 2005 2009", "", "", "has no request for an increment"},
	{"a telephone sounded", "1953 1997 2001", "", "device-no-rule", ""},
	{"a player adjourns before the end of the session", "1953", "", "adjourn-early", ""},
}

// TestEveryRulingInEveryEdition gives every ruling of docs/arbiter.md under every edition: it changes
// what the page says and can be undone, or the edition says otherwise, as listed above.
func TestEveryRulingInEveryEdition(t *testing.T) {
	given := make([]bool, len(otherwise))
	for _, l := range rules.AllLaws() {
		year := strings.TrimPrefix(l.String(), "fide-")
		for _, r := range rulings(t) {
			s := situations[r.when]
			if strings.Contains(r.when, " by the ") {
				continue // the ruling is of one edition
			}
			if s.h.Start == "" {
				s.h = timed("5400+30", l)
			}
			if s.h.Setup.Illegal[rules.White] == 1 && rules.FIDE2001 <= l && l <= rules.FIDE2009 {
				s.h.Setup.Illegal[rules.White] = 2 // the third loses
			}
			s.h.Laws = l
			var unlike, code, never string
			for i, o := range otherwise {
				if o.ruling == r.name && slices.Contains(strings.Fields(o.editions), year) {
					unlike, code, never, given[i] = o.unlike, o.refused, o.never, true
				}
			}
			if never != "" {
				continue
			}
			t.Run(year+"/"+r.name, func(t *testing.T) {
				if code == "" {
					r.isEntered(t, s, strings.Fields(unlike))
					return
				}
				b, c := s.play(t), r.c
				c.By = "arbiter"
				_, err := b.g.Step(trace.Record{At: b.at, What: c})
				if why := refusals.Of(err); why == nil || why.Code != code {
					t.Errorf("refused as %v, want %s", err, code)
				}
			})
		}
	}
	for i, o := range otherwise {
		if !given[i] {
			t.Errorf("no ruling is called %q, or none of the editions %s", o.ruling, o.editions)
		}
	}
}
