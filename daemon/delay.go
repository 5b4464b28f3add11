package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"touchmove/broadcast"
	"touchmove/daemon/journal"
	"touchmove/eventlog"
	"touchmove/internal/atomicfile"
)

// shownFile is where a board's directory says how far its delayed feed has
// come.
const shownFile = "shown.json"

// longestPast is how many journals before the one that is written are looked
// through for what the public has not yet been shown.
const longestPast = 16

// delay adds the delayed feed of a board, which runs until the hall stops
// telling. Without a delay in the configuration it does nothing.
func (h *Hall) delay(b *Hosted, broker broadcast.Broker, live broadcast.Topics, info broadcast.Info) error {
	by := h.config.Broadcast.Delay
	if by == 0 {
		return nil
	}
	log := h.log.With("board", b.Config.ID)
	dir := filepath.Dir(b.session.Journal.Path())
	how, err := delayOf(b.session, filepath.Join(dir, shownFile), broadcast.Delay{By: by, Clock: broadcast.RealTime{}}, log)
	if err != nil {
		return fmt.Errorf("board %s: delayed feed: %w", b.Config.ID, err)
	}
	topics := live
	topics.Base, topics.Delayed = h.config.Broadcast.Base, true
	info.Delay = by
	if err := topics.Validate(); err != nil {
		return fmt.Errorf("board %s: delayed feed: %w", b.Config.ID, err)
	}
	first := !slices.ContainsFunc(h.Boards[:len(h.Boards)-1], func(other *Hosted) bool { return other.Config.Event == b.Config.Event })
	all := b.History.Follow() // nothing is forgotten before the delayed feed follows
	h.delayed = append(h.delayed, func(ctx context.Context) {
		history := b.source.delayed(how, log)
		all.Close()
		publisher, err := broadcast.NewPublisher(broker, topics, info, history, nil, h.log)
		if err != nil {
			panic("daemon: topics that were in order: " + err.Error())
		}
		var running sync.WaitGroup
		running.Go(func() { history.Run(ctx, log) })
		if first {
			running.Go(func() { broadcast.NewNode(broker, topics, h.log).Run(ctx) })
		}
		publisher.Run(ctx)
		running.Wait()
	})
	return nil
}

// delayOf is how a session's history is to be delayed. What was shown before is read from a
// file, and kept there.
func delayOf(s *Session, path string, d broadcast.Delay, log *slog.Logger) (broadcast.Delay, error) {
	d.Keep = func(now broadcast.Shown) error {
		text, err := json.Marshal(now)
		if err != nil {
			return err
		}
		return atomicfile.WriteAll(path, append(text, '\n'), 0o644)
	}
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &d.Shown)
	}
	if err != nil || d.Shown.Game == "" {
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			log.Warn("what the public has been shown is not known any more: it waits for the whole delay", "file", path, "error", err)
		}
		// Nothing yet, and from here on: a restart after this game is to find it.
		d.Shown = broadcast.Shown{Game: s.History.Last().Game, AtUS: -1}
		if err := d.Keep(d.Shown); err != nil {
			return d, err
		}
	}
	return d, nil
}

// delayed makes the delayed history, once the games before are read.
func (r *retelling) delayed(d broadcast.Delay, log *slog.Logger) *broadcast.Delayed {
	<-r.ready
	past, err := r.pastOf(d.Shown.Game)
	if err != nil {
		log.Warn("a journal before this one cannot be read: the public hears no more of that game than how it ended", "error", err)
	}
	// The games that were left before the one that the public was shown last were shown to their
	// ends. Of others nobody can say.
	told := map[string]bool{sessionName(r.session.id, r.now): true}
	for _, t := range past {
		told[sessionOf(t.Game)] = true
	}
	for _, t := range r.left {
		switch session := sessionOf(t.Game); {
		case told[session]: // what it tells of them follows
		case session < sessionOf(d.Shown.Game):
			d.Past = append(d.Past, t)
		default:
			d.Unsure = append(d.Unsure, t)
		}
	}
	d.Past = append(d.Past, past...)
	return broadcast.NewDelayed(r.history, d)
}

// pastOf tells again the journals before the one that is written, from the one
// of the game that the public was shown last. When that is the one that is
// written, or is not found, there is nothing to tell.
func (r *retelling) pastOf(shown string) (past []broadcast.Told, err error) {
	of := func(path string) bool { return strings.HasPrefix(shown, sessionName(r.session.id, path)+"-") }
	path := r.now
	if shown == "" || of(path) {
		return nil, nil
	}
	for range longestPast {
		if path, err = journal.Before(path); err != nil || path == "" {
			return nil, err
		}
		told, err := r.session.toldIn(path, r.running)
		if err != nil {
			return nil, err
		}
		if !annulled(told) { // of a game that was, the one before it tells all there is
			past = append(told, past...)
		}
		if of(path) {
			return past, nil
		}
	}
	return nil, nil
}

// annulled says whether the game of a journal does not count, by what the journal tells.
func annulled(told []eventlog.Entry) bool {
	var state eventlog.State
	for _, t := range told {
		state.Take(t)
	}
	return state.Annulled
}
