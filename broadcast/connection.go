package broadcast

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/internal/repeats"
	"touchmove/internal/sleep"
)

// Broker is the address of a broker and the login to use there.
type Broker struct {
	URL      string // tcp://host:1883, ssl://host:8883, ws://host:8083/mqtt ...
	Username string // empty is anonymous
	Password string
	TLS      *tls.Config // nil trusts what the system trusts

	// Known returns the Sender for a user of the embedded broker. It is nil for another
	// broker, which does not report the sender.
	Known func(name string) (Sender, bool)
}

// Time limits of a connection. A broker that takes longer is assumed to be gone;
// reconnecting loses nothing.
const (
	connectTimeout = 5 * time.Second
	ackTimeout     = 10 * time.Second
	farewell       = 5 * time.Second // to publish everything that is left when the daemon stops
	lastWord       = 3 * time.Second // after that, to publish "offline"
	keepAlive      = 10 * time.Second
	firstRetry     = 250 * time.Millisecond
	lastRetry      = 5 * time.Second
)

// connection is one connection to the broker. It is used once and discarded, with its
// client, when it breaks. Paho's own reconnecting would send old state after newer state,
// and may report messages as delivered that the broker never acknowledged. The tokens of a
// client that never reconnects are reliable.
type connection struct {
	client mqtt.Client
	lost   chan struct{} // closed when it breaks
	line   *boundedLine  // the client's network connection
	most   int           // bytes of the longest packet that is read
	log    *slog.Logger
}

// message is a message to publish, at QoS 1 unless it is light.
type message struct {
	topic    string
	payload  []byte
	retained bool
	light    bool // at QoS 0: the next one replaces a lost one
}

// qos is the quality of service with which a message is published.
func (m message) qos() byte {
	if m.light {
		return 0
	}
	return 1
}

var errLost = errors.New("the connection broke")

// why returns the error of a connection that is given up: what its broker did wrong, if that
// ended it.
func (c *connection) why(err error) error {
	if c.line != nil && c.line.Fault() != "" {
		return c.broken()
	}
	return err
}

// broken returns why the connection broke.
func (c *connection) broken() error {
	if c.line != nil && c.line.Fault() != "" {
		return fmt.Errorf("%w: %s", errLost, c.line.Fault())
	}
	return errLost
}

// connect tries to connect until it succeeds, or until it has failed once after ctx ended,
// because the broker may just be back: the only error. An attempt ends with publishing, which is
// ctx, or ends later. The broker publishes will when the connection breaks, unless will has no
// topic. connect logs once that there is no connection, and why.
func connect(ctx, publishing context.Context, b Broker, id string, will message, log *slog.Logger) (*connection, error) {
	var failure repeats.Error
	for wait := firstRetry; ; wait = min(2*wait, lastRetry) {
		stopping := ctx.Err() != nil
		c, err := dial(publishing, b, id, will, mostForBoards, log)
		if err == nil {
			log.Info("connected to the broker", "broker", b.URL)
			return c, nil
		}
		if stopping || publishing.Err() != nil {
			return nil, err
		}
		if failure.New(err) {
			log.Warn("no connection to the broker: play continues and is published later", "broker", b.URL, "error", err)
		}
		sleep.For(ctx, wait)
	}
}

func dial(ctx context.Context, b Broker, id string, will message, most int, log *slog.Logger) (*connection, error) {
	c := &connection{lost: make(chan struct{}), most: most, log: log}
	opts := mqtt.NewClientOptions().AddBroker(b.URL).SetClientID(id).
		SetProtocolVersion(4). // 3.1.1
		SetCleanSession(true).SetAutoReconnect(false).SetConnectRetry(false).
		SetOrderMatters(true).
		SetKeepAlive(keepAlive).SetPingTimeout(keepAlive / 2).
		SetConnectTimeout(connectTimeout).SetWriteTimeout(ackTimeout).
		SetCustomOpenConnectionFn(c.open).
		SetConnectionLostHandler(func(mqtt.Client, error) { close(c.lost) })
	if will.topic != "" {
		opts.SetBinaryWill(will.topic, will.payload, 1, will.retained)
	}
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
		go func() { // the attempt cannot be cancelled; it ends at its time limit
			<-token.Done()
			c.drop()
		}()
		return nil, ctx.Err()
	}
	if err := token.Error(); err != nil {
		return nil, err
	}
	return c, nil
}

