package broker_test

import (
	"net/http"
	"strings"
	"testing"

	mqtt "github.com/eclipse/paho.mqtt.golang"
	"github.com/gorilla/websocket"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/broker"
)

// What each role may do at the embedded broker.
func TestAccess(t *testing.T) {
	requests := make(chan broadcast.Request, 100)
	go func() {
		for r := range requests {
			r.Answer(broadcast.Answer{ID: r.Command.ID, OK: true})
		}
	}()
	b, s := start(t, requests)
	url := "tcp://" + b.Addr()
	for _, who := range []struct {
		name, password string
		reads          string // private topics that it receives
		writes         string // topics that it may write
	}{
		{"", "", "", ""},
		{"rea", "reader's", "event", ""},
		{"tim", "technician's", "event cmd/note cmd/note/result", "cmd/note cmd/result"}, // refused commands are answered: TestEveryActionByEveryRole
		{"ann", "arbiter's", "event cmd/note cmd/note/result", "cmd/note cmd/result"},
	} {
		t.Run("as "+who.name, func(t *testing.T) {
			f := follow(t, url, who.name, who.password) // it subscribes to everything
			arbiter, err := dial(t, url, "ann", "arbiter's")
			if err != nil {
				t.Fatal(err)
			}
			if !attempt(t, arbiter, prefix+"cmd/note", `{"id":"`+who.name+`","what":"here"}`, false) {
				t.Fatal("the arbiter may not send a note")
			}
			s.goOn()
			caughtUp(t, f, s) // what is public arrives
			if who.reads != "" {
				broadcasttest.Eventually(t, "private topics arrive", func() bool {
					for _, topic := range strings.Fields(who.reads) {
						if len(f.Messages(topic)) == 0 {
							return false
						}
					}
					return true
				})
			}
			for _, topic := range []string{"event", "raw", "cmd/note", "cmd/note/result"} {
				if n := len(f.Messages(topic)); n > 0 && !strings.Contains(" "+who.reads+" ", " "+topic+" ") {
					t.Errorf("%d messages of %s arrived", n, topic)
				}
			}
			// Writing to a forbidden topic ends the connection, since MQTT 3.1.1 has no
			// other way to refuse it. So each attempt needs a new connection.
			for _, topic := range []string{"state", "move", "availability", "cmd/note", "cmd/result", "cmd/note/result", "cmd/a/b"} {
				c, err := dial(t, url, who.name, who.password)
				if err != nil {
					t.Fatal(err)
				}
				may := strings.Contains(" "+who.writes+" ", " "+topic+" ")
				if did := attempt(t, c, prefix+topic, `{"id":"x","result":"*"}`, false); did != may {
					t.Errorf("publishing on %s: %v, want %v", topic, did, may)
				}
			}
			c, err := dial(t, url, who.name, who.password)
			if err != nil {
				t.Fatal(err)
			}
			if attempt(t, c, "elsewhere", "x", false) {
				t.Error("published outside of the base")
			}
		})
	}
	if got := follow(t, url, "", "").Kept("state"); strings.Contains(got, `"x"`) {
		t.Error("a forged state is retained")
	}
}

func TestLogin(t *testing.T) {
	b, _ := start(t, nil)
	url := "tcp://" + b.Addr()
	for _, bad := range [][2]string{{"ann", "wrong"}, {"ann", ""}, {"nobody", ""}, {"nobody", "x"}, {"touchmove daemon", ""}, {"touchmove daemon", "x"}} {
		if c, err := dial(t, url, bad[0], bad[1]); err == nil {
			c.Disconnect(0)
			t.Errorf("%q with %q was let in", bad[0], bad[1])
		}
	}
	try := func(what string, change func(*mqtt.ClientOptions)) {
		opts := mqtt.NewClientOptions().AddBroker(url).SetClientID("x").SetAutoReconnect(false)
		change(opts)
		c := mqtt.NewClient(opts)
		if token := c.Connect(); token.Wait() && token.Error() == nil {
			c.Disconnect(0)
			t.Errorf("%s was let in", what)
		}
	}
	try("a will, which nobody checks", func(o *mqtt.ClientOptions) { o.SetWill(prefix+"state", "{}", 1, true) })
	try("a reader's will", func(o *mqtt.ClientOptions) {
		o.SetWill(prefix+"state", "{}", 1, true).SetUsername("rea").SetPassword("reader's")
	})
	try("the daemon's client id", func(o *mqtt.ClientOptions) { o.SetClientID("touchmove-pi-3-open-2026-hall-7") })
}

