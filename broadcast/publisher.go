package broadcast

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"touchmove/eventlog"
)

// Publisher publishes the history of one board to a broker, and passes on the commands
// that arrive. Make it with NewPublisher.
type Publisher struct {
	broker   Broker
	topics   Topics
	info     Info
	history  Source
	requests chan<- Request // nil: commands are not accepted
	log      *slog.Logger

	latest       eventlog.State // after every entry of the history
	previous     Previous       // the games before the current one of latest
	read         int            // position up to which entries are in latest
	acknowledged eventlog.State // after the entries whose messages the broker has acknowledged
	sent         int            // position up to which entries are in acknowledged

	cursor   *Cursor        // in history, at most 2*rewind entries before sent; nil before the first connection
	start    int            // its position at first
	atCursor eventlog.State // before the first entry at the cursor

	owed    atomic.Pointer[[]string] // the games of previous that some readers may not have got
	doubled *doubled
	stats   PublishStats
	raw     Readings
	lamps   Lamps
	lit     []byte // the published payload; nil without lamps

	mu       sync.Mutex
	answers  []reply
	answered chan struct{} // holds a value when answers has grown
}

// batch is how many entries are published at once: enough to fill a slow connection, and
// few enough for every broker's limit of unacknowledged messages.
const batch = 16

// rewind is how many acknowledged entries are published again on a new connection. A
// broker that was killed may have acknowledged what it then lost. A reader that keeps
// the highest seq ignores repetitions.
const rewind = 32

// turnPeriod is how often the ends of earlier games take turns.
const turnPeriod = time.Second

// clockPeriod is how often a running clock is published again.
const clockPeriod = 5 * time.Second

// NewPublisher makes the publisher of one board. Commands go to requests without
// blocking: if it is full they are refused as busy. If it is nil, commands are not
// accepted. The error names an invalid topic level.
func NewPublisher(b Broker, t Topics, info Info, history Source, requests chan<- Request, log *slog.Logger) (*Publisher, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	p := &Publisher{
		broker: b, topics: t, info: info, history: history, requests: requests,
		log: log.With("board", t.Board), answered: make(chan struct{}, 1), raw: NewReadings(), doubled: newDoubled(), lamps: Lamps{newNewest[Lit]()},
	}
	p.previous.Owe()
	return p, nil
}

// Run publishes until ctx ends. Then it publishes what is left and that the board is offline,
// if it is connected or an attempt to connect succeeds; otherwise the broker publishes the
// will. It returns at most a few seconds after ctx.
func (p *Publisher) Run(ctx context.Context) {
	id := p.topics.client(p.broker, p.topics.Node, p.topics.Event, p.topics.Board)
	will := message{topic: p.topics.of(topicAvailability), payload: []byte(offline), retained: true}
	publishing, cancel := lingering(ctx)
	defer cancel()
	var rest pause
	for {
		c, err := connect(ctx, publishing, p.broker, id, will, p.log)
		if err != nil {
			return // ctx ended
		}
		p.stats.connections.Add(1)
		began := time.Now()
		err = p.serve(ctx, publishing, c)
		p.stats.connected.Store(false)
		if ctx.Err() != nil {
			c.leave(will, p.log)
			return
		}
		c.drop()
		p.log.Warn("connection to the broker lost: play continues and is published later", "broker", p.broker.URL, "error", c.why(err))
		p.rewind(rewind)
		rest.after(ctx, began)
	}
}

// session publishes a board on one connection. What was published on an earlier one counts for nothing: the broker
// may have lost it.
type session struct {
	board *Publisher
	conn  *connection
	kept  map[string][]byte  // by full topic: the retained content published on this connection
	own   *availabilityGuard // of the board's availability
	grown <-chan struct{}    // closed when the history has grown
	turns *time.Ticker       // of the ends of earlier games
	clock *time.Ticker
}

