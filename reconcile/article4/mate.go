package article4

import "touchmove/rules"

// winBudget bounds the search for a helpmate: some forty milliseconds on a desk
// computer, below a second on the smallest board computer.
var winBudget = rules.Budget{Positions: 20_000}

// dead reports whether a position is proved to be dead, by what takes no time worth
// mentioning after every move.
func dead(p *rules.Position) bool {
	return rules.WinnableQuick(*p, p.Turn()).Answer == rules.Cannot &&
		rules.WinnableQuick(*p, p.Turn().Other()).Answer == rules.Cannot
}
