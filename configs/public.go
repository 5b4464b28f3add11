package configs

import (
	"time"
)

// Broadcast is how the public is served.
type Broadcast struct {
	Delay time.Duration // by which everything public lags, 0 to 24 h; 0 is none
	Base  string        // topic levels of the delayed feed, before event and board; without a delay it is not used
}

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
