package article4

import "touchmove/rules"

// speaker is who says or does something: a player, or somebody who is not named, such as the arbiter.
type speaker struct {
	player rules.Color
	named  bool // it is that player
}

// is reports whether the speaker is a player.
func (s speaker) is(player rules.Color) bool { return s.named && s.player == player }
