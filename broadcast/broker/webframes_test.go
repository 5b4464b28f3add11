package broker_test

import (
	"bytes"
	"io"
	"log/slog"
	"net"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"touchmove/broadcast/broker"
)

// A few WebSocket frames without data are allowed. A client that sends nothing else is
// disconnected, since the limits of packets do not apply to them.
func TestWebSocketFramesOfNothing(t *testing.T) {
	b, err := broker.Start(broker.Options{Listen: "127.0.0.1:0", WebSocket: "127.0.0.1:0", Base: "touchmove/v1"}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for _, c := range []struct {
		name string
		send func(ws *websocket.Conn) error
	}{
		{"pings", func(ws *websocket.Conn) error {
			return ws.WriteControl(websocket.PingMessage, nil, time.Now().Add(time.Minute))
		}},
		{"pongs", func(ws *websocket.Conn) error {
			return ws.WriteControl(websocket.PongMessage, nil, time.Now().Add(time.Minute))
		}},
		{"empty messages", func(ws *websocket.Conn) error { return ws.WriteMessage(websocket.BinaryMessage, nil) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			dialer := websocket.Dialer{Subprotocols: []string{"mqtt"}}
			ws, _, err := dialer.Dial("ws://"+b.WebAddr(), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer ws.Close()
			ws.NetConn().SetDeadline(time.Now().Add(time.Minute))
			for range 5 { // a few are allowed, even before a CONNECT
				if err := c.send(ws); err != nil {
					t.Fatal(err)
				}
			}
			ws.WriteMessage(websocket.BinaryMessage, unhex(t, "100d00044d5154540402001e000161"))
			if _, answer, err := ws.ReadMessage(); err != nil || !bytes.Equal(answer, []byte{0x20, 2, 0, 0}) {
				t.Fatalf("a CONNECT after them is answered %x, %v", answer, err)
			}
			go func() {
				for c.send(ws) == nil { // until the connection is closed
				}
			}()
			for err == nil {
				_, _, err = ws.ReadMessage()
			}
			if e, ok := err.(net.Error); ok && e.Timeout() {
				t.Error("the connection stays")
			}
		})
	}
}

// Requests for something other than a WebSocket are answered one to a connection, however
// many are sent ahead, and one whose body never comes is not waited for.
func TestWebRequestsThatAreNoWebSocket(t *testing.T) {
	b, _, _ := openDoor(t, time.Minute)
	c := knock(t, b.WebAddr())
	go c.Write(bytes.Repeat([]byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n"), 1000))
	answers, _ := io.ReadAll(c) // an error is that of requests that are not read any more
	if n := bytes.Count(answers, []byte("HTTP/1.1 400")); n != 1 {
		t.Errorf("of a thousand requests %d are answered", n)
	}
	c = knock(t, b.WebAddr())
	c.Write([]byte("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"))
	if !ended(c) {
		t.Error("a request whose body does not come keeps its connection")
	}
}
