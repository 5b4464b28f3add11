package reconcile_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"touchmove/reconcile"
	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// undoing is a command to be undone, and the game in which it is given.
type undoing struct {
	c trace.Command
	h trace.Header // zero: 2018, with 90 minutes and 30 seconds a move
	// before is what happens after e4 e5, Nf3 Nc6 (or after begin, if that is set); nil means
	// nothing.
	before func(*table)
	begin  func(*table) // instead of the four half-moves
	after  func(*table) // what must be done at the board after the undo
}

func ply(n int, uci string) trace.Command {
	return trace.Command{Do: trace.DoCorrect, By: "arbiter", Ply: n, UCI: uci}
}

func word(do, by, what string) trace.Command { return trace.Command{Do: do, By: by, What: what} }

// entered is a ruling on an illegal move of a player.
func entered(what, player string, ply int, uci string) trace.Command {
	c := ruled(trace.DoIllegal, "player", player)
	c.What, c.Ply, c.UCI = what, ply, uci
	return c
}

// errs makes White move the bishop illegally, and press.
func errs(b *table) { b.errs(rules.White, "f1b3") }

// putBack undoes errs at the board.
func putBack(b *table) { b.putBack("f1b3") }

// errs makes an illegal move of a player, and presses.
func (b *table) errs(by rules.Color, uci string) {
	b.move(uci)
	b.wait(500 * time.Millisecond)
	b.press(by)
	b.wait(3 * time.Second)
}

// putBack puts the piece of such a move back.
func (b *table) putBack(uci string) {
	b.move(uci[2:] + uci[:2])
	b.wait(3 * time.Second)
}

// touches makes White touch the bishop and move a pawn, which Black may claim.
func touches(b *table) {
	b.lift(rules.F1)
	b.wait(time.Second)
	b.place(rules.F1)
	b.wait(2 * time.Second)
	b.turn("a2a3")
}

func quick(l rules.Laws, control string) trace.Header {
	h := timed(control, l)
	h.Mode, h.Unsupervised = trace.Blitz, true
	return h
}

// announced returns a header of standard play with an announced quickplay finish.
func announced(control string, l rules.Laws) trace.Header {
	h := timed(control, l)
	h.ModeGiven, h.Quickplay = true, true
	return h
}

func from(fen string) trace.Header {
	h := timed("5400+30", rules.FIDE2018)
	h.Start = fen
	return h
}

