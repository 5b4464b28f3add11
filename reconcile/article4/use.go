package article4

import (
	"touchmove/internal/refusal"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// CheckUse refuses a command that can be carried out and would change nothing. It changes nothing
// either.
func (ref *Referee) CheckUse(c trace.Command) error {
	if !ref.begun {
		return nil
	}
	switch c.Do {
	case trace.DoDeclineDraw:
		if by, err := rules.ParseColor(c.By); err == nil && ref.HasOffered(by) {
			return refusal.New("offer-stands", "decline-draw: {player} made the offer: it cannot be withdrawn, and only the opponent can decline it (2009: 9.1)", "player", by)
		}
	}
	return nil
}
