package feeds

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/gorilla/websocket"

	"touchmove/internal/webserver"
)

// LiveChessPath is the path at which LiveChess accepts WebSockets; its port is 1982.
const LiveChessPath = "/api/v1.0"

// Limits of a LiveChess.
const (
	maxPrograms   = 64 // connected at the same time
	maxViews      = 64 // subscriptions of one program
	writeTimeout  = 5 * time.Second
	pingInterval  = 20 * time.Second
	silentTimeout = 3 * pingInterval
)

// LiveChess offers the boards of a hub to programs on this computer as DGT's LiveChess
// does: the WebSocket at LiveChessPath with the calls eboards, subscribe (to eboardevent),
// setup, flip and unsubscribe, and the list of boards at LiveChessPath/eboards. What a
// program sets up or flips changes only what that program sees; a game is changed only by
// an arbiter's commands.
type LiveChess struct {
	// Only is the one board that is offered, by its name or as EVENT/BOARD; empty means
	// all. Some programs use the first board of the list.
	Only string

	hub      *Hub
	now      func() time.Time
	log      *slog.Logger
	programs *webserver.Places
}

// NewLiveChess makes a LiveChess. now gives the time of messages.
func NewLiveChess(h *Hub, now func() time.Time, log *slog.Logger) *LiveChess {
	return &LiveChess{hub: h, now: now, log: log, programs: webserver.NewPlaces(maxPrograms)}
}

// ServeHTTP implements http.Handler.
func (l *LiveChess) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case LiveChessPath + "/eboards":
		allow(w)
		s, _ := l.snapshot()
		text, _ := json.Marshal(eboards(s)) // cannot fail: these are plain texts
		serve(w, r, document{"application/json; charset=utf-8", string(text)})
	case LiveChessPath:
		l.serve(w, r)
	default:
		http.NotFound(w, r)
	}
}

// snapshot returns the boards that are offered, and a channel that is closed when they
// change.
func (l *LiveChess) snapshot() (Snapshot, <-chan struct{}) {
	s, changed := l.hub.Now()
	return s.named(l.Only), changed
}

// serve serves one program until it disconnects.
func (l *LiveChess) serve(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	patient, end := context.WithTimeout(ctx, writeTimeout)
	defer end()
	leave, ok := l.programs.Acquire(patient, webserver.Neighbourhood(r.RemoteAddr), cancel)
	if !ok {
		http.Error(w, fmt.Sprintf("%d programs are connected already", maxPrograms), http.StatusServiceUnavailable)
		return
	}
	defer leave()
	upgrader := websocket.Upgrader{
		HandshakeTimeout: writeTimeout,
		CheckOrigin:      func(*http.Request) bool { return true }, // sites connect to LiveChess from their own pages; everything here is public
	}
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	l.log.Info("a LiveChess client has connected", "remote", r.RemoteAddr, "origin", r.Header.Get("Origin"))
	p := &program{conn: conn, live: l, views: map[string]*view{}}
	calls := make(chan []byte)
	go func() {
		defer cancel()
		p.read(ctx, calls)
	}()
	err = p.run(ctx, calls)
	cancel()
	conn.Close()
	l.log.Info("a LiveChess client has disconnected", "remote", r.RemoteAddr, "reason", err)
}

// program is one connected client. Only run writes.
type program struct {
	conn  *websocket.Conn
	live  *LiveChess
	views map[string]*view // by the feed's id, as the client wrote it
}

// read passes on messages until the connection breaks or has been silent for too long.
func (p *program) read(ctx context.Context, calls chan<- []byte) {
	p.conn.SetReadLimit(maxCall)
	alive := func(string) error { return p.conn.SetReadDeadline(time.Now().Add(silentTimeout)) }
	p.conn.SetPongHandler(alive)
	for alive("") == nil {
		_, text, err := p.conn.ReadMessage()
		if err != nil {
			return
		}
		select {
		case calls <- text:
		case <-ctx.Done():
			return
		}
	}
}

var errGone = errors.New("the connection ended")

func (p *program) run(ctx context.Context, calls <-chan []byte) error {
	ping := time.NewTicker(pingInterval)
	defer ping.Stop()
	for {
		s, changed := p.live.snapshot()
		for id, v := range p.views {
			for _, e := range v.follow(s) {
				if err := p.send("feed", json.RawMessage(id), e); err != nil {
					return err
				}
			}
		}
		select {
		case text := <-calls:
			if err := p.answer(text); err != nil {
				return err
			}
		case <-changed:
		case <-ping.C:
			if err := p.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeTimeout)); err != nil {
				return err
			}
		case <-ctx.Done():
			return errGone
		}
	}
}

// answer carries out a call and answers it.
func (p *program) answer(text []byte) error {
	c, err := parseCall(text)
	s, _ := p.live.snapshot()
	var param any
	switch {
	case err != nil:
	case c.do == "eboards":
		param = p.eboards(s)
	case c.do == "subscribe":
		err = p.subscribe(c, s)
	case p.views[c.feed] == nil:
		err = fmt.Errorf("there is no subscription to feed %s", c.feed)
	case c.do == "unsubscribe":
		delete(p.views, c.feed)
	case c.do == "setup":
		v := p.views[c.feed]
		v.start, v.game, v.ply, v.sent = c.arg, "", 0, nil
	case c.do == "flip":
		p.views[c.feed].flipped = c.flip
	}
	if err != nil {
		return p.send("error", c.id, struct {
			Message string `json:"message"`
		}{err.Error()})
	}
	return p.send("call", c.id, param)
}

// eboards returns the boards as this program sees them.
func (p *program) eboards(s Snapshot) []eboard {
	list := eboards(s)
	for i, b := range s.Boards {
		for _, v := range p.views {
			if v.event == b.Event && v.board == b.Name && v.flipped {
				list[i].Flipped = true
				if list[i].Board != nil {
					pieces := turned(*list[i].Board)
					list[i].Board = &pieces
				}
				break
			}
		}
	}
	return list
}

func (p *program) subscribe(c call, s Snapshot) error {
	if len(p.views) >= maxViews && p.views[c.feed] == nil {
		return fmt.Errorf("there are %d subscriptions already", maxViews)
	}
	for _, b := range s.Boards {
		if serial(b, s.Boards) == c.arg {
			p.views[c.feed] = &view{event: b.Event, board: b.Name, serial: c.arg}
			return nil
		}
	}
	return fmt.Errorf("no board has the serialnr %q: the call eboards lists them", c.arg)
}

func (p *program) send(response string, id json.RawMessage, param any) error {
	if len(id) == 0 {
		id = json.RawMessage("null")
	}
	if err := p.conn.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return err
	}
	return p.conn.WriteJSON(struct {
		Response string          `json:"response"`
		ID       json.RawMessage `json:"id"`
		Param    any             `json:"param"`
		Time     int64           `json:"time"` // ms since 1970
	}{response, id, param, p.live.now().UnixMilli()})
}
