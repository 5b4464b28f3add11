package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"text/tabwriter"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/score"
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
	jobs := append(whole, silent...)
	done, err := each(ctx, jobs, func(i int, r readings, truth sim.Truth) (func(), error) {
		found, err := askAll(jobs[i], r, truth)
		return func() { rows[jobs[i].level].add(found) }, err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "questions to a person, %s; exact: as the board was left, and with the questions answered\n", title)
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
// with the move that was played, and who enters the result before the recording ends. It also says what
// became of each game that is not exact.
func askAll(j job, r readings, truth sim.Truth) (row questionRow, err error) {
	left, err := tellAll(r, nil)
	if err != nil {
		return row, err
	}
	answered, err := tellAll(r, &truth)
	if err != nil {
		return row, err
	}
	row.count(left.questions, truth)
	asked := score.Compare(truth, answered.rebuilt)
	for i, g := range score.Compare(truth, left.rebuilt).Games {
		row.games++
		was, is := g, asked.Games[i]
		if was.Exact {
			row.exact++
		}
		if is.Exact {
			row.answered++
		}
		switch {
		case was.Exact && is.Exact:
		case was.Exact:
			row.examples = append(row.examples, fmt.Sprintf("an answer has made it worse: %s", wrongIn(truth, i, is)))
		case is.Exact:
			row.examples = append(row.examples, fmt.Sprintf("not exact until answered: %s", wrongIn(truth, i, was)))
		default:
			text := "not exact with answers: " + wrongIn(truth, i, is)
			if p, ok := playOf(j.level, r, truth); ok {
				text += "; the line played is " + whereLost(&p, 0)
			}
			row.examples = append(row.examples, text)
		}
	}
	return row, nil
}

// wrongIn says where a game first differs from what was played, and what the truth notes there.
func wrongIn(truth sim.Truth, game int, g score.Game) string {
	return fmt.Sprintf("%s game %d ply %d: %s%s", truth.Trace, game+1, g.First.Ply, departure(g.First), flagged(truth.Games[game].Plies, g.First.Ply))
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

// playedAt returns the move that hands made at a ply of a game, counted from 1; that of no move if the game ended
// before, and nothing if there is no such game.
func playedAt(truth sim.Truth, game, ply int) string {
	switch {
	case game > len(truth.Games):
		return ""
	case ply > len(truth.Games[game-1].Plies):
		return rules.NoMove.String()
	}
	return truth.Games[game-1].Plies[ply-1].UCI
}
