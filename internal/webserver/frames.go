package webserver

import (
	"errors"
	"net"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"
)

// Limits of WebSocket frames without data. A browser sends none, a library one now and
// then. No limit on data applies to them, and each costs as much as a short message.
const (
	idleBurst = 30
	idleRate  = 2 // per second
)

// Frames limits how many frames without data the other end of a WebSocket may send: pings,
// pongs and empty messages (RFC 6455, 5.5 and 5.6).
type Frames struct {
	idle    *rate.Limiter
	refused error
}

// LimitFrames limits the frames without data of a WebSocket. It answers pings. When there are
// too many frames, reading from the WebSocket, or Empty, returns refused.
func LimitFrames(ws *websocket.Conn, refused error) *Frames {
	f := &Frames{rate.NewLimiter(idleRate, idleBurst), refused}
	ws.SetPingHandler(func(text string) error {
		if err := f.Empty(); err != nil {
			return err
		}
		err := ws.WriteControl(websocket.PongMessage, []byte(text), time.Now().Add(time.Second))
		if late, ok := err.(net.Error); errors.Is(err, websocket.ErrCloseSent) || ok && late.Timeout() {
			return nil // RFC 6455, 5.5.2: only the latest ping must be answered
		}
		return err
	})
	ws.SetPongHandler(func(string) error { return f.Empty() })
	return f
}

// Empty counts a message without data. An error means that there were too many.
func (f *Frames) Empty() error {
	if !f.idle.Allow() {
		return f.refused
	}
	return nil
}
