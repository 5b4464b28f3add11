package article4

import (
	"slices"
	"time"
)

// Suspended is the state of the Laws in a game that was replaced by another one.
type Suspended struct {
	game     game
	snapshot *Snapshot
}

// Suspend returns the state of the Laws in the game on the board, for Reopen.
func (ref *Referee) Suspend() *Suspended {
	s := &Suspended{game: ref.game, snapshot: ref.Snapshot()}
	s.game.record.line, s.game.published.remarks, s.game.waiting.rests = slices.Clone(ref.record.line), slices.Clone(ref.published.remarks), slices.Clone(ref.waiting.rests)
	s.game.waiting.openPresses = slices.Clone(ref.waiting.openPresses)
	for by := range s.game.clock.presses {
		s.game.clock.presses[by] = slices.Clone(ref.clock.presses[by])
	}
	return s
}

// Reopen goes back to a suspended game that had begun: duties, counts, claims and offers are as they were. No
// move is read from the board until it shows the position of the game, or the arbiter lets play go on.
func (ref *Referee) Reopen(s *Suspended, at time.Duration) {
	was := s.game.hold
	ref.AwaitStart(s, at)
	if !ref.begun {
		return
	}
	ref.debouncer.accept()
	ref.Rollback(s.snapshot, at)
	ref.waiting.handPress = nil // the piece has been put down since; nobody has seen where
	if ref.result.text != "" && !ref.result.proposed {
		return
	}
	if was != nil && was.why == holdFrozen {
		ref.holdFor(&hold{why: holdFrozen, ply: ref.current().ply, played: was.played, in: was.in})
		return
	}
	ref.holdFor(&hold{why: holdReopening, ply: ref.current().ply})
	ref.checkReopened()
}

// AwaitStart goes back to a suspended game that had not begun, and waits for its first position.
func (ref *Referee) AwaitStart(s *Suspended, at time.Duration) {
	ref.game = s.game
	ref.now, ref.queue = at, nil
	ref.waiting.judging, ref.waiting.recheck, ref.waiting.deferred, ref.waiting.corrected, ref.dirty = nil, nil, nil, corrected{}, true
	ref.hold = nil
}
