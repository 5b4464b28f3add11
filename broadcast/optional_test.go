package broadcast_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/contract"
	"touchmove/broadcast/contract/schemas"
	"touchmove/reconcile"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
)

// plainTopics are the topics of a board without optional ones.
var plainTopics = broadcast.Topics{Base: "touchmove/v1", Event: "open-2026", Board: "hall-7", Node: "pi-3"}

// Optional topics are not published unless the configuration asks for them.
func TestOptionalTopicsAreOff(t *testing.T) {
	m := broadcasttest.NewMosquitto(t)
	s := newStory(1)
	p, err := broadcast.NewPublisher(m.Broker(), plainTopics, info, s, nil, quiet)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); p.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
	f := follow(t, m.URL(), "", "")
	for range 20 {
		s.goOn()
	}
	caughtUp(t, f, s)
	for _, c := range contract.Channels() {
		if got := f.Messages(c.Name); c.Optional && len(got) > 0 {
			t.Errorf("%s was published: %q", c.Name, got)
		}
	}
}

// The topics of values agree with the state, and are published only when they change.
func TestValues(t *testing.T) {
	b, s := startEmbedded(t, nil)
	f := follow(t, "tcp://"+b.Addr(), "", "")
	says := func(topic, want string) {
		t.Helper()
		broadcasttest.Eventually(t, topic+" is "+want, func() bool { return f.Last(topic) == want })
	}
	says("value/last", "-")
	says("value/turn", "white")
	says("value/result", "*")
	says("value/white-clock", "-")
	at := rules.StartPosition()
	for i, san := range []string{"e4", "e5", "Nf3"} {
		m, err := at.ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		by := at.Turn()
		at = at.After(m)
		s.tell(reconcile.Made{Ply: i + 1, Move: m, UCI: m.UCI(rules.Standard), SAN: san, FEN: at.FEN(), By: by, Confidence: 0.99})
		says("value/last", []string{"1. e4", "1... e5", "2. Nf3"}[i])
	}
	says("value/turn", "black")
	s.tell(reconcile.ClockChanged{Change: chessclock.Pressed.String(), Times: reconcile.Times{
		Left: [2]time.Duration{5391_900 * time.Millisecond, 59 * time.Second}, Phase: chessclock.Running, Runs: rules.Black,
	}})
	says("value/white-clock", "1:29:51")
	says("value/black-clock", "0:00:59")
	s.tell(reconcile.ResultKnown{Result: "1-0", Reason: "kings", Proposed: true})
	s.tell(reconcile.ResultKnown{Result: "0-1", Reason: "resignation"})
	says("value/result", "0-1")
	says("value/turn", "-")
	if got := f.Messages("value/result"); slices.Contains(got, "1-0") {
		t.Errorf("a proposed result was published: %q", got)
	}
	for _, topic := range []string{"value/result", "value/turn", "value/last"} {
		for i, got := 1, f.Messages(topic); i < len(got); i++ {
			if got[i] == got[i-1] {
				t.Errorf("%s was published again: %q", topic, got)
			}
		}
	}
}

