package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"text/tabwriter"
	"time"

	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim"
	"touchmove/sensors/trace"
)

// ending is what hands do on the board once the game is over.
type ending struct {
	name string
	do   func(h *hands, result string, start *rules.Position)
	// shows: the kings are put in the centre; begins: the next game is set up.
	shows, begins bool
}

// endings lists the endings to measure.
func endings() []ending {
	list := []ending{{name: "result at once", do: func(h *hands, result string, _ *rules.Position) { enter(h, result) }}}
	for _, n := range []int{1, 2, 4, 8} {
		list = append(list, ending{name: fmt.Sprintf("%d cleared, result", n), do: func(h *hands, result string, _ *rules.Position) {
			h.clear(n)
			enter(h, result)
		}})
	}
	list = append(list,
		ending{name: "2 off, 1 put home, result", do: func(h *hands, result string, start *rules.Position) {
			h.clear(2)
			h.putHome(start)
			enter(h, result)
		}},
		ending{name: "swept, no result", do: func(h *hands, _ string, _ *rules.Position) { h.sweep() }},
		ending{name: "swept and set up again", begins: true, do: func(h *hands, _ string, start *rules.Position) {
			h.sweep()
			h.wait(time.Second, 5*time.Second)
			h.setUp(start)
		}},
	)
	for _, pace := range []time.Duration{300, 800, 1600, 3000, 6000, 10000} {
		pace *= time.Millisecond
		list = append(list, kingsEnding(fmt.Sprintf("kings %g s apart", pace.Seconds()), pace, func(*hands) {}, func(*hands) {}))
	}
	lifted := func(n int) func(*hands) { return func(h *hands) { h.clear(n) } }
	list = append(list, strangeEndings()...)
	return append(list,
		kingsEnding("1 lifted, kings", 0, lifted(1), func(*hands) {}),
		kingsEnding("2 lifted, kings", 0, lifted(2), func(*hands) {}),
		kingsEnding("1 lifted between the kings", 0, func(*hands) {}, lifted(1)),
		kingsEnding("1 knocked over, kings", 0, (*hands).knockOver, func(*hands) {}),
	)
}

// strangeEndings lists what else people do with a board when a game is over.
func strangeEndings() []ending {
	return []ending{
		{name: "swept with an arm, result", do: func(h *hands, result string, _ *rules.Position) {
			h.sweepWithArm()
			enter(h, result)
		}},
		{name: "some off, some put anywhere, result", do: func(h *hands, result string, _ *rules.Position) {
			h.scatter(3 + h.dice.IntN(10))
			enter(h, result)
		}},
		{name: "set up from where they stand", begins: true, do: func(h *hands, _ string, start *rules.Position) { h.setUpAgain(start) }},
		{name: "set up, levers put straight meanwhile", begins: true, do: func(h *hands, _ string, start *rules.Position) {
			from := len(h.records)
			h.setUpAgain(start)
			h.levers(from)
		}},
		{name: "swept, set up, levers put straight", begins: true, do: func(h *hands, _ string, start *rules.Position) {
			h.sweep()
			h.wait(time.Second, 5*time.Second)
			from := len(h.records)
			h.setUp(start)
			h.levers(from)
		}},
		{name: "king laid down, resigned", do: func(h *hands, _ string, _ *rules.Position) {
			loser := rules.Color(h.dice.IntN(2))
			h.layDownKing(loser)
			h.wait(500*time.Millisecond, 6*time.Second)
			h.say(trace.Command{Do: trace.DoResign, By: loser.String()})
		}},
		{name: "king laid down, cleared, result", do: func(h *hands, result string, _ *rules.Position) {
			h.layDownKing(rules.Color(h.dice.IntN(2)))
			h.wait(500*time.Millisecond, 4*time.Second)
			h.clear(h.dice.IntN(12))
			enter(h, result)
		}},
		{name: "result, analysed on the board", do: func(h *hands, result string, _ *rules.Position) {
			enter(h, result)
			h.analyse(2 + h.dice.IntN(10))
		}},
		{name: "result, analysed, set up again", begins: true, do: func(h *hands, result string, start *rules.Position) {
			enter(h, result)
			h.analyse(2 + h.dice.IntN(10))
			h.setUpAgain(start)
		}},
		{name: "kings, each at its own pace", shows: true, do: func(h *hands, result string, _ *rules.Position) {
			h.held = 200*time.Millisecond + time.Duration(h.dice.IntN(3000))*time.Millisecond
			h.kings(result, 300*time.Millisecond+time.Duration(h.dice.IntN(8500))*time.Millisecond, func() {})
		}},
		{name: "kings, then swept with an arm", shows: true, do: func(h *hands, result string, _ *rules.Position) {
			h.kings(result, 300*time.Millisecond+time.Duration(h.dice.IntN(3000))*time.Millisecond, func() {})
			h.wait(1500*time.Millisecond, 6*time.Second)
			h.sweepWithArm()
		}},
	}
}

