package broadcast_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/broker"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// login is a user of the embedded broker and its role in the table of commands.
type login struct {
	name string
	role trace.Role
	side rules.Color
}

var logins = []login{
	{"ann", trace.Chief, rules.White},
	{"bea", trace.Assistant, rules.White},
	{"tim", trace.Technician, rules.White},
	{"white-7", trace.Player, rules.White},
	{"black-7", trace.Player, rules.Black},
	{"rea", trace.Nobody, rules.White},
	{"far", trace.Assistant, rules.White}, // of another board
}

func staff() []broker.User {
	return []broker.User{
		{Name: "ann", Password: "x", Role: broadcast.Arbiter},
		{Name: "bea", Password: "x", Role: broadcast.Assistant, Boards: []string{"hall-6", "hall-7"}},
		{Name: "tim", Password: "x", Role: broadcast.Technician},
		{Name: "white-7", Password: "x", Role: broadcast.Seat, Boards: []string{"hall-7"}, Side: rules.White},
		{Name: "black-7", Password: "x", Role: broadcast.Seat, Boards: []string{"hall-7"}, Side: rules.Black},
		{Name: "rea", Password: "x", Role: broadcast.Reader},
		{Name: "far", Password: "x", Role: broadcast.Assistant, Boards: []string{"hall-1"}},
	}
}

// acts returns everything that the table of commands has: each command, with each of its
// words, given by each player or arbiter who may be named.
func acts(t *testing.T) (list []map[string]any) {
	t.Helper()
	for _, kind := range broadcast.CommandKinds() {
		if kind.Name == broadcast.DoRaw {
			continue
		}
		keys := map[string]any{"do": kind.Name}
		words, by := []string{""}, []string{""}
		for _, key := range kind.AllKeys() {
			switch {
			case key.Name == "what" && key.Words != nil:
				words = key.Words
			case key.Name == "by":
				by = key.Words
			case kind.Name == trace.DoPenalty && key.Name == "kind":
				words = key.Words
			case key.Needed:
				var value any
				if err := json.Unmarshal([]byte(sample(key)), &value); err != nil {
					t.Fatal(err)
				}
				keys[key.Name] = value
			}
		}
		if kind.Name == trace.DoPenalty {
			keys["player"] = "white"
		}
		for _, word := range words {
			for _, who := range by {
				act := map[string]any{}
				for k, v := range keys {
					act[k] = v
				}
				if word != "" && kind.Name == trace.DoPenalty {
					act["kind"] = word
				} else if word != "" {
					act["what"] = word
				}
				if who != "" {
					act["by"] = who
				}
				list = append(list, act)
			}
		}
	}
	return list
}

// takenCommands answers every command with yes, and remembers those that reached the board.
type takenCommands struct {
	mu   sync.Mutex
	byID map[string]trace.Command
}

func (k *takenCommands) run(requests <-chan broadcast.Request) {
	for r := range requests {
		k.mu.Lock()
		k.byID[r.Command.ID] = r.Command
		k.mu.Unlock()
		r.Answer(broadcast.Answer{ID: r.Command.ID, OK: true})
	}
}

func (k *takenCommands) of(id string) (trace.Command, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	c, ok := k.byID[id]
	return c, ok
}

func (k *takenCommands) ids() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Collect(maps.Keys(k.byID))
}

// answerTo waits for the answer to a command, and returns whether it was taken and, if not, why.
func answerTo(t *testing.T, watch *broadcasttest.Follower, name, id string) (ok bool, reason string) {
	t.Helper()
	var a struct {
		ID, Error string
		OK        bool
	}
	broadcasttest.Eventually(t, "the answer to "+id, func() bool {
		for _, m := range slices.Backward(watch.Messages("cmd/" + name + "/result")) {
			if strings.Contains(m, `"id":"`+id+`"`) {
				return json.Unmarshal([]byte(m), &a) == nil
			}
		}
		return false
	})
	return a.OK, a.Error
}

