package trace

import (
	"slices"
	"strings"

	"touchmove/internal/refusal"
	"touchmove/rules"
)

// May returns nil if the role may give the command. For a Player, player is the
// player's side. The error says who may.
func May(role Role, player rules.Color, c Command) error {
	kind, is, ok := c.Case()
	switch {
	case kind == nil:
		return refusal.New("nobody-may", "{do}: nobody may give this command", "do", c.Do)
	case !ok:
		return refusal.New("word-needed", "{do}: {key} must be one of {words}", "do", c.Do, "key", kind.decides(), "words", strings.Join(kind.words(), ", "))
	}
	if err := is.May(role, c.Do); err != nil {
		return err
	}
	if role == Player && c.By != player.String() {
		return refusal.New("own-side-only", "{do}: a player may act only for their own side: by must be {player}", "do", c.Do, "player", player)
	}
	return nil
}

// May returns nil if the role may give a command in this case. do is the name of the
// command.
func (c Case) May(role Role, do string) error {
	if slices.Contains(c.Who, role) {
		return nil
	}
	return refusal.New("not-your-role", "{do} is not for the role {role}: it needs {roles}", "do", do, "role", role, "roles", c.Roles())
}

// Roles lists who may give the command, such as "assistant, chief".
func (c Case) Roles() string {
	words := make([]string, len(c.Who))
	for i, role := range c.Who {
		words[i] = role.String()
	}
	return strings.Join(words, ", ")
}
