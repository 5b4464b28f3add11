package broadcast_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/sensors/trace"
)

func TestParseRequest(t *testing.T) {
	seq := uint64(57)
	for _, c := range []struct {
		name, payload string
		want          trace.Command
		ifSeq         *uint64
		expires       string
	}{
		{name: "restore", payload: `{"id":"1"}`, want: trace.Command{ID: "1", Do: "restore"}},
		{name: "restore", payload: ` { "id" : "1" , "do":"restore","v":1}`, want: trace.Command{ID: "1", Do: "restore"}},
		{name: "result", payload: `{"id":"a","result":"1-0","if_seq":57,"expires":"2026-11-21T18:22:00Z"}`,
			want: trace.Command{ID: "a", Do: "result", Result: "1-0"}, ifSeq: &seq, expires: "2026-11-21T18:22:00Z"},
		{name: "new-game", payload: `{"id":"b","white":{"name":"Żółć, Anna","fide_id":1100211},"if_seq":57}`,
			want: trace.Command{ID: "b", Do: "new-game", Extra: `{"white":{"fide_id":1100211,"name":"Żółć, Anna"}}`}, ifSeq: &seq},
	} {
		r, err := broadcast.ParseRequest(c.name, []byte(c.payload))
		if err != nil {
			t.Errorf("%s: %v", c.payload, err)
			continue
		}
		if r.Command != c.want {
			t.Errorf("%s\n got %+v\nwant %+v", c.payload, r.Command, c.want)
		}
		if (r.IfSeq == nil) != (c.ifSeq == nil) || r.IfSeq != nil && *r.IfSeq != *c.ifSeq {
			t.Errorf("%s: if_seq %v", c.payload, r.IfSeq)
		}
		if c.expires != "" && r.Expires.Format(time.RFC3339) != c.expires {
			t.Errorf("%s: expires %v", c.payload, r.Expires)
		}
	}
}

// Every refusal says what is wrong, and has the id if there is one.
func TestParseRequestRefuses(t *testing.T) {
	for _, c := range []struct{ name, payload, says, id string }{
		{"result", ``, "JSON", ""},
		{"result", `{"id":"1","result":"1-0"`, "JSON", ""},
		{"result", `[]`, "JSON", ""},
		{"result", `null`, "it is null and must be a JSON object", ""},
		{"result", `{"result":"1-0"}`, `"id"`, ""},
		{"result", `{"id":7,"result":"1-0"}`, "id", ""},
		{"result", `{"id":"` + strings.Repeat("x", 129) + `","result":"1-0"}`, "129 bytes", ""},
		{"result", `{"id":"1","result":"2-0"}`, "result", "1"},
		{"result", `{"id":"1"}`, "result", "1"},
		{"result", `{"id":"1","do":"resign","by":"white"}`, "same", "1"},
		{"dance", `{"id":"1"}`, "dance", "1"},
		{"adjust", `{"id":"1","by":"red"}`, "by", "1"},
		{"correct", `{"id":"1","ply":3,"uci":"e2e9"}`, "uci", "1"},
		{"restore", `{"id":"1","v":2}`, "version 2", "1"},
		{"restore", `{"id":"1","if_seq":-1}`, "if_seq", "1"},
		{"restore", `{"id":"1","if_seq":"57"}`, "if_seq", "1"},
		{"restore", `{"id":"1","expires":"tomorrow"}`, "expires", "1"},
		{"raw", `{"id":"1","seconds":601}`, "seconds", "1"},
		{"raw", `{"id":"1","hz":0}`, "hz", "1"},
		{"raw", `{"id":"1","hz":2.5}`, "hz", "1"},
		{"raw", `{"id":"1","do":"note"}`, "same", "1"},
		{"restore", `{"id":"1","id":"2"}`, "twice", "2"},
		{"restore", `{"ID":"1"}`, `no "id"`, ""}, // keys are case-sensitive
		{"restore", `{"id":"1","if_seq":null}`, `if_seq: type: null has type "null"`, "1"},
		{"new-game", `{"id":"1","white":"Anna"}`, "white", "1"},
		{"new-game", `{"id":"1","starts_at":"soon"}`, "starts_at is \"soon\"", "1"},
		{"new-game", `{"id":"1","time_control":"9O+30"}`, "time control \"9O+30\"", "1"},
		{"new-game", `{"id":"1","time_control":"5400+30","time_control_black":"1/1+9223372036"}`, "more than a game lasts", "1"},
		{"new-game", `{"id":"1","time_control":"5400+30","time_delay":"5"}`, "give only one of them", "1"},
		{"restore", `{"id":7}`, `"id" is a number and must be a string`, ""},
		{"restore", `[1]`, "it is an array and must be a JSON object", ""},
		{"note", "{\"id\":\"\xff\",\"what\":\"x\"}", "UTF-8", ""},
		{"restore", `{"id":"1","what":"` + strings.Repeat("x", 20000) + `"}`, "bytes", ""},
	} {
		r, err := broadcast.ParseRequest(c.name, []byte(c.payload))
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %.60s: error %v does not say %q", c.name, c.payload, err, c.says)
		}
		if r.Command.ID != c.id {
			t.Errorf("%s %.60s: id %q, want %q", c.name, c.payload, r.Command.ID, c.id)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%s %.60s: the error has more than one line: %v", c.name, c.payload, err)
		}
	}
}