// A web page of our own may log in; any other may only read what is public.
func TestOrigins(t *testing.T) {
	b, s := start(t, nil)
	connect := func(origin, name, password string) (mqtt.Client, error) {
		opts := mqtt.NewClientOptions().AddBroker("ws://" + b.WebAddr()).SetClientID("page of " + origin).SetAutoReconnect(false).
			SetUsername(name).SetPassword(password).SetHTTPHeaders(http.Header{"Origin": {origin}})
		c := mqtt.NewClient(opts)
		token := c.Connect()
		token.Wait()
		if token.Error() == nil {
			t.Cleanup(func() { c.Disconnect(0) })
		}
		return c, token.Error()
	}
	ours, err := connect("http://127.0.0.1:8080", "ann", "arbiter's")
	if err != nil {
		t.Fatal(err)
	}
	if !attempt(t, ours, prefix+"cmd/note", `{}`, false) {
		t.Error("our own page may not send a command")
	}
	if _, err := connect("http://127.0.0.1:8090", "ann", "arbiter's"); err != nil {
		t.Errorf("a page of ours, by the address that the browser asks, may not log in: %v", err)
	}
	if _, err := connect("http://127.0.0.1:8091", "ann", "arbiter's"); err == nil {
		t.Error("a page of another server on this computer logged in")
	}
	if _, err := connect("http://evil.example", "ann", "arbiter's"); err == nil {
		t.Error("a foreign page logged in")
	}
	foreign, err := connect("http://evil.example", "", "")
	if err != nil {
		t.Fatalf("a foreign page may not read: %v", err)
	}
	got := make(chan string, 1)
	foreign.Subscribe(prefix+"position", 1, func(_ mqtt.Client, m mqtt.Message) { got <- string(m.Payload()) }).Wait()
	if fen := <-got; fen != s.fen() {
		t.Errorf("a foreign page read %q", fen)
	}
	if attempt(t, foreign, prefix+"cmd/note", `{}`, false) {
		t.Error("a foreign page sent a command")
	}
}

// Anything but MQTT on the WebSocket is refused and does no harm.
func TestWebSocketRubbish(t *testing.T) {
	b, s := start(t, nil)
	if r, err := http.Get("http://" + b.WebAddr()); err != nil || r.StatusCode != http.StatusBadRequest {
		t.Errorf("plain HTTP: %v, %v", r, err)
	}
	dialer := websocket.Dialer{Subprotocols: []string{"mqtt"}}
	for _, kind := range []int{websocket.TextMessage, websocket.BinaryMessage} {
		c, _, err := dialer.Dial("ws://"+b.WebAddr(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.WriteMessage(kind, []byte("GET / HTTP/1.1\r\n\r\n")); err != nil {
			t.Fatal(err)
		}
		if _, _, err := c.ReadMessage(); err == nil {
			t.Error("rubbish was answered")
		}
		c.Close()
	}
	caughtUp(t, follow(t, "ws://"+b.WebAddr(), "", ""), s)
}

func TestPortInUse(t *testing.T) {
	b, _ := start(t, nil)
	for _, e := range []broker.Options{{Listen: b.Addr()}, {Listen: "127.0.0.1:0", WebSocket: b.WebAddr()}} {
		if second, err := broker.Start(e, quiet); err == nil {
			second.Close()
			t.Errorf("a second broker listens on the same address: %+v", e)
		} else if !strings.Contains(err.Error(), b.Addr()) && !strings.Contains(err.Error(), b.WebAddr()) {
			t.Errorf("the error names no address: %v", err)
		}
	}
}
