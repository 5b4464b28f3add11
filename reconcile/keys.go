package reconcile

import "touchmove/sensors/trace"

// Keys of a new-game command that a daemon adds, which keeps each game in a journal of
// its own.
const (
	// After is the id of the game before, which another journal has: undone, the command
	// ends this journal.
	After = "after"
	// Elsewhere is the id of the game that the command began, which another journal has,
	// and which was annulled; it stands in the journal that is gone back to.
	Elsewhere = "elsewhere"
	// From is the number of the game that was left, beside Elsewhere.
	From = "from"
)

// elsewhere reads where a new-game command, written into the journal that is gone back
// to, says that its game is kept; from is the number of the game that it left.
func elsewhere(c trace.Command) (id string, from int) {
	if _, err := c.Extra.Get(Elsewhere, &id); err != nil {
		return "", 0
	}
	if _, err := c.Extra.Get(From, &from); err != nil {
		return "", 0
	}
	return id, from
}

// KeptElsewhere is the id of the game that a new-game command began, where it was annulled
// and another journal has it; empty for every other command.
func KeptElsewhere(c trace.Command) string {
	id, _ := elsewhere(c)
	return id
}

// Follows is the id of the game that a new-game command follows upon in another journal;
// empty when there is none.
func Follows(c trace.Command) (id string) {
	if _, err := c.Extra.Get(After, &id); err != nil {
		return ""
	}
	return id
}
