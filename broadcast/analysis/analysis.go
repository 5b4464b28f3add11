// Package analysis lets a chess engine analyse the positions of boards, and publishes its
// findings on the topic analysis next to the topic from which the position was read.
//
// It is a reader like any screen. It reads only what has been shown, so its findings have
// the same delay as the moves and are never ahead of them. A feed without a delay is
// analysed only if that is asked for: players could read there what to play.
package analysis

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/analysis/uci"
	"touchmove/broadcast/contract"
	"touchmove/internal/sleep"
	"touchmove/internal/topic"
	"touchmove/rules"
)

// Options say what is analysed, and with which engine and limits.
type Options struct {
	Base    string // topic levels before event and board
	Event   string // only this event's boards; empty is all
	Live    bool   // also boards whose feed is not delayed
	Start   func(context.Context) (*uci.Engine, error)
	Limits  uci.Limits
	Backoff time.Duration // pause before a failed engine is started again; it doubles, up to 64 times the first one
}

// Analyst analyses the positions of boards. Make it with New.
type Analyst struct {
	Options
	log *slog.Logger

	mu     sync.Mutex
	client *broadcast.Client // nil while there is no connection
	boards map[string]*board // by event and board, as in a topic
	asked  int               // number of positions so far, for their order
	unsent int               // connections in a row that broke when an analysis was published
	wake   chan struct{}     // something has changed
	logged map[string]bool   // boards already logged as not analysed
}

// board is what a board has published, and what was found.
type board struct {
	delayed   *bool // nil until it is known
	position  *position
	published bool // an analysis of it is retained at the broker
}

// position is a position to be analysed.
type position struct {
	game, fen string
	seq       uint64
	ply       int
	at        rules.Position
	order     int // in order of arrival
	done      bool
	failures  int
	changed   context.CancelFunc // stops its search; nil if there is none
}

// mostFailures is how often an engine may fail at a position before the position is
// skipped: some positions make some engines crash.
const mostFailures = 2

// New makes an analyst.
func New(o Options, log *slog.Logger) *Analyst {
	return &Analyst{Options: o, log: log, boards: map[string]*board{}, wake: make(chan struct{}, 1), logged: map[string]bool{}}
}

// Run reads and publishes until ctx ends. Then it removes everything it published.
func (a *Analyst) Run(ctx context.Context, b broadcast.Broker) {
	var working sync.WaitGroup
	working.Go(func() { a.work(ctx) })
	for ctx.Err() == nil {
		c, err := broadcast.Dial(ctx, b, a.log)
		if err != nil {
			break // ctx has ended
		}
		a.follow(ctx, c)
		if ctx.Err() != nil {
			working.Wait()
			a.withdrawAll(c)
		}
		c.Close()
		a.hold(ctx)
	}
	working.Wait()
}

// hold waits before the next connection, longer and longer, if the broker ends each one at the
// first analysis.
func (a *Analyst) hold(ctx context.Context) {
	a.mu.Lock()
	unsent := a.unsent
	a.mu.Unlock()
	if unsent >= refusals {
		sleep.For(ctx, a.Backoff<<min(unsent, 6))
	}
}

// refusals is after how many such connections, in a row, they are no accident.
const refusals = 2

// follow reads until the connection breaks or ctx ends.
func (a *Analyst) follow(ctx context.Context, c *broadcast.Client) {
	event := a.Event
	if event == "" {
		event = "+"
	}
	for _, name := range []string{contract.Info, contract.State} {
		if err := c.Subscribe(ctx, a.Base+"/"+event+"/+/"+name, a.receive); err != nil {
			if ctx.Err() == nil {
				a.log.Warn("the broker does not permit reading positions", "error", err)
			}
			return
		}
	}
	a.connect(c)
	defer a.connect(nil)
	select {
	case <-c.Lost():
		a.log.Warn("connection to the broker lost: nothing is analysed until it is back")
	case <-ctx.Done():
	}
}

func (a *Analyst) connect(c *broadcast.Client) {
	a.mu.Lock()
	a.client = c
	a.mu.Unlock()
	a.rouse()
}

func (a *Analyst) rouse() {
	select {
	case a.wake <- struct{}{}:
	default:
	}
}

// receive handles a message.
func (a *Analyst) receive(m broadcast.Message) {
	at, name, ok := topic.Below(a.Base, m.Topic)
	if !ok {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	key := at.String()
	b := a.boards[key]
	if b == nil {
		if len(a.boards) >= mostBoards {
			return
		}
		b = &board{}
		a.boards[key] = b
	}
	switch name {
	case contract.Info:
		var info struct {
			DelayMS int64 `json:"delay_ms"`
		}
		if json.Unmarshal(m.Payload, &info) == nil {
			delayed := info.DelayMS > 0
			b.delayed = &delayed
			if !delayed && !a.Live && !a.logged[key] {
				a.logged[key] = true
				a.log.Warn("this board is not analysed: its feed is not delayed, and players could read there what to play; --live analyses it all the same", "board", key)
			}
		}
	case contract.State:
		a.arrange(b, m.Payload)
	}
	a.rouse()
}

// mostBoards is how many boards are followed, so that a broker to which anybody may write
// cannot fill the memory.
const mostBoards = 2000

// arrange handles the state of a board.
func (a *Analyst) arrange(b *board, payload []byte) {
	next := read(payload)
	old := b.position
	if next != nil && old != nil && next.game == old.game {
		if next.seq < old.seq {
			return // older than the one we have
		}
		if next.fen == old.fen && next.ply == old.ply {
			old.seq = next.seq
			return
		}
	}
	if old != nil && old.changed != nil {
		old.changed()
	}
	if next != nil {
		a.asked++
		next.order = a.asked
	}
	b.position = next
}

// longestID is how long the id of a game may be, in bytes: twice as long as that of a board with a
// long name.
const longestID = 128

// read parses a state. It returns nil unless it is a game in progress in which a player is
// to move.
func read(payload []byte) *position {
	var s struct {
		V                         int
		Game, FEN, Variant, Phase string
		Seq                       uint64
		Ply                       int
		Handling                  *string
	}
	if json.Unmarshal(payload, &s) != nil || s.V != broadcast.Version || s.Phase != "playing" || s.Handling != nil || len(s.Game) > longestID {
		return nil
	}
	setup, err := rules.ParseFEN(s.FEN)
	if err != nil {
		return nil
	}
	variant, err := rules.ParseVariant(s.Variant)
	if err != nil {
		return nil
	}
	at, err := rules.NewPosition(setup, variant)
	if err != nil || !at.HasLegalMove() {
		return nil // engines may crash at impossible positions
	}
	return &position{game: s.Game, fen: s.FEN, seq: s.Seq, ply: s.Ply, at: at}
}
