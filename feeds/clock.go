package feeds

import (
	"time"

	"touchmove/rules"
)

// clockFile is what LiveChess and its cloud say of both clocks, in seconds.
type clockFile struct {
	White int   `json:"white"`
	Black int   `json:"black"`
	Run   *bool `json:"run"`  // true: White's runs, false: Black's, null: neither, or it is not known
	Time  int64 `json:"time"` // when that was, ms since 1970
}

// clockOf is what a game's PGN says of both clocks, each after its owner's last
// move; nil while one of them is not known. It does not say which of them runs.
func clockOf(g *Game) *clockFile {
	if g == nil {
		return nil
	}
	var left [2]time.Duration
	var known [2]bool
	turn := g.Parsed.Start.Turn()
	for i := range g.Parsed.Moves {
		if d, ok := g.Parsed.Moves[i].Clock(); ok {
			left[turn], known[turn] = d, true
		}
		turn = 1 - turn
	}
	if !known[rules.White] || !known[rules.Black] {
		return nil
	}
	return &clockFile{White: int(left[rules.White] / time.Second), Black: int(left[rules.Black] / time.Second), Time: g.Taken.UnixMilli()}
}
