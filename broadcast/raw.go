package broadcast

import (
	"fmt"
	"time"

	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// DoRaw is the only command that is not a record of the game: it asks for the readings of
// the sensors on the topic raw, for a limited time.
const DoRaw = topicRaw

// Limits of a request, and the values for missing keys. A reading has about 700 bytes, so a
// board publishes at most 14 kB per second.
const (
	rawSeconds    = 60
	maxRawSeconds = 600
	rawHz         = 5
	maxRawHz      = 20
)

// Lease is a request for readings (cmd/raw).
type Lease struct {
	For   time.Duration // how long, up to ten minutes; 0 ends an earlier lease
	Every time.Duration // time from one reading to the next, at least a twentieth of a second
}

// rawKind describes the command.
var rawKind = trace.CommandKind{
	Name: DoRaw, Help: "Show what the sensors read, on the topic raw, for a while", Done: "The readings are on the board's topic raw (docs/mqtt.md).", Unlogged: true,
	Keys: []trace.Key{
		{Name: "seconds", Type: trace.Time, Max: maxRawSeconds, Help: fmt.Sprintf("for how long, by default %d; 0 ends it", rawSeconds)},
		{Name: "hz", Type: trace.Count, Max: maxRawHz, Help: fmt.Sprintf("how many readings a second, by default %d", rawHz)},
	},
	Cases: []trace.Case{{Who: []trace.Role{trace.Technician, trace.Assistant, trace.Chief}, When: "any time"}},
}

// leaseOf parses the keys of cmd/raw, which have been checked against its schema.
func leaseOf(keys trace.Fields) (*Lease, error) {
	seconds, hz := uint64(rawSeconds), uint64(rawHz)
	for key, into := range map[string]*uint64{"seconds": &seconds, "hz": &hz} {
		switch n, there, err := keys.Count(key); {
		case err != nil:
			return nil, fmt.Errorf("raw: %w", err)
		case there:
			*into = n
		}
	}
	return &Lease{For: time.Duration(seconds) * time.Second, Every: time.Second / time.Duration(hz)}, nil
}

// Reading is one reading of a board's sensors, for the topic raw.
type Reading struct {
	At     time.Duration // since the journal began
	Time   time.Time     // the same moment
	Until  time.Time     // when the lease ends
	Counts [64]int32     // by square; sensors.Lost if nothing was read
	Scan   sensors.Scan  // as interpreted
}

func (r *Reading) payload() []byte {
	var counts [64]*int32
	for sq := range r.Counts {
		if r.Counts[sq] != sensors.Lost {
			counts[sq] = &r.Counts[sq]
		}
	}
	return encode(struct {
		V      int        `json:"v"`
		AtMS   int64      `json:"at_ms"`
		At     string     `json:"at"`
		Until  string     `json:"until"`
		Counts [64]*int32 `json:"counts"`
		Scan   string     `json:"scan"`
	}{Version, r.At.Milliseconds(), utc(r.Time), utc(r.Until), counts, r.Scan.String()})
}

// Readings passes readings from the scanner to the publisher. It holds only the latest one:
// the scanner never waits, and a slow connection misses some.
type Readings struct{ latest newest[Reading] }

// NewReadings makes a Readings without a reading. The zero value accepts none.
func NewReadings() Readings { return Readings{newNewest[Reading]()} }

// Latest delivers every reading that was not replaced before it was received.
func (r Readings) Latest() <-chan Reading { return r.latest }

// Offer replaces the latest reading. It is for one goroutine, never blocks and allocates
// nothing.
func (r Readings) Offer(next Reading) { r.latest.offer(next) }
