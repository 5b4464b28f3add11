package reconcile

import (
	"touchmove/internal/refusal"
	"touchmove/sensors/trace"
)

// checkNote refuses an empty note.
func checkNote(_ *Game, c trace.Command) error {
	if c.What == "" && c.Word("text") == "" {
		return refusal.New("note-empty", "note: write text, the remark for the record")
	}
	return nil
}
