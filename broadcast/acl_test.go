package broadcast_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
)

// The access list for mosquitto has the same effect there as the built-in rules of the
// embedded broker.
func TestMosquittoACL(t *testing.T) {
	m := guarded(t, "../docs/mosquitto.acl")
	requests := make(chan broadcast.Request, 100)
	go func() {
		for r := range requests {
			r.Answer(broadcast.Answer{ID: r.Command.ID, OK: true})
		}
	}()
	s := newStory(1)
	publish(t, broadcast.Broker{URL: m.URL(), Username: "touchmove", Password: "touchmove's"}, s, requests)
	for _, who := range []struct{ name, reads, writes string }{
		{"", "", ""},
		{"technician", "event cmd/note/result", "cmd/note cmd/clock-reading"},
		{"arbiter", "event cmd/note/result", "cmd/note cmd/clock-reading cmd/restore"},
	} {
		t.Run("as "+who.name, func(t *testing.T) {
			f := follow(t, m.URL(), who.name, who.name+"'s")
			watch := follow(t, m.URL(), "arbiter", "arbiter's")
			s.goOn()
			caughtUp(t, f, s)
			for _, name := range []string{"note", "clock-reading", "restore"} {
				c, err := dial(t, m.URL(), who.name, who.name+"'s", nil)
				if err != nil {
					t.Fatal(err)
				}
				may := strings.Contains(" "+who.writes+" ", " cmd/"+name+" ")
				attempt(t, c, prefix+"cmd/"+name, `{"id":"`+who.name+` `+name+`","what":"x"}`, false)
				attempt(t, c, prefix+"state", `{"forged":true}`, false)
				// MQTT 3.1.1 reports no error, so only the answer to the command tells. An
				// answer to a later command of another client proves that there will be
				// none.
				arbiter, err := dial(t, m.URL(), "arbiter", "arbiter's", nil)
				if err != nil {
					t.Fatal(err)
				}
				attempt(t, arbiter, prefix+"cmd/"+name, `{"id":"after `+name+`","what":"x"}`, false)
				topic := "cmd/" + name + "/result"
				broadcasttest.Eventually(t, "the arbiter's answer", func() bool { return strings.Contains(watch.Last(topic), `"after `+name) })
				did := strings.Contains(strings.Join(watch.Messages(topic), ""), `"`+who.name+` `+name+`"`)
				if did != may {
					t.Errorf("cmd/%s was done: %v, want %v", name, did, may)
				}
			}
			if strings.Contains(watch.Last("state"), "forged") {
				t.Error("a state was forged")
			}
			if got := len(f.Messages("event")) > 0; got != strings.Contains(who.reads, "event") {
				t.Errorf("reads events: %v", got)
			}
			if got := len(f.Messages("cmd/note/result")) > 0; got != strings.Contains(who.reads, "result") {
				t.Errorf("reads answers: %v", got)
			}
		})
	}
}

// guarded starts a mosquitto with one of our access lists, for the users touchmove, arbiter
// and technician. The password of each is the name followed by 's.
func guarded(t *testing.T, list string, lines ...string) *broadcasttest.Mosquitto {
	t.Helper()
	acl, err := filepath.Abs(list)
	if err != nil {
		t.Fatal(err)
	}
	passwords := filepath.Join(t.TempDir(), "passwords")
	for i, name := range []string{"touchmove", "arbiter", "technician"} {
		args := []string{"-b", passwords, name, name + "'s"}
		if i == 0 {
			args = append([]string{"-c"}, args...)
		}
		if out, err := exec.Command("mosquitto_passwd", args...).CombinedOutput(); err != nil {
			t.Fatalf("mosquitto_passwd: %v: %s: run `make deps`", err, out)
		}
	}
	return broadcasttest.NewMosquitto(t, append(lines, "password_file "+passwords, "acl_file "+acl)...)
}
