package broadcast

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/eventlog"
	"touchmove/internal/refusal"
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

	owed    owedNow
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

// clockPeriod is how often a running clock is published again.
const clockPeriod = 5 * time.Second

// turnPeriod is how often the ends of earlier games take turns.
const turnPeriod = time.Second

// maxAnswers is how many answers can wait while there is no connection. If an answer is
// lost, the command can be sent again and is answered again.
const maxAnswers = 256

// NewPublisher makes the publisher of one board. Commands go to requests without
// blocking: if it is full they are refused as busy. If it is nil, commands are not
// accepted. The error names an invalid topic level.
func NewPublisher(b Broker, t Topics, info Info, history Source, requests chan<- Request, log *slog.Logger) (*Publisher, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	p := &Publisher{
		broker: b, topics: t, info: info, history: history, requests: requests,
		log: log.With("board", t.Board), answered: make(chan struct{}, 1), raw: NewReadings(), doubled: newDoubled(), lamps: Lamps{make(chan Lit, 1)},
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
	telling, cancel := lingering(ctx)
	defer cancel()
	var rest pause
	for {
		c, err := connect(ctx, telling, p.broker, id, will, p.log)
		if err != nil {
			return // ctx ended
		}
		p.stats.connections.Add(1)
		began := time.Now()
		err = p.serve(ctx, telling, c)
		p.stats.connected.Store(false)
		if ctx.Err() != nil {
			c.leave(will, p.log)
			return
		}
		c.drop()
		p.log.Warn("connection to the broker lost: play continues and is published later", "broker", p.broker.URL, "error", c.why(err))
		p.goBack(rewind)
		rest.after(ctx, began)
	}
}

// serve publishes the history on one connection: first everything retained, then what was
// missed, then what is new. It returns nil when ctx has ended and everything is published,
// and an error when the connection has broken or telling has ended.
func (p *Publisher) serve(ctx, telling context.Context, c *connection) error {
	if p.requests != nil {
		if err := c.subscribe(telling, p.topics.of(topicCommand, "+"), p.take); err != nil {
			return err
		}
	}
	own := c.guardAvailability(telling, p.topics.of(topicAvailability), p.log)
	for _, topic := range watched {
		p.doubled.watch(telling, c, topic, p.topics.of(topic), p.log)
	}
	kept := map[string][]byte{}
	p.previous.Reconnected()
	turns := time.NewTicker(turnPeriod)
	defer turns.Stop()
	again := time.NewTicker(clockPeriod)
	defer again.Stop()
	p.raw.forget() // it may be old
	grown := p.catchUp()
	own.expect(string(availabilityOf(&p.latest)))
	if err := p.publishRetained(telling, c, kept); err != nil {
		return err
	}
	p.stats.connected.Store(true) // a broker that accepts and then acknowledges nothing is none
	for {
		if err := p.publishAnswers(telling, c); err != nil {
			return err
		}
		more, err := p.publishEntries(telling, c)
		if err != nil {
			return err
		}
		if err := p.publishRetained(telling, c, kept); err != nil {
			return err
		}
		if own.expect(string(kept[p.topics.of(topicAvailability)])); !more {
			select {
			case <-own.wrong: // another client, or a late will, has changed the topic
				delete(kept, p.topics.of(topicAvailability))
			case <-p.doubled.wrong:
				for _, topic := range watched {
					delete(kept, p.topics.of(topic))
				}
			case <-grown:
			case <-p.answered:
			case now := <-turns.C:
				if p.previous.Turn(now) {
					p.owed.set(p.previous.Owed())
				}
			case l := <-p.lamps.latest:
				p.lit = l.payload()
			case r := <-p.raw.Latest():
				if err := c.publish(telling, []message{{topic: p.topics.of(topicRaw), payload: r.payload(), light: true}}); err != nil {
					return err
				}
			case <-again.C:
				if p.latest.Clock.Running() {
					delete(kept, p.topics.of(topicClock))
				}
			case <-c.lost:
				return c.broken()
			case <-ctx.Done():
				return p.finish(telling, c, kept)
			}
		}
		grown = p.catchUp()
	}
}

// finish publishes what is left at the end.
func (p *Publisher) finish(ctx context.Context, c *connection, kept map[string][]byte) error {
	p.catchUp()
	err := p.publishAnswers(ctx, c)
	for more := true; more && err == nil; {
		more, err = p.publishEntries(ctx, c)
	}
	if err == nil {
		err = p.publishRetained(ctx, c, kept)
	}
	return err
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
		p.previous.Take(t, &p.latest, p.topics)
		p.latest.Take(t)
	}
	if p.read += len(entries); len(entries) > 0 {
		p.owed.set(p.previous.Owed())
	}
	return grown
}

