package article4

import "touchmove/rules"

// stopToReplace stops the clocks if the opponent's time runs while a player has to make another move in place of an
// illegal one on which the arbiter rules: the game is interrupted, and the arbiter decides when it goes on (1997:6.12,
// 2009:6.12, 2018:6.11). The times stay, as the arbiter may leave them (2009:6.13, 2018:7.1). After an upheld claim the
// players set the clock right themselves.
func (ref *Referee) stopToReplace(by rules.Color) {
	if c := ref.timing.shows; c.Kept && c.Runs && c.By != by && ref.result.text == "" {
		ref.change(TimeChange{By: by, Stop: true, Next: true, Why: WhyReplaced})
	}
}

// stopIfReplaced does so if no move has been made in place of the illegal one.
func (ref *Referee) stopIfReplaced(ill *illegal) {
	if t := ref.current(); ill != nil && ill.ply == t.ply && !ref.isReplaced(t, ill) {
		ref.stopToReplace(ill.by)
	}
}

// isReplaced reports whether a move in place of an illegal one has been made and pressed for, but not yet published.
func (ref *Referee) isReplaced(t *turn, ill *illegal) bool {
	_, m := ref.shownPending(t)
	presses := ref.clock.presses[ill.by]
	return m != rules.NoMove && len(presses) > 0 && presses[len(presses)-1].at > ill.pressed
}
