package article4_test

import (
	"encoding/json"
	"testing"
	"time"

	"touchmove/internal/goldentest"
	"touchmove/reconcile/article4"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// The brief has the numbers of the game's own rate of play, and speaks of missing supervision only where
// it is missing; from 2014 the arbiter may act on what he observes.
func TestBriefIsOfTheGame(t *testing.T) {
	for _, c := range []struct {
		laws           rules.Laws
		rate           article4.Rate
		illegal, claim time.Duration
		until, flags   bool
		observed       bool
	}{
		{rules.FIDE2023, article4.Rate{Mode: trace.StandardPlay}, 2 * time.Minute, 2 * time.Minute, false, false, true},
		{rules.FIDE2023, article4.Rate{Mode: trace.Rapid}, time.Minute, time.Minute, false, false, true},
		{rules.FIDE2023, article4.Rate{Mode: trace.Rapid, Unsupervised: true}, time.Minute, time.Minute, true, false, true},
		{rules.FIDE2014, article4.Rate{Mode: trace.Blitz, Unsupervised: true}, time.Minute, time.Minute, true, true, true},
		{rules.FIDE2009, article4.Rate{Mode: trace.Blitz, Unsupervised: true}, 2 * time.Minute, 3 * time.Minute, true, true, false},
		{rules.FIDE2009, article4.Rate{Mode: trace.StandardPlay, Unsupervised: true}, 2 * time.Minute, 3 * time.Minute, false, false, false},
		{rules.FIDE1953, article4.Rate{Mode: trace.StandardPlay}, 0, 0, false, false, false},
	} {
		b := article4.BriefOf(c.laws, c.rate)
		if b.Illegal != c.illegal || b.WrongClaim != c.claim || b.UntilReply != c.until || b.FlagsOnClaim != c.flags || article4.ActsOnObserved(c.laws) != c.observed {
			t.Errorf("%v %+v: %+v", c.laws, c.rate, b)
		}
		for _, line := range b.Lines() {
			if len(line.Times) > 1 {
				t.Errorf("%v: %+v has the times of other rates of play", c.laws, line)
			}
		}
	}
}

// The arbiter's page takes from this table which sentence it shows.
func TestScreenHasTheEditions(t *testing.T) {
	table := struct {
		ActsOnObserved []string `json:"acts_on_observed"`
	}{[]string{}}
	for _, l := range rules.AllLaws() {
		if article4.ActsOnObserved(l) {
			table.ActsOnObserved = append(table.ActsOnObserved, l.String())
		}
	}
	text, err := json.Marshal(table)
	if err != nil {
		t.Fatal(err)
	}
	goldentest.Check(t, "../../screen/src/editions.json", append(text, '\n')) // and make screen
}
