package article4

import (
	"reflect"
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Snapshot is the state of the Laws at a moment, used to undo an arbiter's action.
type Snapshot struct {
	ply       int
	standing  standing
	judging   *judging   // a press that was not judged then
	handPress *handPress // a press that was kept then
	queued    int        // presses and commands that were not yet taken

	deferred *trace.Command // what waited for them
	hold     *hold          // why no moves were published then
}

// Same reports whether an action between two snapshots has left the Laws as they were.
func (s *Snapshot) Same(later *Snapshot) bool { return reflect.DeepEqual(s, later) }

// HasResultOf reports whether the result is still that of a snapshot.
func (ref *Referee) HasResultOf(s *Snapshot) bool {
	return s != nil && ref.result == s.standing.result && ref.proposal == s.standing.proposal && ref.flags == s.standing.flags
}

// Snapshot returns the state of the Laws, and nil before the game has begun.
func (ref *Referee) Snapshot() *Snapshot {
	if !ref.begun {
		return nil
	}
	s := &Snapshot{ply: ref.record.ply(), standing: ref.standing.clone(), queued: len(ref.queue), deferred: ref.waiting.deferred}
	s.hold, s.judging, s.handPress = copied(ref.hold), copied(ref.waiting.judging), copied(ref.waiting.handPress)
	return s
}

// Rollback restores duties, counts, claims and offers. The published moves must already be those of
// the snapshot again. A result that no longer holds is withdrawn.
func (ref *Referee) Rollback(s *Snapshot, at time.Duration) {
	ref.now = at
	if s == nil || s.ply != ref.record.ply() {
		return
	}
	was := ref.standing
	ref.standing = s.standing
	ref.waiting.judging, ref.waiting.handPress, ref.waiting.deferred, ref.waiting.corrected, ref.dirty = nil, nil, nil, corrected{}, true
	if s.judging != nil { // judged again: what was found is no longer known
		again := *s.judging
		again.at = max(again.at, at)
		ref.waiting.judging = &again
	}
	if s.handPress != nil {
		kept := *s.handPress
		if kept.due != 0 {
			kept.due = max(kept.due, at)
		}
		ref.waiting.handPress = &kept
	}
	ref.tellUndone(&was)
	if ref.hold != nil {
		ref.resume()
	}
	if s.hold != nil && s.hold.why == holdFrozen {
		ref.holdFor(copied(s.hold))
	}
	ref.checkNothingToMend()
	ref.update()
}

// tellUndone withdraws a result that no longer holds because an action was undone, where its proposal is not reported
// with the others.
func (ref *Referee) tellUndone(was *standing) {
	illegal := was.proposal.illegal.text != "" && ref.proposal.illegal.text == ""
	if (illegal || was.proposal.flag && !ref.proposal.flag || was.proposal.device && !ref.proposal.device) && ref.result.text == "" {
		ref.notify(ResultKnown{Result: rules.Ongoing.String(), Reason: ResultUndone})
	}
	if final := was.result.text != "" && !was.result.proposed; final && ref.result.proposed { // a declared result is a proposal again
		ref.notify(ResultKnown{Result: rules.Ongoing.String(), Reason: ResultUndone})
		ref.published.result = ""
	}
}
