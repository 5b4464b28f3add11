package reconcile_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"touchmove/reconcile"
	chessclock "touchmove/reconcile/clock"
	"touchmove/reconcile/scenario"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// mistaken are actions that somebody enters by mistake, and undoes.
func mistaken(p rules.Position, ply int) []trace.Command {
	arbiter := func(c trace.Command) trace.Command { c.By = "arbiter"; return c }
	by, other := p.Turn().String(), p.Turn().Other().String()
	all := []trace.Command{
		{Do: trace.DoOfferDraw, By: other}, {Do: trace.DoOfferDraw, By: by}, {Do: trace.DoResign, By: by},
		{Do: trace.DoClaim, By: by, What: trace.ClaimTouchedPiece}, {Do: trace.DoClaim, By: other, What: trace.ClaimTouchedPiece},
		{Do: trace.DoClaim, By: by, What: trace.ClaimIllegal}, {Do: trace.DoClaim, By: by, What: trace.ClaimRepetition},
		{Do: trace.DoFlag, By: by},
		arbiter(trace.Command{Do: trace.DoAdjourn}), arbiter(trace.Command{Do: trace.DoResult, Result: "1-0"}),
		arbiter(trace.Command{Do: trace.DoStopClocks, Why: "x"}), arbiter(trace.Command{Do: trace.DoTakeBack, Plies: 1}),
		arbiter(trace.Command{Do: trace.DoRestore, Ply: ply - 1}), arbiter(trace.Command{Do: trace.DoRestore, Ply: ply}),
		arbiter(trace.Command{Do: trace.DoIllegal, What: "confirm"}), arbiter(trace.Command{Do: trace.DoIllegal, What: "not-counted"}),
		arbiter(trace.Command{Do: trace.DoIllegal, What: "reject"}),
		arbiter(trace.Command{Do: trace.DoIllegal, What: "enter", Ply: ply, UCI: "a1a8", Extra: trace.Extra(fmt.Sprintf(`{"player":%q}`, other))}),
		arbiter(trace.Command{Do: trace.DoIrregularity, What: "two-hands", Extra: trace.Extra(fmt.Sprintf(`{"player":%q}`, by))}),
		ruled(trace.DoPenalty, "player", by, "kind", "warning"), ruled(trace.DoPenalty, "player", by, "kind", "loss"), ruled(trace.DoPenalty, "player", other, "kind", "device"),
		arbiter(trace.Command{Do: trace.DoSetPosition, FEN: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}),
		arbiter(trace.Command{Do: trace.DoPromote, Piece: "knight"}),
	}
	for sq := rules.Square(0); sq < 64; sq += 5 {
		all = append(all, trace.Command{Do: trace.DoTouch, By: by, Square: sq.String()}, arbiter(trace.Command{Do: trace.DoAttribute, Square: sq.String(), To: other}))
	}
	for _, m := range p.LegalMoves(nil) {
		all = append(all, arbiter(trace.Command{Do: trace.DoCorrect, Ply: ply + 1, UCI: m.UCI(p.Variant())}))
	}
	return all
}