// serve publishes the history on one connection: first everything retained, then what was
// missed, then what is new. It returns nil when ctx has ended and everything is published,
// and an error when the connection has broken or publishing has ended.
func (p *Publisher) serve(ctx, publishing context.Context, c *connection) error {
	s, err := p.newSession(publishing, c)
	if err != nil {
		return err
	}
	defer s.stop()
	s.grown = p.catchUp()
	s.own.expect(string(availabilityOf(&p.latest)))
	if err := s.publishRetained(publishing); err != nil {
		return err
	}
	p.stats.connected.Store(true) // a broker that accepts and then acknowledges nothing is none
	for {
		more, err := s.publish(publishing)
		if err != nil {
			return err
		}
		if !more {
			if ended, err := s.wait(ctx, publishing); err != nil {
				return err
			} else if ended {
				return s.finish(publishing)
			}
		}
		s.grown = p.catchUp()
	}
}

// newSession subscribes to commands and to the board's own topics. It fails only if commands cannot be had.
func (p *Publisher) newSession(ctx context.Context, c *connection) (*session, error) {
	if p.requests != nil {
		if err := c.subscribe(ctx, p.topics.of(topicCommand, "+"), p.receive); err != nil {
			return nil, err
		}
	}
	own := c.guardAvailability(ctx, p.topics.of(topicAvailability), p.log)
	for _, topic := range watched {
		p.doubled.watch(ctx, c, topic, p.topics.of(topic), p.log)
	}
	p.previous.Reconnected()
	p.raw.latest.forget() // it may be old
	return &session{
		board: p, conn: c, own: own, kept: map[string][]byte{},
		turns: time.NewTicker(turnPeriod), clock: time.NewTicker(clockPeriod),
	}, nil
}

func (s *session) stop() {
	s.turns.Stop()
	s.clock.Stop()
}

// publish publishes what has not been published yet, and reports whether there are more entries than
// it has published at once.
func (s *session) publish(ctx context.Context) (more bool, err error) {
	if err := s.board.publishAnswers(ctx, s.conn); err != nil {
		return false, err
	}
	if more, err = s.board.publishEntries(ctx, s.conn); err != nil {
		return false, err
	}
	if err := s.publishRetained(ctx); err != nil {
		return false, err
	}
	s.own.expect(string(s.kept[s.board.topics.of(topicAvailability)]))
	return more, nil
}

// wait waits until there is something to publish, and reports whether ctx has ended instead. Readings are published
// at once, since they are not part of the history.
func (s *session) wait(ctx, publishing context.Context) (ended bool, err error) {
	p := s.board
	select {
	case <-s.own.wrong: // another client, or a late will, has changed the topic
		s.publishAgain(topicAvailability)
	case <-p.doubled.wrong:
		s.publishAgain(watched...)
	case <-s.grown:
	case <-p.answered:
	case now := <-s.turns.C:
		if p.previous.Turn(now) {
			p.noteOwed()
		}
	case l := <-p.lamps.latest:
		p.lit = l.payload()
	case r := <-p.raw.Latest():
		return false, s.conn.publish(publishing, []message{{topic: p.topics.of(topicRaw), payload: r.payload(), light: true}})
	case <-s.clock.C:
		if p.latest.Clock.Running() {
			s.publishAgain(topicClock)
		}
	case <-s.conn.lost:
		return false, s.conn.broken()
	case <-ctx.Done():
		return true, nil
	}
	return false, nil
}

// publishAgain has these topics of the board published again although their content has not changed.
func (s *session) publishAgain(topics ...string) {
	for _, topic := range topics {
		delete(s.kept, s.board.topics.of(topic))
	}
}

// finish publishes what is left at the end.
func (s *session) finish(ctx context.Context) error {
	s.board.catchUp()
	err := s.board.publishAnswers(ctx, s.conn)
	for more := true; more && err == nil; {
		more, err = s.board.publishEntries(ctx, s.conn)
	}
	if err == nil {
		err = s.publishRetained(ctx)
	}
	return err
}