// Every action of the table by every role, over MQTT. What the table allows reaches the
// board with the name and the role of the sender. Everything else is refused with an answer
// that says who may give it, and does not reach the board. A sender cannot pretend to be
// somebody else.
func TestEveryActionByEveryRole(t *testing.T) {
	t.Parallel()
	b, err := broker.Start(broker.Options{Listen: "127.0.0.1:0", Base: topics.Base, Users: staff()}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	requests := make(chan broadcast.Request, 100)
	taken := &takenCommands{byID: map[string]trace.Command{}}
	go taken.run(requests)
	publish(t, b.Broker(), newStory(1), requests)
	url := "tcp://" + b.Addr()
	watch := follow(t, url, "ann", "x")
	broadcasttest.Eventually(t, "the state, which is told once commands are heard", func() bool { return len(watch.Messages("state")) > 0 })
	all := acts(t)
	if len(all) < 80 {
		t.Fatalf("the table of commands has only %d actions", len(all))
	}
	allowed := 0
	for _, who := range logins {
		c, err := dial(t, url, who.name, "x", nil)
		if err != nil {
			t.Fatal(err)
		}
		if who.role == trace.Nobody { // the broker drops it, and MQTT 3.1.1 cannot report that
			attempt(t, c, prefix+"cmd/note", `{"id":"rea-0","what":"x"}`, false)
			continue
		}
		for i, act := range all {
			id := fmt.Sprintf("%s-%d", who.name, i)
			act["id"] = id
			name := act["do"].(string)
			payload, err := json.Marshal(act)
			if err != nil {
				t.Fatal(err)
			}
			want := who.name != "far" && permitted(t, who, act)
			if want {
				allowed++
			}
			if took := attempt(t, c, prefix+"cmd/"+name, string(payload), false); !took {
				t.Fatalf("%s: %s is not taken by the broker", who.name, payload)
			}
			ok, reason := answerTo(t, watch, name, id)
			got, reached := taken.of(id)
			switch {
			case ok != want || reached != want:
				t.Errorf("%s: %s: taken %v, reaches the board %v, want %v", who.name, payload, ok, reached, want)
			case !want && who.name == "far" && !strings.Contains(reason, "assistant of hall-1, and this is board hall-7"):
				t.Errorf("far: %s is refused with %q, which does not name the boards", payload, reason)
			case !want && reason == "":
				t.Errorf("%s: %s is refused without a reason", who.name, payload)
			case want && (told(t, got, "who") != who.name || told(t, got, "role") != who.role.String()):
				t.Errorf("%s: %s: the log does not know who: %s", who.name, payload, got.Extra)
			}
		}
	}
	if allowed < 200 {
		t.Errorf("only %d were allowed", allowed)
	}
	for _, id := range taken.ids() {
		if strings.HasPrefix(id, "rea-") {
			t.Errorf("a reader's command reached the board: %s", id)
		}
	}
	checkForger(t, url, watch, taken)
}

// checkForger tries to give a command in somebody else's name and in another role.
func checkForger(t *testing.T, url string, watch *broadcasttest.Follower, taken *takenCommands) {
	t.Helper()
	forger, err := dial(t, url, "tim", "x", nil)
	if err != nil {
		t.Fatal(err)
	}
	attempt(t, forger, prefix+"cmd/note", `{"id":"forged","what":"x","who":"ann"}`, false)
	if ok, reason := answerTo(t, watch, "note", "forged"); ok || !strings.Contains(reason, "occurs twice") {
		t.Errorf("a command in somebody else's name: taken %v, the answer is %q", ok, reason)
	}
	attempt(t, forger, prefix+"cmd/note", `{"id":"role","what":"x","role":"chief"}`, false)
	if ok, reason := answerTo(t, watch, "note", "role"); !ok {
		t.Errorf("a note with a role is refused: %s", reason)
	}
	if got, _ := taken.of("role"); !strings.Contains(string(got.Extra), `"role":"technician","who":"tim"`) {
		t.Errorf("the log does not have the sender's own role and name: %s", got.Extra)
	}
}

// told returns a key of a command.
func told(t *testing.T, c trace.Command, key string) (word string) {
	t.Helper()
	if _, err := c.Extra.Get(key, &word); err != nil {
		t.Fatal(err)
	}
	return word
}

// permitted reports whether the table allows an action.
func permitted(t *testing.T, who login, act map[string]any) bool {
	t.Helper()
	text, err := json.Marshal(act)
	if err != nil {
		t.Fatal(err)
	}
	var c trace.Command
	if err := c.UnmarshalJSON(text); err != nil {
		t.Fatal(err)
	}
	return trace.May(who.role, who.side, c) == nil
}

// A broker elsewhere does not report senders: what a command says about its sender is
// ignored.
func TestNobodyVouchesElsewhere(t *testing.T) {
	m := broadcasttest.NewMosquitto(t, "allow_anonymous true")
	requests := make(chan broadcast.Request, 1)
	publish(t, broadcast.Broker{URL: m.URL()}, newStory(1), requests)
	watch := follow(t, m.URL(), "", "")
	broadcasttest.Eventually(t, "the board is there", func() bool { return watch.Last("state") != "" })
	c, err := dial(t, m.URL(), "", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	attempt(t, c, prefix+"cmd/note", `{"id":"1","what":"x","who":"ann"}`, false)
	if r := <-requests; strings.Contains(string(r.Command.Extra), "ann") {
		t.Errorf("taken as %s", r.Command.Extra)
	}
}
