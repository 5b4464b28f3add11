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
	"touchmove/reconcile"
	"touchmove/sensors/trace"
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
	history, err := delayed(b.session, filepath.Join(dir, shownFile), broadcast.Delay{By: by, Clock: broadcast.RealTime{}}, log)
	if err != nil {
		return fmt.Errorf("board %s: delayed feed: %w", b.Config.ID, err)
	}
	topics := live
	topics.Base, topics.Delayed = h.config.Broadcast.Base, true
	info.Delay = by
	publisher, err := broadcast.NewPublisher(broker, topics, info, history, nil, h.log)
	if err != nil {
		return fmt.Errorf("board %s: delayed feed: %w", b.Config.ID, err)
	}
	first := !slices.ContainsFunc(h.Boards[:len(h.Boards)-1], func(other *Hosted) bool { return other.Config.Event == b.Config.Event })
	h.delayed = append(h.delayed, func(ctx context.Context) {
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

// delayed makes the delayed history of a session. What was shown before is read
// from a file, and kept there.
func delayed(s *Session, path string, d broadcast.Delay, log *slog.Logger) (*broadcast.Delayed, error) {
	d.Keep = func(now broadcast.Shown) error {
		text, err := json.Marshal(now)
		if err != nil {
			return err
		}
		return journal.WriteFile(path, append(text, '\n'))
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
			return nil, err
		}
	}
	if d.Past, err = pastOf(s, d.Shown.Game); err != nil {
		log.Warn("a journal before this one cannot be read: the public does not hear the end of that game", "error", err)
	}
	return broadcast.NewDelayed(s.History, d), nil
}

// pastOf tells again the journals before the one that is written, from the one
// of the game that the public was shown last. When that is the one that is
// written, or is not found, there is nothing to tell.
func pastOf(s *Session, shown string) (past []broadcast.Told, err error) {
	of := func(path string) bool { return strings.HasPrefix(shown, sessionName(s.board, path)+"-") }
	path := s.Journal.Path()
	if shown == "" || of(path) {
		return nil, nil
	}
	for range longestPast {
		if path, err = journal.Before(path); err != nil || path == "" {
			return nil, err
		}
		told, err := toldIn(s.board, path)
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

// toldIn replays a journal that is no longer written, as it was told.
func toldIn(board, path string) ([]broadcast.Told, error) {
	kept, err := journal.Read(path)
	if err != nil {
		return nil, err
	}
	began, err := beganAt(path, firstAt(kept))
	if err != nil {
		return nil, err
	}
	game, err := reconcile.NewGame(kept.Header)
	if err != nil {
		return nil, fmt.Errorf("journal %s: %w", path, err)
	}
	versions := 0
	for _, r := range kept.Records {
		if c, ok := r.What.(trace.Command); ok && c.Do == trace.DoNote && strings.HasPrefix(c.What, program) {
			versions++
		}
	}
	history := NewHistory(sessionName(board, path), began, versions)
	history.Open(game)
	d := New(game, nil, history, slog.New(slog.DiscardHandler))
	for _, r := range kept.Records {
		if err := d.Run(one(r)); err != nil {
			return nil, fmt.Errorf("journal %s: %w", path, err)
		}
	}
	told, _ := history.From(0)
	return told, nil
}
