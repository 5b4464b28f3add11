package web

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
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
		for origin, let := range map[string]bool{"http://club.local:8080": true, "http://evil.example": false} {
			if o.Bridge == nil {
				break
			}
			r, w := httptest.NewRequest("GET", "http://evil.example/mqtt", nil), httptest.NewRecorder()
			r.Header.Set("Origin", origin)
			if o.Bridge.ServeHTTP(w, r); (w.Code != http.StatusForbidden) != let {
				t.Errorf("screen %s, WebSocket %q: a page of %s is answered %d", c.screen, c.socket, origin, w.Code)
			}
		}
		b.Close()
	}
}
