package feeds

// ParseCall exports parseCall for tests.
func ParseCall(text []byte) (do, feed, arg string, flip bool, err error) {
	c, err := parseCall(text)
	return c.do, c.feed, c.arg, c.flip, err
}

// Find exports find for tests.
func Find(s Snapshot, path []string) (body string, ok bool) {
	d, ok := find(s, path)
	return d.body, ok
}

// Refused counts the games that an answer of Lichess refuses.
func Refused(body []byte) int { return len(refused(body)) }

// Natural exports natural, the order of names, for tests.
var Natural = natural
