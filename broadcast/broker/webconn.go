package broker

import (
	"errors"
	"io"
	"net"
	"time"

	"github.com/gorilla/websocket"

	"touchmove/broadcast/broker/guard"
	"touchmove/internal/webserver"
)

// webConn is a WebSocket as a stream of bytes: packets may begin and end anywhere in its
// messages [MQTT-6.0.0-2].
type webConn struct {
	net.Conn
	ws      *websocket.Conn
	message io.Reader // being read; nil between messages
	some    bool      // the message has contained bytes
	frames  *webserver.Frames
}

var errIdle = &guard.Violation{Why: "WebSocket frames without bytes of MQTT, more than two a second"}

func newWebConn(ws *websocket.Conn) *webConn {
	return &webConn{Conn: ws.UnderlyingConn(), ws: ws, frames: webserver.LimitFrames(ws, errIdle)}
}

var errNotBinary = errors.New("a WebSocket message that is not binary [MQTT-6.0.0-1]")

// Read implements net.Conn.
func (c *webConn) Read(p []byte) (int, error) {
	for {
		if c.message == nil {
			kind, message, err := c.ws.NextReader()
			if err != nil {
				return 0, err
			}
			if kind != websocket.BinaryMessage {
				return 0, errNotBinary
			}
			c.message, c.some = message, false
		}
		n, err := c.message.Read(p)
		c.some = c.some || n > 0
		if err == io.EOF {
			c.message, err = nil, nil
			if !c.some {
				if err := c.frames.Empty(); err != nil {
					return 0, err
				}
			}
			if n == 0 {
				continue
			}
		}
		return n, err
	}
}

// Write implements net.Conn.
func (c *webConn) Write(p []byte) (int, error) {
	if err := c.ws.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return 0, err
	}
	if err := c.ws.WriteMessage(websocket.BinaryMessage, p); err != nil {
		return 0, err
	}
	return len(p), nil
}
