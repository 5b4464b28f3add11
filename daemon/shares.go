package daemon

import (
	"math"
	"time"
)

// shares is a limit for several senders together, as a rate with a burst is, of which none can
// take all: each may have spent as much as is left for the others. One alone has half of the burst,
// two have a third each, and somebody new always finds something.
type shares struct {
	rate  float64 // bytes a second that are earned again, by everybody in proportion to what they have spent
	most  float64 // bytes that all may have spent
	spent map[sender]float64
	total float64 // of spent
	at    time.Duration
}

// sender is who sends commands. The readings of a clock count as another sender, since an arbiter
// and a program may use one login.
type sender struct {
	name    string // empty if the connection does not tell
	reading bool
}

func newShares(rate, most float64) *shares {
	return &shares{rate: rate, most: most, spent: map[sender]float64{}}
}

// change changes the rate.
func (s *shares) change(now time.Duration, rate float64) {
	s.earn(now)
	s.rate = rate
}

// earn gives back what has been earned since the last time.
func (s *shares) earn(now time.Duration) {
	earned := s.rate * (now - s.at).Seconds()
	s.at = now
	if earned <= 0 || s.total == 0 {
		return
	}
	left := max(0, 1-earned/s.total)
	s.total = 0
	for who, spent := range s.spent {
		if spent *= left; spent < 1 {
			delete(s.spent, who)
			continue
		}
		s.spent[who] = spent
		s.total += spent
	}
}

// spend adds bytes for a sender and returns 0, or how long the sender has to wait until it may,
// in whole seconds, even if the others go on as they do.
func (s *shares) spend(now time.Duration, who sender, bytes float64) (wait time.Duration) {
	s.earn(now)
	spent := s.spent[who]
	over := spent + bytes - (s.most - s.total)
	if over <= 0 {
		s.spent[who] = spent + bytes
		s.total += bytes
		return 0
	}
	// What the others earn they may spend again at once: then only this sender's part counts.
	earn := over / (1 + spent/s.total)
	if over <= spent {
		earn = max(earn, over*s.total/spent)
	}
	return time.Duration(math.Ceil(earn/s.rate)) * time.Second
}
