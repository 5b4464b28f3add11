package main

import (
	"strconv"
	"strings"

	"touchmove/broadcast"
)

// question prints which move a person is asked about: the moves that stay possible, what
// speaks for each (+) and against it (-), and the command that answers.
func (t *deskPrinter) question() {
	q := t.d.Question
	if q == nil {
		return
	}
	moves := make([]string, len(q.Candidates))
	for i, c := range q.Candidates {
		moves[i] = moveText(q.Ply, c.SAN)
	}
	last := len(moves) - 1
	either := strings.Join(moves[:last], ", ") + " " + t.T("ask.or") + " " + moves[last]
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
		t.printf("      touchmove ctl answer %s\n", c.SAN)
	}
}

// ground is a line of what speaks for a move or against it.
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

// seconds writes a time to a tenth of a second.
func seconds(ms int64) string {
	return strconv.FormatFloat(float64(ms)/1000, 'f', 1, 64)
}
