package cluster

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// sender gives one command after another, and repeats each until it is answered as
// carried out.
type sender struct {
	end, ended chan struct{}

	mu       sync.Mutex
	number   int
	answered []string
}

func command(t *testing.T, url string) *sender {
	t.Helper()
	s := &sender{end: make(chan struct{}), ended: make(chan struct{})}
	go s.run(url)
	t.Cleanup(func() {
		select {
		case <-s.ended:
		default:
			close(s.end)
			<-s.ended
		}
	})
	return s
}

func (s *sender) id() string { return fmt.Sprintf("note-%d", s.number) }

func (s *sender) run(url string) {
	defer close(s.ended)
	for {
		lost := make(chan struct{})
		c := mqtt.NewClient(mqtt.NewClientOptions().AddBroker(url).SetClientID("arbiter").SetAutoReconnect(false).
			SetConnectTimeout(5 * time.Second).SetKeepAlive(10 * time.Second).SetPingTimeout(5 * time.Second).
			SetConnectionLostHandler(func(mqtt.Client, error) { close(lost) }))
		if token := c.Connect(); token.WaitTimeout(10*time.Second) && token.Error() == nil {
			token := c.Subscribe(below+"cmd/note/result", 1, s.hear)
			if token.WaitTimeout(10*time.Second) && token.Error() == nil {
				s.send(c, lost)
			}
		}
		c.Disconnect(0)
		select {
		case <-s.end:
			return
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// send sends the unanswered command four times a second, as long as there is a
// connection.
func (s *sender) send(c mqtt.Client, lost chan struct{}) {
	for {
		s.mu.Lock()
		payload := fmt.Sprintf(`{"id":%q,"what":"whoever reads this once has read it all"}`, s.id())
		s.mu.Unlock()
		c.Publish(below+"cmd/note", 1, false, payload)
		select {
		case <-lost:
			return
		case <-s.end:
			return
		case <-time.After(250 * time.Millisecond):
		}
	}
}

func (s *sender) hear(_ mqtt.Client, m mqtt.Message) {
	var answer struct {
		ID string
		OK bool
	}
	if json.Unmarshal(m.Payload(), &answer) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if answer.OK && answer.ID == s.id() {
		s.answered = append(s.answered, answer.ID)
		s.number++
	}
}

// stop ends the sender once one more command was answered, and returns those that were.
func (s *sender) stop(t *testing.T) (answered []string, last string) {
	t.Helper()
	s.mu.Lock()
	before := s.number
	s.mu.Unlock()
	for limit := time.Now().Add(time.Minute); time.Now().Before(limit); time.Sleep(50 * time.Millisecond) {
		s.mu.Lock()
		done := s.number > before
		s.mu.Unlock()
		if done {
			break
		}
	}
	close(s.end)
	<-s.ended
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.answered, s.id()
}