// The topic settled never withdraws a move unless the game itself changes, and never has a
// move before it is certain and completed.
func TestSettledTopic(t *testing.T) {
	b, s := startEmbedded(t, nil)
	f := follow(t, "tcp://"+b.Addr(), "", "")
	settled := func() (line []string, seq uint64, result string) {
		var p struct {
			Seq    uint64
			Moves  []struct{ SAN string }
			Result string
		}
		if text := f.Last("settled"); text != "" {
			if err := json.Unmarshal([]byte(text), &p); err != nil {
				t.Fatal(err)
			}
		}
		for _, m := range p.Moves {
			line = append(line, m.SAN)
		}
		return line, p.Seq, p.Result
	}
	shows := func(want string) {
		t.Helper()
		broadcasttest.Eventually(t, "settled has "+want, func() bool {
			line, _, result := settled()
			return strings.Join(append(line, result), " ") == want
		})
	}
	at := rules.StartPosition()
	play := func(san string, ply int) {
		t.Helper()
		m, err := at.ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		by := at.Turn()
		at = at.After(m)
		s.tell(reconcile.Made{Ply: ply, Move: m, UCI: m.UCI(rules.Standard), SAN: san, FEN: at.FEN(), By: by, Confidence: 0.9})
	}
	shows("*")
	play("e4", 1)
	s.tell(reconcile.Settled{Ply: 1, Confidence: 0.9995, Level: reconcile.Certain})
	s.tell(reconcile.Completed{Ply: 1, By: rules.White})
	shows("e4 *")
	_, seq, _ := settled()
	play("e5", 2)
	s.tell(reconcile.Doubted{Ply: 1, Confidence: 0.5, Level: reconcile.Likely})
	s.tell(reconcile.Fault{Squares: rules.SquaresOf(rules.C4), Kind: reconcile.StuckOn})
	broadcasttest.Eventually(t, "the board is degraded", func() bool { return f.Last("availability") == "degraded" })
	if line, now, _ := settled(); len(line) != 1 || now != seq || len(f.Messages("settled")) != 2 {
		t.Errorf("%v, seq %d after %d, %d messages", line, now, seq, len(f.Messages("settled")))
	}
	s.tell(reconcile.ResultKnown{Result: "1-0", Reason: "resignation"})
	shows("e4 e5 1-0")
}

// Home Assistant finds the board at its own topic, at either broker and without a login,
// and the topics named there are published. Nobody else can publish a device there.
func TestHomeAssistant(t *testing.T) {
	embedded, s := startEmbedded(t, nil)
	mosquitto := guarded(t, "../docs/mosquitto.acl")
	publish(t, broadcast.Broker{URL: mosquitto.URL(), Username: "touchmove", Password: "touchmove's"}, s, nil)
	const topic = "homeassistant/device/touchmove_open-2026_hall-7/config"
	for _, url := range []string{"tcp://" + embedded.Addr(), mosquitto.URL()} {
		c, err := dial(t, url, "", "", nil)
		if err != nil {
			t.Fatal(err)
		}
		got := make(chan string, 8)
		listenTo(t, c, "homeassistant/#", got)
		text := <-got
		if err := schemas.Check(topic, []byte(text)); err != nil {
			t.Error(err)
		}
		if err := takenByHomeAssistant(text); err != nil {
			t.Errorf("%v: %s", err, text)
		}
		var device struct {
			Availability []struct{ Topic string }
			Components   map[string]struct {
				UniqueID   string `json:"unique_id"`
				StateTopic string `json:"state_topic"`
			}
		}
		if err := json.Unmarshal([]byte(text), &device); err != nil {
			t.Fatal(err)
		}
		if want := []string{"black_clock", "last_move", "problem", "result", "turn", "white_clock"}; !slices.Equal(slices.Sorted(maps.Keys(device.Components)), want) {
			t.Errorf("components %v", device.Components)
		}
		f := follow(t, url, "", "")
		topics, ids := []string{device.Availability[0].Topic}, map[string]bool{}
		for _, e := range device.Components {
			topics, ids[e.UniqueID] = append(topics, e.StateTopic), true
		}
		if len(ids) != 6 {
			t.Errorf("ids %v", ids)
		}
		for _, name := range topics {
			below, ours := strings.CutPrefix(name, prefix)
			broadcasttest.Eventually(t, name+" is published", func() bool { return ours && f.Kept(below) != "" })
		}
		attempt(t, c, topic, `{"forged":true}`, true)
		arbiter := "arbiter"
		if url != mosquitto.URL() {
			arbiter = "ann"
		}
		named, err := dial(t, url, arbiter, "arbiter's", nil)
		if err != nil {
			t.Fatal(err)
		}
		attempt(t, named, topic, `{"forged":true}`, true)
		late, err := dial(t, url, "", "", nil)
		if err != nil {
			t.Fatal(err)
		}
		again := make(chan string, 8)
		listenTo(t, late, "homeassistant/#", again)
		if now := <-again; now != text {
			t.Errorf("%s: forged: %s", url, now)
		}
	}
}

