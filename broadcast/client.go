package broadcast

import (
	"context"
	"crypto/rand"
	"log/slog"
	"strings"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/internal/repeats"
	"touchmove/internal/sleep"
)

// Message is a message that a subscriber receives.
type Message struct {
	Topic   string
	Payload []byte
}

// Client is one connection of a reader, such as a screen or a feed, or of a sender of
// commands. It has no will, and cannot be used again after its connection breaks.
type Client struct{ c *connection }

// Dial tries to connect until it succeeds or ctx ends, which is the only error. It logs
// once why there is no connection.
func Dial(ctx context.Context, b Broker, log *slog.Logger) (*Client, error) {
	id := "reader-" + strings.ToLower(rand.Text()[:12])
	var failure repeats.Error
	for wait := firstRetry; ; wait = min(2*wait, lastRetry) {
		c, err := dial(ctx, b, id, message{}, mostForReaders, log)
		if err == nil {
			log.Info("connected to the broker", "broker", b.URL)
			return &Client{c}, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if failure.New(err) {
			log.Warn("no connection to the broker: trying again", "broker", b.URL, "error", err)
		}
		if !sleep.For(ctx, wait) {
			return nil, ctx.Err()
		}
	}
}

// Subscribe returns when the broker has granted the filter at QoS 1. Messages are delivered
// one after the other; take must not block.
func (c *Client) Subscribe(ctx context.Context, filter string, take func(Message)) error {
	return c.c.subscribeAll(ctx, []string{filter}, func(m mqtt.Message) { take(Message{m.Topic(), m.Payload()}) })
}

// Retain returns nil when the broker has acknowledged the message at QoS 1, which it keeps for
// later readers. An empty payload removes the retained message. A broker also acknowledges a
// message that it does not permit (MQTT 3.1.1, 3.3.5).
func (c *Client) Retain(ctx context.Context, topic string, payload []byte) error {
	return c.c.publish(ctx, []message{{topic: topic, payload: payload, retained: true}})
}

// Lost is closed when the connection breaks.
func (c *Client) Lost() <-chan struct{} { return c.c.lost }

// Close disconnects properly.
func (c *Client) Close() { c.c.client.Disconnect(250) }

// Listen subscribes to filters and delivers every message to take until ctx ends,
// reconnecting as often as necessary. online is called with true when all subscriptions are
// granted and with false when the connection is lost. Both are called one at a time and
// must not block.
func Listen(ctx context.Context, b Broker, filters []string, take func(Message), online func(connected bool), log *slog.Logger) {
	for wait := firstRetry; ctx.Err() == nil; wait = min(2*wait, lastRetry) {
		began := time.Now()
		c, err := Dial(ctx, b, log)
		if err != nil {
			return // ctx ended
		}
		err = c.listen(ctx, filters, take, online)
		if ctx.Err() != nil {
			c.Close()
			return
		}
		c.c.drop()
		log.Warn("connection to the broker lost: no messages arrive until it is back", "broker", b.URL, "error", c.c.why(err))
		if time.Since(began) > lastRetry {
			wait = firstRetry
		}
		sleep.For(ctx, wait)
	}
}

func (c *Client) listen(ctx context.Context, filters []string, take func(Message), online func(bool)) error {
	if err := c.c.subscribeAll(ctx, filters, func(m mqtt.Message) { take(Message{m.Topic(), m.Payload()}) }); err != nil {
		return err
	}
	online(true)
	defer online(false)
	select {
	case <-c.Lost():
		return c.c.broken()
	case <-ctx.Done():
		return ctx.Err()
	}
}