// FuzzParseRequest checks that any payload gives a valid command with an id, or an error.
func FuzzParseRequest(f *testing.F) {
	f.Add("result", []byte(`{"id":"a","result":"1-0","if_seq":57,"expires":"2026-11-21T18:22:00Z"}`))
	f.Add("new-game", []byte(`{"id":"b","white":{"name":"A"},"v":1}`))
	f.Add("raw", []byte(`{"id":"c","seconds":600,"hz":20}`))
	f.Add("restore", []byte(`null`))
	f.Add("note", []byte(`{"who":"ann","id":"d","what":"x","board":"hall-7","who":"bob","role":"chief"}`))
	f.Add("seal", []byte(`{"id":"e","by":"white","text":"Nf3","Text":1.50,"board":null}`))
	f.Fuzz(func(t *testing.T, name string, payload []byte) {
		r, err := broadcast.ParseRequest(name, payload)
		if err != nil {
			return
		}
		if r.Command.ID == "" || r.Command.Do != name {
			t.Errorf("%s %s: %+v", name, payload, r.Command)
		}
		if name == broadcast.DoRaw { // it is not a record
			if r.Raw == nil || r.Raw.For < 0 || r.Raw.For > 10*time.Minute || r.Raw.Every < time.Second/20 || r.Raw.Every > time.Second {
				t.Errorf("%s: %+v", payload, r.Raw)
			}
			return
		}
		if err := r.Command.Validate(); err != nil {
			t.Errorf("%s %s: %v", name, payload, err)
		}
		if c := r.Command; c.Word("who")+c.Word("role")+c.Word("board")+c.Word("if_seq")+c.Word("expires")+c.Word("v") != "" {
			t.Errorf("%s %s: what is about the message is in the command: %s", name, payload, c.Extra)
		}
		chief := broadcast.Sender{Name: "ann", Role: broadcast.Arbiter}
		said, err := broadcast.ReadPayload(payload)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := chief.Request(said, name, "hall-7"); err == nil && (r.Command.Word("who") != "ann" || r.Command.Word("role") != "chief" || r.Command.Validate() != nil) {
			t.Errorf("%s %s: who sent it is %s", name, payload, r.Command.Extra)
		}
		if _, err := trace.ParseRecord(trace.AppendRecord(nil, trace.Record{What: r.Command})[:], &trace.Header{}); err != nil {
			t.Errorf("%s %s: cannot be read back from a journal: %v", name, payload, err)
		}
	})
}

func TestCommandsOverMQTT(t *testing.T) {
	onBrokers(t, func(t *testing.T, b testBroker) {
		requests := make(chan broadcast.Request, 1)
		s := newStory(1)
		publish(t, b.Broker(), s, requests)
		f := follow(t, b.URL(), "ann", "arbiter's")
		broadcasttest.Eventually(t, "online", func() bool { return f.Last("availability") == "online" })
		arbiter, err := dial(t, b.URL(), "ann", "arbiter's", nil)
		if err != nil {
			t.Fatal(err)
		}
		result := func(name, id string) (a struct {
			V     int
			ID    *string
			OK    bool
			Error string
			Game  string
			Seq   uint64
		}) {
			t.Helper()
			broadcasttest.Eventually(t, "the answer to "+id, func() bool {
				if json.Unmarshal([]byte(f.Last("cmd/"+name+"/result")), &a) != nil {
					return false
				}
				return a.ID == nil && id == "" || a.ID != nil && *a.ID == id
			})
			return a
		}

		attempt(t, arbiter, prefix+"cmd/note", `{"id":"n-1","what":"late"}`, false)
		r := <-requests
		if r.Command.Extra = ""; r.Command != (trace.Command{ID: "n-1", Do: "note", What: "late"}) {
			t.Errorf("got %+v", r.Command)
		}
		if f.Last("cmd/note/result") != "" {
			t.Error("answered before it was kept")
		}
		r.Answer(broadcast.Answer{ID: "n-1", OK: true, Game: s.game, Seq: 12})
		if a := result("note", "n-1"); !a.OK || a.Error != "" || a.Seq != 12 || a.Game != s.game || a.V != 1 {
			t.Errorf("answer %+v", a)
		}

		attempt(t, arbiter, prefix+"cmd/result", `{"id":"bad","result":"2-0"}`, false)
		if a := result("result", "bad"); a.OK || !strings.Contains(a.Error, "2-0") {
			t.Errorf("answer %+v", a)
		}
		attempt(t, arbiter, prefix+"cmd/dance", `nonsense`, false)
		if a := result("dance", ""); a.OK || !strings.Contains(a.Error, "JSON") {
			t.Errorf("answer %+v", a)
		}

		// Two commands at once, with room for one: the other is told to try again.
		attempt(t, arbiter, prefix+"cmd/note", `{"id":"n-2","what":"x"}`, false)
		attempt(t, arbiter, prefix+"cmd/note", `{"id":"n-3","what":"x"}`, false)
		if a := result("note", "n-3"); a.OK || !strings.Contains(a.Error, "again") {
			t.Errorf("answer %+v", a)
		}
		if r := <-requests; r.Command.ID != "n-2" {
			t.Errorf("got %+v", r.Command)
		}
		if n := len(requests); n != 0 {
			t.Errorf("%d refused commands reached the daemon", n)
		}
	})
}

// A command that was retained at the broker is not carried out when the daemon connects;
// the answer says that it was refused.
func TestRetainedCommand(t *testing.T) {
	b := broadcasttest.NewMosquitto(t)
	c, err := dial(t, b.URL(), "", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	attempt(t, c, prefix+"cmd/resign", `{"id":"old","by":"white"}`, true)
	f := follow(t, b.URL(), "", "")
	requests := make(chan broadcast.Request, 1)
	publish(t, b.Broker(), newStory(1), requests)
	broadcasttest.Eventually(t, "it is refused", func() bool { return strings.Contains(f.Last("cmd/resign/result"), "retain") })
	if n := len(requests); n != 0 {
		t.Errorf("%d commands reached the daemon", n)
	}
}