// publishRetained publishes the retained topics whose current content has not been
// published on this connection yet.
func (s *session) publishRetained(ctx context.Context) error {
	p := s.board
	var list []message
	if p.topics.More.Discovery != "" {
		if m := (message{topic: p.topics.discoveryTopic(), payload: discoveryPayload(p.topics, p.info), retained: true}); s.kept[m.topic] == nil {
			list = append(list, m)
		}
	}
	for _, m := range p.retained() {
		topic := m.topic
		m.topic, m.retained = p.topics.of(topic), true
		if bytes.Equal(s.kept[m.topic], m.payload) {
			continue
		}
		if slices.Contains(watched, topic) {
			p.doubled.publishes(topic, m.payload)
		}
		list = append(list, m)
	}
	if err := s.conn.publish(ctx, list); err != nil {
		return err
	}
	for _, m := range list {
		if s.kept[m.topic] = m.payload; m.topic == p.topics.of(topicPrevious) {
			p.previous.Acknowledged(time.Now())
		}
	}
	return nil
}

// catchUp reads the history to its end and returns a channel that is closed when there
// is more.
func (p *Publisher) catchUp() <-chan struct{} {
	if p.cursor == nil {
		p.cursor = p.history.Follow()
		p.start = p.cursor.Position()
		p.read, p.sent = p.start, p.start
	}
	entries, grown := p.cursor.From(p.read)
	for _, t := range entries {
		p.previous.Apply(t, &p.latest, p.topics)
		p.latest.Apply(t)
	}
	if p.read += len(entries); len(entries) > 0 {
		p.noteOwed()
	}
	return grown
}

// publishEntries publishes the next entries as moves and events, and returns whether
// there are more.
func (p *Publisher) publishEntries(ctx context.Context, c *connection) (more bool, err error) {
	entries, _ := p.cursor.From(p.sent)
	if more = len(entries) > batch; more {
		entries = entries[:batch]
	}
	after := p.acknowledged
	var list []message
	for _, t := range entries {
		after.Apply(t)
		if move := movePayload(t, &after); move != nil {
			list = append(list, message{topic: p.topics.of(topicMove), payload: move})
		}
		if event := eventPayload(t); event != nil && !p.topics.Delayed { // for arbiters, who read the live feed
			list = append(list, message{topic: p.topics.of(topicEvent), payload: event})
		}
	}
	if err := c.publish(ctx, list); err != nil {
		return false, err
	}
	p.acknowledged, p.sent = after, p.sent+len(entries)
	p.stats.entries.Store(uint64(p.sent - p.start))
	p.release()
	return more, nil
}

// release lets the history drop entries that were acknowledged so long ago that they will
// not be published again.
func (p *Publisher) release() {
	if p.sent-p.cursor.Position() < 2*rewind {
		return
	}
	entries, _ := p.cursor.From(p.cursor.Position())
	for _, t := range entries[:p.sent-rewind-p.cursor.Position()] {
		p.atCursor.Apply(t)
	}
	p.cursor.Release(p.sent - rewind)
}

// rewind marks the last n entries, at most rewind, as not published.
func (p *Publisher) rewind(n int) {
	if p.cursor == nil {
		return
	}
	from := p.cursor.Position()
	p.sent = max(p.sent-n, from)
	p.acknowledged = p.atCursor
	entries, _ := p.cursor.From(from)
	for _, t := range entries[:p.sent-from] {
		p.acknowledged.Apply(t)
	}
}

// Readings returns where to put the board's sensor readings while a client has asked for
// them.
func (p *Publisher) Readings() Readings { return p.raw }

// Lamps returns where to put what the lamps of the board show. A board that puts nothing
// there has no topic lights.
func (p *Publisher) Lamps() Lamps { return p.lamps }

// Doubled reports whether another daemon publishes as this board. It is for any goroutine.
func (p *Publisher) Doubled(now time.Time) bool { return p.doubled.isSeen(now) }

// HoldOwed sets how long the end of a game must be retained before readers can be assumed
// to have got it. It must be called before Run.
func (p *Publisher) HoldOwed(hold time.Duration) { p.previous.holdOwed(hold) }

// Owed lists the earlier games whose ends some readers may not have got. It is for any goroutine.
func (p *Publisher) Owed() []string {
	if ids := p.owed.Load(); ids != nil {
		return *ids
	}
	return nil
}

func (p *Publisher) noteOwed() {
	ids := p.previous.Owed()
	p.owed.Store(&ids)
}

// Stats returns the counts of what the publisher does.
func (p *Publisher) Stats() *PublishStats { return &p.stats }
