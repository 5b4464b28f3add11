package daemon_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast/broadcasttest"
	"touchmove/configs"
	"touchmove/daemon"
)

// The roles of a configuration apply at the embedded broker: a player's device acts for
// its side, an assistant for the boards that are named, and the desk says who did what.
func TestRolesOfAConfiguration(t *testing.T) {
	t.Setenv("TOUCHMOVE_TEST_PASSWORD", "x")
	path := filepath.Join(t.TempDir(), "hall.toml")
	if err := os.WriteFile(path, []byte(`
[[mqtt.user]]
name = "black-1"
role = "player"
boards = ["one"]
side = "black"
password_env = "TOUCHMOVE_TEST_PASSWORD"
[[mqtt.user]]
name = "bea"
role = "assistant"
boards = ["one"]
password_env = "TOUCHMOVE_TEST_PASSWORD"
[[mqtt.user]]
name = "ann"
role = "arbiter"
password_env = "TOUCHMOVE_TEST_PASSWORD"
[[board]]
id = "one"
wiring = { driver = "simulated" }
[[board]]
id = "two"
wiring = { driver = "simulated" }
`), 0o600); err != nil {
		t.Fatal(err)
	}
	written, _, err := configs.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	c := small(t)
	c.MQTT.Users = written.MQTT.Users
	d, err := daemon.Open(c, "v1", quiet)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- d.Run(ctx) }()
	defer func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}()
	followers := map[string]*broadcasttest.Follower{}
	for _, board := range []string{"one", "two"} {
		followers[board] = broadcasttest.Follow(t, "tcp://"+c.MQTT.Listen, "touchmove/v1/local/"+board+"/", "ann", "x")
		broadcasttest.Eventually(t, "board "+board, func() bool { return followers[board].Last("state") != "" })
	}
	for _, act := range []struct {
		who, board, name, keys, says string // says is empty if the command is accepted
	}{
		{"black-1", "one", "resign", `"by":"white"`, "may act only for their own side"},
		{"black-1", "one", "start-clocks", `"by":"black"`, "not for the role player"},
		{"black-1", "two", "offer-draw", `"by":"black"`, "player of one, and this is board two"},
		{"black-1", "one", "offer-draw", `"by":"black"`, ""},
		{"bea", "two", "note", `"what":"x"`, "assistant of one, and this is board two"},
		{"bea", "one", "penalty", `"kind":"loss","player":"white"`, "it needs chief"},
		{"bea", "one", "penalty", `"kind":"warning","player":"white"`, ""},
		{"ann", "two", "note", `"what":"x"`, ""},
	} {
		client := mqtt.NewClient(mqtt.NewClientOptions().AddBroker("tcp://" + c.MQTT.Listen).SetClientID("role-" + act.who + act.board + act.name).SetUsername(act.who).SetPassword("x"))
		if token := client.Connect(); !token.WaitTimeout(time.Minute) || token.Error() != nil {
			t.Fatalf("%s cannot connect within a minute: %v", act.who, token.Error())
		}
		id := act.who + "-" + act.board + "-" + act.keys[len(act.keys)-6:len(act.keys)-1] + act.says
		payload, err := json.Marshal(id)
		if err != nil {
			t.Fatal(err)
		}
		client.Publish("touchmove/v1/local/"+act.board+"/cmd/"+act.name, 1, false, `{"id":`+string(payload)+`,`+act.keys+`}`)
		var a struct {
			ID, Error string
			OK        bool
		}
		broadcasttest.Eventually(t, "the answer to "+id, func() bool {
			return json.Unmarshal([]byte(followers[act.board].Last("cmd/"+act.name+"/result")), &a) == nil && a.ID == id
		})
		if a.OK != (act.says == "") || !strings.Contains(a.Error, act.says) {
			t.Errorf("%s: %s %s at board %s: %+v, want %q", act.who, act.name, act.keys, act.board, a, act.says)
		}
		client.Disconnect(100)
	}
	broadcasttest.Eventually(t, "the desk says who", func() bool {
		return strings.Contains(followers["one"].Last("desk"), `"role":"assistant"`) && strings.Contains(followers["one"].Last("desk"), `"who":"black-1"`)
	})
}
