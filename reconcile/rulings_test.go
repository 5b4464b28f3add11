package reconcile_test

import (
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// situation is the state of a game in which a ruling of docs/arbiter.md is given.
type situation struct {
	h      trace.Header // zero: 2023, with 90 minutes and 30 seconds a move
	first  func(*table) // before the first move; nil: the clocks are started
	moves  string       // the moves that are played
	before func(*table) // what happens after them
}

const four = "e2e4 e7e5 g1f3 b8c6"

func losing() trace.Header {
	h := timed("5400+30", rules.FIDE2023)
	h.Setup.Illegal[rules.White] = 1
	return h
}

// setDownWrongly moves a pawn for White to where it may not stand, and puts it back.
func setDownWrongly(b *table) {
	b.lift(rules.E4)
	b.wait(time.Second)
	b.place(rules.E6)
	b.wait(3 * time.Second)
	b.lift(rules.E6)
	b.wait(time.Second)
	b.place(rules.E4)
	b.wait(2 * time.Second)
}

// situations has the situations that the page names.
var situations = map[string]situation{
	"four half-moves were made":                     {moves: four},
	"four half-moves were made by the code of 1953": {h: timed("5400", rules.FIDE1953), moves: four},
	"four half-moves were made by the Laws of 2009": {h: timed("5400+30", rules.FIDE2009), moves: four},
	"an illegal move was found":                     {moves: four, before: errs},
	"an illegal move that loses was found":          {h: losing(), moves: four, before: errs},
	"an illegal move that loses was confirmed": {h: losing(), moves: four, before: func(b *table) {
		errs(b)
		b.do(word(trace.DoIllegal, "arbiter", "confirm"))
	}},
	"each player has made an illegal move": {moves: four, before: func(b *table) {
		b.do(entered("enter", "white", 3, ""))
		b.do(entered("enter", "black", 2, ""))
	}},
	"an illegal move may be claimed": {h: quick(rules.FIDE2023, "300+2"), moves: four, before: errs},
	"a queen was taken for granted": {h: from("8/P6k/8/8/8/8/6pp/2K5 w - - 0 1"), before: func(b *table) {
		b.turn("a7a8")
		b.wait(3 * time.Second)
		b.turn("h7g6")
		b.wait(3 * time.Second)
	}},
	"pieces were put where they belong": {moves: four, before: setDownWrongly},
	"two captures stay possible":        {before: takesUnseen},
	"White has touched a piece": {moves: four, before: func(b *table) {
		b.lift(rules.F1)
		b.wait(time.Second)
		b.place(rules.F1)
		b.wait(2 * time.Second)
	}},
	"the clocks are stopped": {moves: four, before: func(b *table) { b.do(trace.Command{Do: trace.DoStopClocks, By: "arbiter"}) }},
	"Black is absent": {first: func(b *table) {
		b.do(ruled("start-clocks", "default_ms", 3_600_000))
		b.wait(time.Second)
	}},
	"a claim of a draw waits":               {moves: four, before: func(b *table) { b.do(word(trace.DoClaim, "white", trace.ClaimRepetition)) }},
	"a claim of the quickplay finish waits": {h: announced("100", rules.FIDE2018), moves: four, before: func(b *table) { b.do(word(trace.DoQuickplay, "white", "claim")) }},
	"an increment was asked for":            {h: announced("100", rules.FIDE2018), moves: four, before: func(b *table) { b.do(word(trace.DoQuickplay, "white", "request-increment")) }},
	"White has resigned":                    {moves: four, before: func(b *table) { b.do(word(trace.DoResign, "white", "")) }},
	"the game is adjourned":                 {moves: four, before: func(b *table) { b.do(trace.Command{Do: trace.DoAdjourn, By: "arbiter"}) }},
	"a move was sealed": {moves: four, before: func(b *table) {
		b.do(trace.Command{Do: trace.DoAdjourn, By: "arbiter"})
		b.do(trace.Command{Do: trace.DoSeal, By: "white", Extra: `{"text":"Bb5"}`})
	}},
}

func (s situation) play(t *testing.T) *table {
	t.Helper()
	if s.h.Start == "" {
		s.h = timed("5400+30", rules.FIDE2023)
	}
	b := sit(t, s.h)
	if s.first != nil {
		s.first(b)
	} else {
		b.do(start())
		b.wait(time.Second)
	}
	for _, uci := range strings.Fields(s.moves) {
		b.turn(uci)
	}
	if s.before != nil {
		s.before(b)
	}
	b.wait(200 * time.Millisecond)
	return b
}

// aspects returns what a ruling may change, by the words of the page.
func aspects(b *table) map[string]any {
	s := stands(b)
	t := s.Situation.Times
	claim, _ := b.g.Claimed()
	return map[string]any{
		"moves": s.Line, "result": shown(b) + s.Situation.Result, "count": s.Counts, "times": t.Left, "counters": [2][2]int{t.Moves, t.Period},
		"clock": [2]any{t.Phase, t.Phase == chessclock.Running && t.Runs == rules.Black}, "duty": s.State.Obligation, "claim": claim.Waits,
		"session": [2]any{s.Adjourned, s.Sealed}, "absence": s.Missing, "game": len(b.g.Games()),
	}
}

// ruling is a row of the table of rulings.
type ruling struct {
	name, when string
	c          trace.Command
	changes    []string
	undo       string
}

var argument = regexp.MustCompile(`([a-z_]+)=("[^"]*"|\S+)`)

// given reads a command as touchmove ctl does.
func given(t *testing.T, text string) trace.Command {
	t.Helper()
	do, rest, _ := strings.Cut(text, " ")
	keys := map[string]any{"do": do}
	for _, m := range argument.FindAllStringSubmatch(rest, -1) {
		var v any
		if err := json.Unmarshal([]byte(m[2]), &v); err != nil {
			v = m[2] // a word
		}
		keys[m[1]] = v
	}
	raw, err := json.Marshal(keys)
	if err != nil {
		t.Fatal(err)
	}
	var c trace.Command
	if err := json.Unmarshal(raw, &c); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return c
}

func rulings(t *testing.T) []ruling {
	t.Helper()
	page, err := os.ReadFile("../docs/arbiter.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(string(page), "<!-- rulings -->\n")
	text, _, end := strings.Cut(text, "<!-- end of rulings -->")
	if !ok || !end {
		t.Fatal("docs/arbiter.md has no table of rulings")
	}
	var list []ruling
	for _, line := range strings.Split(strings.TrimSpace(text), "\n")[2:] {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if len(cells) != 6 {
			t.Fatalf("%d cells in %s", len(cells), line)
		}
		list = append(list, ruling{
			name: cells[1], when: cells[2], c: given(t, strings.Trim(cells[3], "`")), changes: strings.Split(cells[4], ", "), undo: cells[5],
		})
	}
	return list
}

// TestEveryRulingCanBeEntered checks that every ruling of the table in docs/arbiter.md can be given
// in its situation, changes what the page says, and can be undone.
func TestEveryRulingCanBeEntered(t *testing.T) {
	used := map[string]bool{}
	for _, r := range rulings(t) {
		used[r.when] = true
		t.Run(r.name, func(t *testing.T) {
			s, ok := situations[r.when]
			if !ok {
				t.Fatalf("nobody here knows the situation that %s", r.when)
			}
			r.isEntered(t, s, nil)
		})
	}
	for when := range situations {
		if !used[when] {
			t.Errorf("no ruling of the page is given when %s", when)
		}
	}
}

// isEntered gives the ruling in a situation, checks that it changes what the page says, but for the
// aspects that are exceptions, and undoes it.
func (r ruling) isEntered(t *testing.T, s situation, but []string) {
	b := s.play(t)
	if r.c.By == "" {
		r.c.By = "arbiter"
	}
	was, stood, logged := aspects(b), stands(b), len(b.g.Actions())
	b.do(r.c)
	if n := len(b.g.Actions()) - logged; n != 1 {
		t.Fatalf("%d actions entered the log", n)
	}
	is := aspects(b)
	for _, name := range r.changes {
		if _, ok := is[name]; !ok && name != "log" {
			t.Errorf("nothing is called %s", name)
		} else if same := reflect.DeepEqual(is[name], was[name]); ok && same != slices.Contains(but, name) {
			t.Errorf("%s is %+v, was %+v", name, is[name], was[name])
		}
	}
	for name := range is {
		unnamed := !reflect.DeepEqual(is[name], was[name]) && !slices.Contains(r.changes, name)
		if unnamed && slices.Contains(r.changes, "log") {
			t.Errorf("only the log was to change, and %s is %+v, was %+v", name, is[name], was[name])
		}
	}
	if r.undo != "yes" {
		return
	}
	b.do(trace.Command{Do: trace.DoUndo, By: "arbiter"})
	back := stands(b)
	if p := back.Situation.Times.Phase; p == chessclock.Paused && stood.Situation.Times.Phase == chessclock.Running {
		back.Situation.Times.Phase = chessclock.Running // after an undo the clocks stay stopped
	}
	if !reflect.DeepEqual(back, stood) {
		t.Errorf("undone, it is\n%+v\nand was\n%+v", back, stood)
	}
}

// TestEveryRulingIsOnThePage checks that every command that only arbiters give is among the
// rulings, with each of its words and results.
func TestEveryRulingIsOnThePage(t *testing.T) {
	elsewhere := []string{trace.DoUndo, trace.DoAcknowledge, trace.DoSecondBoard} // about the log, alarms, and two boards
	given := map[string]bool{}
	for _, r := range rulings(t) {
		name := r.c.Do
		given[name], given[name+" "+r.c.What], given[name+" "+r.c.Word("kind")] = true, true, true
		given[name+" "+r.c.Result] = true
	}
	for _, kind := range trace.Commands() {
		if slices.Contains(elsewhere, kind.Name) {
			continue
		}
		for _, is := range kind.Cases {
			if slices.Contains(is.Who, trace.Player) {
				continue
			}
			names := []string{kind.Name}
			for _, w := range is.Words {
				names = append(names, kind.Name+" "+w)
			}
			for _, key := range []string{"what", "result"} {
				k, _ := kind.Key(key)
				for _, w := range k.Words {
					names = append(names, kind.Name+" "+w)
				}
			}
			for _, name := range names {
				if !given[name] {
					t.Errorf("%s is not among the rulings of docs/arbiter.md", name)
				}
			}
		}
	}
}
