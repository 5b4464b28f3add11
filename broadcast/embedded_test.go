package broadcast_test

import (
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast"
	"touchmove/broadcast/broker"
)

// startEmbedded starts a broker with a WebSocket, and a publisher.
func startEmbedded(t *testing.T, requests chan<- broadcast.Request) (*broker.Server, *story) {
	t.Helper()
	b, err := broker.Start(broker.Options{Listen: "127.0.0.1:0", WebSocket: "127.0.0.1:0", Base: topics.Base, Discovery: topics.More.Discovery, Users: users}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	s := newStory(1)
	publish(t, b.Broker(), s, requests)
	return b, s
}

// attempt publishes and reports whether the broker acknowledged it.
func attempt(t *testing.T, c mqtt.Client, topic, payload string, retained bool) bool {
	t.Helper()
	token := c.Publish(topic, 1, retained, payload)
	return token.WaitTimeout(time.Minute) && token.Error() == nil
}
