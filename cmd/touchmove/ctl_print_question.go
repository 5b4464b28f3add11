package main

import (
	"strconv"
	"strings"

	"touchmove/broadcast"
	"touchmove/internal/words"
	"touchmove/reconcile"
)

// question prints the open question: the moves that are still possible, what speaks for
// (+) and against (-) each of them, and the command that answers.
func (t *deskPrinter) question() {
	q := t.d.Question
	if q == nil {
		return
	}
	moves := make([]string, len(q.Candidates))
	var named, none []string // in the sentence no move comes last, however likely it is
	for i, c := range q.Candidates {
		if c.SAN == reconcile.NoFurtherMove {
			moves[i] = t.T("ask.none.title")
			none = append(none, t.T("ask.none"))
			continue
		}
		moves[i] = numbered(q.Ply, t.SAN(c.SAN))
		named = append(named, moves[i])
	}
	named = append(named, none...)
	last := len(named) - 1
	either := strings.Join(named[:last], ", ") + " " + t.T("ask.or") + " " + named[last]
	t.printf("%s\n", t.T("ctl.question", "a", t.T("ask.which", "side", t.player(q.By), "a", either)))
	for i, c := range q.Candidates {
		t.printf("  %s  %s", c.ID, moves[i])
		if c.Published {
			t.printf(" (%s)", t.T("ask.published"))
		}
		t.printf("\n")
		for _, g := range c.Grounds {
			t.printf("     %s\n", t.ground(g))
		}
		answer := c.SAN
		if answer == reconcile.NoFurtherMove {
			answer = reconcile.AnswerNone
		}
		t.printf("      touchmove ctl answer %s\n", answer)
	}
}

// answerText returns the sentence that an answer stands for: the letter of a candidate, its move in SAN or UCI,
// or none; "" if the question has no such candidate.
func answerText(t *words.Texts, q *broadcast.QuestionPayload, what string) string {
	for _, c := range q.Candidates {
		none := c.SAN == reconcile.NoFurtherMove
		switch {
		case none && (what == c.ID || what == reconcile.AnswerNone):
			return t.T("ask.it.none") + "."
		case !none && (what == c.ID || what == c.SAN || what == c.UCI):
			return t.T("ask.it", "a", numbered(q.Ply, t.SAN(c.SAN))) + "."
		}
	}
	return ""
}

// ground prints one line for or against a move.
func (t *deskPrinter) ground(g broadcast.GroundPayload) string {
	sign := "-"
	if g.For {
		sign = "+"
	}
	if g.LastedMS != nil {
		return sign + " " + t.T("ground.victim-seen.for", "s", g.Square, "t", seconds(*g.LastedMS))
	}
	return sign + " " + t.T("ground."+g.What, "s", g.Square)
}

// seconds formats milliseconds as seconds with one decimal.
func seconds(ms int64) string {
	return strconv.FormatFloat(float64(ms)/1000, 'f', 1, 64)
}
