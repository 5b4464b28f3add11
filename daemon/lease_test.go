package daemon_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon"
	"touchmove/rules"
	"touchmove/sensors/scan"
	"touchmove/sensors/wiring"
)

// technician asks a running board for raw readings, and receives them.
type technician struct {
	t        *testing.T
	requests chan broadcast.Request
	readings broadcast.Readings
	last     broadcast.Reading
}

// ask sends a request and returns the answer.
func (k *technician) ask(payload string) broadcast.Answer {
	k.t.Helper()
	r, err := broadcast.ParseRequest(broadcast.DoRaw, []byte(payload))
	if err != nil {
		k.t.Fatal(err)
	}
	answers := make(chan broadcast.Answer, 1)
	r.Answer = func(a broadcast.Answer) { answers <- a }
	k.requests <- r
	return <-answers
}

// granted sends a request that must be answered with yes.
func (k *technician) granted(payload string) {
	k.t.Helper()
	if a := k.ask(payload); !a.OK {
		k.t.Errorf("the request %s is answered with %+v, want yes", payload, a)
	}
}

// receives expects a number of readings in the next time.
func (k *technician) receives(during time.Duration, least, most int, when string) {
	k.t.Helper()
	n := 0
	for end, over := time.After(during), false; !over; {
		select {
		case k.last = <-k.readings.Latest():
			n++
		case <-end:
			over = true
		}
	}
	if n < least || n > most {
		k.t.Errorf("%s: %d readings in %v, want %d to %d", when, n, during, least, most)
	}
}

// A technician sees the raw readings as often and as long as requested, and then no
// more. A command that arrives twice is carried out once, one that arrives too late is
// refused, and none is kept. The board is scanned as usual, whether anybody fetches the
// readings or not.
func TestRawReadings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, board := newChipBoard(t)
		board.Squares, board.Stats = wiring.Natural(0), &scan.Stats{}
		board.IdlePeriod, board.IdleAfter = 100*time.Millisecond, time.Minute
		start := setUpBoard()
		h.pins.Set(start)
		s := open(t, t.TempDir(), header, quiet)
		k := &technician{t: t, requests: make(chan broadcast.Request, 1), readings: broadcast.NewReadings()}
		live := daemon.NewLive(board, s.Last, nil, k.requests)
		live.Show(k.readings)
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- s.Loop.Run(live.Records(ctx, s.Loop)) }()

		k.receives(2*time.Minute, 0, 0, "nobody has asked")
		if a := k.ask(`{"id":"1","seconds":10,"hz":5}`); !a.OK || a.ID != "1" || a.Game == "" {
			t.Fatalf("a request for readings is answered with %+v", a)
		}
		asked := time.Now()
		k.receives(time.Minute, 49, 51, "10 s at 5 Hz")
		if last := k.last; !last.Until.Before(asked.Add(10*time.Second+time.Millisecond)) || !last.Time.Before(last.Until) {
			t.Errorf("the last reading, until %v, is of %v", last.Until, last.Time)
		}
		if last := k.last; last.Scan != start || last.Counts[rules.E2] != 0 || last.Counts[rules.E4] != 1 { // contacts pull to ground
			t.Errorf("read %v as %v", last.Counts, last.Scan)
		}
		k.granted(`{"id":"1","seconds":10,"hz":5}`)
		k.receives(time.Minute, 0, 0, "a command that came twice")
		if a := k.ask(`{"id":"2","expires":"1999-01-01T00:00:00Z"}`); a.OK || !strings.Contains(a.Error, "expired") {
			t.Errorf("a request that has expired is answered with %+v", a)
		}
		k.granted(`{"id":"3","seconds":600,"hz":20}`)
		k.receives(time.Second, 19, 21, "20 Hz")
		before := board.Stats.Snapshot().Scans
		time.Sleep(10 * time.Second) // nobody fetches any
		if n := board.Stats.Snapshot().Scans - before; n < 1999 || n > 2001 {
			t.Errorf("%d scans in 10 s at 200 Hz while nobody fetches the readings", n)
		}
		k.granted(`{"id":"4","seconds":0}`)
		k.receives(time.Second, 0, 1, "what was left")
		k.receives(time.Minute, 0, 0, "after the end")
		stop()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		if err := s.Store.Journal.Close(); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(s.Store.Journal.Path())
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "raw") {
			t.Errorf("a request is in the journal:\n%s", text)
		}
	})
}
