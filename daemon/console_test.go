package daemon_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/broker"
	"touchmove/eventlog"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// listed is a message of the topic desk, as a console reads it.
type listed struct {
	Actions []struct {
		Number, Undoes, Undone int
		Do                     string
		Keys                   map[string]any
		Before, After          struct {
			Ply    int
			Result string
		}
	}
	Undoable int
	Guide    []struct{ Square, Put string }
	Illegal  struct{ White, Black int }
	Offer    *string `json:"draw_offer"`
	Sealing  *string `json:"adjourned"`
	Signed   struct {
		White, Black *string
		Missing      []string
	}
}

// The topic desk says which players have confirmed the result, and which have not.
func TestDeskTellsWhoSigned(t *testing.T) {
	var tapes []tape
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h, s, ask, stop := seated(t, dir)
		h.pins.SetSquare(rules.E2, sensors.Empty)
		time.Sleep(time.Second)
		h.pins.SetSquare(rules.E4, sensors.Occupied)
		time.Sleep(3 * time.Second)
		for i, c := range []trace.Command{
			{Do: trace.DoNote, What: "a move is made"}, {Do: trace.DoSign, By: "white", Result: "1-0"}, {Do: trace.DoResult, Result: "1-0"}, {Do: trace.DoSign, By: "black", Result: "1-0"}, {Do: trace.DoUndo},
		} {
			c.ID = fmt.Sprint(i)
			if a := ask(broadcast.Request{Command: c}); !a.OK {
				t.Fatalf("%s: %s", c.Do, a.Error)
			}
			time.Sleep(time.Second)
			told, _ := s.History.From(0)
			tapes = append(tapes, slices.Clone(told))
		}
		stop()
	})
	for i, want := range []string{"[] []", "[white] []", "[white] [black]", "[white black] []", "[white] [black]"} {
		l, text := published(t, tapes[i])
		by := []string{}
		for _, s := range []struct {
			by     string
			result *string
		}{{"white", l.Signed.White}, {"black", l.Signed.Black}} {
			if s.result != nil && *s.result == "1-0" {
				by = append(by, s.by)
			}
		}
		if got := fmt.Sprint(by, " ", l.Signed.Missing); got != want {
			t.Errorf("after command %d %s signed and not, want %s: %s", i, got, want, text)
		}
	}
}

// tape is a history that has ended.
type tape []eventlog.Entry

func (h tape) Follow() *broadcast.Cursor {
	l := broadcast.NewLog()
	l.Append(h...)
	return l.Follow(0)
}

// published returns the last retained message on the topic desk for a history.
func published(t *testing.T, told tape) (l listed, text string) {
	t.Helper()
	text = retainedOf(t, told, "desk")
	if err := json.Unmarshal([]byte(text), &l); err != nil {
		t.Fatal(err)
	}
	return l, text
}

// retainedOf returns the last retained message on a topic for a history.
func retainedOf(t *testing.T, told tape, topic string) string {
	t.Helper()
	b, err := broker.Start(broker.Options{Listen: "127.0.0.1:0", Base: "touchmove/v1", Users: []broker.User{{Name: "rea", Password: "x", Role: broadcast.Reader}}}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	p, err := broadcast.NewPublisher(b.Broker(), broadcast.Topics{Base: "touchmove/v1", Event: "open", Board: "hall-7", Node: "pi"}, broadcast.Info{Version: "v1", Hardware: "mcp23017", Sensing: "occupancy", ScanHz: 200}, told, nil, quiet)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { p.Run(ctx) })
	defer running.Wait()
	defer cancel()
	f := broadcasttest.Follow(t, "tcp://"+b.Addr(), "touchmove/v1/open/hall-7/", "rea", "x")
	broadcasttest.Eventually(t, topic, func() bool { return f.Last(topic) != "" })
	return f.Last(topic)
}

// The topic desk lists what arbiters did, what can be undone, and what must be put
// right on the board. It never contains a private note, or the move in the envelope.
func TestConsole(t *testing.T) {
	extra := func(keys map[string]any) trace.Extra {
		e, err := trace.NewExtra(keys)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	var tapes []tape
	var seen []string
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s, ask, stop := office(t, dir)
		n := 0
		do := func(c trace.Command) {
			t.Helper()
			n++
			c.ID = fmt.Sprint(n)
			if a := ask(broadcast.Request{Command: c}); !a.OK {
				t.Fatalf("%s: %s", c.Do, a.Error)
			}
			time.Sleep(10 * time.Second)
			told, _ := s.History.From(0)
			tapes, seen = append(tapes, slices.Clone(told)), append(seen, c.Do)
		}
		do(trace.Command{Do: trace.DoNote, What: "said aloud"})
		do(trace.Command{Do: trace.DoNote, Extra: extra(map[string]any{"text": "a secret", "private": true})})
		do(trace.Command{Do: trace.DoCorrect, Ply: 1, UCI: "e2e4"})
		do(trace.Command{Do: trace.DoUndo})
		do(trace.Command{Do: trace.DoAdjourn})
		do(trace.Command{Do: trace.DoSeal, By: "white", Extra: extra(map[string]any{"text": "Nf3 sealed"})})
		stop()
		again := open(t, dir, header, quiet)
		told, _ := again.History.From(0)
		tapes, seen = append(tapes, slices.Clone(told)), append(seen, "restart")
		if err := again.Store.Journal.Close(); err != nil {
			t.Fatal(err)
		}
	})
	for i, tape := range tapes {
		l, text := published(t, tape)
		if strings.Contains(text, "secret") || strings.Contains(text, "Nf3") {
			t.Errorf("after %s the desk tells what is private: %s", seen[i], text)
		}
		if i < 6 && (len(l.Actions) != i+1 || l.Actions[i].Do != seen[i] || l.Actions[i].Number != i+1) {
			t.Errorf("after %s: %s", seen[i], text)
		}
		switch i {
		case 0:
			if l.Actions[0].Keys["what"] != "said aloud" || l.Undoable != 0 || len(l.Guide) != 0 {
				t.Errorf("a note: %s", text)
			}
		case 1:
			if len(l.Actions[1].Keys) != 1 || l.Actions[1].Keys["private"] != true {
				t.Errorf("a private note: %s", text)
			}
		case 2:
			if want := []struct{ Square, Put string }{{"e2", ""}, {"e4", "P"}}; !slices.Equal(l.Guide, want) || l.Undoable != 3 || l.Actions[2].Before.Ply != 0 || l.Actions[2].After.Ply != 1 {
				t.Errorf("a correction: %s", text)
			}
		case 3:
			if l.Actions[2].Undone != 4 || l.Actions[3].Undoes != 3 || l.Undoable != 0 || len(l.Guide) != 0 {
				t.Errorf("an undo: %s", text)
			}
		case 4:
			if l.Sealing == nil || *l.Sealing != "open" || l.Undoable != 5 {
				t.Errorf("an adjournment: %s", text)
			}
		case 5, 6:
			if l.Sealing == nil || *l.Sealing != "sealed" || len(l.Actions) != 6 {
				t.Errorf("sealed: %s", text)
			}
		}
	}
}
