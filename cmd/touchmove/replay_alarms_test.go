package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// replayedAlarm is a line of replay --output alarms.
type replayedAlarm struct {
	AtUS  int64 `json:"at_us"`
	Alarm string
	Rings bool
	Text  string
}

// alarmsOf replays a trace, and returns its alarms and what was printed.
func alarmsOf(t *testing.T, trace string) (list []replayedAlarm, stdout string) {
	t.Helper()
	status, stdout, stderr := call(t, trace, "replay", "--output", "alarms", "-")
	if status != exitDone {
		t.Fatalf("exit status %d: %s", status, stderr)
	}
	for line := range strings.Lines(stdout) {
		var a replayedAlarm
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		list = append(list, a)
	}
	return list, stdout
}

// Each alarm that would have rung is printed with its begin and end, in the trace's
// time.
func TestReplayAlarms(t *testing.T) {
	const trace = `{"trace":1,"board":"b","sensing":"occupancy","variant":"standard","start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","laws":"fide-2018","clock":"buttons","mode":"standard","time_control":"400"}
{"at_us":0,"scan":"oooooooo/oooooooo/......../......../......../......../oooooooo/oooooooo"}
{"at_us":3000000,"command":{"do":"start-clocks","by":"arbiter"}}
{"at_us":5000000,"command":{"do":"claim","by":"white","what":"repetition"}}
{"at_us":60000000,"command":{"do":"verdict","by":"arbiter","what":"rejected"}}
{"at_us":120000000,"command":{"do":"stop-clocks","by":"white"}}
{"at_us":300000000,"command":{"do":"start-clocks","by":"arbiter"}}
{"at_us":700000000,"command":{"do":"note","what":"x"}}
{"at_us":700000000,"end":true}
`
	list, stdout := alarmsOf(t, trace)
	var got []string
	for _, a := range list {
		word := a.Alarm
		if !a.Rings {
			word = "no " + word
		}
		got = append(got, word)
		if a.Alarm == "clock_paused" && a.Rings && (a.AtUS != 240000000 || a.Text != "Clocks stopped for 2:00") {
			t.Errorf("the clocks are stopped since %+v, want at 240 s for 2:00", a)
		}
	}
	want := "claim, no claim, clock_paused, no clock_paused, time_trouble, flag, game_finished" // the claim has stopped the clocks (2018: 9.5.1)
	if strings.Join(got, ", ") != want {
		t.Errorf("rang %v\nwant %s\n%s", got, want, stdout)
	}
}

// A wrong set-up rings in a replay as on a live board. It follows from the
// readings; there is no event for it.
func TestReplayAlarmsOfTheSetUp(t *testing.T) {
	const quarter = `{"trace":1,"board":"b","sensing":"occupancy","variant":"standard","start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","laws":"fide-2009","clock":"none"}
{"at_us":0,"scan":"oo....oo/oo....oo/oo....oo/oo....oo/oo....oo/oo....oo/oo....oo/oo....oo"}
{"at_us":60000000,"end":true}
`
	if status, stdout, stderr := call(t, quarter, "replay", "--output", "alarms", "-"); status != exitDone || !strings.Contains(stdout, `{"at_us":10000000,"alarm":"wrong_setup","rings":true`) {
		t.Errorf("turned by a quarter: exit status %d, printed\n%s%s", status, stdout, stderr)
	}
	const trace = `{"trace":1,"board":"b","sensing":"occupancy","variant":"standard","start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","laws":"fide-2018","clock":"none"}
{"at_us":0,"scan":"oooooooo/oooooooo/......../oooo..../......../......../oooooooo/....oooo"}
{"at_us":600000000,"scan":"oooooooo/oooooooo/......../oooo..../......../......../oooooooo/....oooo"}
{"at_us":700000000,"scan":"oooooooo/oooooooo/......../......../......../......../oooooooo/oooooooo"}
{"at_us":700000000,"end":true}
`
	status, stdout, stderr := call(t, trace, "replay", "--output", "alarms", "-")
	if status != exitDone {
		t.Fatalf("exit status %d: %s", status, stderr)
	}
	want := `{"at_us":10000000,"alarm":"wrong_setup","rings":true,"urgent":true,"text":"Set-up or board orientation wrong: a1 b1 c1 d1 a5 b5 c5 d5"}
{"at_us":700000000,"alarm":"wrong_setup","rings":false,"urgent":true,"text":"Set-up or board orientation wrong: a1 b1 c1 d1 a5 b5 c5 d5"}
`
	if stdout != want {
		t.Errorf("printed\n%swant\n%s", stdout, want)
	}
}

// A player who is absent rings in a replay as on a live board: five minutes before losing by
// default, a time that no event reports.
func TestReplayAlarmsOfTheAbsent(t *testing.T) {
	const trace = `{"trace":1,"board":"b","sensing":"occupancy","variant":"standard","start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","laws":"fide-2018","clock":"buttons"}
{"at_us":0,"scan":"oooooooo/oooooooo/......../......../......../......../oooooooo/oooooooo"}
{"at_us":2000000,"command":{"do":"new-game","black":{"name":"Berg, Bo"},"default_ms":900000,"time_control":"5400+30"}}
{"at_us":4000000,"command":{"do":"start-clocks"}}
{"at_us":700000000,"command":{"do":"present","player":"white"}}
{"at_us":800000000,"command":{"do":"present","player":"black"}}
{"at_us":900000000,"end":true}
`
	list, stdout := alarmsOf(t, trace)
	var got []string
	for _, a := range list {
		if a.Alarm == "default_near" {
			got = append(got, fmt.Sprintf("%d %v %s", a.AtUS/1e6, a.Rings, strings.Fields(a.Text)[0]))
		}
	}
	want := []string{"604 true White", "604 true Berg,", "700 false White", "800 false Berg,"}
	if !slices.Equal(got, want) {
		t.Errorf("default_near rang %q, want %q in\n%s", got, want, stdout)
	}
}

// An alarm ends in a replay when its cause is undone, for which there is no event.
func TestReplayAlarmsOfWhatIsUndone(t *testing.T) {
	const claim = `{"trace":1,"board":"b","sensing":"occupancy","variant":"standard","start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","laws":"fide-2018","clock":"none"}
{"at_us":0,"scan":"oooooooo/oooooooo/......../......../......../......../oooooooo/oooooooo"}
{"at_us":5000000,"command":{"do":"claim","by":"white","what":"repetition"}}
{"at_us":60000000,"command":{"do":"undo","by":"arbiter"}}
{"at_us":70000000,"end":true}
`
	want := `{"at_us":5000000,"alarm":"claim","cause":"white 1","rings":true,"urgent":true,"text":"White claims repetition of the position"}
{"at_us":60000000,"alarm":"claim","cause":"white 1","rings":false,"urgent":true,"text":"White claims repetition of the position"}
`
	if _, stdout := alarmsOf(t, claim); stdout != want {
		t.Errorf("replay prints\n%swant\n%s", stdout, want)
	}
}
