package control_test

import (
	"errors"
	"testing"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon/control"
	"touchmove/sensors/trace"
)

// standsAt is a game at a sequence number.
type standsAt uint64

func (s standsAt) Stamp(a broadcast.Answer) broadcast.Answer {
	a.Game, a.Seq = "g-1", uint64(s)
	return a
}
func (s standsAt) GoneOn(since uint64) bool { return since != uint64(s) }

// clerk sends commands to a Pending and stores the answers, in the order of sending.
type clerk struct {
	*control.Pending
	answers map[string][]broadcast.Answer
}

func newClerk() *clerk {
	return &clerk{control.NewPending(), map[string][]broadcast.Answer{}}
}

var now = time.Date(2026, 11, 21, 18, 22, 0, 0, time.UTC)

// send returns whether the command was accepted, and what was answered at once.
func (c *clerk) send(r broadcast.Request, id string) (accepted bool, said []broadcast.Answer) {
	r.Command = trace.Command{ID: id, Do: trace.DoNote, What: "x"}
	before := len(c.answers[id])
	r.Answer = func(a broadcast.Answer) { c.answers[id] = append(c.answers[id], a) }
	accepted = c.Accept(r, now, standsAt(7))
	return accepted, c.answers[id][before:]
}

// A command is accepted once. If it is sent again while it waits, both senders get the one
// answer. If it is sent again after it was carried out, the answer is the same as before,
// also in the next game.
func TestPendingDoesNothingTwice(t *testing.T) {
	c := newClerk()
	if ok, said := c.send(broadcast.Request{}, "a"); !ok || len(said) > 0 {
		t.Fatalf("a new command: accepted %v, answered %v", ok, said)
	}
	if ok, said := c.send(broadcast.Request{}, "a"); ok || len(said) > 0 {
		t.Errorf("sent again while it waits: accepted %v, answered %v", ok, said)
	}
	c.Reply("a", broadcast.Answer{ID: "a", OK: true, Game: "g-1", Seq: 8})
	if n := len(c.answers["a"]); n != 2 {
		t.Errorf("two senders wait, and %d answers were given", n)
	}
	c.NextGame()
	if ok, said := c.send(broadcast.Request{}, "a"); ok || len(said) != 1 || said[0].Seq != 8 {
		t.Errorf("sent again in the next game: accepted %v, answered %v", ok, said)
	}
	c.NextGame()
	c.Before = func(id string) bool { return id == "a" }
	if ok, said := c.send(broadcast.Request{}, "a"); ok || len(said) != 1 || !said[0].OK || said[0].Game != "g-1" {
		t.Errorf("sent again games later: accepted %v, answered %v", ok, said)
	}
	if ok, _ := c.send(broadcast.Request{}, "b"); !ok {
		t.Error("another command is not accepted")
	}
	c.Reply("b", broadcast.Refused("b", errRefused))
	if ok, _ := c.send(broadcast.Request{}, "b"); !ok {
		t.Error("what was refused cannot be sent again")
	}
}

var errRefused = errors.New("it does not fit the game")

// A command that came too late, was made for another state or cannot be kept is refused
// with the reason, and does not wait for an answer.
func TestPendingRefuses(t *testing.T) {
	seen := uint64(6)
	for _, c := range []struct {
		what string
		r    broadcast.Request
		shut bool
		code string
	}{
		{"too late", broadcast.Request{Expires: now}, false, "expired"},
		{"for an older state", broadcast.Request{IfSeq: &seen}, false, "gone-on"},
		{"the disk is full", broadcast.Request{}, true, "disk"},
	} {
		k := newClerk()
		k.Shut = c.shut
		ok, said := k.send(c.r, "a")
		if ok || len(said) != 1 || said[0].OK || said[0].Reason == nil || said[0].Reason.Code != c.code || said[0].Seq != 7 {
			t.Errorf("%s: accepted %v, answered %+v, want a refusal %s", c.what, ok, said, c.code)
		}
		k.Reply("a", broadcast.Answer{ID: "a", OK: true})
		if len(k.answers["a"]) != 1 {
			t.Errorf("%s: answered twice", c.what)
		}
	}
	k := newClerk()
	k.send(broadcast.Request{}, "a")
	k.Shut = true
	if ok, said := k.send(broadcast.Request{}, "a"); ok || len(said) != 1 || said[0].Reason.Code != "not-yet-kept" {
		t.Errorf("done and not yet on disk: accepted %v, answered %v", ok, said)
	}
}
