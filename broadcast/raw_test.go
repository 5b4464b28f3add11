package broadcast_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/sensors"
)

// The lease of a request, with values for missing keys.
func TestParseLease(t *testing.T) {
	for _, c := range []struct {
		payload string
		want    broadcast.Lease
	}{
		{`{"id":"1"}`, broadcast.Lease{For: time.Minute, Every: 200 * time.Millisecond}},
		{`{"id":"1","do":"raw","v":1,"seconds":10,"hz":20}`, broadcast.Lease{For: 10 * time.Second, Every: 50 * time.Millisecond}},
		{`{"id":"1","seconds":0}`, broadcast.Lease{Every: 200 * time.Millisecond}},
	} {
		r, err := broadcast.ParseRequest("raw", []byte(c.payload))
		if err != nil || r.Raw == nil || *r.Raw != c.want || r.Command.ID != "1" || r.Command.Do != "raw" {
			t.Errorf("%s: %+v, %v", c.payload, r, err)
		}
	}
	if r, err := broadcast.ParseRequest("note", []byte(`{"id":"1"}`)); err != nil || r.Raw != nil {
		t.Errorf("a note asks for %+v, %v", r.Raw, err)
	}
}

// A technician asks over MQTT; the readings reach readers with a name and nobody else, and
// none is retained for later readers. What was read without a connection is never
// published.
func TestRaw(t *testing.T) {
	onBrokers(t, func(t *testing.T, b testBroker) {
		requests := make(chan broadcast.Request, 1)
		p, err := broadcast.NewPublisher(b.Broker(), topics, info, newStory(1), requests, quiet)
		if err != nil {
			t.Fatal(err)
		}
		reading := func(n int32) broadcast.Reading {
			r := broadcast.Reading{At: time.Duration(n) * time.Millisecond, Time: began, Until: began.Add(time.Minute)}
			for sq := range r.Counts {
				r.Counts[sq], r.Scan[sq] = n, sensors.Occupied
			}
			r.Counts[63], r.Scan[63] = sensors.Lost, sensors.Unknown
			return r
		}
		readings := p.Readings()
		for n := range int32(100) { // nobody waits, although there is no connection yet
			readings.Offer(reading(n))
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { defer close(done); p.Run(ctx) }()
		t.Cleanup(func() { cancel(); <-done })

		reader, nobody := follow(t, b.URL(), "rea", "reader's"), follow(t, b.URL(), "", "")
		broadcasttest.Eventually(t, "online", func() bool { return reader.Last("pgn") != "" && nobody.Last("pgn") != "" })
		tim, err := dial(t, b.URL(), "tim", "technician's", nil)
		if err != nil {
			t.Fatal(err)
		}
		if !attempt(t, tim, prefix+"cmd/raw", `{"id":"t-1","seconds":10}`, false) {
			t.Fatal("a technician may not ask")
		}
		if r := <-requests; r.Raw == nil || r.Raw.For != 10*time.Second || r.Command.ID != "t-1" {
			t.Errorf("asked for %+v", r)
		}
		for n := int32(1000); reader.Last("raw") == ""; n++ {
			readings.Offer(reading(n))
			time.Sleep(time.Millisecond)
		}
		var told struct {
			AtMS   int64 `json:"at_ms"`
			Until  time.Time
			Counts []*int32
			Scan   string
		}
		first := reader.Messages("raw")[0]
		if err := json.Unmarshal([]byte(first), &told); err != nil {
			t.Fatal(err)
		}
		if told.AtMS < 1000 || len(told.Counts) != 64 || told.Counts[0] == nil || int64(*told.Counts[0]) != told.AtMS || told.Counts[63] != nil ||
			!told.Until.Equal(began.Add(time.Minute).Truncate(time.Millisecond)) || !strings.HasPrefix(told.Scan, "ooooooo?/oooooooo/") {
			t.Errorf("%+v of\n%s", told, first)
		}
		late := follow(t, b.URL(), "rea", "reader's")
		broadcasttest.Eventually(t, "all that is retained", func() bool { return late.Kept("pgn") != "" })
		if late.Kept("raw") != "" {
			t.Error("a reading was retained")
		}
		if _, isEmbedded := b.(*embedded); isEmbedded && nobody.Last("raw") != "" {
			t.Error("somebody without a name reads raw")
		}
	})
}

// The scanner is never held up, and the reading received is the latest.
func TestReadings(t *testing.T) {
	r := broadcast.NewReadings()
	for n := range int32(3) {
		var next broadcast.Reading
		next.Counts[0] = n
		r.Offer(next)
	}
	if got := <-r.Latest(); got.Counts[0] != 2 || len(r.Latest()) != 0 {
		t.Errorf("fetched %d, and %d are left", got.Counts[0], len(r.Latest()))
	}
	var none broadcast.Readings
	none.Offer(broadcast.Reading{})
	if n := testing.AllocsPerRun(100, func() { r.Offer(broadcast.Reading{}) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