// A board's topic and ids are valid in Home Assistant, whose topics have letters, digits,
// hyphens and underscores alone, and no two boards share one: the only underscores in them
// are the separators, as no event and no board has one.
func TestHomeAssistantIDs(t *testing.T) {
	for level, valid := range map[string]bool{"hall-7": true, "hall_7": false, "hall.7": false, "Hall-7": false, "hall 7": false, "höhe": false} {
		for _, topics := range []broadcast.Topics{{Base: "b", Event: level, Board: "x", Node: "n"}, {Base: "b", Event: "x", Board: level, Node: "n"}} {
			if err := topics.Validate(); (err == nil) != valid {
				t.Errorf("%+v: %v", topics, err)
			}
		}
	}
}

// takenByHomeAssistant checks the description of a device against Home Assistant's
// documentation.
func takenByHomeAssistant(text string) error {
	return contract.NewSet(os.DirFS("testdata"), ".", "homeassistant").CheckJSON("homeassistant", []byte(text))
}

// The schema refuses what Home Assistant refuses.
func TestHomeAssistantSchema(t *testing.T) {
	const device = `{"device":{"identifiers":["x"]},"origin":{"name":"touchmove"},"components":{"a":%s}}`
	for component, fits := range map[string]bool{
		`{"platform":"sensor","unique_id":"x_a","state_topic":"a/b"}`:                                                                     true,
		`{"platform":"sensor","unique_id":"x_a","state_topic":"a/b","device_class":"enum","options":["white","black"]}`:                   true,
		`{"platform":"binary_sensor","unique_id":"x_a","state_topic":"a/b","device_class":"problem","payload_on":"1"}`:                    true,
		`{"unique_id":"x_a","state_topic":"a/b"}`:                                                                                         false,
		`{"platform":"sensor","state_topic":"a/b"}`:                                                                                       false,
		`{"platform":"sensor","unique_id":"x_a"}`:                                                                                         false,
		`{"platform":"sensor","unique_id":"x_a","state_topic":"a/#"}`:                                                                     false,
		`{"platform":"sensor","unique_id":"x_a","state_topic":"a/b","options":["white"]}`:                                                 false, // only allowed for an enum
		`{"platform":"sensor","unique_id":"x_a","state_topic":"a/b","device_class":"enum","options":["white"],"unit_of_measurement":"s"}`: false,
		`{"platform":"sensor","unique_id":"x_a","state_topic":"a/b","device_class":"duration","unit_of_measurement":"seconds"}`:           false,
		`{"platform":"sensor","unique_id":"x_a","state_topic":"a/b","value":"{{ value }}"}`:                                               false,
		`{"platform":"sensor","unique_id":"x_a","state_topic":"a/b","icon":"trophy"}`:                                                     false,
		`{"platform":"sensor","unique_id":"x_a","state_topic":"a/b","availability":[{"value_template":"{{ value }}"}]}`:                   false,
		`{"platform":"sensor","unique_id":"x_a","state_topic":"a/b","entity_category":"config"}`:                                          false, // only allowed for what can be set
	} {
		if err := takenByHomeAssistant(fmt.Sprintf(device, component)); (err == nil) != fits {
			t.Errorf("%s: %v", component, err)
		}
	}
	for _, text := range []string{`{"origin":{"name":"x"},"components":{}}`, `{"device":{"identifiers":[]},"origin":{"name":"x"},"components":{}}`, `{"device":{"identifiers":["x"]},"components":{}}`} {
		if takenByHomeAssistant(text) == nil {
			t.Errorf("%s is taken", text)
		}
	}
}

