package guard

import (
	"time"

	"golang.org/x/time/rate"
)

// Pace is how fast packets of a kind may follow each other. A faster client is read more
// slowly; none of its packets is lost. The zero value is without limit.
type Pace struct {
	Burst   int        // packets at once
	PerSecs rate.Limit // packets per second after that
}

// The kinds of packets by their cost. Each SUBSCRIBE makes the broker send everything that
// is retained; an acknowledgement costs next to nothing, and a client may have thousands to
// send.
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

// wait delays a packet as its pace requires.
func (c *Conn) wait(kind byte, l Limits) {
	i := paceOf(kind)
	p := l.Paces[i]
	if p == (Pace{}) {
		return
	}
	if c.pacers[i] == nil || c.pacers[i].Limit() != p.PerSecs {
		c.pacers[i] = rate.NewLimiter(p.PerSecs, p.Burst)
	}
	time.Sleep(c.pacers[i].Reserve().Delay())
}
