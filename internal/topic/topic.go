// Package topic says which names can be a level of an MQTT topic, and with it the id of a
// board, an event or a computer.
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
