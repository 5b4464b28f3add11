package reconcile

import "touchmove/sensors/trace"

// Keys that a daemon adds to a new-game command, because it keeps each game in a journal
// of its own.
const (
	// After is the id of the previous game, which is in another journal. When the command
	// is undone, this journal ends.
	After = "after"
	// Elsewhere is the id of the game that the command began, when that game was annulled
	// and is in another journal. The key is written into the journal of the reopened game.
	Elsewhere = "elsewhere"
	// From, beside Elsewhere, is the number of the game that the command ended.
	From = "from"
)

// FromOther marks a command that follows from what happened at the other board of the game: its numbers are
// those of the record.
const FromOther = "other_board"

// isFromOther reports whether a command is marked like that.
func isFromOther(c trace.Command) bool {
	var is bool
	_, err := c.Extra.Get(FromOther, &is)
	return err == nil && is
}

// elsewhere reads the keys Elsewhere and From of a new-game command; id is empty when
// its game is in this journal.
func elsewhere(c trace.Command) (id string, from int) {
	if _, err := c.Extra.Get(Elsewhere, &id); err != nil {
		return "", 0
	}
	if _, err := c.Extra.Get(From, &from); err != nil {
		return "", 0
	}
	return id, from
}

// KeptElsewhere is the id of the game that a new-game command began, if that game was
// annulled and is in another journal. It is empty for every other command.
func KeptElsewhere(c trace.Command) string {
	id, _ := elsewhere(c)
	return id
}

// Follows is the id of the previous game, if a new-game command says that it is in
// another journal, and empty otherwise.
func Follows(c trace.Command) (id string) {
	if _, err := c.Extra.Get(After, &id); err != nil {
		return ""
	}
	return id
}
