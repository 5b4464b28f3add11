package main

import (
	"encoding/json"
	"strings"
	"testing"

	"touchmove/eventlog"
	"touchmove/internal/words"
	"touchmove/rules"
)

// The list of actions shows every key of a command, and times as people write them, so that an arbiter
// sees what an undo takes back.
func TestActionsShowEveryKey(t *testing.T) {
	texts, _ := words.In(rules.English)
	for _, c := range []struct{ do, keys, want string }{
		{"penalty", `{"kind":"add-opponent","player":"white","ms":1200000}`, "penalty player=white kind=add-opponent ms=20:00"},
		{"penalty", `{"kind":"points","player":"white","points":"1/2","article":"12.9","why":"spoke twice"}`, `penalty player=white kind=points points=1/2 article=12.9 why="spoke twice"`},
		{"set-clock", `{"white_ms":5400000,"black_ms":2500,"white_moves":7,"runs":"black","time_control":"5400+30"}`, "set-clock white_ms=1:30:00 black_ms=0:02.5 white_moves=7 runs=black time_control=5400+30"},
		{"restore", `{"ply":0,"keep_times":true}`, "restore ply=0 keep_times=true"},
		{"new-game", `{"white":{"name":"Berg, Bo","rating":2410},"default_ms":3600000}`, `new-game white.name="Berg, Bo" white.rating=2410 default_ms=1:00:00`},
	} {
		p := &deskPrinter{&strings.Builder{}, texts, &desk{}}
		if got := p.action(eventlog.DoneAction{Number: 1, Do: c.do, Keys: json.RawMessage(c.keys)}); got != "1. 0:00 "+c.want {
			t.Errorf("%s\nwant %s", got, "1. 0:00 "+c.want)
		}
	}
}
