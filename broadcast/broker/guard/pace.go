package guard

import (
	"time"

	"golang.org/x/time/rate"
)

// Pace is how quickly packets of a kind may follow each other. A client that is quicker is
// read more slowly; nothing of it is lost. The zero value is as quickly as they come.
type Pace struct {
	Burst   int        // packets at once
	PerSecs rate.Limit // packets a second after that
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

// wait holds a packet back for as long as its pace asks.
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
