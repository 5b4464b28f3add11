package broadcast

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// Broker is where to publish and as whom.
type Broker struct {
	URL      string // tcp://host:1883, ssl://host:8883, ws://host:8083/mqtt ...
	Username string // empty is anonymous
	Password string
	TLS      *tls.Config // nil is what the system trusts
}

// Limits of a connection. A broker that takes longer is treated as gone:
// nothing is lost by connecting again.
const (
	connectTimeout = 5 * time.Second
	ackTimeout     = 10 * time.Second
	farewell       = 2 * time.Second // for everything that is left to say when the daemon stops
	keepAlive      = 10 * time.Second
	firstRetry     = 250 * time.Millisecond
	lastRetry      = 5 * time.Second
)

// connection is one connection to the broker. It is used once and thrown away
// when it breaks, client and all: paho's own reconnecting would send again what
// an older state of things wanted to say, after the newer, and may report
// messages as delivered that the broker never acknowledged. In a client that
// is never reconnected a token tells the truth.
type connection struct {
	client mqtt.Client
	lost   chan struct{} // closed when it breaks
}

// message is something to publish at QoS 1.
type message struct {
	topic    string
	payload  []byte
	retained bool
}

var errLost = errors.New("the connection broke")

// connect tries until it succeeds or ctx ends, which is the only error. will
// is published by the broker when the connection breaks. The log says once
// that, and why, there is no connection.
func connect(ctx context.Context, b Broker, id string, will message, log *slog.Logger) (*connection, error) {
	told := ""
	for wait := firstRetry; ; wait = min(2*wait, lastRetry) {
		c, err := dial(ctx, b, id, will)
		if err == nil {
			log.Info("connected to the broker", "broker", b.URL)
			return c, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err.Error() != told {
			told = err.Error()
			log.Warn("no connection to the broker: play goes on and is published later", "broker", b.URL, "error", err)
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func dial(ctx context.Context, b Broker, id string, will message) (*connection, error) {
	c := &connection{lost: make(chan struct{})}
	opts := mqtt.NewClientOptions().AddBroker(b.URL).SetClientID(id).
		SetProtocolVersion(4). // 3.1.1
		SetCleanSession(true).SetAutoReconnect(false).SetConnectRetry(false).
		SetOrderMatters(true).
		SetKeepAlive(keepAlive).SetPingTimeout(keepAlive/2).
		SetConnectTimeout(connectTimeout).SetWriteTimeout(ackTimeout).
		SetBinaryWill(will.topic, will.payload, 1, will.retained).
		SetConnectionLostHandler(func(mqtt.Client, error) { close(c.lost) })
	if b.Username != "" {
		opts.SetUsername(b.Username).SetPassword(b.Password)
	}
	if b.TLS != nil {
		opts.SetTLSConfig(b.TLS)
	}
	c.client = mqtt.NewClient(opts)
	token := c.client.Connect()
	select {
	case <-token.Done():
	case <-ctx.Done():
		go func() { // the attempt itself cannot be called off, and ends by its time limit
			<-token.Done()
			c.client.Disconnect(0)
		}()
		return nil, ctx.Err()
	}
	if err := token.Error(); err != nil {
		return nil, err
	}
	return c, nil
}

// subscribe returns once the broker has granted the filter. Messages are
// handed over one after the other; handle must not block.
func (c *connection) subscribe(filter string, handle func(mqtt.Message)) error {
	token := c.client.Subscribe(filter, 1, func(_ mqtt.Client, m mqtt.Message) { handle(m) })
	if err := c.wait(context.Background(), token, filter); err != nil {
		return err
	}
	if granted := token.(*mqtt.SubscribeToken).Result()[filter]; granted > 2 {
		return fmt.Errorf("the broker refuses to let us read %s: give this user the right", filter)
	}
	return nil
}

// publish returns nil once the broker has acknowledged every message. They are
// under way together, in this order. When ctx ends it has the time of a
// farewell left.
func (c *connection) publish(ctx context.Context, list []message) error {
	// Publish may stand until its own time limit when the connection breaks in
	// front of it, so it stands in a goroutine that need not be waited for.
	tokens := make(chan mqtt.Token, len(list))
	go func() {
		for _, m := range list {
			tokens <- c.client.Publish(m.topic, 1, m.retained, m.payload)
			if !c.client.IsConnectionOpen() {
				return
			}
		}
	}()
	for _, m := range list {
		select {
		case token := <-tokens:
			if err := c.wait(ctx, token, m.topic); err != nil {
				return err
			}
		case <-c.lost:
			return errLost
		}
	}
	return nil
}

func (c *connection) wait(ctx context.Context, token mqtt.Token, topic string) error {
	limit := time.NewTimer(ackTimeout)
	defer limit.Stop()
	stop := ctx.Done()
	for {
		select {
		case <-token.Done():
			if err := token.Error(); err != nil {
				return fmt.Errorf("%s: %w", topic, err)
			}
			return nil
		case <-c.lost:
			return errLost
		case <-limit.C:
			return fmt.Errorf("%s: the broker did not acknowledge in time", topic)
		case <-stop:
			stop = nil
			limit.Reset(farewell)
		}
	}
}

// close ends the connection in order, so that the will is not published.
func (c *connection) close() { c.client.Disconnect(250) }

// drop ends it without a word to the broker that could be lost anyway.
func (c *connection) drop() { c.client.Disconnect(0) }
