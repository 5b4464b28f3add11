package broker

import (
	"fmt"
	"sync"

	"github.com/mochi-mqtt/server/v2/packets"

	"touchmove/broadcast"
)

// What logins may make the broker retain. The daemon's own messages are not counted: they
// grow with the boards that are configured, and with nothing that is sent to it.
const (
	maxAnalysis      = 4 << 10 // bytes of one analysis; that of touchmove analyse has at most 1.5 KB
	maxRetainedBytes = 8 << 20 // of all logins together, with what the library needs for them
)

// retained counts what logins have made the broker retain. Only analysts can: commands are
// never retained.
type retained struct {
	mu    sync.Mutex
	max   int
	size  map[string]int // bytes by topic
	total int
}

func newRetained() *retained { return &retained{max: maxRetainedBytes, size: map[string]int{}} }

// refuses counts a message that is about to be published, or returns why it must not be. s
// is nil for a client without a name, which publishes nothing.
func (r *retained) refuses(s *session, pk packets.Packet) (why string) {
	if s == nil {
		return ""
	}
	if s.daemon { // it replaces what was there
		if pk.FixedHeader.Retain {
			r.set(pk.TopicName, 0)
		}
		return ""
	}
	if s.role == broadcast.Analyst && len(pk.Payload) > maxAnalysis {
		return fmt.Sprintf("an analysis of %d bytes: at most %d are published", len(pk.Payload), maxAnalysis)
	}
	if !pk.FixedHeader.Retain {
		return ""
	}
	n := 0
	if len(pk.Payload) > 0 {
		n = len(pk.TopicName) + len(pk.Payload) + messageCost
	}
	if !r.set(pk.TopicName, n) {
		return fmt.Sprintf("all logins together would have the broker retain more than %d bytes", r.max)
	}
	return ""
}

// set changes how many bytes a login retains on a topic; 0 is none. It returns false, and
// changes nothing, if there would be too many.
func (r *retained) set(topic string, n int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	more := n - r.size[topic]
	if more > 0 && r.total+more > r.max {
		return false
	}
	r.total += more
	if r.size[topic] = n; n == 0 {
		delete(r.size, topic)
	}
	return true
}
