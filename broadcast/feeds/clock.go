package feeds

import (
	"time"

	"touchmove/rules"
)

// clockFile is both clocks as written by LiveChess and its cloud, in seconds.
type clockFile struct {
	White int   `json:"white"`
	Black int   `json:"black"`
	Run   *bool `json:"run"`  // true: White's runs, false: Black's, null: neither, or unknown
	Time  int64 `json:"time"` // when that was published, ms since 1970
}

// clocksPayload is the part of a state's clocks that feeds use.
type clocksPayload struct {
	WhiteMS *int64    `json:"white_ms"`
	BlackMS *int64    `json:"black_ms"`
	Runs    string    `json:"runs"` // white, black or none
	At      time.Time `json:"at"`
}

// file converts it to the form of LiveChess; it returns nil if a time is unknown.
func (c *clocksPayload) file() *clockFile {
	if c == nil || c.WhiteMS == nil || c.BlackMS == nil {
		return nil
	}
	f := &clockFile{White: int(*c.WhiteMS / 1000), Black: int(*c.BlackMS / 1000), Time: c.At.UnixMilli()}
	if c.Runs == rules.White.String() || c.Runs == rules.Black.String() {
		white := c.Runs == rules.White.String()
		f.Run = &white
	}
	return f
}

// clockOf returns both clocks: as last published or, for an earlier game, each as it was
// after its owner's last move in the PGN. It returns nil if one of them is unknown.
func clockOf(g *Game) *clockFile {
	switch {
	case g == nil:
		return nil
	case g.clock != nil:
		return g.clock
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
	return &clockFile{White: int(left[rules.White] / time.Second), Black: int(left[rules.Black] / time.Second)}
}
