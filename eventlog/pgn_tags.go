package eventlog

import (
	"touchmove/internal/hms"
	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/rules/pgn"
)

// Termination returns the PGN tag of that name (PGN standard 1994, 9.8.1) for a game
// with this result and reason after so many half-moves. A game in which at most one
// player has moved is "unplayed", for which the standard has no value.
func Termination(result, reason string, plies int) string {
	switch {
	case reason == annulled:
		return "abandoned"
	case result == rules.Ongoing.String() || result == "":
		return "unterminated"
	case reason == article4.ByDefault && plies < 2:
		return "unplayed"
	}
	switch reason {
	case rules.FlagFall.String(), article4.BothFlags, article4.ByDefault:
		return "time forfeit"
	case rules.IllegalMoves.String(), article4.IllegalPosition, article4.ByPenalty, article4.Device, article4.SealedMove:
		return "rules infraction"
	case article4.ByArbiter:
		return "adjudication"
	}
	return "normal"
}

// unwritten has words for the results that PGN has no notation for.
var unwritten = map[rules.Result]string{
	rules.BothLost:  "Both players lose (0-0).",
	rules.WhiteHalf: "White scores half a point, Black none (1/2-0).",
	rules.BlackHalf: "Black scores half a point, White none (0-1/2).",
	rules.WhiteMore: "White scores a point, Black half a point (1-1/2).",
	rules.BlackMore: "Black scores a point, White half a point (1/2-1).",
	rules.BothWon:   "Both players score a point (1-1).",
}

// exported returns the result for a PGN file. If an arbiter has yet to declare it, the
// game is open; a result that the players have shown with their kings counts until it is
// contradicted.
func (s *State) exported() string {
	if s.Result.Proposed && !s.IsShown() {
		return open.Result
	}
	return s.Result.Result
}

// timeTags writes the time control as PGN does, with a delay in a separate tag. A text
// that is not a time control is written unchanged. WhiteClock and BlackClock are what the
// clocks show, or showed last; in a game in progress, Clock names the one that runs (PGN
// supplement of 2001).
func (s *State) timeTags(tags *pgn.Tags) {
	if text := s.Opened.Pairing.TimeControl; text != "" {
		control, delay := text, ""
		if c, err := chessclock.Parse(text); err == nil && c.Known() {
			control, delay = c.PGN()
		}
		tags.Set("TimeControl", control)
		if delay != "" {
			tags.Set("TimeDelay", delay)
		}
	}
	if !s.Clock.Known {
		return
	}
	t := s.Clock.Times
	tags.Set("WhiteClock", hms.Full(t.Left[rules.White]))
	tags.Set("BlackClock", hms.Full(t.Left[rules.Black]))
	if s.Phase != Over {
		runs := "N"
		if t.Phase == chessclock.Running {
			runs = map[rules.Color]string{rules.White: "W", rules.Black: "B"}[t.Runs]
		}
		tags.Set("Clock", runs+"/"+hms.Full(t.Left[t.Runs]))
	}
}
