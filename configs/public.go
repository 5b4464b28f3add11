package configs

import (
	"time"
)

// Broadcast is how the public is served.
type Broadcast struct {
	Delay time.Duration // by which everything public lags, 0 to 24 h; 0 is none
	Base  string        // topic levels of the delayed feed, before event and board; without a delay it is not used

	// Published only where they are asked for.
	Settled       float64 // the certainty of the moves on the topic settled, 0.9 or 0.999; 0 is no such topic
	Values        bool    // a small topic for each of some values
	HomeAssistant string  // first level of Home Assistant's discovery; empty is none
}

// The certainties that boards publish (reconcile.Likely and reconcile.Certain).
const (
	Likely  = 0.9
	Certain = 0.999
)

// Event is the event file, and what it does not say.
type Event struct {
	File        string // TOML, or a pairing list as CSV; empty is none
	Round       string // the round that is about to be played; empty is the only one in the file
	Name        string // of the event
	Site        string // as PGN writes it
	TimeControl string // as PGN writes it

	// EnvelopeKeys are the public halves (age1...) of the keys that open the envelopes
	// of sealed moves; without any the daemon makes a key of its own.
	EnvelopeKeys []string
}
