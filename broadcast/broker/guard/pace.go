package guard

import "time"

// Pace is how quickly packets of a kind may follow each other. A client that is quicker is
// read more slowly; nothing of it is lost.
type Pace struct {
	Burst   float64 // packets at once
	PerSecs float64 // packets a second after that; 0 is as quickly as they come
}

// bucket is a token bucket: each packet takes a token, and they grow with time.
type bucket struct {
	spent float64 // tokens, after those that have grown again
	last  time.Time
}

// wait takes a token at a time, and returns how long its packet has to wait for it.
func (b *bucket) wait(p Pace, now time.Time) time.Duration {
	if p.PerSecs == 0 {
		return 0
	}
	if grown := now.Sub(b.last).Seconds() * p.PerSecs; grown > 0 {
		b.spent = max(0, b.spent-grown)
	}
	b.last = now
	b.spent++
	if b.spent <= p.Burst {
		return 0
	}
	return time.Duration((b.spent - p.Burst) / p.PerSecs * float64(time.Second))
}

// The kinds of packets by what they cost. Each SUBSCRIBE brings everything that is
// retained; an acknowledgement costs next to nothing, and a client may owe thousands.
const (
	ofAcks = iota
	ofSubscriptions
	ofOthers
	paces
)

func paceOf(kind byte) int {
	switch kind {
	case puback, pubrec, pubrel, pubcomp:
		return ofAcks
	case subscribe, unsubscribe:
		return ofSubscriptions
	}
	return ofOthers
}
