package scenario_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"touchmove/reconcile/scenario"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

const line = `{"id":"X-1","clause":"4.3","title":"a try","editions":["fide-2009"],"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",` +
	`"variant":"standard","sensing":"polarity","clock":"buttons","mode":"rapid","supervised":false,"board":"tactile","history":["e2e4"],"setup":{"illegal":{"black":1},"opponent_board":"tactile"},` +
	`"script":[{"lift":["e7","d7"]},{"place":"e7","color":"black"},{"wait_ms":60},{"clock":"black"},{"promote":"queen"},{"claim":"threefold","by":"white"},{"command":{"do":"illegal","what":"confirm"}},{"arbiter":"restore"}],"expect":{"moves":[]}}`

func read(t *testing.T, text string) scenario.Scenario {
	t.Helper()
	all, err := scenario.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return all[0]
}

// TestTrace checks that a scenario becomes a trace with the times given in docs/trace.md.
func TestTrace(t *testing.T) {
	s := read(t, line)
	h, records, err := s.Trace("fide-2009")
	if err != nil {
		t.Fatal(err)
	}
	if h.Sensing != sensors.Polarity || h.Mode != trace.Rapid || !h.Unsupervised || !h.Tactile || !h.TactileOppo ||
		h.Setup.Illegal != [2]int{rules.Black: 1} || len(h.History) != 1 || h.Clock != trace.ClockButtons {
		t.Errorf("header %+v", h)
	}
	ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	want := []trace.Record{
		{At: ms(2000), What: trace.Change{Square: rules.E7, Is: sensors.Empty}},
		{At: ms(2000), What: trace.Change{Square: rules.D7, Is: sensors.Empty}},
		{At: ms(2700), What: trace.Change{Square: rules.E7, Is: sensors.Black}},
		{At: ms(2760), What: trace.Press{By: rules.Black}},
		{At: ms(3460), What: trace.Command{Do: trace.DoPromote, By: "white", Piece: "queen"}},
		{At: ms(4160), What: trace.Command{Do: trace.DoClaim, By: "white", What: trace.ClaimRepetition}},
		{At: ms(4860), What: trace.Command{Do: trace.DoIllegal, What: "confirm"}},
	}
	for i, w := range want {
		if got := records[i+1]; got != w {
			t.Errorf("record %d is %+v, want %+v", i+1, got, w)
		}
	}
	first, ok := records[0].What.(trace.Scan)
	if !ok || first.Board[rules.E4] != sensors.White || first.Board[rules.E2] != sensors.Empty {
		t.Errorf("the first record does not show the position after the history: %+v", records[0])
	}
	if n := len(records); records[n-3].What != records[0].What || records[n-2].What != (trace.Command{Do: trace.DoRestore, By: "arbiter"}) ||
		records[n-1] != (trace.Record{At: ms(8560), What: trace.End{}}) {
		t.Errorf("the end is %+v", records[n-3:])
	}
}

// TestDifferences checks that expectations are compared as defined for the fields of the state.
func TestDifferences(t *testing.T) {
	for _, c := range []struct {
		expect, state string
		want          int
	}{
		{`{"moves":["e2e4"]}`, `{"moves":["e2e4"],"made":true}`, 0},
		{`{"moves":["e2e4","e7e5"]}`, `{"moves":["e7e5","e2e4"]}`, 1},
		{`{"needs":["a","b"]}`, `{"needs":["b","a"]}`, 0},
		{`{"needs":["a"]}`, `{"needs":["b","a"]}`, 1},
		{`{"events":["a"]}`, `{"events":["b","a","a"]}`, 0},
		{`{"events":["c"]}`, `{"events":["b"]}`, 1},
		{`{"illegal":null}`, `{}`, 0},
		{`{"illegal":null}`, `{"illegal":{"count":1}}`, 1},
		{`{"illegal":{"count":1}}`, `{"illegal":{"count":1,"by":"white"}}`, 0},
		{`{"illegal":{"count":1,"penalty":null}}`, `{"illegal":{"count":2}}`, 1},
		{`{"made":true,"completed":false,"notes":"x"}`, `{"made":false,"completed":true}`, 2},
	} {
		s := scenario.Scenario{ID: "X", Expect: json.RawMessage(c.expect)}
		diffs, err := s.Differences([]byte(c.state))
		if err != nil {
			t.Fatal(err)
		}
		if len(diffs) != c.want {
			t.Errorf("%s against %s: %v, want %d differences", c.state, c.expect, diffs, c.want)
		}
	}
}

// TestMissed checks that events are expected in their order, with others allowed between them.
func TestMissed(t *testing.T) {
	const events = `{"event":"made","ply":1}
{"event":"result","result":"1-0","proof":{"answer":"can","line":["a"]}}
`
	for _, c := range []struct {
		told, untold string
		want         int
	}{
		{`[{"event":"made"},{"event":"result","result":"1-0"}]`, `[]`, 0},
		{`[{"event":"result"},{"event":"made"}]`, `[]`, 1},
		{`[{"event":"made","ply":2}]`, `[]`, 1},
		{`[{"proof":{"answer":"can"}}]`, `[{"proof":{"answer":"cannot"}},{"event":"illegal"}]`, 0},
		{`[]`, `[{"event":"made"}]`, 1},
	} {
		all, err := scenario.Read(strings.NewReader(`{"id":"X","reports":` + c.told + `,"silent":` + c.untold + `}`))
		if err != nil {
			t.Fatal(err)
		}
		diffs, err := all[0].Missed([]byte(events))
		if err != nil {
			t.Fatal(err)
		}
		if len(diffs) != c.want {
			t.Errorf("told %s, untold %s: %v, want %d differences", c.told, c.untold, diffs, c.want)
		}
	}
}

// TestRefused checks that a command that must be refused is identified by the number of its record.
func TestRefused(t *testing.T) {
	s := read(t, `{"id":"X","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","variant":"standard","sensing":"occupancy","clock":"none","time_control":"300",`+
		`"script":[{"command":{"do":"quickplay","what":"claim","by":"white"},"refused":"quickplay-none"}]}`)
	h, records, err := s.Trace("fide-1953")
	if err != nil {
		t.Fatal(err)
	}
	refused, err := s.Refused("fide-1953")
	if err != nil {
		t.Fatal(err)
	}
	if h.TimeControl != "300" || len(refused) != 1 || refused[1] != "quickplay-none" ||
		records[1].What != (trace.Command{Do: trace.DoQuickplay, What: "claim", By: "white"}) {
		t.Errorf("control %q, refused %v, records %+v", h.TimeControl, refused, records)
	}
}

// TestReadRefuses checks that what cannot be read is refused with its place.
func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"{}\n{", "line 2"},
		{`{"idd":"A"}`, "idd"},
	} {
		if _, err := scenario.Read(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want one with %q", c.text, err, c.want)
		}
	}
	for _, c := range []struct{ from, to, want string }{
		{`"place":"e7"`, `"place":"e9"`, "step 2"},
		{`"color":"black"`, `"color":"pink"`, "step 2"},
		{`"sensing":"polarity"`, `"sensing":"smell"`, "X-1"},
		{`"promote":"queen"`, `"dance":1`, "dance"},
		{`["e2e4"]`, `["e2e5"]`, "X-1"},
	} {
		text := strings.Replace(line, c.from, c.to, 1)
		all, err := scenario.Read(strings.NewReader(text))
		if err == nil {
			_, _, err = all[0].Trace("fide-2009")
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.to, err, c.want)
		}
	}
	s := read(t, line)
	if _, _, err := s.Trace("fide-1900"); err == nil {
		t.Error("an edition that does not exist is taken")
	}
}