// kingsEnding returns an ending with the kings in the centre. If pace is 0, it is random,
// up to two seconds.
func kingsEnding(name string, pace time.Duration, before, between func(*hands)) ending {
	return ending{name: name, shows: true, do: func(h *hands, result string, _ *rules.Position) {
		before(h)
		apart := pace
		if apart == 0 {
			apart = time.Duration(300+h.dice.IntN(1700)) * time.Millisecond
		}
		h.kings(result, apart, func() { between(h) })
	}}
}

// enter enters a result some seconds later.
func enter(h *hands, result string) {
	h.wait(500*time.Millisecond, 6*time.Second)
	h.say(trace.Command{Do: trace.DoResult, Result: result})
}

// cut is a moment of a recording at which play stops.
type cut struct {
	readings
	plies  int            // number played
	at     rules.Position // the position at that time
	stuck  rules.Squares  // sensors that read it wrongly
	when   time.Duration
	result string
	over   bool // the position ends the game: kings in the centre then show nothing more
}

// cuts finds moments at which a move was completed and the board shows its position: at a
// press if there are presses, otherwise some seconds after the hand let go.
func cuts(r readings, truth sim.Truth, dice *rand.Rand, most int) []cut {
	if len(truth.Games) != 1 {
		return nil
	}
	game := truth.Games[0]
	positions, ok := line(game, r.header)
	if !ok {
		return nil
	}
	var found []cut
	for _, i := range dice.Perm(len(game.Plies)) {
		if len(found) == most {
			break
		}
		p := game.Plies[i]
		when := p.ClockUS + 300000
		switch {
		case !truth.Clock:
			when = p.DoneUS + 1500000
		case p.ClockUS == 0:
			continue
		}
		if i+1 < len(game.Plies) && game.Plies[i+1].StartUS <= when || i < 4 || isBusy(truth, when) {
			continue
		}
		c := cut{plies: i + 1, at: positions[i+1], over: len(positions[i+1].LegalMoves(nil)) == 0, when: time.Duration(when) * time.Microsecond}
		c.header = r.header
		c.result = []string{"1-0", "0-1", "1/2-1/2"}[dice.IntN(3)]
		if c.cutOff(r.records) {
			found = append(found, c)
		}
	}
	return found
}

// isBusy reports whether something other than a move is going on at that time.
func isBusy(truth sim.Truth, when int64) bool {
	for _, n := range truth.Incidents {
		if n.AtUS-2000000 <= when && when <= n.UntilUS+4000000 {
			return true
		}
	}
	return false
}

// line returns the positions of a game.
func line(game sim.TruthGame, h trace.Header) ([]rules.Position, bool) {
	setup, err := rules.ParseFEN(game.StartFEN)
	if err != nil {
		return nil, false
	}
	p, err := rules.NewPosition(setup, h.Variant)
	if err != nil {
		return nil, false
	}
	positions := []rules.Position{p}
	for _, text := range game.Moves {
		m, err := p.ParseUCI(text)
		if err != nil || !p.IsLegal(m) {
			return nil, false
		}
		p = p.After(m)
		positions = append(positions, p)
	}
	return positions, true
}

