package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"text/tabwriter"
	"time"

	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim"
	"touchmove/sensors/sim/score"
	"touchmove/sensors/trace"
)

// outage is a time during which the chip of two ranks does not answer.
type outage struct {
	ranks    rules.Squares
	from, to time.Duration
}

// outageOf chooses a chip, and 5 to 120 s in the middle three fifths of the first game.
func outageOf(truth sim.Truth, dice *rand.Rand) outage {
	game := truth.Games[0]
	first, last := game.Plies[0].StartUS, game.Plies[len(game.Plies)-1].DoneUS
	from := first + (last-first)/5 + dice.Int64N(max(1, (last-first)*3/5))
	chip := 2 * dice.IntN(4)
	return outage{
		ranks: rules.RankSquares(chip) | rules.RankSquares(chip+1),
		from:  time.Duration(from) * time.Microsecond,
		to:    time.Duration(from)*time.Microsecond + 5*time.Second + time.Duration(dice.Int64N(int64(115*time.Second))),
	}
}

// without returns the readings as they would be with the outage.
func (r readings) without(o outage) readings {
	out := readings{header: r.header}
	var real, shown sensors.Scan
	begun, over := false, false
	scan := func(at time.Duration) {
		out.records = append(out.records, trace.Record{At: at, What: trace.Scan{Board: shown}})
	}
	for _, record := range r.records {
		if !begun && record.At >= o.from {
			begun = true
			for sq := range o.ranks.All() {
				shown[sq] = sensors.Unknown
			}
			scan(o.from)
		}
		if begun && !over && record.At >= o.to {
			over = true
			shown = real
			scan(o.to)
		}
		dark := begun && !over
		switch w := record.What.(type) {
		case trace.Scan:
			real = w.Board
			shown = real
			for sq := range o.ranks.All() {
				if dark {
					shown[sq] = sensors.Unknown
				}
			}
			record.What = trace.Scan{Board: shown}
		case trace.Change:
			real[w.Square] = w.Is
			if dark && o.ranks.Has(w.Square) {
				continue
			}
			shown[w.Square] = w.Is
		}
		out.records = append(out.records, record)
	}
	return out
}

// outageRow is the results of the games of one level.
type outageRow struct {
	tally    score.Tally
	wrong    int // published moves that were withdrawn or never played
	sure     int // moves published wrong at a confidence of 0.99 or more
	since    int // those of them that were published after the chip had stopped answering
	open     int // games that are not exact, from a move on that a person is asked about, the one played among the candidates
	answered int // games that are exact if a person answers the questions
	asked    int // questions to that person
	examples []string
}

// measureOutages plays games in the middle of which a chip stops answering, and prints how
// many end exactly, and what was shown wrong.
func measureOutages(ctx context.Context, out io.Writer, title string, jobs []job) error {
	rows := map[string]*outageRow{}
	var order []string
	for _, j := range jobs {
		if rows[j.level] == nil {
			rows[j.level] = &outageRow{}
			order = append(order, j.level)
		}
	}
	done, err := each(ctx, jobs, func(i int, r readings, truth sim.Truth) (func(), error) {
		level, o := jobs[i].level, outageOf(truth, rand.New(rand.NewPCG(truth.Seed, 17)))
		r = r.without(o)
		told, err := tellAll(r, nil)
		if err != nil {
			return nil, err
		}
		answered, err := tellAll(r, &truth)
		if err != nil {
			return nil, err
		}
		var lost string
		if slices.ContainsFunc(score.Compare(truth, answered.rebuilt).Games, func(g score.Game) bool { return !g.Exact }) {
			if p, ok := playOf(level, r, truth); ok {
				lost = whereLost(&p, o.from)
			}
		}
		return func() {
			rows[level].add(truth, o, told)
			rows[level].addAnswered(truth, answered, lost)
		}, nil
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "outages: two ranks silent for 5 to 120 s, %s\n", title)
	early(out, done, jobs)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "level\tgames\texact\t%\tright plies %\tshown wrong per 100\tnever published\twrong at 0.99 or more\tsince the silence\tasked where it differs\texact with answers %\tquestions a game\t")
	all := &outageRow{}
	for _, name := range order {
		rows[name].print(w, name)
		all.tally.Games, all.tally.Exact = all.tally.Games+rows[name].tally.Games, all.tally.Exact+rows[name].tally.Exact
		all.tally.Plies, all.tally.Right = all.tally.Plies+rows[name].tally.Plies, all.tally.Right+rows[name].tally.Right
		all.tally.NeverRight += rows[name].tally.NeverRight
		all.wrong, all.sure, all.since = all.wrong+rows[name].wrong, all.sure+rows[name].sure, all.since+rows[name].since
		all.open += rows[name].open
		all.answered, all.asked = all.answered+rows[name].answered, all.asked+rows[name].asked
	}
	all.print(w, "all")
	if err := w.Flush(); err != nil {
		return err
	}
	for _, name := range order {
		for _, line := range rows[name].examples {
			fmt.Fprintf(out, "  %s\n", line)
		}
	}
	fmt.Fprintln(out)
	return nil
}

