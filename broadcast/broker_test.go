package broadcast_test

import (
	"log/slog"
	"sync"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/broker"
	"touchmove/reconcile"
)

var topics = broadcast.Topics{Base: "touchmove/v1", Event: "open-2026", Board: "hall-7", Node: "pi-3", More: broadcast.More{Certainty: reconcile.Certain, Values: true, Discovery: "homeassistant"}}

const prefix = "touchmove/v1/open-2026/hall-7/"

var quiet = slog.New(slog.DiscardHandler)

// testBroker is a broker that can be killed and started again at the same address.
type testBroker interface {
	Broker() broadcast.Broker // for the daemon
	URL() string              // for all others
	Kill(t *testing.T)        // without notice to clients
	Start(t *testing.T)       // again
}

// onBrokers runs a test with each broker that touchmove supports.
func onBrokers(t *testing.T, test func(t *testing.T, b testBroker)) {
	t.Run("embedded", func(t *testing.T) {
		b := &embedded{listen: broadcasttest.FreeAddress(t)}
		b.Start(t)
		t.Cleanup(func() { b.Kill(t) })
		test(t, b)
	})
	t.Run("mosquitto", func(t *testing.T) { test(t, broadcasttest.NewMosquitto(t)) })
}

type embedded struct {
	listen string
	mu     sync.Mutex
	b      *broker.Server
}

func (e *embedded) Broker() broadcast.Broker { return e.b.Broker() }
func (e *embedded) URL() string              { return "tcp://" + e.listen }
func (e *embedded) Kill(t *testing.T) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.b != nil {
		e.b.Close()
		e.b = nil
	}
}
func (e *embedded) Start(t *testing.T) {
	t.Helper()
	e.mu.Lock()
	defer e.mu.Unlock()
	b, err := broker.Start(broker.Options{Listen: e.listen, Base: topics.Base, Users: users}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	e.b = b
}

var users = []broker.User{
	{Name: "ann", Password: "arbiter's", Role: broadcast.Arbiter},
	{Name: "tim", Password: "technician's", Role: broadcast.Technician},
	{Name: "rea", Password: "reader's", Role: broadcast.Reader},
}

// dial connects an ordinary MQTT client, as others use it.
func dial(t *testing.T, url, name, password string, lost func()) (mqtt.Client, error) {
	t.Helper()
	opts := mqtt.NewClientOptions().AddBroker(url).SetClientID("test-" + t.Name() + time.Now().String()).
		SetAutoReconnect(false).SetConnectTimeout(time.Minute).SetUsername(name).SetPassword(password)
	if lost != nil {
		opts.SetConnectionLostHandler(func(mqtt.Client, error) { lost() })
	}
	c := mqtt.NewClient(opts)
	token := c.Connect()
	token.Wait()
	if token.Error() == nil {
		t.Cleanup(func() { c.Disconnect(0) })
	}
	return c, token.Error()
}

// follow follows the board until the test ends.
func follow(t *testing.T, url, name, password string) *broadcasttest.Follower {
	t.Helper()
	return broadcasttest.Follow(t, url, prefix, name, password)
}
