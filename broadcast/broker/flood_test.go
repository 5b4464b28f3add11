package broker_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/broker"
	"touchmove/rules"
)

// withPlayer starts a broker with two users: a player's device, and an arbiter with a
// hashed password.
func withPlayer(t *testing.T, requests chan<- broadcast.Request) *broker.Server {
	t.Helper()
	hash, err := bcrypt.GenerateFromPassword([]byte("arbiter's"), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	b, err := broker.Start(broker.Options{Listen: "127.0.0.1:0", WebSocket: "127.0.0.1:0", Base: topics.Base, Users: []broker.User{
		{Name: "ann", Password: string(hash), Role: broadcast.Arbiter},
		{Name: "white-7", Password: "player's", Role: broadcast.Seat, Boards: []string{topics.Board}, Side: rules.White},
	}}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	publish(t, b.Broker(), newStory(), requests)
	return b
}

// A player's login that sends commands as fast as possible, over as many connections as it
// may have, does not keep an arbiter from getting answers.
func TestFloodOfCommands(t *testing.T) {
	requests := make(chan broadcast.Request, 16)
	var flood atomic.Int64
	go func() {
		for r := range requests {
			time.Sleep(2 * time.Millisecond) // like writing to a journal
			if !strings.HasPrefix(r.Command.ID, "note") {
				flood.Add(1)
			}
			r.Answer(broadcast.Answer{ID: r.Command.ID, OK: true})
		}
	}()
	b := withPlayer(t, requests)
	watch := follow(t, "tcp://"+b.Addr(), "ann", "arbiter's")
	arbiter, err := dial(t, "tcp://"+b.Addr(), "ann", "arbiter's")
	if err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	defer close(stop)
	for n := range 20 {
		c := knock(t, b.Addr())
		if _, code := enter(t, c, fmt.Sprint("flood-", n), "white-7", "player's", true); code != 0 {
			t.Fatalf("the player's connection %d is answered %d", n+1, code)
		}
		go func() {
			p := packet(0x30, text(prefix+"cmd/draw-offer"), []byte(`{"id":"f"}`))
			for {
				select {
				case <-stop:
					return
				default:
				}
				c.SetWriteDeadline(time.Now().Add(time.Second))
				if _, err := c.Write(p); err != nil && !strings.Contains(err.Error(), "timeout") {
					return
				}
			}
		}()
	}
	if _, code := enter(t, knock(t, b.Addr()), "flood-20", "white-7", "player's", true); code != 5 {
		t.Errorf("connection 21 of one user is answered %d", code)
	}
	for n := range 10 {
		id := fmt.Sprint("note-", n)
		if !attempt(t, arbiter, prefix+"cmd/note", `{"id":"`+id+`","what":"x"}`, false) {
			t.Fatal("the arbiter's command is not let in")
		}
		broadcasttest.Eventually(t, "the arbiter's answer", func() bool { return strings.Contains(watch.Last("cmd/note/result"), `"`+id+`"`) })
		if !strings.Contains(watch.Last("cmd/note/result"), `"ok":true`) {
			t.Errorf("the arbiter is answered %s", watch.Last("cmd/note/result"))
		}
	}
}

// After a few wrong passwords a login is refused for a while; later the right password is
// accepted again.
func TestGuessedPasswords(t *testing.T) {
	b := withPlayer(t, nil)
	guessed := func() {
		for n := range 10 {
			if _, code := enter(t, knock(t, b.Addr()), "guess", "ann", fmt.Sprint("guess ", n), true); code != 5 {
				t.Fatalf("guess %d is answered %d", n, code)
			}
		}
	}
	heard := func() bool {
		_, code := enter(t, knock(t, b.Addr()), "ann", "ann", "arbiter's", true)
		return code == 0
	}
	// On a slow machine the wait may be over when the right password comes, but not ten
	// times in a row.
	refused := false
	for range 10 {
		if guessed(); !heard() {
			refused = true
			break
		}
	}
	if !refused {
		t.Error("right after them the right password is let in")
	}
	if _, code := enter(t, knock(t, b.Addr()), "player", "white-7", "player's", true); code != 0 {
		t.Errorf("another user is answered %d", code)
	}
	if _, code := enter(t, knock(t, b.Addr()), "touchmove-again", b.Broker().Username, b.Broker().Password, true); code != 0 {
		t.Errorf("the daemon is answered %d", code)
	}
	broadcasttest.Eventually(t, "the right password", heard)
}

// One user has at most twenty sessions. For a new one, the session that has been absent
// longest is ended.
func TestSessionsOfOneUser(t *testing.T) {
	b := withPlayer(t, nil)
	for n := range 50 {
		c := knock(t, b.Addr())
		if _, code := enter(t, c, fmt.Sprint("session-", n), "white-7", "player's", false); code != 0 {
			t.Fatalf("session %d is answered %d", n+1, code)
		}
		c.Write([]byte{0xe0, 0})
		if !ended(c) {
			t.Fatal("not disconnected")
		}
	}
	kept := 0
	for n := range 50 {
		c := knock(t, b.Addr())
		if session, _ := enter(t, c, fmt.Sprint("session-", n), "white-7", "player's", false); session == 1 {
			kept++
		}
		c.Close()
	}
	if kept > 20 {
		t.Errorf("%d sessions of one user were kept", kept)
	}
}
