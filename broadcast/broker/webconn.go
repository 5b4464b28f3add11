package broker

import (
	"errors"
	"io"
	"net"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"touchmove/broadcast/broker/guard"
)

// webConn is a WebSocket as a stream of bytes: packets may begin and end anywhere in its
// messages [MQTT-6.0.0-2].
type webConn struct {
	net.Conn
	ws      *websocket.Conn
	message io.Reader // being read; nil between messages
	some    bool      // the message has contained bytes
	idle    *rate.Limiter
}

// Limits of frames without MQTT data. A browser sends none, a library one now and then.
// They do not count for the limits of package guard, and each costs as much as a short
// packet.
const (
	idleBurst = 30
	idleRate  = 2 // per second
)

var errIdle = &guard.Violation{Why: "WebSocket frames without bytes of MQTT, more than two a second"}

func newWebConn(ws *websocket.Conn) *webConn {
	c := &webConn{Conn: ws.UnderlyingConn(), ws: ws, idle: rate.NewLimiter(idleRate, idleBurst)}
	ws.SetPingHandler(func(text string) error {
		if !c.idle.Allow() {
			return errIdle
		}
		err := ws.WriteControl(websocket.PongMessage, []byte(text), time.Now().Add(time.Second))
		if late, ok := err.(net.Error); errors.Is(err, websocket.ErrCloseSent) || ok && late.Timeout() {
			return nil // RFC 6455, 5.5.2: only the latest ping must be answered
		}
		return err
	})
	ws.SetPongHandler(func(string) error {
		if !c.idle.Allow() {
			return errIdle
		}
		return nil
	})
	return c
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
			if !c.some && !c.idle.Allow() {
				return 0, errIdle
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
