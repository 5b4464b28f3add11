package broadcasttest

import (
	"crypto/tls"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// Retained connects to a broker and returns the message that it retains on a topic, or what the
// broker refused. A nil config is one without TLS.
func Retained(url, topic string, config *tls.Config) (payload string, err error) {
	got := make(chan string, 100)
	c := mqtt.NewClient(mqtt.NewClientOptions().AddBroker(url).SetClientID("reader").SetAutoReconnect(false).SetTLSConfig(config).SetConnectTimeout(time.Minute))
	if token := c.Connect(); token.Wait() && token.Error() != nil {
		return "", token.Error()
	}
	defer c.Disconnect(0)
	if token := c.Subscribe(topic, 1, func(_ mqtt.Client, m mqtt.Message) { got <- string(m.Payload()) }); token.Wait() && token.Error() != nil {
		return "", token.Error()
	}
	return <-got, nil
}
