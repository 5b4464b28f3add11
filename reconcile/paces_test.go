package reconcile_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/reconcile/scenario"
	"touchmove/sensors/trace"
)

// paces are those at which TestArticle4AtEveryPace plays, besides the usual one.
var paces = map[string]scenario.Pace{
	"quick":     {Gap: 350 * time.Millisecond, Rest: scenario.Rest},
	"slow":      {Gap: 1500 * time.Millisecond, Rest: scenario.Rest},
	"very slow": {Gap: 2500 * time.Millisecond, Rest: scenario.Rest},
	"slowest":   {Gap: 3500 * time.Millisecond, Rest: scenario.Rest},
	"later end": {Gap: scenario.Gap, Rest: 30 * time.Second},
}

// otherAtPace lists the scenarios whose outcome depends on the pace, with the reason. For all others
// the Laws demand the same whether hands are quick or slow.
var otherAtPace = []struct {
	why string
	at  string // paces, separated by commas
	ids string
}{
	// What time itself decides.
	{"White's own seconds run out meanwhile, too", "slow, very slow, slowest", "ONE-561, MIX-377, MIX-378"},
	{"Black's five seconds run out after the end", "later end", "MIX-123, MIX-124"},
	{"nobody comes, or not in time: the default time runs out for both meanwhile", "slow, very slow, slowest", "END-081, SLD-504"},
	{"the default time of the other player runs out meanwhile", "very slow, slowest", "SLD-760, SLD-761"},
	{"Black's default time runs out after the end", "later end", "SLD-503"},
	{"the first player is there after the default time", "very slow, slowest", "END-084"},
	{"the flag falls while the hands are still at work", "very slow, slowest", "FU-221, SLD-297, AFR-135, AFR-136, AFR-349, AFR-350, AFR-377, AFR-378"},
	{"the flag falls before the mate is on the board", "slow, very slow, slowest", "TXT-315"},
	{"the flag falls before the mate is on the board", "slowest", "HND-191, SLD-291, SLD-292, UNP-114, UNP-115"},
	{"the flag falls before the game is adjourned", "slowest", "ONE-653"},
	{"the piece rests so long that its move, which ends the game, is published", "very slow, slowest", "TXT-436, TXT-437"},
	{"the second flag falls before the claim", "slow, very slow, slowest", "ORD-156"},
	{"the reply comes down a second or more before its clock is pressed: a move, no longer a piece displaced", "slow, very slow, slowest", "DSP-004"},
	{"the rook rests for a second or more before the king comes: released as a move of its own (4.6)", "slow, very slow, slowest", "REL-083, REL-088, VAR-022"},
	{"the new piece has stood there for more than a moment: released (4.6)", "slow, very slow, slowest", "VAR-011"},
	// Open: a piece put on one of its own colour is gone, which an undetected pawn and a rook moved ahead explain about as well.
	{"what the recording ends with is published as a guess below 0.7", "slowest", "UND-009"},
	// Open: after half a minute a queen on a8 that is not detected explains the board about as well, and lets Black's reply be legal.
	{"a8=Q, with the sensor of a8 broken, is as likely as the capture on b8", "slowest", "REL-217"},
	{"both illegal moves together leave the squares of 1. e4 e5, and the piece that was put down last is not seen to be Black's", "slowest", "AFR-137"},
	// What comes within 0.6 s of a press is still part of it: the press is judged afterwards.
	{"the rook follows while the press is judged: castling is completed", "quick", "ORD-002"},
	{"put right before the press is judged, with a capture that was not seen in between", "quick", "TI-003, TI-004, TI-033, VAR-041"},
}

// ofTime are the particulars of events that depend on the pace.
var ofTime = []string{"at_us", "left_us", "before_us", "released_us", "by_us"}

// TestArticle4AtEveryPace plays every scenario with quick and with slow hands, and with a later end of
// the recording: the rulings are the same, but for those of otherAtPace, which must differ. Unless
// TOUCHMOVE_LONG is yes, hands are quick only. With -short each is played in one edition only.
func TestArticle4AtEveryPace(t *testing.T) {
	paces := maps.Clone(paces)
	if os.Getenv("TOUCHMOVE_LONG") != "yes" {
		maps.DeleteFunc(paces, func(name string, _ scenario.Pace) bool { return name != "quick" })
	}
	excepted := map[string]bool{} // "ID pace": whether it did differ
	for _, o := range otherAtPace {
		for id := range strings.SplitSeq(o.ids, ", ") {
			for pace := range strings.SplitSeq(o.at, ", ") {
				if _, plays := paces[pace]; plays {
					excepted[id+" "+pace] = false
				}
			}
		}
	}
	files, err := filepath.Glob("testdata/laws/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		for i, s := range scenarios(t, filepath.Base(file)) {
			forgetTimes(&s)
			for name, pace := range paces {
				key := s.ID + " " + name
				_, mayDiffer := excepted[key]
				for _, edition := range someEditions(i, s.Editions) {
					diffs := paced(t, &s, edition, pace)
					if mayDiffer && len(diffs) > 0 {
						excepted[key] = true
						continue
					}
					for _, d := range diffs {
						t.Errorf("%s/%s, %s: %s: %s", s.ID, edition, name, s.Title, d)
					}
				}
			}
		}
	}
	for key, differs := range excepted {
		if !differs && !testing.Short() { // it may differ in another edition
			t.Errorf("%s is the same as at the usual pace: take it off the list of exceptions", key)
		}
	}
}

// forgetTimes drops from what a scenario expects all that depends on the pace.
func forgetTimes(s *scenario.Scenario) {
	s.Silent = slices.DeleteFunc(s.Silent, isTimed)
	for _, event := range s.Reports {
		for _, key := range ofTime {
			delete(event, key)
		}
	}
}

// isTimed reports whether an event is expected at a time, or with times.
func isTimed(e scenario.Event) bool {
	return slices.ContainsFunc(ofTime, func(key string) bool { return e[key] != nil })
}

// paced plays a scenario at a pace and returns what is not as it expects.
func paced(t *testing.T, s *scenario.Scenario, edition string, pace scenario.Pace) []string {
	t.Helper()
	h, records, err := s.Paced(edition, pace)
	if err != nil {
		t.Fatal(err)
	}
	refused, err := s.Refused(edition)
	if err != nil {
		t.Fatal(err)
	}
	return playedAs(t, s, h, records, refused)
}

// playedAs plays the records of a scenario and returns what is not as it expects.
func playedAs(t *testing.T, s *scenario.Scenario, h trace.Header, records []trace.Record, refused map[int]string) []string {
	t.Helper()
	compared := len(s.Reports)+len(s.Silent) > 0
	g, events, diffs := playRefused(t, h, records, refused, compared)
	state, err := json.Marshal(g.State())
	if err != nil {
		t.Fatal(err)
	}
	differ, err := s.Differences(state)
	if err != nil {
		t.Fatal(err)
	}
	missed, err := s.Missed(events)
	if err != nil {
		t.Fatal(err)
	}
	return append(append(diffs, differ...), missed...)
}
