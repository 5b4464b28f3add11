package article4

import (
	"time"

	"touchmove/rules"
)

// Snapshot is how the Laws stood at a moment, for an arbiter's action to be undone.
type Snapshot struct {
	ply      int
	standing standing
}

// Snapshot returns how the Laws stand, and nil before the game has begun.
func (ref *Referee) Snapshot() *Snapshot {
	if !ref.begun {
		return nil
	}
	return &Snapshot{ply: ref.ply(), standing: ref.standing.clone()}
}

// Rollback puts the Laws back as they stood: duties, counts, claims and offers. The
// moves told must be those of the snapshot again. A result that no longer holds is
// taken back.
func (ref *Referee) Rollback(s *Snapshot, at time.Duration) {
	ref.now = at
	if s == nil || s.ply != ref.ply() {
		return
	}
	was := ref.standing
	final := was.result.text != "" && !was.result.proposed
	ref.standing = s.standing
	ref.judging, ref.dirty = nil, true
	if (was.flagTold && !ref.flagTold || was.deviceTold && !ref.deviceTold) && ref.result.text == "" {
		ref.notify(ResultKnown{Result: rules.Ongoing.String(), Reason: ResultUndone})
	}
	if final && ref.result.proposed { // what was declared is a proposal again
		ref.notify(ResultKnown{Result: rules.Ongoing.String(), Reason: ResultUndone})
		ref.published.result = ""
	}
	if ref.hold != nil {
		ref.resume()
	}
	ref.checkNothingToMend()
	ref.update()
}
