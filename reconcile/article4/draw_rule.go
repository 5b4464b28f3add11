package article4

import (
	"touchmove/internal/refusal"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// The kinds of an arbiter's rule on claims of a draw (1953).
const (
	ruleMoves = "moves" // the fifty moves are raised to a higher number for this position (12.4)
	ruleGap   = "gap"   // gaps in a player's scoresheet bar their claim of a repetition (13.2)
)

// checkDrawRule refuses a rule on claims that the edition does not have, or that is incomplete.
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

// drawRule applies an arbiter's rule on claims.
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

// isBarred reports whether an arbiter's rule bars a claim that the recorded game allows. p is the
// position that the claim is about.
func (d *draws) isBarred(by rules.Color, what string, p rules.Position) bool {
	switch what {
	case trace.ClaimRepetition:
		return d.gaps[by]
	case trace.ClaimFiftyMoves:
		return p.HalfmoveClock() < 2*d.raised
	}
	return false
}

// CheckScore refuses a result whose scores add up to more than one point, in editions that forbid
// it (2018:10.2).
func CheckScore(l rules.Laws, c trace.Command) error {
	r, err := rules.ParseResult(c.Result)
	if err == nil && r.ExceedsPoint() && editions[l].pointAtMost {
		return refusal.New("score-too-high", "{do}: {result} adds up to more than one point (2018: 10.2): enter a score of one point at most", "do", c.Do, "result", c.Result)
	}
	return nil
}
