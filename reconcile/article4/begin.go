package article4

import (
	"time"

	"touchmove/rules"
)

// Begin starts the game in the position p, before which ply half-moves were made. start is the
// position before the history of the header if ply is the length of that history.
func (ref *Referee) Begin(start, p rules.Position, ply int, at time.Duration) {
	ref.now = at
	ref.game = game{
		begun:    true,
		record:   record{later: ref.record.later || ref.begun, start: p, first: ply, hist: rules.NewHistory(start)},
		standing: standing{Account: Account{draws: draws{notBefore: ref.draws.notBefore}}},
		clock:    clock{running: p.Turn()},
		dirty:    true,
	}
	ref.debouncer.accept()
	if ply == len(ref.past) && ply > 0 {
		for _, m := range ref.past {
			if err := ref.record.hist.Play(m); err != nil {
				break
			}
		}
	}
	if ref.record.hist.Position() != p {
		ref.record.hist, ref.record.base = rules.NewHistory(p), ply
	}
	if !ref.record.later {
		ref.offences.counts, ref.clock.left = ref.header.Setup.Illegal, ref.header.Setup.ControlMovesLeft
	}
	ref.open(&turn{ply: ply + 1, pos: p})
	ref.conclude(ply)
	if ref.header.Tactile {
		ref.order(Order{Do: Hold})
	}
	ref.update()
}

// Set starts again from a position that the arbiter set. Counts of illegal moves stay, and so does what was remarked.
func (ref *Referee) Set(p rules.Position, at time.Duration) {
	if ref.begun {
		ref.keepAdjusted(ref.read(ref.current(), 0))
	}
	was, noted, flags, remarks := ref.offences, ref.noted, ref.flags, ref.published.remarks
	ref.Begin(p, p, 0, at)
	was.leavesRecord()
	ref.offences.counts, ref.offences.illegal, ref.offences.earlier, ref.flags = was.counts, was.illegal, was.earlier, flags
	ref.noted.irregularity, ref.noted.adjusted, ref.published.remarks = noted.irregularity, noted.adjusted, remarks
}
