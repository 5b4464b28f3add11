package article4

import "touchmove/rules"

// winBudget limits the search for a helpmate: about forty milliseconds on a desktop computer, less
// than a second on the smallest board computer.
var winBudget = rules.Budget{Positions: 20_000}

// dead reports whether a position is proved to be dead. It takes next to no time, so it is called
// after every move.
func dead(p *rules.Position) bool {
	return rules.WinnableQuick(*p, p.Turn()).Answer == rules.Cannot &&
		rules.WinnableQuick(*p, p.Turn().Other()).Answer == rules.Cannot
}
