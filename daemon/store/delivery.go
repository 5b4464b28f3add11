package store

import (
	"errors"
	"io/fs"
	"slices"

	"touchmove/broadcast"
	"touchmove/eventlog"
)

// delivery notes which games a broker has received in full, and removes the marks of their journals.
// It is for one goroutine.
type delivery struct {
	replayer
	dir  string
	ends *endMarks

	unread    []journalEnd // journals before the current one of which no broker has everything yet
	delivered []string     // journals that a broker has in full, and that are still marked

	cursor   *broadcast.Cursor // after what is in state
	state    eventlog.State
	previous broadcast.Previous
	left     bool // a game was left since the last call of record
}

// catchUp takes what was published since the last call.
func (d *delivery) catchUp() (grown <-chan struct{}) {
	entries, grown := d.cursor.Next()
	for _, t := range entries {
		d.apply(t)
	}
	return grown
}

func (d *delivery) apply(t eventlog.Entry) {
	d.left = d.left || t.Game != d.state.Game
	d.previous.Apply(t, &d.state, d.topics)
	d.state.Apply(t)
}

// record writes the ends of the games of finished journals into their marks, if a game was left. A reopened
// game may be continued at any moment, so it gets none: the next start reads its journal.
func (d *delivery) record() {
	if !d.left {
		return
	}
	d.store.earlier.Lock()
	defer d.store.earlier.Unlock()
	d.left = false
	paths := map[string][]eventlog.Entry{}
	playing := sessionOf(d.state.Game)
	for _, t := range d.previous.Games() {
		session := sessionOf(t.Game)
		if session == playing || d.ends.recorded[t.Game] == t.Seq {
			continue
		}
		path, _, err := d.store.pathOf(d.dir, t.Game)
		if err == nil && !d.store.earlier.reopened[path] && owedMark(path).IsSet() {
			paths[path] = nil
		}
	}
	for path := range paths {
		for _, t := range d.previous.Games() {
			if sessionOf(t.Game) == sessionName(d.store.id, path) {
				paths[path] = append(paths[path], t)
			}
		}
		d.ends.write(path, paths[path])
	}
}

// arrived notes that a broker has received so many entries, and with them these journals since the start.
func (d *delivery) arrived(entries uint64, journals []string) {
	for len(d.unread) > 0 && uint64(d.unread[0].before) <= entries {
		d.delivered, d.unread = append(d.delivered, d.unread[0].path), d.unread[1:]
	}
	d.delivered = append(d.delivered, journals...)
}

// settle saves the final states of the games that are delivered, and removes the marks of their journals. The marks
// stay while subscribers may still need the end of a game, and when a state cannot be saved.
func (d *delivery) settle(owed []string) error {
	var still, had []string
	for _, path := range d.delivered {
		session := sessionName(d.store.id, path)
		if slices.ContainsFunc(owed, func(game string) bool { return sessionOf(game) == session }) {
			still = append(still, path)
		} else {
			had = append(had, path)
		}
	}
	if d.delivered = still; len(had) == 0 {
		return nil
	}
	d.delivered = append(had, still...) // until the file is written
	d.store.earlier.Lock()
	defer d.store.earlier.Unlock()
	d.catchUp()
	if err := writePrevious(d.dir, d.version, d.previous.Games()); err != nil {
		return err
	}
	var errs []error
	playing := sessionOf(d.state.Game)
	for _, path := range had {
		if sessionName(d.store.id, path) != playing { // otherwise it was reopened in the meantime
			if err := owedMark(path).Clear(); !errors.Is(err, fs.ErrNotExist) {
				errs = append(errs, err)
			}
		}
	}
	d.delivered = still
	return errors.Join(errs...)
}