// cutOff keeps the records up to the cut, and returns false if the board does not show the
// position then, except for one or two faulty sensors.
func (c *cut) cutOff(records []trace.Record) bool {
	var board sensors.Scan
	for i, r := range records {
		if r.At > c.when {
			c.records = records[:i:i]
			break
		}
		switch w := r.What.(type) {
		case trace.Scan:
			board = w.Board
		case trace.Change:
			board[w.Square] = w.Is
		case trace.Command:
			if w.Do == trace.DoResult || w.Do == trace.DoResign || w.Do == trace.DoOfferDraw {
				return false
			}
		case trace.End:
			return false
		}
	}
	for sq, is := range board {
		if is.Full() != c.at.Occupied().Has(rules.Square(sq)) {
			c.stuck = c.stuck.With(rules.Square(sq))
		}
	}
	return len(c.records) > 0 && c.stuck.Count() <= 1
}

// ended is the reconstruction of a cut recording with an ending.
type ended struct {
	lines [][]string // the moves of each game
	shown string     // the result that the kings showed
	upset int        // the first move that was right before and changed during the ending; 0 means none
}

// endOf plays a cut recording with an ending.
func (c *cut) endOf(e *ending, seed uint64, want []string) (got ended, err error) {
	start := c.at
	if setup, err := rules.ParseFEN(c.header.Start); err == nil {
		if p, err := rules.NewPosition(setup, c.header.Variant); err == nil {
			start = p
		}
	}
	h := &hands{dice: rand.New(rand.NewPCG(seed, 16)), now: c.when, at: c.at, stuck: c.stuck, colors: c.header.Sensing == sensors.Polarity}
	h.wait(700*time.Millisecond, 6*time.Second)
	if e != nil {
		e.do(h, c.result, &start)
	}
	h.now += 15 * time.Second
	h.records = append(h.records, trace.Record{At: h.now, What: trace.End{}})
	board, err := eventlog.New(c.header, eventlog.Journal{ID: c.header.Board})
	if err != nil {
		return ended{}, err
	}
	told := 0 // moves that are right at the cut
	for i, r := range slices.Concat(c.records, h.records) {
		if i == len(c.records) {
			line := movesOf(&board.Game().Games()[0])
			for told < len(line) && told < len(want) && line[told] == want[told] {
				told++
			}
		}
		step, err := board.Step(r)
		if err != nil {
			continue // refused, as in live play
		}
		for _, e := range step.Events {
			ply := told + 1
			switch w := e.What.(type) {
			case reconcile.ResultKnown:
				if w.Proposed && w.Reason == reconcile.KingsInTheCentre {
					got.shown = w.Result
				}
			case reconcile.Amended:
				ply = w.Ply
			case reconcile.Retracted:
				ply = w.Ply
			}
			if e.Game == 1 && ply <= told && got.upset == 0 {
				got.upset = ply
			}
		}
	}
	for i, g := range board.Game().Games() {
		if i > 0 && !g.Begun {
			continue
		}
		got.lines = append(got.lines, movesOf(&g))
	}
	return got, nil
}

func movesOf(g *reconcile.Played) []string {
	moves := make([]string, len(g.Moves))
	for i, m := range g.Moves {
		moves[i] = m.UCI
	}
	return moves
}

// endingRow is the results of one kind of ending.
type endingRow struct {
	games, changed, added, seen, begun int
	unclocked                          int // those changed or added in games without a clock
	examples                           []string
}