// subscribe returns when the broker has granted the filter. Messages are delivered one
// after the other; handle must not block.
func (c *connection) subscribe(ctx context.Context, filter string, handle func(mqtt.Message)) error {
	return c.subscribeAll(ctx, []string{filter}, handle)
}

// subscribeAll does the same for several filters in one packet.
func (c *connection) subscribeAll(ctx context.Context, filters []string, handle func(mqtt.Message)) error {
	wanted := map[string]byte{}
	for _, filter := range filters {
		wanted[filter] = 1
	}
	// Like Publish, it may block until its own time limit if the connection breaks.
	tokens := make(chan mqtt.Token, 1)
	go func() {
		tokens <- c.client.SubscribeMultiple(wanted, func(_ mqtt.Client, m mqtt.Message) { handle(m) })
	}()
	var token mqtt.Token
	select {
	case token = <-tokens:
	case <-c.lost:
		return c.broken()
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := c.wait(ctx, token, strings.Join(filters, ", ")); err != nil {
		return err
	}
	for filter, granted := range token.(*mqtt.SubscribeToken).Result() {
		if granted > 2 {
			return fmt.Errorf("the broker refuses a subscription to %s: give this user the right to read it", filter)
		}
	}
	return nil
}

// publish returns nil when the broker has acknowledged every message except the light ones,
// which are not acknowledged. All are sent at once, in this order. If ctx ends first, its
// error is returned.
func (c *connection) publish(ctx context.Context, list []message) error {
	// Publish may block until its own time limit if the connection breaks at the
	// wrong moment, so it runs in a goroutine that nobody waits for.
	tokens := make(chan mqtt.Token, len(list))
	go func() {
		for _, m := range list {
			assertContract(m)
			tokens <- c.client.Publish(m.topic, m.qos(), m.retained, m.payload)
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
			return c.broken()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func (c *connection) wait(ctx context.Context, token mqtt.Token, topic string) error {
	limit := time.NewTimer(ackTimeout)
	defer limit.Stop()
	select {
	case <-token.Done():
		if err := token.Error(); err != nil {
			return fmt.Errorf("%s: %w", topic, err)
		}
		return nil
	case <-c.lost:
		return c.broken()
	case <-limit.C:
		return fmt.Errorf("%s: the broker did not acknowledge in time", topic)
	case <-ctx.Done():
		return fmt.Errorf("%s: %w", topic, ctx.Err())
	}
}

// leave publishes the will and disconnects properly. If the will cannot be published, leave
// breaks the connection instead, so that the broker publishes it.
func (c *connection) leave(will message, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(context.Background(), lastWord)
	defer cancel()
	if err := c.publish(ctx, []message{will}); err != nil {
		log.Warn("the broker does not acknowledge that the daemon goes offline: the will reports it instead", "topic", will.topic, "error", err)
		c.drop()
		return
	}
	c.client.Disconnect(250)
}

// drop breaks the connection, so that the broker publishes the will.
func (c *connection) drop() {
	if c.line != nil {
		c.line.Close()
	}
	c.client.Disconnect(0)
}

// lingering returns a context that ends some time after ctx, to publish what is left.
func lingering(ctx context.Context) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		timer := time.NewTimer(farewell)
		defer timer.Stop()
		select {
		case <-timer.C:
			cancel()
		case <-longer.Done():
		}
	})
	return longer, func() { stop(); cancel() }
}