// undone has at least one entry for every row of the table of commands that says it can be undone,
// by the command or, if the row has words, by the command and word.
var undone = map[string][]undoing{
	trace.DoPromote: {{
		c: trace.Command{Do: trace.DoPromote, By: "white", Piece: "rook"}, h: from("7k/P7/8/8/8/8/8/K7 w - - 0 1"),
		begin: func(b *table) { b.move("a7a8"); b.wait(500 * time.Millisecond) },
	}},
	trace.DoAnswer:      {{c: word(trace.DoAnswer, "arbiter", "exf5"), begin: takesUnseen}, {c: word(trace.DoAnswer, "arbiter", "exd5"), begin: takesUnseen}},
	trace.DoTouch:       {{c: trace.Command{Do: trace.DoTouch, By: "white", Square: "f1"}}},
	trace.DoAttribute:   {{c: trace.Command{Do: trace.DoAttribute, By: "arbiter", Square: "f1", To: "black"}, before: func(b *table) { b.lift(rules.F1); b.wait(time.Second); b.place(rules.F1); b.wait(2 * time.Second) }}},
	trace.DoOfferDraw:   {{c: word(trace.DoOfferDraw, "black", "")}},
	trace.DoAcceptDraw:  {{c: word(trace.DoAcceptDraw, "white", ""), before: func(b *table) { b.do(word(trace.DoOfferDraw, "black", "")) }}},
	trace.DoDeclineDraw: {{c: word(trace.DoDeclineDraw, "white", ""), before: func(b *table) { b.do(word(trace.DoOfferDraw, "black", "")) }}},
	trace.DoResign:      {{c: word(trace.DoResign, "white", "")}, {c: word(trace.DoResign, "black", ""), h: timed("300", rules.FIDE2023)}},
	trace.DoClaim + " " + trace.ClaimRepetition: {
		{c: word(trace.DoClaim, "white", trace.ClaimRepetition)},
		{c: trace.Command{Do: trace.DoClaim, By: "white", What: trace.ClaimRepetition, UCI: "f3g1"}},
		{c: word(trace.DoClaim, "white", trace.ClaimRepetition), before: func(b *table) {
			for range 2 {
				for _, uci := range strings.Fields("f3g1 c6b8 g1f3 b8c6") {
					b.turn(uci)
				}
			}
		}},
	},
	trace.DoClaim + " " + trace.ClaimFiftyMoves:   {{c: word(trace.DoClaim, "white", trace.ClaimFiftyMoves)}},
	trace.DoClaim + " " + trace.ClaimTouchedPiece: {{c: word(trace.DoClaim, "black", trace.ClaimTouchedPiece), before: touches}, {c: word(trace.DoClaim, "black", trace.ClaimTouchedPiece)}},
	trace.DoClaim + " " + trace.ClaimRookFirst: {{
		c: word(trace.DoClaim, "black", trace.ClaimRookFirst), h: from("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K2R w K - 0 1"),
		begin: func(b *table) {
			b.lift(rules.H1)
			b.wait(400 * time.Millisecond)
			b.place(rules.F1)
			b.wait(300 * time.Millisecond)
			b.lift(rules.E1)
			b.wait(400 * time.Millisecond)
			b.place(rules.G1)
			b.wait(time.Second)
			b.press(rules.White)
			b.wait(2 * time.Second)
		},
	}},
	trace.DoClaim + " " + trace.ClaimReleasedPiece: {{c: word(trace.DoClaim, "black", trace.ClaimReleasedPiece), before: func(b *table) {
		b.move("f1c4")
		b.wait(4 * time.Second)
		b.lift(rules.C4)
		b.wait(400 * time.Millisecond)
		b.place(rules.B5)
		b.wait(2 * time.Second)
		b.press(rules.White)
		b.wait(2 * time.Second)
	}}},
	trace.DoClaim + " " + trace.ClaimPromotionChoice: {{c: word(trace.DoClaim, "black", trace.ClaimPromotionChoice)}},
	trace.DoClaim + " " + trace.ClaimIllegal: {
		{c: word(trace.DoClaim, "black", trace.ClaimIllegal), h: quick(rules.FIDE2018, "300+2"), before: errs},
		{c: word(trace.DoClaim, "black", trace.ClaimIllegal), h: quick(rules.FIDE2009, "300"), before: errs},
	},
	trace.DoClaim + " " + trace.ClaimTime: {{c: word(trace.DoClaim, "black", trace.ClaimTime), h: quick(rules.FIDE2009, "30"), before: func(b *table) { b.wait(40 * time.Second) }}},
	trace.DoFlag:                          {{c: word(trace.DoFlag, "white", "")}, {c: trace.Command{Do: trace.DoFlag, By: "white", Why: "seen by both"}, h: quick(rules.FIDE2009, "30"), before: func(b *table) { b.wait(40 * time.Second) }}},
	trace.DoStopClocks:                    {{c: trace.Command{Do: trace.DoStopClocks, By: "arbiter", Why: "x"}}, {c: trace.Command{Do: trace.DoStopClocks, By: "white"}}},
	trace.DoStartClocks:                   {{c: start(), before: func(b *table) { b.do(trace.Command{Do: trace.DoStopClocks, By: "arbiter"}); b.wait(5 * time.Second) }}, {c: ruled("start-clocks", "runs", "black"), before: func(b *table) { b.do(trace.Command{Do: trace.DoStopClocks, By: "arbiter"}) }}},
	trace.DoRestore:                       {{c: trace.Command{Do: trace.DoRestore, By: "arbiter", Ply: 2}}, {c: trace.Command{Do: trace.DoRestore, By: "arbiter", AtStart: true}}, {c: trace.Command{Do: trace.DoRestore, By: "arbiter"}, before: setDownWrongly}, {c: trace.Command{Do: trace.DoRestore, By: "arbiter", Ply: 1, Extra: `{"keep_times":true}`}}},
	trace.DoCorrect:                       {{c: ply(4, "b8a6")}, {c: ply(5, "f1c4")}, {c: ply(2, "d7d5")}},
	trace.DoTakeBack:                      {{c: trace.Command{Do: trace.DoTakeBack, By: "arbiter", Plies: 1}}, {c: trace.Command{Do: trace.DoTakeBack, By: "arbiter", Plies: 4}}, {c: trace.Command{Do: trace.DoTakeBack, By: "arbiter", Plies: 2}, before: func(b *table) { b.lift(rules.E4); b.wait(time.Second); b.place(rules.E6); b.wait(3 * time.Second) }}},
	trace.DoSetPosition:                   {{c: trace.Command{Do: trace.DoSetPosition, By: "arbiter", FEN: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}}},
	trace.DoResult: {
		{c: trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1-0"}},
		{c: trace.Command{Do: trace.DoResult, By: "arbiter", Result: "1/2-0"}},
		{c: trace.Command{Do: trace.DoResult, By: "arbiter", Result: "*"}, before: func(b *table) { b.do(word(trace.DoResign, "white", "")) }},
	},
	trace.DoSign: {
		{c: trace.Command{Do: trace.DoSign, By: "white", Result: "1-0"}},
		{c: trace.Command{Do: trace.DoSign, By: "white", Result: "0-1"}, before: func(b *table) { b.do(word(trace.DoResign, "white", "")) }},
		{c: trace.Command{Do: trace.DoSign, By: "black", Result: "0-1"}, before: func(b *table) { b.do(trace.Command{Do: trace.DoSign, By: "white", Result: "0-1"}) }},
	},
	trace.DoSetClock:                     {{c: ruled("set-clock", "white_ms", 60_000, "black_moves", 7, "runs", "black")}, {c: ruled("set-clock", "white_ms", 0)}},
	trace.DoPenalty + " warning":         {{c: ruled("penalty", "kind", "warning", "player", "white")}},
	trace.DoPenalty + " add-opponent":    {{c: ruled("penalty", "kind", "add-opponent", "player", "white")}},
	trace.DoPenalty + " take":            {{c: ruled("penalty", "kind", "take", "player", "white", "ms", 120_000)}, {c: ruled("penalty", "kind", "take", "player", "white", "ms", 9_000_000)}},
	trace.DoPenalty + " extra-time":      {{c: ruled("penalty", "kind", "extra-time", "player", "black", "ms", 120_000)}},
	trace.DoPenalty + " points":          {{c: ruled("penalty", "kind", "points", "player", "white", "points", "1/2")}},
	trace.DoPenalty + " opponent-points": {{c: ruled("penalty", "kind", "opponent-points", "player", "white", "points", "1")}},
	trace.DoPenalty + " fine":            {{c: ruled("penalty", "kind", "fine", "player", "white")}},
	trace.DoPenalty + " device":          {{c: ruled("penalty", "kind", "device", "player", "black")}},
	trace.DoPenalty + " loss":            {{c: ruled("penalty", "kind", "loss", "player", "black")}},
	trace.DoPenalty + " both-lose":       {{c: ruled("penalty", "kind", "both-lose")}},
	trace.DoPenalty + " exclude":         {{c: ruled("penalty", "kind", "exclude", "player", "white")}},
	trace.DoIllegal + " confirm": {
		{c: word(trace.DoIllegal, "arbiter", "confirm"), before: errs, after: putBack},
		{c: word(trace.DoIllegal, "arbiter", "confirm"), h: quick(rules.FIDE2018, "300+2"), before: errs, after: putBack},
		{c: entered("confirm", "black", 0, "")},
	},
	trace.DoIllegal + " reject": {{c: word(trace.DoIllegal, "arbiter", "reject"), before: errs, after: putBack}},
	trace.DoIllegal + " not-counted": {
		{c: word(trace.DoIllegal, "arbiter", "not-counted"), before: errs, after: putBack},
		{c: word(trace.DoIllegal, "arbiter", "not-counted"), before: func(b *table) { errs(b); b.do(word(trace.DoIllegal, "arbiter", "confirm")) }, after: putBack},
		{c: word(trace.DoIllegal, "arbiter", "not-counted"), before: func(b *table) {
			b.do(entered("enter", "black", 4, ""))
			b.do(entered("enter", "black", 2, "e7e4"))
		}},
		{c: entered("not-counted", "black", 0, ""), before: func(b *table) {
			b.do(entered("enter", "black", 0, ""))
			b.do(entered("enter", "white", 0, ""))
		}},
	},
	trace.DoIllegal + " enter": {
		{c: entered("enter", "white", 3, "g1g5")},
		{c: entered("enter", "black", 0, "")},
		{c: entered("enter", "white", 1, "e2e5")},
		{c: entered("enter", "white", 3, ""), h: quick(rules.FIDE2009, "300"), begin: func(b *table) {
			for _, uci := range strings.Fields("e2e4 e7e5 g1f3") {
				b.turn(uci)
			}
		}},
	},
	trace.DoIrregularity + " two-hands":       {{c: word(trace.DoIrregularity, "white", "two-hands")}, {c: word(trace.DoIrregularity, "black", "two-hands")}},
	trace.DoIrregularity + " other-hand":      {{c: word(trace.DoIrregularity, "white", "other-hand")}},
	trace.DoIrregularity + " hovering":        {{c: word(trace.DoIrregularity, "white", "hovering")}},
	trace.DoIrregularity + " clock-handling":  {{c: word(trace.DoIrregularity, "white", "clock-handling")}},
	trace.DoIrregularity + " colours-swapped": {{c: word(trace.DoIrregularity, "white", "colours-swapped")}},
	trace.DoDrawRule: {
		{c: trace.Command{Do: trace.DoDrawRule, By: "arbiter", What: "moves", Extra: `{"moves":70}`}, h: timed("5400", rules.FIDE1953)},
		{c: trace.Command{Do: trace.DoDrawRule, By: "arbiter", What: "gap", Extra: `{"player":"white"}`}, h: timed("5400", rules.FIDE1953)},
	},
	trace.DoVerdict: {
		{c: word(trace.DoVerdict, "arbiter", "rejected"), before: func(b *table) { b.do(word(trace.DoClaim, "white", trace.ClaimRepetition)) }},
		{c: word(trace.DoVerdict, "arbiter", "upheld"), before: func(b *table) { b.do(word(trace.DoClaim, "white", trace.ClaimRepetition)) }},
		{c: word(trace.DoVerdict, "arbiter", "draw"), h: announced("100", rules.FIDE2018), before: func(b *table) { b.do(word(trace.DoQuickplay, "white", "claim")) }},
		{c: word(trace.DoVerdict, "arbiter", "upheld"), h: announced("100", rules.FIDE2018), before: func(b *table) { b.do(word(trace.DoQuickplay, "white", "request-increment")) }},
		{c: word(trace.DoVerdict, "arbiter", "rejected"), h: announced("100", rules.FIDE2018), before: func(b *table) { b.do(word(trace.DoQuickplay, "white", "claim")) }},
	},
	trace.DoQuickplay: {{c: word(trace.DoQuickplay, "white", "claim"), h: announced("100", rules.FIDE2018)}, {c: word(trace.DoQuickplay, "white", "request-increment"), h: announced("100", rules.FIDE2018)}},
	trace.DoPresent:   {{c: ruled("present", "player", "black"), begin: func(b *table) { b.do(ruled("start-clocks", "default_ms", 3_600_000)); b.wait(time.Second) }}},
	trace.DoSeal:      {{c: trace.Command{Do: trace.DoSeal, By: "white", Extra: `{"text":"Bb5"}`}, before: func(b *table) { b.do(trace.Command{Do: trace.DoAdjourn, By: "arbiter"}) }}},
	trace.DoNewGame: {
		{c: trace.Command{Do: trace.DoNewGame, By: "arbiter"}},
		{c: arbiter(trace.DoNewGame, map[string]any{"time_control": "300+2", "white": map[string]any{"name": "Berg, Bo"}})},
		{c: trace.Command{Do: trace.DoNewGame, By: "arbiter", FEN: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}, before: func(b *table) { b.do(word(trace.DoResign, "white", "")) }},
		{c: trace.Command{Do: trace.DoNewGame, By: "arbiter"}, before: errs, after: putBack},
		{c: trace.Command{Do: trace.DoNewGame, By: "arbiter"}, before: func(b *table) {
			b.do(word(trace.DoOfferDraw, "black", ""))
			b.do(trace.Command{Do: trace.DoSign, By: "white", Result: "1/2-1/2"})
		}},
		{c: trace.Command{Do: trace.DoNewGame, By: "arbiter"}, before: func(b *table) { b.do(word(trace.DoClaim, "white", trace.ClaimRepetition)) }},
		{c: trace.Command{Do: trace.DoNewGame, By: "arbiter"}, h: quick(rules.FIDE2009, "30"), before: func(b *table) { b.wait(40 * time.Second) }},
		{c: trace.Command{Do: trace.DoNewGame, By: "arbiter"}, before: func(b *table) { b.do(trace.Command{Do: trace.DoAdjourn, By: "arbiter"}) }},
	},
	trace.DoAdjourn: {{c: trace.Command{Do: trace.DoAdjourn, By: "arbiter"}}, {c: trace.Command{Do: trace.DoAdjourn, By: "arbiter", Extra: `{"ms":60000}`}}},
}

func ruled(do string, keys ...any) trace.Command {
	extra := map[string]any{}
	for i := 0; i < len(keys); i += 2 {
		extra[keys[i].(string)] = keys[i+1]
	}
	return arbiter(do, extra)
}

// standing is everything that an undo restores.
type standing struct {
	Line        string
	Situation   reconcile.Situation
	State       reconcile.State
	Counts      article4.Counts
	Adjourned   bool
	Sealed      string
	Missing     [2]bool
	Offers      int
	Appearances []int
	Signed      string
}

func stands(b *table) standing {
	s := standing{Line: b.line(), Situation: b.g.Situation(), State: b.g.State(), Counts: b.g.Counts(), Offers: len(b.g.Playing().Offers), Appearances: b.g.Appearances()}
	for _, by := range []rules.Color{rules.White, rules.Black} {
		if result, _, ok := b.g.Playing().Signature(by); ok {
			s.Signed += by.String() + " " + result + " "
		}
	}
	a, ok := b.g.Adjourned()
	s.Adjourned, s.Sealed = ok && !a.Done, a.Sealed+a.Commitment
	_, s.Missing = b.g.Absent()
	s.State.Events = nil // remarks stay in the log
	return s
}

// TestUndoOfEveryAction checks that an undo restores everything after each command that, by the
// table, can be undone: line, position, result, counts, duties, claims, offers, times. It fails if
// the table gains a command that is not undone here.
func TestUndoOfEveryAction(t *testing.T) {
	covered := map[string]bool{}
	for _, kind := range trace.Commands() {
		names := []string{}
		for _, is := range kind.Cases {
			if is.Words == nil {
				names = append(names, kind.Name)
			}
			for _, w := range is.Words {
				names = append(names, kind.Name+" "+w)
			}
		}
		for _, name := range names {
			covered[name] = true
			list := undone[name]
			if kind.Undoable != (len(list) > 0) {
				t.Errorf("%s: Undoable is %v in the table of commands, and the table undone has %d cases", name, kind.Undoable, len(list))
			}
			for i, d := range list {
				t.Run(fmt.Sprint(name, " ", i+1), func(t *testing.T) { undoes(t, d) })
			}
		}
	}
	for name := range undone {
		if !covered[name] {
			t.Errorf("undone has cases of %s, which the table of commands has not", name)
		}
	}
}

// shown returns the latest published result, including a proposed one.
func shown(b *table) string {
	list := b.results()
	if len(list) == 0 || strings.HasPrefix(list[len(list)-1], "* ") {
		return "*"
	}
	return list[len(list)-1]
}

func undoes(t *testing.T, d undoing) {
	if d.h.Start == "" {
		d.h = timed("5400+30", rules.FIDE2018)
	}
	b := sit(t, d.h)
	b.do(start())
	b.wait(time.Second)
	if d.begin != nil {
		d.begin(b)
	} else {
		for _, uci := range strings.Fields("e2e4 e7e5 g1f3 b8c6") {
			b.turn(uci)
		}
	}
	if d.before != nil {
		d.before(b)
	}
	b.wait(200 * time.Millisecond)
	actions := len(b.g.Actions())
	was, showed := stands(b), shown(b)
	b.do(d.c)
	if n := len(b.g.Actions()); n != actions+1 {
		t.Fatalf("%d actions came of one", n-actions)
	}
	b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
	done := b.g.Actions()
	if last := done[len(done)-1]; last.Undoes != actions+1 || done[actions].Undone != last.Number {
		t.Fatalf("%d was undone, and not %d", last.Undoes, actions+1)
	}
	if shows := shown(b); shows != showed {
		t.Errorf("screens show the result %q, and showed %q", shows, showed)
	}
	is := stands(b)
	// Clocks that ran stay stopped until the arbiter starts them; so does a clock whose first start
	// was undone.
	if p := is.Situation.Times.Phase; p == chessclock.Paused && was.Situation.Times.Phase == chessclock.Running {
		is.Situation.Times.Phase = chessclock.Running
	}
	if !reflect.DeepEqual(is, was) {
		t.Errorf("%s %s %s %s\nnow %+v\nwas %+v", d.c.Do, d.c.What, d.c.Result, d.c.Extra, is, was)
	}
}

// TestUndoNotAfterSealing: a game whose move has been sealed is resumed, not undone: its
// adjournment can no longer be undone.
func TestUndoNotAfterSealing(t *testing.T) {
	b := adjourn(t, rules.FIDE2018)
	b.do(seal(map[string]any{"text": "Nf3"}))
	b.refused(trace.Command{Do: trace.DoUndo, By: "arbiter", Extra: `{"action":2}`}, "sealed")
	b.do(arbiter(trace.DoResumeAdjourned, nil))
	if got := b.line(); got != "e2e4 e7e5 g1f3" {
		t.Errorf("the line is %s", got)
	}
}

// TestUndoneAdjournmentPlaysOn: after an adjournment is undone, a move on the board counts again.
func TestUndoneAdjournmentPlaysOn(t *testing.T) {
	b := adjourn(t, rules.FIDE2018)
	b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
	b.do(start())
	b.turn("g1f3")
	if got := b.line(); got != "e2e4 e7e5 g1f3" {
		t.Errorf("the line is %s", got)
	}
}

// TestNoteIsMarked: an undo that names a note marks it, and nothing else happens; an undo without a
// name never undoes a note.
func TestNoteIsMarked(t *testing.T) {
	b := sit(t, timed("5400+30", rules.FIDE2018))
	b.do(start())
	b.do(trace.Command{ID: "n-1", Do: trace.DoNote, By: "arbiter", What: "of another board"})
	b.do(trace.Command{Do: trace.DoNote, What: "program v2"})
	if got := b.g.Undoable(); got != 1 {
		t.Errorf("an undo takes back action %d", got)
	}
	was := b.g.Situation()
	b.do(trace.Command{Do: trace.DoUndo, By: "arbiter", What: "n-1"})
	list := b.g.Actions()
	if list[1].Undone != 4 || list[3].Undoes != 2 || b.g.Situation() != was {
		t.Errorf("the actions are %+v, want the note marked as undone and nothing else changed", list)
	}
	b.refused(trace.Command{Do: trace.DoUndo, By: "arbiter", What: "n-1"}, "has been undone")
	b.refused(ruled("undo", "action", 3), "cannot be undone")
}

// TestSealedAnew: a move sealed by mistake is sealed again, and the new one is opened.
func TestSealedAnew(t *testing.T) {
	b := adjourn(t, rules.FIDE2018)
	b.do(seal(map[string]any{"text": "Nf3"}))
	b.refused(seal(map[string]any{"text": "Bc4"}), "sealed")
	b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
	if a, ok := b.g.Adjourned(); !ok || a.Sealed != "" || a.Timed {
		t.Errorf("the adjournment is %+v, %v, want nothing sealed", a, ok)
	}
	b.do(seal(map[string]any{"text": "Bc4"}))
	b.do(arbiter(trace.DoResumeAdjourned, nil))
	if got := b.line(); got != "e2e4 e7e5 f1c4" {
		t.Errorf("the line is %s", got)
	}
}