func (r *outageRow) print(w io.Writer, name string) {
	t := &r.tally
	games := float64(max(1, t.Games))
	fmt.Fprintf(w, "%s\t%d\t%d\t%.1f\t%.2f\t%.2f\t%d\t%d\t%d\t%d\t%.1f\t%.2f\t\n", name, t.Games, t.Exact, t.ExactPercent(), t.RightPercent(),
		100*float64(r.wrong)/float64(max(1, t.Plies)), t.NeverRight, r.sure, r.since, r.open, 100*float64(r.answered)/games, float64(r.asked)/games)
}

func (r *outageRow) add(truth sim.Truth, o outage, told told) {
	report := score.Compare(truth, told.rebuilt)
	r.tally.Add(report)
	wrong := map[telling]score.Publication{} // withdrawn, or never played
	for _, s := range score.Slips(truth, told.rebuilt.Publications) {
		wrong[telling{s.AtUS, s.Game, s.Ply}] = s.Publication
	}
	for _, s := range report.Wrong {
		wrong[telling{s.AtUS, s.Game, s.Ply}] = s
	}
	r.wrong += len(wrong)
	for _, s := range slices.SortedFunc(maps.Values(wrong), func(a, b score.Publication) int {
		return cmp.Or(cmp.Compare(a.AtUS, b.AtUS), cmp.Compare(a.Ply, b.Ply))
	}) {
		when := "before the silence"
		if s.AtUS >= o.from.Microseconds() {
			when = "since the silence"
		}
		if s.Confidence >= 0.99 {
			r.sure++
			if s.AtUS >= o.from.Microseconds() {
				r.since++
			}
		}
		r.examples = append(r.examples, fmt.Sprintf("published wrong at %.4f: %s game %d ply %d: %s at %.1f s, %s from %.0f to %.0f s", s.Confidence, truth.Trace, s.Game+1, s.Ply, s.UCI, float64(s.AtUS)/1e6, when, o.from.Seconds(), o.to.Seconds()))
	}
	for i, g := range report.Games {
		if !g.Exact {
			is := ""
			if i == len(report.Games)-1 && told.open.names(g.First) {
				r.open++
				is = ", and asked"
			}
			r.examples = append(r.examples, fmt.Sprintf("not exact: %s game %d ply %d: %s%s; silent ranks from %s, %.0f to %.0f s", truth.Trace, i+1, g.First.Ply, departure(g.First), is, o.ranks.First(), o.from.Seconds(), o.to.Seconds()))
		}
	}
}

// addAnswered counts a game that was reconstructed with a person to answer questions. lost says where the
// search lost the line that was played, if it is not exact even so.
func (r *outageRow) addAnswered(truth sim.Truth, told told, lost string) {
	for i, g := range score.Compare(truth, told.rebuilt).Games {
		if g.Exact {
			r.answered++
			continue
		}
		r.examples = append(r.examples, fmt.Sprintf("not exact with answers: %s game %d ply %d: %s; the line played is %s", truth.Trace, i+1, g.First.Ply, departure(g.First), lost))
	}
	r.asked += told.asked
}

