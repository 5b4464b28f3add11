package analysis

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/analysis/uci"
	"touchmove/broadcast/contract"
	"touchmove/internal/sleep"
	"touchmove/rules"
)

// work lets the engine search one position after the other. If the engine fails, work
// starts it again, after longer and longer pauses.
func (a *Analyst) work(ctx context.Context) {
	var engine *uci.Engine
	defer func() {
		if engine != nil {
			engine.Close()
		}
	}()
	pause := a.Backoff
	for {
		key, p := a.next()
		if p == nil {
			a.withdraw(ctx)
			select {
			case <-a.wake:
				continue
			case <-ctx.Done():
				return
			}
		}
		if engine == nil {
			var err error
			if engine, err = a.Start(ctx); err != nil {
				engine = nil
				if ctx.Err() != nil || !a.rest(ctx, &pause, "the engine cannot be started", err) {
					return
				}
				continue
			}
			a.log.Info("the engine is ready", "engine", engine.Name())
		}
		err := a.analyse(ctx, engine, key, p)
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			pause = a.Backoff
		default:
			engine.Close()
			engine = nil
			a.failed(key, p)
			if !a.rest(ctx, &pause, "the engine failed", err) {
				return
			}
		}
	}
}

// rest waits before the engine is started again. It returns false if ctx ends.
func (a *Analyst) rest(ctx context.Context, wait *time.Duration, what string, err error) bool {
	a.log.Warn(what+": it is started again", "error", err, "after", wait.String())
	now := *wait
	*wait = min(2*now, 64*a.Backoff)
	return sleep.For(ctx, now)
}

// next returns the position that has waited longest, of the boards that may be analysed.
func (a *Analyst) next() (key string, p *position) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.client == nil {
		return "", nil
	}
	for k, b := range a.boards {
		if q := b.position; q != nil && !q.done && q.failures < mostFailures && a.mayAnalyse(b) && (p == nil || q.order < p.order) {
			key, p = k, q
		}
	}
	return key, p
}

// mayAnalyse reports whether a board may be analysed.
func (a *Analyst) mayAnalyse(b *board) bool { return a.Live || b.delayed != nil && *b.delayed }

func (a *Analyst) failed(key string, p *position) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if p.failures++; p.failures == mostFailures {
		a.log.Warn("the engine fails on this position: skipping it", "board", key, "fen", p.fen)
	}
}

// analyse searches a position and publishes the result, unless the position has changed in
// the meantime. The error is the engine's.
func (a *Analyst) analyse(ctx context.Context, engine *uci.Engine, key string, p *position) error {
	if engine.Has("UCI_Chess960") {
		engine.Set(uci.Option{Name: "UCI_Chess960", Value: map[bool]string{true: "true", false: "false"}[p.at.Variant() == rules.Chess960]})
	} else if p.at.Variant() == rules.Chess960 {
		a.mu.Lock()
		p.done = true
		a.mu.Unlock()
		return nil
	}
	search, changed := context.WithCancel(ctx)
	defer changed()
	a.mu.Lock()
	p.changed = changed
	a.mu.Unlock()
	info, err := engine.Search(search, p.fen, a.Limits)
	a.mu.Lock()
	p.changed = nil
	current := a.boards[key].position == p
	client := a.client
	a.mu.Unlock()
	switch {
	case errors.Is(err, context.Canceled):
		return nil // the position has changed
	case err != nil:
		return err
	case !current || client == nil || info.Depth == 0:
		a.mu.Lock()
		p.done = p.done || info.Depth == 0
		a.mu.Unlock()
		return nil
	}
	a.mu.Lock()
	p.done = true
	b := a.boards[key]
	b.published = true
	text := payload(p, engine.Name(), info, time.Now())
	a.mu.Unlock()
	if err := client.Retain(ctx, a.topicOf(key), text); ctx.Err() == nil {
		a.sent(client, key, p, err)
	}
	return nil
}

// sent notes whether the broker took an analysis. MQTT 3.1.1 has no answer for a topic on which
// somebody may not publish [MQTT-3.3.5-2]: a broker ends the connection, as a daemon's does, or
// acknowledges what it drops, as mosquitto does.
func (a *Analyst) sent(client *broadcast.Client, key string, p *position, err error) {
	a.mu.Lock()
	if err == nil {
		a.unsent = 0
		a.mu.Unlock()
		return
	}
	p.done = false // retry when the connection is back
	a.mu.Unlock()
	select {
	case <-client.Lost():
	case <-time.After(time.Second):
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.unsent++; a.unsent == refusals {
		a.log.Warn(`the broker ends the connection when an analysis is published: log in as a user with the role "analyst"`, "topic", a.topicOf(key))
	}
}

func (a *Analyst) topicOf(key string) string { return a.Base + "/" + key + "/" + contract.Analysis }

// withdraw removes the analysis of games that are over.
func (a *Analyst) withdraw(ctx context.Context) {
	a.mu.Lock()
	client := a.client
	var gone []string
	for key, b := range a.boards {
		if b.published && (b.position == nil || !a.mayAnalyse(b)) && client != nil {
			gone = append(gone, key)
			b.published = false
		}
	}
	a.mu.Unlock()
	for _, key := range gone {
		client.Retain(ctx, a.topicOf(key), nil) //nolint:errcheck // readers see that it belongs to an earlier position
	}
}

// withdrawAll removes all analyses at the end.
func (a *Analyst) withdrawAll(c *broadcast.Client) {
	ctx, cancel := context.WithTimeout(context.Background(), farewell)
	defer cancel()
	a.mu.Lock()
	defer a.mu.Unlock()
	for key, b := range a.boards {
		if b.published {
			c.Retain(ctx, a.topicOf(key), nil) //nolint:errcheck // as above
		}
	}
}

const farewell = 3 * time.Second

// longestLine is how many half-moves of a line are published.
const longestLine = 12

// payload returns the message with the analysis of a position, from White's point of view.
func payload(p *position, engine string, info uci.Info, now time.Time) []byte {
	type move struct {
		UCI string `json:"uci"`
		SAN string `json:"san"`
	}
	moves := []move{}
	at := p.at
	for _, text := range info.Line[:min(len(info.Line), longestLine)] {
		m, err := at.ParseUCI(text)
		if err != nil {
			break // moves after an illegal one mean nothing
		}
		moves = append(moves, move{m.UCI(at.Variant()), at.SAN(m)})
		at = at.After(m)
	}
	sign := 1
	if p.at.Turn() == rules.Black {
		sign = -1
	}
	var centipawns, mate *int
	if n := sign * info.Value.Mate; info.Value.Mate != 0 {
		mate = &n
	} else {
		n := sign * info.Value.Centipawns
		centipawns = &n
	}
	b, err := json.Marshal(struct {
		V          int    `json:"v"`
		Game       string `json:"game"`
		Seq        uint64 `json:"seq"`
		At         string `json:"at"`
		Ply        int    `json:"ply"`
		FEN        string `json:"fen"`
		Engine     string `json:"engine"`
		Depth      int    `json:"depth"`
		Nodes      int64  `json:"nodes"`
		Centipawns *int   `json:"centipawns"`
		Mate       *int   `json:"mate"`
		Moves      []move `json:"moves"`
	}{broadcast.Version, p.game, p.seq, now.UTC().Format("2006-01-02T15:04:05.000Z07:00"), p.ply, p.fen, engine, info.Depth, info.Nodes, centipawns, mate, moves})
	if err != nil {
		panic("analysis: " + err.Error()) // cannot fail: these are plain values
	}
	return b
}
