package resources

import (
	"fmt"
	"log/slog"
	"time"

	"touchmove/configs"
	"touchmove/event/entrants"
	"touchmove/eventlog"
)

// roster is the round that is about to be played; nil without an event file.
type roster struct {
	event *entrants.Event
	round *entrants.Round
}

// openRoster reads the event file of a configuration; e completes what the file leaves
// out.
func openRoster(e configs.Event, log *slog.Logger) (*roster, error) {
	if e.File == "" {
		return nil, nil
	}
	event, faults, err := entrants.Load(e.File)
	if err != nil {
		return nil, fmt.Errorf("event file: %w: run touchmove event check %s for details", err, e.File)
	}
	for _, f := range faults {
		log.Warn("event file", "fault", f)
	}
	round, err := event.Round(e.Round)
	if err != nil {
		return nil, fmt.Errorf("event file %s: %w (round under [event])", e.File, err)
	}
	for _, key := range []struct {
		is   *string
		says string
	}{{&round.Name, e.Round}, {&event.Name, e.Name}, {&event.Site, e.Site}, {&event.TimeControl, e.TimeControl}} {
		if *key.is == "" {
			*key.is = key.says
		}
	}
	return &roster{event, round}, nil
}

// pairing returns the players at a board; false if the file does not list it.
func (r *roster) pairing(id string) (eventlog.Pairing, bool) {
	if r == nil {
		return eventlog.Pairing{}, false
	}
	game, ok := r.round.At(id)
	p := r.event.Pairing(r.round, game)
	if at, known := r.round.Starts(time.Local); known {
		p.StartsAt = at.UTC().Format(time.RFC3339)
	}
	return p, ok
}
