package store

import (
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"strings"

	"touchmove/broadcast"
	"touchmove/daemon/journal"
	"touchmove/eventlog"
	"touchmove/internal/atomicfile"
	"touchmove/internal/regularfile"
)

// longestPast is how many journals before the current one are searched for what the
// public has not yet been shown.
const longestPast = 16

// DelayOf returns the delay of a board's history. It reads from a file how far the public feed
// had got, and saves it there from then on.
func DelayOf(h *History, path string, d broadcast.Delay, log *slog.Logger) (broadcast.Delay, error) {
	d.Keep = func(now broadcast.Shown) error {
		text, err := json.Marshal(now)
		if err != nil {
			return err
		}
		return atomicfile.WriteAll(path, append(text, '\n'), 0o644)
	}
	text, err := regularfile.Read(path, longestFile)
	if err == nil {
		err = json.Unmarshal(text, &d.Shown)
	}
	if err != nil || d.Shown.Game == "" {
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			log.Warn("what the public has been shown is no longer known: the public feed waits for the whole delay", "file", path, "error", err)
		}
		// Nothing shown yet. Save the starting point, so that a restart after this game finds it.
		d.Shown = broadcast.Shown{Game: h.Last().Game, AtUS: -1}
		if err := d.Keep(d.Shown); journal.TakesNothing(err) {
			log.Warn("it cannot be stored how far the public has come: after a restart the public feed waits for the whole delay", "error", err)
		} else if err != nil {
			return d, err
		}
	}
	return d, nil
}

// Delayed makes the delayed history, once the earlier games have been read.
func (r *Backlog) Delayed(d broadcast.Delay, log *slog.Logger) *broadcast.Delayed {
	<-r.ready
	past, err := r.pastOf(d.Shown.Game)
	if err != nil {
		log.Warn("an earlier journal cannot be read: the public feed shows only that game's final state", "error", err)
	}
	// Games before the last one that the public was shown were shown to their ends. Of the others
	// this is unknown.
	covered := map[string]bool{sessionName(r.store.id, r.current): true}
	for _, t := range past {
		covered[sessionOf(t.Game)] = true
	}
	for _, t := range r.earlierGames {
		switch session := sessionOf(t.Game); {
		case covered[session]: // its entries follow
		case session < sessionOf(d.Shown.Game):
			d.Past = append(d.Past, t)
		default:
			d.Unsure = append(d.Unsure, t)
		}
	}
	d.Past = append(d.Past, past...)
	return broadcast.NewDelayed(r.history, d)
}

// pastOf replays the journals before the current one, beginning with that of the game
// that the public was shown last. It returns nothing if that is the current one or is
// not found.
func (r *Backlog) pastOf(shown string) (past []eventlog.Entry, err error) {
	of := func(path string) bool { return strings.HasPrefix(shown, sessionName(r.store.id, path)+"-") }
	path := r.current
	if shown == "" || of(path) {
		return nil, nil
	}
	for range longestPast {
		if path, err = journal.Before(path); err != nil || path == "" {
			return nil, err
		}
		entries, err := r.store.replay(path, r.version)
		if err != nil {
			return nil, err
		}
		if !annulled(entries) { // for an annulled game, the reopened game's journal has everything
			past = append(entries, past...)
		}
		if of(path) {
			return past, nil
		}
	}
	return nil, nil
}

// annulled reports from the entries of a journal whether its game was annulled.
func annulled(entries []eventlog.Entry) bool {
	var state eventlog.State
	for _, t := range entries {
		state.Apply(t)
	}
	return state.Annulled
}
