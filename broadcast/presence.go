package broadcast

import (
	"context"
	"log/slog"
	"sync"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// overheard is what the broker passes on under a topic that is ours alone. When
// a line breaks without the broker noticing, the will of the old connection may
// be published long after the new one has said that we are there, and would
// stand as retained until the next restart. Who listens to its own topic hears
// that, and puts it right.
type overheard struct {
	wrong chan struct{} // holds a value when something else than wanted was heard

	mu     sync.Mutex
	wanted string
	next   time.Time // before which it is not put right again
}

// righting is the shortest time between two corrections: two daemons of one
// name would contradict each other for ever.
const righting = time.Second

// overhear listens to a topic of our own. A broker that does not let us is no
// reason not to publish: then nobody listens.
func (c *connection) overhear(ctx context.Context, topic string, log *slog.Logger) *overheard {
	o := &overheard{wrong: make(chan struct{}, 1)}
	err := c.subscribe(ctx, topic, func(m mqtt.Message) { o.hear(string(m.Payload())) })
	if err != nil {
		log.Info("our own availability cannot be watched: a will that comes late would stand", "topic", topic, "error", err)
	}
	return o
}

// want says what the topic is to hold from now on.
func (o *overheard) want(payload string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.wanted = payload
}

func (o *overheard) hear(payload string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if payload == o.wanted || o.wanted == "" {
		return
	}
	now := time.Now()
	wait := o.next.Sub(now)
	if o.next = now.Add(righting); wait <= 0 {
		o.ring()
		return
	}
	o.next = o.next.Add(wait)
	time.AfterFunc(wait, o.ring)
}

func (o *overheard) ring() {
	select {
	case o.wrong <- struct{}{}:
	default:
	}
}