// told is what a reconstruction published and asked.
type told struct {
	rebuilt score.Rebuilt
	asked   int // questions to a person
	open    openQuestion

	questions []reconcile.Event // that were asked, and that ended, in order

	refused answer        // the last answer that was refused
	again   time.Duration // when it may be given again: what has been read since may explain it
}

// answer is a move with which a person answers a question.
type answer struct {
	question *reconcile.Question
	uci      string
}

const askAgainAfter = 5 * time.Second

// openQuestion is the question that nobody has answered; nil if there is none.
type openQuestion struct{ *reconcile.Question }

// names reports whether it is about the ply of a miss, and the move played is one of its candidates.
func (q openQuestion) names(m *score.Miss) bool {
	return q.Question != nil && q.Ply == m.Ply && slices.ContainsFunc(q.Candidates, func(c reconcile.Candidate) bool { return c.UCI == m.Want })
}

type telling struct {
	atUS      int64
	game, ply int
}

// tellAll reconstructs readings. With a truth, a person who knows it answers questions with the move that was
// played, whether a question names it or not.
func tellAll(r readings, answers *sim.Truth) (told, error) {
	board, err := eventlog.New(r.header, eventlog.Journal{ID: r.header.Board})
	if err != nil {
		return told{}, err
	}
	var t told
	for _, record := range r.records {
		if _, end := record.What.(trace.End); end && answers != nil {
			t.enterResult(board, record.At, answers)
		}
		step, err := board.Step(record)
		if err != nil {
			continue // refused, as in live play
		}
		t.add(step)
		for again := answers != nil; again; {
			again = t.answer(board, record.At, answers)
		}
	}
	for i, played := range board.Game().Games() {
		if i > 0 && !played.Begun {
			continue
		}
		t.rebuilt.Games = append(t.rebuilt.Games, movesOf(&played))
	}
	t.open = openQuestion{board.Game().Question()}
	return t, nil
}

// enterResult enters the result of the game on the board, as an arbiter does before the recording
// stops, and answers what is asked then: at the end of a recording nobody can.
func (t *told) enterResult(board *eventlog.Board, at time.Duration, truth *sim.Truth) {
	n := board.Game().Number() - 1
	if n >= len(truth.Games) {
		return
	}
	result := truth.Games[n].Result
	if result == "*" {
		result = "1/2-1/2"
	}
	step, err := board.Step(trace.Record{At: at, What: trace.Command{Do: trace.DoResult, By: "arbiter", Result: result}})
	if err != nil {
		return // the board has shown it
	}
	t.add(step)
	for again := true; again; {
		again = t.answer(board, at, truth)
	}
}

// add notes what a step published.
func (t *told) add(step eventlog.Step) {
	for _, e := range step.Events {
		t.rebuilt.Publications = appendPublication(t.rebuilt.Publications, e)
		switch e.What.(type) {
		case reconcile.Asked:
			t.asked++
			t.questions = append(t.questions, e)
		case reconcile.Answered:
			t.questions = append(t.questions, e)
		}
	}
}

// answer answers the open question, if there is one and some explanation of the readings has the move that
// was played. It returns whether it did, as another question may follow.
func (t *told) answer(board *eventlog.Board, at time.Duration, truth *sim.Truth) bool {
	game := board.Game()
	q, n := game.Question(), game.Number()-1
	if q == nil || n >= len(truth.Games) {
		return false
	}
	say := answer{q, playedAt(*truth, n+1, q.Ply)}
	named := slices.ContainsFunc(q.Candidates, func(c reconcile.Candidate) bool { return c.UCI == say.uci })
	if !named && t.refused == say && at < t.again {
		return false
	}
	step, err := board.Step(trace.Record{At: at, What: trace.Command{Do: trace.DoAnswer, By: "arbiter", What: say.uci}})
	if err != nil {
		t.refused, t.again = say, at+askAgainAfter
		return false
	}
	t.add(step)
	now := game.Question()
	return now != nil && now.Ply != q.Ply
}