// publishRetained publishes the retained topics whose current content has not been
// published on this connection yet.
func (p *Publisher) publishRetained(ctx context.Context, c *connection, kept map[string][]byte) error {
	var list []message
	if p.topics.More.Discovery != "" {
		if m := (message{topic: p.topics.discoveryTopic(), payload: discoveryPayload(p.topics, p.info), retained: true}); kept[m.topic] == nil {
			list = append(list, m)
		}
	}
	for _, m := range append([]message{
		{topic: topicAvailability, payload: availabilityOf(&p.latest)},
		{topic: topicInfo, payload: p.info.payload(p.topics.Node)},
		{topic: topicPrevious, payload: p.previous.Payload()}, // before the state of the next game replaces that of the last one
		{topic: topicGame, payload: gamePayload(&p.latest, p.topics)},
		{topic: topicState, payload: statePayload(&p.latest, p.topics)},
		{topic: topicPosition, payload: []byte(p.latest.FEN())},
		{topic: topicClock, payload: clockPayload(&p.latest), light: true},
		{topic: topicAlarm, payload: alarmPayload(&p.latest)},
		{topic: topicDesk, payload: deskPayload(&p.latest)},
		{topic: topicAlarms, payload: ringingPayload(&p.latest)},
		{topic: topicPGN, payload: []byte(p.latest.PGN(p.topics.Event, p.topics.Board))},
		{topic: topicLights, payload: p.lit},
	}, p.optional()...) {
		if m.topic == topicLights && p.lit == nil {
			continue // the board has no lamps
		}
		if p.latest.Game == "" && m.topic != topicAvailability && m.topic != topicInfo && m.topic != topicLights {
			continue // nothing is known of a game yet, because of the delay
		}
		if (m.topic == topicDesk || m.topic == topicAlarms) && p.topics.Delayed {
			continue // for arbiters, who read the live feed
		}
		topic := m.topic
		m.topic, m.retained = p.topics.of(topic), true
		if !bytes.Equal(kept[m.topic], m.payload) {
			if slices.Contains(watched, topic) {
				p.doubled.publishes(topic, m.payload)
			}
			list = append(list, m)
		}
	}
	if err := c.publish(ctx, list); err != nil {
		return err
	}
	for _, m := range list {
		if kept[m.topic] = m.payload; m.topic == p.topics.of(topicPrevious) {
			p.previous.Acknowledged(time.Now())
		}
	}
	return nil
}

// optional returns the retained topics that are published only if the configuration asks
// for them.
func (p *Publisher) optional() (list []message) {
	if certainty := p.topics.More.Certainty; certainty > 0 {
		list = append(list, message{topic: topicSettled, payload: settledPayload(&p.latest, certainty)})
	}
	if p.topics.More.Values {
		list = append(list, values(&p.latest)...)
	}
	return list
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
		after.Take(t)
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
		p.atCursor.Take(t)
	}
	p.cursor.Release(p.sent - rewind)
}

// goBack marks the last n entries, at most rewind, as not published.
func (p *Publisher) goBack(n int) {
	if p.cursor == nil {
		return
	}
	from := p.cursor.Position()
	p.sent = max(p.sent-n, from)
	p.acknowledged = p.atCursor
	entries, _ := p.cursor.From(from)
	for _, t := range entries[:p.sent-from] {
		p.acknowledged.Take(t)
	}
}

// Readings returns where to put the board's sensor readings while a client has asked for
// them.
func (p *Publisher) Readings() Readings { return p.raw }

// reply is an answer to be published on cmd/<name>/result.
type reply struct {
	name string
	Answer
}

func (p *Publisher) publishAnswers(ctx context.Context, c *connection) error {
	p.mu.Lock()
	replies := p.answers
	p.answers = nil
	p.mu.Unlock()
	list := make([]message, len(replies))
	for i, r := range replies {
		if r.Game == "" {
			r.Game, r.Seq = p.latest.Game, p.latest.Seq
		}
		list[i] = message{topic: p.topics.of(topicCommand, r.name, "result"), payload: r.payload()}
	}
	err := c.publish(ctx, list)
	if err != nil {
		p.mu.Lock()
		p.answers = append(replies, p.answers...)
		p.mu.Unlock()
	}
	return err
}

// take receives a message of a command topic. It is called by paho and must not block.
func (p *Publisher) take(m mqtt.Message) {
	name := m.Topic()[strings.LastIndexByte(m.Topic(), '/')+1:]
	if len(m.Payload()) == 0 { // a retained message is cleared
		return
	}
	p.stats.commands.Add(1)
	said, err := ReadPayload(m.Payload())
	sender := p.broker.sender(said.who())
	r := Request{}
	if err == nil {
		r, err = sender.Request(said, name, p.topics.Board)
	}
	r.Answer = func(a Answer) { p.answer(name, a) }
	if err == nil && m.Retained() {
		err = refusal.New("retained", "the command is retained, so nobody knows how old it is: publish it without the retain flag, and clear the topic {topic}", "topic", m.Topic())
	}
	if err == nil {
		select {
		case p.requests <- r:
			return
		default:
			err = TooMany(time.Second)
		}
	}
	p.stats.refused.Add(1)
	p.log.Warn("command refused", "command", name, "id", r.Command.ID, "who", sender.Name, "role", sender.Role.String(), "error", err)
	r.Answer(Refused(r.Command.ID, err))
}

func (p *Publisher) answer(name string, a Answer) {
	if !isLevel(name) {
		return // there is no topic for the answer that anybody may read
	}
	p.mu.Lock()
	p.answers = append(p.answers, reply{name, a})
	if drop := len(p.answers) - maxAnswers; drop > 0 {
		p.answers = p.answers[drop:]
	}
	p.mu.Unlock()
	select {
	case p.answered <- struct{}{}:
	default:
	}
}

// Lamps returns where to put what the lamps of the board show. A board that puts nothing
// there has no topic lights.
func (p *Publisher) Lamps() Lamps { return p.lamps }
