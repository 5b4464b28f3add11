package trace_test

import (
	"encoding/json"
	"strings"
	"testing"

	"touchmove/sensors/trace"
)

func TestCommandJSON(t *testing.T) {
	for in, want := range map[string]string{
		`{"do":"adjust","by":"black"}`:                                  `{"do":"adjust","by":"black"}`,
		` { "by" : "arbiter" , "do" : "adjust" } `:                      `{"do":"adjust","by":"arbiter"}`,
		`{"do":"take-back","plies":2,"id":"a7"}`:                        `{"id":"a7","do":"take-back","plies":2}`,
		`{"do":"penalty","player":"white","ms":120000,"article":"7.4"}`: `{"do":"penalty","article":"7.4","ms":120000,"player":"white"}`,
		`{"z":{"b":1,"a":[1, 2.50]},"do":"note","text":"<é> \u0041"}`:   `{"do":"note","text":"<é> A","z":{"a":[1,2.50],"b":1}}`,
		`{"do":"result","result":"1-0","why":"default"}`:                `{"do":"result","result":"1-0","why":"default"}`,
		`{"do":"correct","ply":3,"uci":"e1h1","at":5}`:                  `{"do":"correct","uci":"e1h1","ply":3,"at":5}`,
	} {
		var c trace.Command
		if err := json.Unmarshal([]byte(in), &c); err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		if got := string(c.AppendJSON(nil)); got != want {
			t.Errorf("%s\n got %s\nwant %s", in, got, want)
		}
		marshalled, err := json.Marshal(c)
		if err != nil {
			t.Errorf("%s: %v", in, err)
		}
		var again trace.Command
		if err := json.Unmarshal(marshalled, &again); err != nil || again != c {
			t.Errorf("%s came back as %+v, %v", marshalled, again, err)
		}
	}
}

func TestCommandValidate(t *testing.T) {
	for _, c := range []struct {
		command trace.Command
		want    string // "" if accepted
	}{
		{trace.Command{}, `command without a "do"`},
		{trace.Command{Do: "resing", By: "white"}, `do "resing" is not known: write one of adjust, promote,`},
		{trace.Command{Do: trace.DoResign}, `resign without a "by": add white or black`},
		{trace.Command{Do: trace.DoResign, By: "arbiter"}, `resign: by is "arbiter" and must be the player, white or black`},
		{trace.Command{Do: trace.DoAdjust}, `adjust without a "by": add white, black or arbiter`},
		{trace.Command{Do: trace.DoAdjust, By: "red"}, `adjust: by is "red" and must be white, black or arbiter`},
		{trace.Command{Do: trace.DoAdjust, By: "arbiter"}, ""},
		{trace.Command{Do: trace.DoStopClocks}, ""},
		{trace.Command{Do: trace.DoStopClocks, By: "nobody"}, `stop-clocks: by is "nobody"`},
		{trace.Command{Do: trace.DoPromote, Piece: "king"}, `promote: piece is "king" and must be one of queen, rook, bishop, knight, none`},
		{trace.Command{Do: trace.DoPromote, Piece: "none"}, ""},
		{trace.Command{Do: trace.DoSay, By: "white", What: "check"}, `say: what is "check" and must be one of castle,`},
		{trace.Command{Do: trace.DoClaim, By: "white", What: "fifty-moves", UCI: "e2e5"}, ""},
		{trace.Command{Do: trace.DoClaim, By: "white", What: "draw"}, `claim: what is "draw" and must be one of repetition,`},
		{trace.Command{Do: trace.DoTouch, By: "white", Square: "e9"}, `touch: square: "e9" is not a square`},
		{trace.Command{Do: trace.DoAttribute, Square: "e4", To: "arbiter"}, `attribute: to: "arbiter" is not a colour`},
		{trace.Command{Do: trace.DoAnnounce, UCI: "e2e2"}, `announce: uci: "e2e2" is not a move`},
		{trace.Command{Do: trace.DoAnnounce, UCI: "a7a8k"}, `announce: uci: "a7a8k" is not a move`},
		{trace.Command{Do: trace.DoAnnounce, UCI: "a7a8n"}, ""},
		{trace.Command{Do: trace.DoCorrect, UCI: "e2e4"}, `correct without a "ply"`},
		{trace.Command{Do: trace.DoTakeBack, Plies: -1}, `take-back: half-moves are counted from 1, not -1`},
		{trace.Command{Do: trace.DoSetPosition, FEN: "rubbish"}, `set-position: fen: `},
		{trace.Command{Do: trace.DoResult, Result: "2-0"}, `result: result is "2-0" and must be one of 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2, 1-1/2, 1/2-1, 1-1, *`},
		{trace.Command{Do: trace.DoNewGame, Variant: "suicide"}, `new-game: variant: "suicide" is not a variant`},
		{trace.Command{Do: trace.DoNewGame}, ""},
		{trace.Command{Do: trace.DoNote, Extra: `{"text":"a"}`}, ""},
		{trace.Command{Do: trace.DoNote, Extra: `{"b":1,"a":2}`}, "not in canonical form, which is"},
		{trace.Command{Do: trace.DoNote, Extra: `{"by":"white"}`}, `extra key "by" is one that a command has by itself`},
		{trace.Command{Do: trace.DoNote, Extra: `nonsense`}, "not JSON"},
	} {
		err := c.command.Validate()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: got %v, want %q", c.command, err, c.want)
		}
	}
}

func TestExtra(t *testing.T) {
	e, err := trace.NewExtra(map[string]any{"player": "white", "ms": 120000})
	if err != nil || e != `{"ms":120000,"player":"white"}` {
		t.Fatal(e, err)
	}
	var ms int
	if ok, err := e.Get("ms", &ms); !ok || err != nil || ms != 120000 {
		t.Errorf("the key ms is %d, %v, %v, want 120000", ms, ok, err)
	}
	if ok, err := e.Get("article", &ms); ok || err != nil {
		t.Error("a key that is not there:", ok, err)
	}
	if ok, err := e.Get("player", &ms); !ok || err == nil {
		t.Error("a text read as a number:", ok, err)
	}
	if ok, err := trace.Extra("").Get("ms", &ms); ok || err != nil {
		t.Error("the zero value:", ok, err)
	}
	if _, err := trace.NewExtra(map[string]any{"uci": "e2e4"}); err == nil {
		t.Error("a key of a field was taken")
	}
	if _, err := trace.NewExtra(map[string]any{"f": func() {}}); err == nil {
		t.Error("a function was taken")
	}
	if e, err := trace.NewExtra(nil); e != "" || err != nil {
		t.Error(e, err)
	}
}
