package broadcast

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// A second daemon with the same event and board publishes to the same topics, so that screens
// show two games in turn. A daemon notices positions on its own topic that it has not
// published itself.
const (
	doubleCount  = 3               // foreign positions within doubleWithin that are no accident, such as a broker that has lost what was newer
	doubleWithin = time.Minute     // and so long it counts as doubled after the last one
	ownPositions = 64              // that are remembered: more than can be on their way at once
	shortLived   = 5 * time.Second // a connection that broke so soon may have been taken over: a broker permits one client of a name
)

// doubled watches a board's own topic position. The zero value is ready to use.
type doubled struct {
	mu      sync.Mutex
	own     []string // published last
	foreign []time.Time
	logged  time.Time // when it was logged last
}

// watch reads the topic on a connection. If the broker does not permit that, publishing
// continues without it.
func (d *doubled) watch(ctx context.Context, c *connection, topic string, log *slog.Logger) {
	err := c.subscribe(ctx, topic, func(m mqtt.Message) {
		if d.receive(string(m.Payload()), m.Retained(), time.Now()) {
			log.Error("another daemon publishes as this board, so that screens show two games in turn: give one of the two another board id or another event, or stop it; computers that were copied from one card also need names of their own (hostname)", "topic", topic)
		}
	})
	if err != nil {
		log.Info("the daemon cannot read its own position: another daemon that publishes as this board would not be noticed", "topic", topic, "error", err)
	}
}

// publishes notes a position that is about to be published.
func (d *doubled) publishes(position string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if n := len(d.own); n > 0 && d.own[n-1] == position {
		return
	}
	if d.own = append(d.own, position); len(d.own) > ownPositions {
		d.own = slices.Clone(d.own[1:])
	}
}

// receive takes a position from the topic, and reports whether the log must say, once a minute,
// that there is another daemon. What a broker retains from before the first publication here
// is nobody's fault.
func (d *doubled) receive(position string, retained bool, now time.Time) (isNew bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if position == "" || retained && len(d.own) == 0 || slices.Contains(d.own, position) {
		return false
	}
	d.foreign = append(d.foreign, now)
	d.foreign = d.foreign[max(0, len(d.foreign)-doubleCount):]
	if !d.is(now) || now.Sub(d.logged) < doubleWithin && !d.logged.IsZero() {
		return false
	}
	d.logged = now
	return true
}

func (d *doubled) is(now time.Time) bool {
	n := len(d.foreign)
	return n == doubleCount && d.foreign[n-1].Sub(d.foreign[0]) < doubleWithin && now.Sub(d.foreign[n-1]) < doubleWithin
}

// Doubled reports whether another daemon publishes as this board. It is for any goroutine.
func (p *Publisher) Doubled(now time.Time) bool {
	p.doubled.mu.Lock()
	defer p.doubled.mu.Unlock()
	return p.doubled.is(now)
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
	select {
	case <-time.After(p.next):
	case <-ctx.Done():
	}
}

const firstPause = 10 * time.Millisecond
