package reconcile_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	refusals "touchmove/internal/refusal"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// onlyLogged are the commands that change nothing in a game by their nature, or not always, with
// what they are for.
var onlyLogged = map[string]string{
	"note": "the record", "say": "what castling was intended", "adjust": "the touches that follow", "touch": "the right to claim, and the log", "press": "an event",
	"irregularity two-hands": "the press that may follow", "claim time": "the arbiter's alarm", "present": "who has come, before a default time runs",
	"penalty warning": "the log", "penalty fine": "the log", "penalty exclude": "the event beyond the game",
	"stop-clocks": "the reason", "result 0-1": "confirms a resignation", "undo": "clocks that were stopped stay stopped",
}

// TestNothingIsAcceptedInVain gives every command in each state of a game: what is accepted changes
// something, or is one of those that enter the record only. What would change nothing is refused.
func TestNothingIsAcceptedInVain(t *testing.T) {
	end := trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1-0"}
	states := map[string]situation{
		"in play": {moves: four}, "the clocks stand": situations["the clocks are stopped"], "adjourned": situations["the game is adjourned"],
		"sealed": situations["a move was sealed"], "over": {moves: four, before: func(b *table) { b.do(end) }}, "resigned": situations["White has resigned"],
		"begun": {}, "not started": {first: func(*table) {}}, "without a clock": {h: from(rules.StartFEN), first: func(*table) {}},
		"not begun": {first: func(b *table) {
			b.do(trace.Command{Do: trace.DoNewGame, By: "arbiter", FEN: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"})
		}},
	}
	used := map[string]bool{}
	for name, s := range states {
		for _, c := range everydayCommands() {
			b, control := s.play(t), s.play(t)
			at := b.at + time.Second
			events, err := b.g.Step(trace.Record{At: at, What: c})
			if err != nil {
				continue // refused
			}
			if _, err := control.g.Step(trace.Record{At: at, What: trace.Command{Do: trace.DoNote, Extra: `{"text":"x"}`}}); err != nil {
				t.Fatal(err)
			}
			if len(events) > 1 || all(t, b) != all(t, control) {
				continue
			}
			key := strings.TrimSpace(c.Do + " " + c.What + c.Word("kind") + c.Result)
			if onlyLogged[key] == "" {
				key = c.Do
			}
			if used[key] = true; onlyLogged[key] == "" {
				t.Errorf("%s: %+v is accepted, and nothing changes", name, c)
			}
		}
	}
	for key := range onlyLogged {
		if !used[key] {
			t.Errorf("%s never changes nothing: take it off the list", key)
		}
	}
}

// TestNothingIsAcceptedTwiceInVain gives every command twice: the second time it changes something too, enters
// the record only, or is refused.
func TestNothingIsAcceptedTwiceInVain(t *testing.T) {
	for name, s := range map[string]situation{"in play": {moves: four}, "begun": {}, "resigned": situations["White has resigned"]} {
		for _, c := range everydayCommands() {
			b, control := s.play(t), s.play(t)
			at := b.at + time.Second
			if _, err := b.g.Step(trace.Record{At: at, What: c}); err != nil {
				continue // refused
			}
			if _, err := control.g.Step(trace.Record{At: at, What: c}); err != nil {
				t.Fatal(err)
			}
			at += time.Second
			if _, err := b.g.Step(trace.Record{At: at, What: c}); err != nil {
				continue
			}
			if _, err := control.g.Step(trace.Record{At: at, What: trace.Command{Do: trace.DoNote, Extra: `{"text":"x"}`}}); err != nil {
				t.Fatal(err)
			}
			key := strings.TrimSpace(c.Do + " " + c.What + c.Word("kind") + c.Result)
			if all(t, b) == all(t, control) && onlyLogged[key] == "" && onlyLogged[c.Do] == "" {
				t.Errorf("%s: %+v is accepted a second time, and nothing changes", name, c)
			}
		}
	}
}

// all is everything about a game that a command may change.
func all(t *testing.T, b *table) string {
	t.Helper()
	text, err := json.Marshal([]any{b.g.State(), aspects(b), stands(b)})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// everydayCommands are commands of every kind that a situation of four half-moves allows.
func everydayCommands() (list []trace.Command) {
	add := func(text string) {
		var c trace.Command
		if err := json.Unmarshal([]byte(text), &c); err != nil {
			panic(err) // a mistake in this file
		}
		list = append(list, c)
	}
	for _, by := range []string{"white", "black"} {
		for _, w := range []string{"repetition", "fifty-moves", "touched-piece", "rook-first", "released-piece", "promotion-choice", "illegal", "time"} {
			add(`{"do":"claim","what":"` + w + `","by":"` + by + `"}`)
		}
		for _, d := range []string{"adjust", "offer-draw", "accept-draw", "decline-draw", "resign", "flag", "press"} {
			add(`{"do":"` + d + `","by":"` + by + `"}`)
		}
		add(`{"do":"say","what":"castle","by":"` + by + `"}`)
		add(`{"do":"say","what":"queen","by":"` + by + `"}`)
		add(`{"do":"touch","square":"e4","by":"` + by + `"}`)
		add(`{"do":"touch","square":"g8","by":"` + by + `"}`)
		add(`{"do":"touch","square":"e2","by":"` + by + `"}`)
		add(`{"do":"attribute","square":"e4","to":"` + by + `"}`)
		add(`{"do":"sign","result":"1-0","by":"` + by + `"}`)
		add(`{"do":"present","player":"` + by + `"}`)
		add(`{"do":"stop-clocks","why":"x","by":"` + by + `"}`)
		add(`{"do":"seal","text":"Bb5","by":"` + by + `"}`)
		add(`{"do":"quickplay","what":"claim","by":"` + by + `"}`)
		add(`{"do":"irregularity","what":"two-hands","player":"` + by + `"}`)
		add(`{"do":"illegal","what":"not-counted","player":"` + by + `"}`)
		add(`{"do":"draw-rule","what":"gap","player":"` + by + `"}`)
		for _, k := range []string{"warning", "add-opponent", "loss", "exclude", "device", "fine"} {
			add(`{"do":"penalty","kind":"` + k + `","player":"` + by + `"}`)
		}
	}
	for _, t := range []string{`{"do":"promote","piece":"queen"}`, `{"do":"promote","piece":"none"}`, `{"do":"announce","uci":"e2e4"}`, `{"do":"second-board","ply":1}`, `{"do":"stop-clocks"}`,
		`{"do":"start-clocks"}`, `{"do":"start-clocks","runs":"white"}`, `{"do":"start-clocks","runs":"black"}`, `{"do":"restore"}`, `{"do":"restore","ply":4}`, `{"do":"restore","ply":2}`,
		`{"do":"answer","what":"e4"}`, `{"do":"correct","ply":1,"uci":"e2e4"}`, `{"do":"correct","ply":4,"uci":"b8c6"}`, `{"do":"take-back","plies":1}`, `{"do":"result","result":"1-0"}`, `{"do":"result","result":"*"}`, `{"do":"result","result":"0-1"}`,
		`{"do":"set-clock"}`, `{"do":"set-clock","white_ms":5400000}`, `{"do":"set-clock","runs":"white"}`, `{"do":"illegal","what":"confirm"}`, `{"do":"illegal","what":"reject"}`, `{"do":"verdict","what":"upheld"}`, `{"do":"draw-rule","what":"moves","moves":70}`,
		`{"do":"adjourn"}`, `{"do":"resume-adjourned"}`, `{"do":"undo"}`, `{"do":"note"}`, `{"do":"note","text":"x"}`, `{"do":"irregularity","what":"colours-swapped"}`, `{"do":"irregularity","what":"two-hands"}`,
		`{"do":"set-position","fen":"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"}`} {
		add(t)
	}
	return list
}

// TestTheSameAgain: what is so already is refused with a code, and nothing is entered; a journal of an
// earlier version, which accepted it, is replayed as it was played.
func TestTheSameAgain(t *testing.T) {
	touched := func(b *table) { b.do(trace.Command{Do: trace.DoTouch, By: "white", Square: "f1"}) }
	twice := func(c trace.Command) func(*table) { return func(b *table) { b.do(c) } }
	to := func(by string) trace.Command {
		return trace.Command{Do: trace.DoAttribute, By: "arbiter", Square: "f1", To: by}
	}
	gap, moves := ruled("draw-rule", "player", "white"), ruled("draw-rule", "moves", 70)
	gap.What, moves.What = "gap", "moves"
	for _, c := range []struct {
		h      trace.Header
		before func(*table)
		c      trace.Command
		code   string
	}{
		{c: ruled("set-clock", "runs", "white"), code: "set-clock-same"},
		{c: ruled("set-clock", "white_moves", 2), code: "set-clock-same"},
		{c: ruled("set-clock", "white_moves", 2, "black_moves", 2, "white_period", 1, "runs", "white"), code: "set-clock-same"},
		{c: ruled("set-clock", "time_control", "5400+30"), code: "set-clock-same"},
		{c: ruled("set-clock", "white_ms", 60_000), before: func(b *table) {
			b.do(trace.Command{Do: trace.DoStopClocks, By: "arbiter"})
			b.do(ruled("set-clock", "white_ms", 60_000))
		}, code: "set-clock-same"},
		{c: to("white"), before: touched, code: "attribute-same"},
		{c: to("black"), before: func(b *table) { touched(b); b.do(to("black")) }, code: "attribute-same"},
		{c: trace.Command{Do: trace.DoSign, By: "white", Result: "1-0"}, before: twice(trace.Command{Do: trace.DoSign, By: "white", Result: "1-0"}), code: "signed-already"},
		{c: gap, h: timed("5400", rules.FIDE1953), before: twice(gap), code: "draw-rule-same"},
		{c: moves, h: timed("5400", rules.FIDE1953), before: twice(moves), code: "draw-rule-same"},
	} {
		b := situation{h: c.h, moves: four, before: c.before}.play(t)
		at, logged := b.at+time.Second, len(b.g.Actions())
		_, err := b.g.Step(trace.Record{At: at, What: c.c})
		if why := refusals.Of(err); why == nil || why.Code != c.code || len(b.g.Actions()) != logged {
			t.Errorf("%s %s: %v, want %s", c.c.Do, c.c.Extra, err, c.code)
		}
		if c.h.Start == "" {
			c.h = timed("5400+30", rules.FIDE2023)
		}
		c.h.WrittenBy = "0.0.9"
		b = situation{h: c.h, moves: four, before: c.before}.play(t)
		if _, err := b.g.Again(trace.Record{At: at, What: c.c}); err != nil {
			t.Errorf("%s %s in a journal: %v", c.c.Do, c.c.Extra, err)
		}
	}
	// What differs in one thing is taken.
	for _, c := range []trace.Command{
		ruled("set-clock", "white_moves", 2, "black_moves", 3), ruled("set-clock", "runs", "black"), ruled("set-clock", "time_control", "5400+30", "white_ms", 60_000), ruled("set-clock", "time_control", "5400+20"),
	} {
		b := situation{moves: four}.play(t)
		b.do(c)
	}
}

// TestSetPositionAgain: the same position can be set again once the board shows another one, which it then has to be
// corrected to; not while it has yet to be set up, and not while it stands.
func TestSetPositionAgain(t *testing.T) {
	set := trace.Command{Do: trace.DoSetPosition, By: "arbiter", FEN: "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"}
	other := set
	other.FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/8/PPPPNPPP/RNBQKB1R w KQkq - 2 3"
	for name, c := range map[string]struct {
		set  trace.Command
		then func(*table)
		code string
	}{
		"it stands":                       {set: set, then: func(*table) {}, code: "again"},
		"it has yet to be set up":         {set: other, then: func(*table) {}, code: "again"},
		"a piece stands elsewhere":        {set: set, then: func(b *table) { b.move("e4e6"); b.wait(12 * time.Second) }},
		"an illegal move was pressed for": {set: set, then: errs},
	} {
		b := situation{moves: four}.play(t)
		b.do(c.set)
		b.wait(time.Second)
		c.then(b)
		_, err := b.g.Step(trace.Record{At: b.at, What: c.set})
		code := ""
		if why := refusals.Of(err); why != nil {
			code = why.Code
		}
		if code != c.code || err != nil && code == "" {
			t.Errorf("%s: %v, want %q", name, err, c.code)
		}
	}
}

// TestKeysOfPenalties: a penalty in points says how many, and a key that does nothing with the kind of
// penalty, or with the word of another command, is refused.
func TestKeysOfPenalties(t *testing.T) {
	draws := func(what string, keys ...any) trace.Command {
		c := ruled("draw-rule", keys...)
		c.What = what
		return c
	}
	for _, c := range []struct {
		c    trace.Command
		code string
	}{
		{ruled("penalty", "kind", "points", "player", "white"), "penalty-points"},
		{ruled("penalty", "kind", "opponent-points", "player", "white"), "penalty-points"},
		{ruled("penalty", "kind", "points", "player", "white", "points", "1"), ""},
		{ruled("penalty", "kind", "points", "player", "white", "points", "1", "ms", 3), "key-idle"},
		{ruled("penalty", "kind", "fine", "player", "black", "ms", 3), "key-idle"},
		{ruled("penalty", "kind", "warning", "player", "white", "points", "1"), "key-idle"},
		{ruled("penalty", "kind", "loss", "player", "white", "ms", 60_000), "key-idle"},
		{ruled("penalty", "kind", "take", "player", "white", "ms", 60_000, "points", "1"), "key-idle"},
		{ruled("penalty", "kind", "both-lose", "player", "white"), "key-idle"},
		{ruled("penalty", "kind", "exclude", "player", "white", "points", "1/2"), ""},
		{ruled("penalty", "kind", "warning", "player", "white", "article", "11.5"), ""},
		{draws("gap", "player", "white", "moves", 70), "key-idle"},
	} {
		s := situation{moves: four}
		if c.c.Do == trace.DoDrawRule {
			s.h = timed("5400", rules.FIDE1953)
		}
		b := s.play(t)
		_, err := b.g.Step(trace.Record{At: b.at + time.Second, What: c.c})
		code := ""
		if why := refusals.Of(err); why != nil {
			code = why.Code
		}
		if code != c.code || err != nil && code == "" {
			t.Errorf("%s %s: %v, want %q", c.c.Do, c.c.Extra, err, c.code)
		}
	}
	// A journal of an earlier version has such a penalty, and its time was taken.
	h := timed("5400+30", rules.FIDE2023)
	h.WrittenBy = "0.0.9"
	b := situation{h: h, moves: four}.play(t)
	was := b.g.Situation().Times.Left[rules.White]
	if _, err := b.g.Again(trace.Record{At: b.at, What: ruled("penalty", "kind", "take", "player", "white", "ms", 60_000, "points", "1")}); err != nil {
		t.Fatal(err)
	}
	if got := was - b.g.Situation().Times.Left[rules.White]; got != time.Minute {
		t.Errorf("%v were taken", got)
	}
}