// TestUndoneActionLeavesNothing enters an action at a random moment of every scenario, lets hands go on, and undoes it:
// the game ends as it does without the action. Unless TOUCHMOVE_LONG is yes, only every eighth is played.
func TestUndoneActionLeavesNothing(t *testing.T) {
	step := 8
	if os.Getenv("TOUCHMOVE_LONG") == "yes" {
		step = 1
	}
	files, err := filepath.Glob("testdata/laws/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []scenario.Scenario
	for _, file := range files {
		all = append(all, scenarios(t, filepath.Base(file))...)
	}
	given, differ := map[string]int{}, 0
	for i := 0; i < len(all); i += step {
		s := &all[i]
		if slices.ContainsFunc(s.Script, func(s scenario.Step) bool { return s.Command != nil && s.Command.Do == trace.DoUndo }) {
			continue // an undo by its number is of another action then
		}
		for round := range 4 {
			r := rand.New(rand.NewPCG(uint64(i), uint64(round)))
			h, records, err := s.Trace(s.Editions[r.IntN(len(s.Editions))])
			if err != nil {
				t.Fatal(err)
			}
			from := 1 + r.IntN(len(records)-1)
			until := from
			for until < len(records)-1 && !isCommand(records[until]) && r.IntN(4) != 0 {
				until++
			}
			c, ok := undoneIn(t, h, records, from, until, r)
			if !ok {
				continue
			}
			given[c.do]++
			if c.with != c.without {
				differ++
				t.Errorf("%s/%s, %s %s from record %d to %d: %s\n  with    %s\n  without %s", s.ID, h.Laws, c.do, c.what, from, until, s.Title, c.with, c.without)
			}
		}
	}
	t.Logf("%d differ of %v", differ, given)
	for _, do := range []string{trace.DoClaim, trace.DoTouch, trace.DoTakeBack, trace.DoRestore, trace.DoCorrect, trace.DoResult, trace.DoIllegal, trace.DoAdjourn} {
		if given[do] == 0 {
			t.Errorf("%s was never undone", do)
		}
	}
}

func isCommand(r trace.Record) bool { _, ok := r.What.(trace.Command); return ok }

// compared is the end of a game with an action and its undo, and without both.
type compared struct{ do, what, with, without string }

// told is what the events of a game have told.
type told struct {
	moves  map[int]string // by ply
	owes   *reconcile.Duty
	result string
}

func (s *told) take(events []reconcile.Event) {
	enter := func(ply int, uci string) {
		maps.DeleteFunc(s.moves, func(n int, _ string) bool { return n >= ply })
		if uci != "" {
			s.moves[ply] = uci
		}
	}
	for _, e := range events {
		switch w := e.What.(type) {
		case reconcile.Started:
			s.moves, s.owes = map[int]string{}, nil
		case reconcile.Made:
			enter(w.Ply, w.UCI)
		case reconcile.Amended:
			enter(w.Ply, w.UCI)
		case reconcile.Retracted:
			enter(w.Ply, "")
		case reconcile.Obliged:
			s.owes = w.Duty
		case reconcile.ResultKnown:
			s.result = w.Result
		}
	}
}

func (s *told) String() string {
	result := s.result
	if result == "" {
		result = "*"
	}
	owes := "nothing"
	if s.owes != nil {
		owes = fmt.Sprint(*s.owes)
	}
	return fmt.Sprint(s.moves, " ", owes, " ", result)
}

// undoneIn plays records with an action just before the record from, and its undo just before the record until. It
// returns false if the action or its undo is refused.
func undoneIn(t *testing.T, h trace.Header, records []trace.Record, from, until int, r *rand.Rand) (c compared, ok bool) {
	t.Helper()
	shown := map[*reconcile.Game]*told{}
	play := func(g *reconcile.Game, list []trace.Record) {
		for _, r := range list {
			events, err := g.Step(r)
			if err != nil && !isCommand(r) {
				t.Fatal(err)
			}
			shown[g].take(events)
		}
	}
	before := func(i int) time.Duration {
		if gap := records[i].At - records[i-1].At; gap > 0 {
			return records[i-1].At + time.Duration(r.Int64N(int64(gap)))
		}
		return records[i].At
	}
	g, plain := newGame(t, h), newGame(t, h)
	shown[g], shown[plain] = &told{}, &told{}
	play(g, records[:from])
	play(plain, records[:from])
	if !g.Playing().Begun {
		return c, false // some commands begin it
	}
	at, ran := before(from), g.TimeRuns()
	list := mistaken(g.Position(), g.Situation().Ply)
	is := list[r.IntN(len(list))]
	events, err := g.Step(trace.Record{At: at, What: is})
	if err != nil {
		return c, false
	}
	shown[g].take(events)
	number := len(g.Actions())
	play(g, records[from:until])
	play(plain, records[from:until])
	if until > from {
		at = before(until)
	}
	ran = ran || g.TimeRuns()
	undo := trace.Command{Do: trace.DoUndo, By: "arbiter", Extra: trace.Extra(fmt.Sprintf(`{"action":%d}`, number))}
	if events, err = g.Step(trace.Record{At: at, What: undo}); err != nil {
		return c, false
	}
	shown[g].take(events)
	if timed, _ := g.Clock(); ran && timed.Phase() == chessclock.Paused {
		if events, err = g.Step(trace.Record{At: at, What: start()}); err != nil {
			t.Fatal(err)
		}
		shown[g].take(events)
	}
	play(g, records[until:])
	play(plain, records[until:])
	for _, g := range []*reconcile.Game{g, plain} {
		if shows, _ := g.Clock(); hasFlag(shows) {
			return c, false // the time between the action and its undo is not charged
		}
	}
	return compared{
		do: is.Do, what: is.What + is.UCI + is.Square,
		with: ends(t, g) + " shown as " + shown[g].String(), without: ends(t, plain) + " shown as " + shown[plain].String(),
	}, true
}

func hasFlag(c chessclock.Clock) bool { _, fell := c.First(); return fell }

// ends is what the Laws say at the end, and the line.
func ends(t *testing.T, g *reconcile.Game) string {
	t.Helper()
	s := g.State()
	s.Events = nil
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + " " + fmt.Sprint(uci(g), g.Counts().Illegal)
}
