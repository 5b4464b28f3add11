package daemon

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"touchmove/broadcast"
	"touchmove/configs"
	"touchmove/event/entrants"
	"touchmove/sensors/trace"
)

// roster is the round that is about to be played; nil when there is no event
// file.
type roster struct {
	event *entrants.Event
	round *entrants.Round
}

// openRoster reads the event file of a configuration, which completes what the
// file does not say.
func openRoster(e configs.Event, log *slog.Logger) (*roster, error) {
	if e.File == "" {
		return nil, nil
	}
	event, faults, err := entrants.Load(e.File)
	if err != nil {
		return nil, fmt.Errorf("event file: %w: touchmove event check %s tells more", err, e.File)
	}
	for _, f := range faults {
		log.Warn("event file", "fault", f)
	}
	round, err := event.Round(e.Round)
	if err != nil {
		return nil, fmt.Errorf("event file %s: %w, as round under [event]", e.File, err)
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

// pairing finds who plays at a board.
func (r *roster) pairing(id string) (broadcast.Pairing, bool) {
	if r == nil {
		return broadcast.Pairing{}, false
	}
	game, ok := r.round.At(id)
	p := r.event.Pairing(r.round, game)
	if at, known := r.round.Starts(time.Local); known {
		p.StartsAt = at.UTC().Format(time.RFC3339)
	}
	return p, ok
}

// announce says who plays the next game at a board, as an arbiter's new-game
// command would. It does so once for each pairing, also over restarts, and
// never in the middle of a game.
func (h *Hosted) announce(p broadcast.Pairing, log *slog.Logger) error {
	score := h.History.Score()
	switch {
	case score.Opened.Pairing == p:
		return nil
	case score.Phase == broadcast.Playing && len(score.Moves) > 0:
		log.Warn("a game is being played: the pairing of the event file is told when the daemon is started, or told by SIGHUP, after it",
			"white", p.White.Name, "black", p.Black.Name)
		return nil
	}
	extra, id, err := announcement(h.Config, p)
	if err != nil {
		return fmt.Errorf("pairing of %s and %s: %w", p.White.Name, p.Black.Name, err)
	}
	h.requests <- broadcast.Request{ // the first of many that there is room for
		Command: trace.Command{Do: trace.DoNewGame, ID: id, Extra: extra},
		Answer: func(a broadcast.Answer) {
			if !a.OK {
				log.Error("the pairing of the event file is refused", "white", p.White.Name, "black", p.Black.Name, "error", a.Error)
			}
		},
	}
	return nil
}

// announcement is a pairing as the keys of a new-game command, and an id that
// is the same for the same pairing at the same board.
func announcement(b configs.Board, p broadcast.Pairing) (extra trace.Extra, id string, err error) {
	text, err := json.Marshal(p)
	if err != nil {
		return "", "", err
	}
	keys := map[string]any{}
	if err := json.Unmarshal(text, &keys); err != nil {
		return "", "", err
	}
	if extra, err = trace.NewExtra(keys); err != nil {
		return "", "", err
	}
	sum := sha256.Sum256([]byte(b.Event + "/" + b.ID + "/" + string(extra)))
	return extra, "event-file-" + hex.EncodeToString(sum[:12]), nil
}
