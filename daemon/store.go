package daemon

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"touchmove/daemon/journal"
	"touchmove/eventlog"
	"touchmove/sensors/trace"
)

// store is the directory with the journals of a board's games. It implements games.
type store struct {
	Journal *journal.Journal // the one that is written
	Began   time.Time        // the moment of At 0

	Retention journal.Retention // of the journals of games before; the zero value keeps all

	disk    *journal.Dir // locked while a journal is open
	id      string       // of the board
	header  trace.Header // of the next journal
	earlier earlier
	logger  *slog.Logger
}

// turn implements games.
func (s *store) turn(b *eventlog.Board, t *eventlog.Turn, use func(turned)) error {
	if t.Back {
		return s.goBack(b, use)
	}
	return s.next(b, t, use)
}

// next begins the next game's journal. The time of the records goes on. If the machine
// stops before the journal is there, nobody has been answered, and the game that was
// played still stands.
func (s *store) next(b *eventlog.Board, t *eventlog.Turn, use func(turned)) error {
	at := t.First[0].At
	path := filepath.Join(filepath.Dir(s.Journal.Path()), journal.Name(s.Began.Add(at)))
	if path <= s.Journal.Path() { // the latest is the one that goes on
		return fmt.Errorf("journal %s would stand before %s", path, s.Journal.Path())
	}
	began, err := beganAt(path, at)
	if err != nil {
		return err
	}
	next, err := b.Next(t, s.header, eventlog.Journal{ID: sessionName(s.id, path), Began: began})
	if err != nil {
		return err
	}
	j, err := journal.Create(s.disk, path, next.Header, next.First...)
	if err != nil {
		return err
	}
	before := s.Journal
	s.Journal, s.Began = j, began
	markUntold(path, s.logger)
	s.logger.Info("a journal begins", "journal", path, "after", before.Path())
	if err := before.Close(); err != nil {
		s.logger.Error("the end of the last game could not be kept", "journal", before.Path(), "error", err)
	}
	use(turned{next.Board, next.Step, j, before.Path()})
	s.prune()
	return nil
}

// prune deletes journals that the configuration lets go.
func (s *store) prune() {
	deleted, err := journal.Prune(filepath.Dir(s.Journal.Path()), s.Retention, s.Journal.Path())
	for _, path := range deleted {
		s.logger.Info("an old journal is deleted", "journal", path)
	}
	if err != nil {
		s.logger.Warn("old journals cannot be deleted", "error", err)
	}
}
