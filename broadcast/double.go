package broadcast

import (
	"context"
	"crypto/sha256"
	"log/slog"
	"slices"
	"sync"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/internal/sleep"
)

// A second daemon with the same event and board publishes to the same topics, so that screens
// show two games in turn; and where everybody may publish, anybody can leave a wrong position there.
// A daemon notices on its own topics what it has not published itself, and publishes again what
// belongs there.
const (
	doubleCount  = 3                // foreign positions within doubleWithin that are no accident, such as a broker that has lost what was newer
	doubleWithin = time.Minute      // and so long it counts as doubled after the last one
	ownMessages  = 64               // that are remembered of a topic: more than can be on their way at once
	mostWatched  = 64 << 10         // bytes of a message: a longer one of our own may have been cut
	rarely       = 10 * time.Second // between corrections while it counts as doubled: two daemons would contradict each other
	shortLived   = 5 * time.Second  // a connection that broke so soon may have been taken over: a broker permits one client of a name
)

// watched are the topics whose content screens show as the position. Only position counts for the
// alarm: a broker that comes back with old content has one old message of each.
var watched = []string{topicState, topicPosition}

// doubled watches a board's own topics position and state.
type doubled struct {
	wrong chan struct{} // holds a value when they must be published again

	mu      sync.Mutex
	own     map[string]*ownContent // by topic
	foreign []time.Time            // positions
	logged  time.Time              // when it was logged last
	waiting bool                   // a correction is due
	next    time.Time              // no correction before this time
}

// ownContent is what was published on a topic.
type ownContent struct {
	last    [][sha256.Size]byte // each once
	longest int                 // bytes
}

func newDoubled() *doubled {
	d := &doubled{wrong: make(chan struct{}, 1), own: map[string]*ownContent{}}
	for _, topic := range watched {
		d.own[topic] = &ownContent{}
	}
	return d
}

// watch reads one of the watched topics, which is at full, on a connection. If the broker does not
// permit that, publishing continues without it.
func (d *doubled) watch(ctx context.Context, c *connection, topic, full string, log *slog.Logger) {
	err := c.subscribe(ctx, full, func(m mqtt.Message) {
		if d.receive(topic, m.Payload(), m.Retained(), time.Now()) {
			log.Error("another daemon publishes as this board, so that screens show two games in turn: give one of the two another board id or another event, or stop it; computers that were copied from one card also need names of their own (hostname)", "topic", full)
		}
	})
	if err != nil {
		log.Info("the daemon cannot read its own topic: another daemon that publishes as this board would not be noticed", "topic", full, "error", err)
	}
}

// publishes notes a message that is about to be published on a watched topic.
func (d *doubled) publishes(topic string, payload []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	own, sum := d.own[topic], sha256.Sum256(payload)
	own.longest = max(own.longest, len(payload))
	own.last = append(slices.DeleteFunc(own.last, func(other [sha256.Size]byte) bool { return other == sum }), sum)
	own.last = own.last[max(0, len(own.last)-ownMessages):]
}

// has reports whether a message may be an own one.
func (o *ownContent) has(payload []byte) bool {
	return len(payload) > mostWatched && len(payload) <= o.longest || slices.Contains(o.last, sha256.Sum256(payload))
}

// receive takes a message from a watched topic, and reports whether the log must say, once a
// minute, that there is another daemon. What a broker retains from before the first publication
// here is nobody's fault.
func (d *doubled) receive(topic string, payload []byte, retained bool, now time.Time) (isNew bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	own := d.own[topic]
	if own.longest == 0 && (retained || len(payload) == 0) || own.has(payload) {
		return false
	}
	d.correct(now)
	if topic != topicPosition || len(payload) == 0 { // empty: somebody has cleared the topic
		return false
	}
	d.foreign = append(d.foreign, now)
	d.foreign = d.foreign[max(0, len(d.foreign)-doubleCount):]
	if !d.isDoubled(now) || now.Sub(d.logged) < doubleWithin && !d.logged.IsZero() {
		return false
	}
	d.logged = now
	return true
}

// correct has the topics published again, soon.
func (d *doubled) correct(now time.Time) {
	if d.waiting {
		return
	}
	d.waiting = true
	time.AfterFunc(d.next.Sub(now), func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		now := time.Now()
		d.waiting, d.next = false, now.Add(repairInterval)
		if d.isDoubled(now) {
			d.next = now.Add(rarely)
		}
		select {
		case d.wrong <- struct{}{}:
		default:
		}
	})
}

func (d *doubled) isDoubled(now time.Time) bool {
	n := len(d.foreign)
	return n == doubleCount && d.foreign[n-1].Sub(d.foreign[0]) < doubleWithin && now.Sub(d.foreign[n-1]) < doubleWithin
}

// isSeen reports whether another daemon publishes as this board. It is for any goroutine.
func (d *doubled) isSeen(now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.isDoubled(now)
}

// pause is how long to wait before another connection: not at all after one that lasted, and
// longer and longer after those that did not. Two daemons of one name end each other's
// connections, and would do so hundreds of times a second.
type pause struct{ next time.Duration }

// after waits after a connection that began at a moment, at most until ctx ends.
func (p *pause) after(ctx context.Context, began time.Time) {
	if time.Since(began) >= shortLived {
		p.next = 0
		return
	}
	p.next = min(max(2*p.next, firstPause), lastRetry)
	sleep.For(ctx, p.next)
}

const firstPause = 10 * time.Millisecond