// measureEndings cuts recordings after completed moves, ends each in every way, and prints
// how often completed moves changed and moves were added, next to the same recordings with
// nothing added.
func measureEndings(ctx context.Context, out io.Writer, title string, jobs []job, most int) error {
	list := endings()
	rows := make([]endingRow, len(list))
	skipped := 0
	done, err := each(ctx, jobs, func(k int, r readings, truth sim.Truth) (func(), error) {
		var adds []func()
		seed := truth.Seed
		for _, c := range cuts(r, truth, rand.New(rand.NewPCG(seed, 15)), most) {
			want := truth.Games[0].Moves[:c.plies]
			control, err := c.endOf(nil, seed, want)
			if err != nil || len(control.lines) != 1 || !slices.Equal(control.lines[0], want) {
				adds = append(adds, func() { skipped++ })
				continue
			}
			where := fmt.Sprintf("%s after ply %d", cmp.Or(truth.Trace, jobs[k].level), c.plies)
			for i := range list {
				if c.over && list[i].shows {
					continue
				}
				got, err := c.endOf(&list[i], seed*1000+uint64(c.plies), want)
				if err != nil {
					return nil, err
				}
				adds = append(adds, func() { rows[i].add(&list[i], where, truth.Clock, want, got, c.result) })
			}
		}
		return func() {
			for _, add := range adds {
				add()
			}
		}, nil
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "endings: %s, %d moments of them left out where not all moves had been published rightly before\n", title, skipped)
	early(out, done, jobs)
	return printEndings(out, list, rows)
}

func (r *endingRow) add(e *ending, where string, clock bool, want []string, ended ended, result string) {
	r.games++
	var got []string
	if len(ended.lines) > 0 {
		got = ended.lines[0]
	}
	what := ""
	switch n := len(want); {
	case len(got) < n || !slices.Equal(got[:n], want):
		r.changed++
		what = "changed"
	case ended.upset > 0:
		r.changed++
		what = fmt.Sprintf("ply %d changed for a while", ended.upset)
	case len(got) > n:
		r.added++
		what = "added"
	}
	if what != "" && !clock {
		r.unclocked++
		what += " without a clock"
	}
	if what != "" {
		i := 0
		for i < len(got) && i < len(want) && got[i] == want[i] {
			i++
		}
		r.examples = append(r.examples, fmt.Sprintf("%s, %s: %s: %v became %v", e.name, where, what, want[i:], got[i:]))
	}
	if ended.shown == result {
		r.seen++
	} else if e.shows {
		r.examples = append(r.examples, fmt.Sprintf("%s, %s: kings not seen", e.name, where))
	}
	if len(ended.lines) == 2 {
		r.begun++
	} else if e.begins {
		r.examples = append(r.examples, fmt.Sprintf("%s, %s: %d games", e.name, where, len(ended.lines)))
	}
}

// endingsNamed is how many errors are listed for each ending.
const endingsNamed = 4

func printEndings(out io.Writer, list []ending, rows []endingRow) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "ending\tgames\tcompleted moves changed\tmoves added\tof both, without a clock\tkings seen %\tnext game begun %\t")
	var all endingRow
	kings := 0
	share := func(is bool, n, of int) string {
		if !is || of == 0 {
			return "-"
		}
		return fmt.Sprintf("%.1f", 100*float64(n)/float64(of))
	}
	for i, r := range rows {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%s\t%s\t\n", list[i].name, r.games, r.changed, r.added, r.unclocked, share(list[i].shows, r.seen, r.games), share(list[i].begins, r.begun, r.games))
		all.games, all.changed, all.added = all.games+r.games, all.changed+r.changed, all.added+r.added
		all.unclocked += r.unclocked
		if list[i].shows {
			all.seen, kings = all.seen+r.seen, kings+r.games
		}
	}
	fmt.Fprintf(w, "all\t%d\t%d\t%d\t%d\t%s\t\t\n", all.games, all.changed, all.added, all.unclocked, share(true, all.seen, kings))
	if err := w.Flush(); err != nil {
		return err
	}
	for _, r := range rows {
		slices.Sort(r.examples)
		for _, line := range r.examples[:min(len(r.examples), endingsNamed)] {
			fmt.Fprintf(out, "  %s\n", line)
		}
	}
	fmt.Fprintln(out)
	return nil
}