// listenTo passes on the messages for a filter.
func listenTo(t *testing.T, c mqtt.Client, filter string, got chan<- string) {
	t.Helper()
	token := c.Subscribe(filter, 1, func(_ mqtt.Client, m mqtt.Message) { got <- string(m.Payload()) })
	if !token.WaitTimeout(time.Minute) || token.Error() != nil {
		t.Fatal(token.Error())
	}
}

// What Home Assistant shows with its templates: its states, with the two values of
// availability and the health beside them.
func TestHomeAssistantTemplates(t *testing.T) {
	node, err := exec.LookPath("node")
	if _, missing := os.Stat("broadcasttest/jinja/node_modules/nunjucks"); err != nil || missing != nil {
		t.Skip("NOT TESTED: Jinja's templates are not installed: make clients")
	}
	b, s := startEmbedded(t, nil)
	f := follow(t, "tcp://"+b.Addr(), "", "")
	c, err := dial(t, "tcp://"+b.Addr(), "", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan string, 8)
	listenTo(t, c, "homeassistant/#", got)
	type template struct {
		Topic    string `json:"state_topic"`
		Template string `json:"value_template"`
	}
	var device struct {
		Availability []struct {
			Topic    string
			Template string `json:"value_template"`
		}
		Components map[string]template
	}
	if err := json.Unmarshal([]byte(<-got), &device); err != nil {
		t.Fatal(err)
	}
	device.Components["available"] = template{device.Availability[0].Topic, device.Availability[0].Template}
	shows := func(ready func() bool, what func() map[string]string) {
		t.Helper()
		broadcasttest.Eventually(t, "it is published", ready)
		want := what()
		type job struct {
			Template string `json:"template"`
			Value    string `json:"value"`
		}
		var jobs []job
		names := slices.Sorted(maps.Keys(want))
		for _, name := range names {
			e := device.Components[name]
			jobs = append(jobs, job{e.Template, f.Last(strings.TrimPrefix(e.Topic, prefix))})
		}
		text, err := json.Marshal(jobs)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(node, "render.mjs")
		cmd.Dir, cmd.Stdin, cmd.Stderr = "broadcasttest/jinja", bytes.NewReader(text), os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		var rendered []string
		if err := json.Unmarshal(out, &rendered); err != nil {
			t.Fatal(err)
		}
		for i, name := range names {
			if rendered[i] != want[name] {
				t.Errorf("%s is %q, want %q, of %s", name, rendered[i], want[name], jobs[i].Value)
			}
		}
	}
	shows(func() bool {
		return f.Last("state") != "" && f.Last("clock") != "" && f.Last("availability") == "online"
	}, func() map[string]string {
		return map[string]string{"available": "online", "problem": "OFF", "result": "*", "turn": "white", "last_move": "none", "white_clock": "None", "black_clock": "None"}
	})
	s.goOn()
	s.tell(reconcile.ClockChanged{Change: chessclock.Pressed.String(), Times: reconcile.Times{
		Left: [2]time.Duration{5391_900 * time.Millisecond, 59 * time.Second}, Phase: chessclock.Running, Runs: rules.Black,
	}})
	s.tell(reconcile.ResultKnown{Result: "1-0", Reason: "kings", Proposed: true})
	s.tell(reconcile.Fault{Squares: rules.SquaresOf(rules.C4), Kind: reconcile.StuckOn})
	var state struct {
		Turn string
		Last *struct{ SAN string }
	}
	shows(func() bool {
		return f.Last("availability") == "degraded" && strings.Contains(f.Last("clock"), "5391900") && strings.Contains(f.Last("state"), `"c4"`) &&
			json.Unmarshal([]byte(f.Last("state")), &state) == nil && state.Last != nil
	}, func() map[string]string {
		return map[string]string{"available": "online", "problem": "ON", "result": "*", "turn": state.Turn, "last_move": state.Last.SAN, "white_clock": "5391", "black_clock": "59"}
	})
}
