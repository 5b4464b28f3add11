package screen_test

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"touchmove/screen"
)

var quiet = slog.New(slog.DiscardHandler)

// echo replaces a broker: it sends back what it is sent, and says when it is reached.
func echo(t *testing.T, reached ...chan<- struct{}) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			for _, r := range reached {
				r <- struct{}{}
			}
			go func() {
				defer c.Close()
				io.Copy(c, c)
			}()
		}
	}()
	return "mqtt://" + l.Addr().String()
}

func bridged(t *testing.T, broker string, change func(*screen.Bridge)) string {
	t.Helper()
	b, err := screen.NewBridge(broker, nil, quiet)
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(b)
	}
	s := httptest.NewServer(screen.Handler(screen.Options{Broker: screen.BridgePath, Bridge: b}))
	t.Cleanup(func() { b.Close(); s.Close() })
	return s.URL
}

func dial(t *testing.T, url, origin string) (*websocket.Conn, *http.Response, error) {
	t.Helper()
	d := websocket.Dialer{Subprotocols: []string{"mqtt"}}
	header := http.Header{}
	if origin != "" {
		header.Set("Origin", origin)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	return d.DialContext(ctx, strings.Replace(url, "http", "ws", 1)+screen.BridgePath, header)
}

// Bytes go to and fro as they are, in messages of any size.
func TestBridge(t *testing.T) {
	url := bridged(t, echo(t), nil)
	c, _, err := dial(t, url, url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if c.Subprotocol() != "mqtt" {
		t.Errorf("subprotocol %q", c.Subprotocol())
	}
	sent := strings.Repeat("0123456789", 10_000)
	for _, part := range []string{sent[:1], sent[1:50_000], sent[50_000:]} {
		if err := c.WriteMessage(websocket.BinaryMessage, []byte(part)); err != nil {
			t.Fatal(err)
		}
	}
	var got strings.Builder
	for got.Len() < len(sent) {
		kind, b, err := c.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		if kind != websocket.BinaryMessage {
			t.Fatal("a message that is not binary")
		}
		got.Write(b)
	}
	if got.String() != sent {
		t.Error("other bytes came back")
	}
	if err := c.WriteMessage(websocket.TextMessage, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := c.ReadMessage(); err == nil {
		t.Error("a text message is taken [MQTT-6.0.0-1]")
	}
}

// Only our own pages come over it: a page of another origin, or of a foreign
// name that was pointed at this computer, does not.
func TestBridgeIsForOurPages(t *testing.T) {
	url := bridged(t, echo(t), func(b *screen.Bridge) { b.Origins = []string{"https://screens.example.org"} })
	for origin, let := range map[string]bool{
		url: true, "": true, "https://screens.example.org": true,
		"http://evil.example": false, "null": false, "https://" + strings.TrimPrefix(url, "http://") + ".evil.example": false,
	} {
		c, answer, err := dial(t, url, origin)
		if (err == nil) != let {
			t.Errorf("origin %q: let in %v", origin, err == nil)
		}
		if err == nil {
			c.Close()
		} else if answer == nil || answer.StatusCode != http.StatusForbidden {
			t.Errorf("origin %q: %v", origin, answer)
		}
	}
	r := httptest.NewRequest(http.MethodGet, "http://evil.example"+screen.BridgePath, nil)
	r.Header.Set("Origin", "http://evil.example")
	b, err := screen.NewBridge(echo(t), nil, quiet)
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	b.ServeHTTP(w, r)
	if w.Code != http.StatusForbidden {
		t.Errorf("a name that is not this computer's: status %d", w.Code)
	}
}

// When the broker is gone the page learns it, and when it goes, the page's
// connection goes with it.
func TestBridgeWithoutBroker(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := bridged(t, "tcp://"+l.Addr().String(), nil)
	c, _, err := dial(t, url, url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	at, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	at.Close()
	l.Close()
	c.SetReadDeadline(time.Now().Add(time.Minute))
	if _, _, err := c.ReadMessage(); err == nil || strings.Contains(err.Error(), "timeout") {
		t.Errorf("the connection stays when the broker goes: %v", err)
	}
	if _, answer, err := dial(t, url, url); err == nil || answer == nil || answer.StatusCode != http.StatusBadGateway {
		t.Errorf("no broker: %v", err)
	}
}

func TestBridgeAddresses(t *testing.T) {
	for broker, ok := range map[string]bool{
		"mqtt://hall": true, "tcp://hall:1883": true, "mqtts://hall": true, "ssl://hall:8883": true,
		"ws://hall:8083": false, "http://hall": false, "hall:1883": false, "": false, "mqtt://": false,
	} {
		if _, err := screen.NewBridge(broker, nil, quiet); (err == nil) != ok {
			t.Errorf("%q: %v", broker, err)
		}
	}
}

// Pings, pongs and empty messages, of which no browser sends many, end the connection. A
// request that is no WebSocket does not reach the broker.
func TestBridgeFramesOfNothing(t *testing.T) {
	reached := make(chan struct{}, 1000)
	url := bridged(t, echo(t, reached), nil)
	if r, err := http.Get(url + screen.BridgePath); err != nil || r.StatusCode != http.StatusBadRequest || len(reached) > 0 {
		t.Errorf("plain HTTP: %v, %v; the broker is asked %d times", r, err, len(reached))
	}
	for what, send := range map[string]func(c *websocket.Conn) error{
		"pings":          func(c *websocket.Conn) error { return c.WriteControl(websocket.PingMessage, nil, time.Time{}) },
		"pongs":          func(c *websocket.Conn) error { return c.WriteControl(websocket.PongMessage, nil, time.Time{}) },
		"empty messages": func(c *websocket.Conn) error { return c.WriteMessage(websocket.BinaryMessage, nil) },
	} {
		c, _, err := dial(t, url, url)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		for range 5 { // a few are allowed
			if err := send(c); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.WriteMessage(websocket.BinaryMessage, []byte("x")); err != nil {
			t.Fatal(err)
		}
		c.SetReadDeadline(time.Now().Add(time.Minute))
		if _, _, err := c.ReadMessage(); err != nil {
			t.Errorf("after a few %s: %v", what, err)
		}
		for range 1000 {
			send(c) // the connection may be closed already
		}
		c.WriteMessage(websocket.BinaryMessage, []byte("x"))
		if _, text, err := c.ReadMessage(); err == nil {
			t.Errorf("after a thousand %s, %q comes back", what, text)
		}
	}
}
