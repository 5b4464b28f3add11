package configs

import (
	"time"
)

// Broadcast says how the public is served.
type Broadcast struct {
	Delay time.Duration // delay of everything public, 0 to 24 h; 0 means none
	Base  string        // topic levels of the delayed feed, before event and board; not used without a delay

	// These are published only if the configuration asks for them.
	Settled       float64 // least confidence of the moves on the topic settled, 0.9 or 0.999; 0 is no such topic
	Values        bool    // whether some values have a small topic each
	HomeAssistant string  // first level of Home Assistant's discovery; empty means none
}

// Event is the event file, and settings that the file lacks.
type Event struct {
	File        string // TOML, or a pairing list as CSV; empty means none
	Round       string // the round to be played next; empty is the only one in the file
	Name        string // of the event
	Site        string // as PGN writes it
	TimeControl string // as PGN writes it

	// EnvelopeKeys are the public halves (age1...) of the keys that open the envelopes of
	// sealed moves; if there are none, the daemon makes a key of its own.
	EnvelopeKeys []string
}
