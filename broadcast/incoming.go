package broadcast

import (
	"context"
	"strings"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/internal/refusal"
)

// maxAnswers is how many answers can wait while there is no connection. If an answer is
// lost, the command can be sent again and is answered again.
const maxAnswers = 256

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

// receive takes a message of a command topic. It is called by paho and must not block.
func (p *Publisher) receive(m mqtt.Message) {
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
