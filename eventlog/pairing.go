package eventlog

import (
	"encoding/json"
	"fmt"
	"time"

	"touchmove/sensors/trace"
)

// Pairing is the players of a game, with event, site, round and time control. Unknown
// fields are empty. It is read from the additional keys of a new-game command.
type Pairing struct {
	Event       string `json:"event,omitempty"` // the tournament's name, as in PGN
	Site        string `json:"site,omitempty"`
	Round       string `json:"round,omitempty"`
	White       Player `json:"white"`
	Black       Player `json:"black"`
	TimeControl string `json:"time_control,omitempty"` // in PGN's notation
	StartsAt    string `json:"starts_at,omitempty"`    // RFC 3339; scheduled start of the round
}

// Named reports whether the players are known. Such a game stays on its board until the
// next new-game command, whatever pieces are set up there after it.
func (p Pairing) Named() bool { return p.White.Name != "" || p.Black.Name != "" }

// Extra returns the keys of a new-game command that has this pairing.
func (p Pairing) Extra() (trace.Extra, error) {
	text, err := json.Marshal(p)
	if err != nil {
		return "", err
	}
	keys := map[string]any{}
	if err := json.Unmarshal(text, &keys); err != nil {
		return "", err
	}
	return trace.NewExtra(keys)
}

// Player is one of the two players.
type Player struct {
	Name   string `json:"name,omitempty"` // "Surname, First name"
	FideID int    `json:"fide_id,omitempty"`
	Title  string `json:"title,omitempty"`
	Rating int    `json:"rating,omitempty"`

	Federation string `json:"federation,omitempty"` // FIDE's three letters
}

// PairingOf reads the pairing from the additional keys of a new-game command: event,
// site, round, white, black (objects with name, fide_id, title, rating, federation) and
// time_control. The error names the key that does not fit.
func PairingOf(c trace.Command) (Pairing, error) {
	var p Pairing
	for _, key := range []struct {
		name string
		into any
	}{
		{"event", &p.Event}, {"site", &p.Site}, {"round", &p.Round},
		{"white", &p.White}, {"black", &p.Black}, {"time_control", &p.TimeControl}, {"starts_at", &p.StartsAt},
	} {
		if _, err := c.Extra.Get(key.name, key.into); err != nil {
			return Pairing{}, fmt.Errorf("new-game: %w", err)
		}
	}
	if _, err := time.Parse(time.RFC3339, p.StartsAt); err != nil && p.StartsAt != "" {
		return Pairing{}, fmt.Errorf("new-game: starts_at is %q and must be a time as in RFC 3339, such as 2026-11-21T14:00:00Z", p.StartsAt)
	}
	return p, nil
}
