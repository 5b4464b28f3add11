package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"text/tabwriter"

	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/sensors/sim"
	"touchmove/sensors/trace"
)

// questionRow is the questions in the games of one level.
type questionRow struct {
	games, asked    int
	settled, others int // settled by play; withdrawn because the ply was taken back
	among, first    int // the move played is among the candidates; is the likeliest
	exact, answered int // games that are right at the end without answers; with a person's answers
	examples        []string
}

// measureQuestions counts the questions to arbiters, in whole games and in games in the
// middle of which a chip stops answering.
func (b bench) measureQuestions(ctx context.Context, out io.Writer, title string, games []sim.Game, first uint64) error {
	whole, err := played(games, b.questions, first, b.wants)
	if err != nil {
		return err
	}
	silent, err := played(games, b.questions, first, b.wantsOutage)
	if err != nil {
		return err
	}
	rows := map[string]*questionRow{}
	var order []string
	for _, j := range whole {
		order = addRow(rows, order, j.level)
	}
	for i := range silent {
		make := silent[i].make
		silent[i].level += ", a chip silent"
		silent[i].make = func() (readings, sim.Truth, error) {
			r, truth, err := make()
			if err != nil {
				return r, truth, err
			}
			return r.without(outageOf(truth, rand.New(rand.NewPCG(truth.Seed, 17)))), truth, nil
		}
		order = addRow(rows, order, silent[i].level)
	}
	var mu sync.Mutex
	var failed error
	jobs := append(whole, silent...)
	done := each(ctx, jobs, func(j job) {
		r, truth, err := j.make()
		var found questionRow
		if err == nil {
			found, err = askAll(r, truth)
		}
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			failed = cmp.Or(failed, fmt.Errorf("%s: %w", j.level, err))
			return
		}
		rows[j.level].add(found)
	})
	if failed != nil {
		return failed
	}
	fmt.Fprintf(out, "questions to a person, %s; exact: the last game on the board, as it was left, and with the questions answered\n", title)
	early(out, done, jobs)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "level\tgames\tasked\ta game\tsettled by play\tmove taken back\ttruth among them %\tlikeliest %\texact %\tanswered %\t")
	for _, name := range order {
		rows[name].print(w, name)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, name := range order {
		for _, line := range rows[name].examples {
			fmt.Fprintf(out, "  %s: %s\n", name, line)
		}
	}
	fmt.Fprintln(out)
	return nil
}

func addRow(rows map[string]*questionRow, order []string, level string) []string {
	if rows[level] != nil {
		return order
	}
	rows[level] = &questionRow{}
	return append(order, level)
}

func (r *questionRow) add(o questionRow) {
	r.games, r.asked, r.settled, r.others = r.games+o.games, r.asked+o.asked, r.settled+o.settled, r.others+o.others
	r.among, r.first, r.exact, r.answered = r.among+o.among, r.first+o.first, r.exact+o.exact, r.answered+o.answered
	r.examples = append(r.examples, o.examples...)
}

func (r *questionRow) print(w io.Writer, name string) {
	share := func(n, of int) string {
		if of == 0 {
			return "-"
		}
		return fmt.Sprintf("%.1f", 100*float64(n)/float64(of))
	}
	fmt.Fprintf(w, "%s\t%d\t%d\t%.2f\t%d\t%d\t%s\t%s\t%s\t%s\t\n", name, r.games, r.asked, float64(r.asked)/float64(max(1, r.games)), r.settled, r.others,
		share(r.among, r.asked), share(r.first, r.asked), share(r.exact, r.games), share(r.answered, r.games))
}

// askAll plays a trace twice: as it is, and with a person who answers every question at once
// with the move that was played, if the question names it.
func askAll(r readings, truth sim.Truth) (row questionRow, err error) {
	row.games = 1
	left, err := row.play(r, truth, false)
	if err != nil {
		return row, err
	}
	var unused questionRow
	answered, err := unused.play(r, truth, true)
	if err != nil {
		return row, err
	}
	row.exact, row.answered = exactly(left, truth), exactly(answered, truth)
	if row.answered < row.exact {
		row.examples = append(row.examples, "an answer has made it worse: "+truth.Trace+firstWrong(answered, truth))
	}
	return row, nil
}

func (r *questionRow) play(from readings, truth sim.Truth, answers bool) (*eventlog.Board, error) {
	board, err := eventlog.New(from.header, eventlog.Journal{ID: from.header.Board})
	if err != nil {
		return nil, err
	}
	for _, record := range from.records {
		step, err := board.Step(record)
		if err != nil {
			continue // refused, as in live play
		}
		r.count(step.Events, truth)
		for q := board.Game().Question(); answers && q != nil; q = board.Game().Question() {
			said := trace.Command{Do: trace.DoAnswer, By: "arbiter", What: playedAt(truth, board.Game().Number(), q.Ply)}
			if _, err := board.Step(trace.Record{At: record.At, What: said}); err != nil {
				break // it is not among them, or the recording is over
			}
		}
	}
	return board, nil
}

// count counts the questions among events.
func (r *questionRow) count(events []reconcile.Event, truth sim.Truth) {
	for _, e := range events {
		switch w := e.What.(type) {
		case reconcile.Asked:
			r.asked++
			said := playedAt(truth, e.Game, w.Ply)
			is := false
			text := fmt.Sprintf("%s game %d ply %d (%s, %.1f s), played %s:", truth.Trace, e.Game, w.Ply, w.Occasion, e.At.Seconds(), said)
			for i, c := range w.Candidates {
				text += fmt.Sprintf(" %s %.4f", c.UCI, c.Sure)
				if c.UCI == said {
					r.among, is = r.among+1, true
					if i == 0 {
						r.first++
					}
				}
			}
			if !is {
				text = "missing: " + text
			}
			r.examples = append(r.examples, text)
		case reconcile.Answered:
			switch w.How {
			case reconcile.AnsweredByPlay:
				r.settled++
			case reconcile.AnsweredByNobody:
				r.others++
			}
		}
	}
}

// playedAt returns the move that hands made at a ply of a game, counted from 1; empty if
// there is none.
func playedAt(truth sim.Truth, game, ply int) string {
	if game > len(truth.Games) || ply > len(truth.Games[game-1].Plies) {
		return ""
	}
	return truth.Games[game-1].Plies[ply-1].UCI
}

// firstWrong says where the game on the board differs from the one that was played.
func firstWrong(board *eventlog.Board, truth sim.Truth) string {
	g := board.Game()
	moves := g.Playing().Moves
	for i := 0; ; i++ {
		want, got := playedAt(truth, g.Number(), i+1), ""
		if i < len(moves) {
			got = moves[i].UCI
		}
		if want != got || want == "" {
			return fmt.Sprintf(", ply %d: played %q, told %q", i+1, want, got)
		}
	}
}

// exactly is 1 if the game on the board is the one that was played, otherwise 0.
func exactly(board *eventlog.Board, truth sim.Truth) int {
	g := board.Game()
	if g.Number() > len(truth.Games) {
		return 0
	}
	moves := g.Playing().Moves
	want := truth.Games[g.Number()-1].Plies
	if len(moves) != len(want) {
		return 0
	}
	for i, m := range moves {
		if m.UCI != want[i].UCI {
			return 0
		}
	}
	return 1
}
