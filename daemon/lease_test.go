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
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/wiring"
)

// A technician sees the raw readings as often and as long as requested, and then no
// more. A command that arrives twice is carried out once, one that arrives too late is
// refused, and none is kept. The board is scanned as usual, whether anybody fetches the
// readings or not.
func TestRawReadings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, board := newChipBoard(t)
		board.Squares, board.Stats = wiring.Natural(0), &scan.Stats{}
		board.IdlePeriod, board.IdleAfter = 100*time.Millisecond, time.Minute
		var start sensors.Scan
		for sq := range start {
			start[sq] = sensors.Empty
			if sq < 16 || sq >= 48 {
				start[sq] = sensors.Occupied
			}
		}
		h.pins.Set(start)
		s := open(t, t.TempDir(), header, quiet)
		requests, readings := make(chan broadcast.Request, 1), broadcast.NewReadings()
		live := daemon.NewLive(board, s.Last, nil, requests)
		live.Show(readings)
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- s.Loop.Run(live.Records(ctx, s.Loop)) }()

		ask := func(payload string) (answer broadcast.Answer) {
			t.Helper()
			r, err := broadcast.ParseRequest(broadcast.DoRaw, []byte(payload))
			if err != nil {
				t.Fatal(err)
			}
			answers := make(chan broadcast.Answer, 1)
			r.Answer = func(a broadcast.Answer) { answers <- a }
			requests <- r
			return <-answers
		}
		var last broadcast.Reading
		during := func(d time.Duration) (n int) {
			for end := time.After(d); ; {
				select {
				case last = <-readings.Latest():
					n++
				case <-end:
					return n
				}
			}
		}
		if n := during(2 * time.Minute); n != 0 {
			t.Fatalf("%d readings, and nobody has asked", n)
		}
		if a := ask(`{"id":"1","seconds":10,"hz":5}`); !a.OK || a.ID != "1" || a.Game == "" {
			t.Fatalf("a request for readings is answered with %+v", a)
		}
		asked := time.Now()
		if n := during(time.Minute); n < 49 || n > 51 {
			t.Errorf("%d readings in 10 s at 5 Hz", n)
		}
		if !last.Until.Before(asked.Add(10*time.Second+time.Millisecond)) || !last.Time.Before(last.Until) {
			t.Errorf("the last reading, until %v, is of %v", last.Until, last.Time)
		}
		if last.Scan != start || last.Counts[rules.E2] != 0 || last.Counts[rules.E4] != 1 { // contacts pull to ground
			t.Errorf("read %v as %v", last.Counts, last.Scan)
		}
		if a := ask(`{"id":"1","seconds":10,"hz":5}`); !a.OK {
			t.Errorf("a second time: %+v", a)
		}
		if n := during(time.Minute); n != 0 {
			t.Errorf("a command that came twice was done twice: %d readings", n)
		}
		if a := ask(`{"id":"2","expires":"1999-01-01T00:00:00Z"}`); a.OK || !strings.Contains(a.Error, "expired") {
			t.Errorf("a request that has expired is answered with %+v", a)
		}
		if a := ask(`{"id":"3","seconds":600,"hz":20}`); !a.OK {
			t.Errorf("a request for 20 readings a second is answered with %+v", a)
		}
		if n := during(time.Second); n < 19 || n > 21 {
			t.Errorf("%d readings in 1 s at 20 Hz", n)
		}
		before := board.Stats.Snapshot().Scans
		time.Sleep(10 * time.Second) // nobody fetches any
		if n := board.Stats.Snapshot().Scans - before; n < 1999 || n > 2001 {
			t.Errorf("%d scans in 10 s at 200 Hz", n)
		}
		if a := ask(`{"id":"4","seconds":0}`); !a.OK {
			t.Errorf("the end of a request is answered with %+v", a)
		}
		during(time.Second) // what was left
		if n := during(time.Minute); n != 0 {
			t.Errorf("%d readings after the end", n)
		}
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
