package web

import (
	"log/slog"
	"testing"
	"time"

	"touchmove/broadcast/broker"
	"touchmove/configs"
	"touchmove/daemon/resources"
)

// A browser connects to the broker's own WebSocket if it can reach that, and otherwise
// to the page's server.
func TestWhereTheBrokerIs(t *testing.T) {
	for _, c := range []struct {
		screen, socket string
		bridged        bool
	}{
		{"127.0.0.1:8080", "127.0.0.1:0", false},
		{"localhost:8080", "127.0.0.1:0", false},
		{"0.0.0.0:8080", "127.0.0.1:0", true}, // visitors from the network cannot reach it
		{"192.168.7.2:8080", "127.0.0.1:0", true},
		{":8080", "127.0.0.1:0", true},
		{"0.0.0.0:8080", "", true},
	} {
		config := configs.Default()
		config.MQTT.Listen, config.MQTT.WebSocket, config.Screen.Listen = "127.0.0.1:0", c.socket, c.screen
		config.MDNS.Name = "club"
		named, err := resources.Read(config, time.Now(), slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		b, err := broker.Start(named.Embedded, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		o, err := optionsOf(config, b, nil, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		if bridged := o.Bridge != nil; bridged != c.bridged {
			t.Errorf("screen %s, WebSocket %q: behind the page %v, want %v (%s)", c.screen, c.socket, bridged, c.bridged, o.Broker)
		}
		if o.Bridge != nil && (len(o.Bridge.Origins) != 1 || o.Bridge.Origins[0] != "http://club.local:8080") {
			t.Errorf("arbiters may log in from %q", o.Bridge.Origins)
		}
		b.Close()
	}
}
