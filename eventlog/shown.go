package eventlog

import "touchmove/reconcile"

// IsShown reports whether the players have shown a result with their kings that no arbiter
// has declared yet and no later move has contradicted.
func (s *State) IsShown() bool {
	return s.Result.Proposed && s.Result.Reason == reconcile.KingsInTheCentre && !s.notes.rings.late
}

// Counted returns the state with a result that the players have shown with their kings
// counted, for a list of results: nobody is left at the board to set the pieces up again.
func (s *State) Counted() State {
	c := *s
	if s.IsShown() {
		c.Phase, c.Result.Proposed, c.Result.Shown = Over, false, true
	}
	return c
}
