package article4

import (
	"touchmove/internal/refusal"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// What an arbiter's rule on claims of a draw is about (1953).
const (
	ruleMoves = "moves" // the number of fifty moves is raised for this position (12.4)
	ruleGap   = "gap"   // gaps in a player's sheet bar their claim of a repetition (13.2)
)

// checkDrawRule refuses a rule on claims that the edition does not know, or that says
// nothing.
func (ref *Referee) checkDrawRule(c trace.Command) error {
	switch {
	case !ref.laws.claimRules:
		return refusal.New("draw-rule-none", "draw-rule: {laws} has no such rule, only the code of 1953 (12.4, 13.2)", "laws", ref.header.Laws)
	case c.What == ruleMoves && movesOf(c) < 50:
		return refusal.New("draw-rule-moves", "draw-rule: how many moves? give moves, 50 or more")
	case c.What == ruleGap && c.Word("player") == "":
		return refusal.New("draw-rule-player", "draw-rule: whose sheet has gaps? give player, white or black")
	}
	return nil
}

// drawRule takes an arbiter's rule on claims.
func (ref *Referee) drawRule(c trace.Command) {
	switch c.What {
	case ruleMoves:
		ref.draws.raised = movesOf(c)
	case ruleGap:
		if by, err := rules.ParseColor(c.Word("player")); err == nil {
			ref.draws.gaps[by] = true
		}
	}
}

func movesOf(c trace.Command) (n int) {
	if _, err := c.Extra.Get("moves", &n); err != nil {
		return 0
	}
	return n
}

// isBarred reports whether an arbiter's rule bars a claim that the record allows. p is the
// position claimed about.
func (d *draws) isBarred(by rules.Color, what string, p rules.Position) bool {
	switch what {
	case trace.ClaimRepetition:
		return d.gaps[by]
	case trace.ClaimFiftyMoves:
		return p.HalfmoveClock() < 2*d.raised
	}
	return false
}

// CheckScore refuses a result whose scores come to more than a point, by editions that say
// so (2018:10.2).
func CheckScore(l rules.Laws, c trace.Command) error {
	r, err := rules.ParseResult(c.Result)
	if err == nil && r.ExceedsPoint() && editions[l].pointAtMost {
		return refusal.New("score-too-high", "{do}: {result} adds up to more than one point (2018: 10.2): enter a score of one point at most", "do", c.Do, "result", c.Result)
	}
	return nil
}
