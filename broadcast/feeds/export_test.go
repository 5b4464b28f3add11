package feeds

// ParseCall tells what a call of LiveChess asks, for tests.
func ParseCall(text []byte) (do, feed, arg string, flip bool, err error) {
	c, err := parseCall(text)
	return c.do, c.feed, c.arg, c.flip, err
}

// Find tells what an address holds, for tests.
func Find(s Snapshot, path []string) (body string, ok bool) {
	d, ok := find(s, path)
	return d.body, ok
}

// Refused counts the games that an answer of Lichess refuses, for tests.
func Refused(body []byte) int { return len(refused(body)) }

// Natural is the order of names, for tests.
var Natural = natural
