// Package topic says which names can be a level of an MQTT topic, and with it the id of a
// board, an event or a computer, and reads the topics of boards.
package topic

import "strings"

// Level makes a topic level ([a-z0-9-], 1 to 32 characters) of any name: letters become
// lower case, everything else a hyphen. A name without a letter or digit gives "node".
func Level(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		if b.Len() == 32 {
			break
		}
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			b.WriteRune(r)
		} else {
			b.WriteByte('-')
		}
	}
	if level := strings.Trim(b.String(), "-"); level != "" {
		return level
	}
	return "node"
}

// IsLevel reports whether a name can be a topic level: 1 to 32 of the
// characters a to z, 0 to 9 and hyphen.
func IsLevel(name string) bool {
	if len(name) < 1 || len(name) > 32 {
		return false
	}
	for _, r := range name {
		if !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-') {
			return false
		}
	}
	return true
}

// Board names a board in topics, by the levels of its event and of its own.
type Board struct{ Event, ID string }

// String returns the levels as they stand in a topic: event/id.
func (b Board) String() string { return b.Event + "/" + b.ID }

// Below splits a topic of a board below a base, such as "touchmove/v1", into the board and the name of
// what is published there: base/event/id/name. It returns false for any other topic.
func Below(base, topic string) (b Board, name string, ok bool) {
	below, ok := strings.CutPrefix(topic, base+"/")
	levels := strings.Split(below, "/")
	if !ok || len(levels) != 3 || !IsLevel(levels[0]) || !IsLevel(levels[1]) {
		return Board{}, "", false
	}
	return Board{levels[0], levels[1]}, levels[2], true
}
