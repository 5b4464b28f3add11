package daemon

import (
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"touchmove/daemon/hardware"
	"touchmove/daemon/journal"
	"touchmove/daemon/sealed"
	"touchmove/daemon/store"
	"touchmove/sensors/trace"
)

// History is everything that a board has told (see store.History).
type History = store.History

// Session is a board's store, opened, and the daemon that stands at its end.
type Session struct {
	*BoardLoop
	*store.Store
	History *History
	Last    time.Duration // of the record kept last
	Done    int           // what simulated hands pressed and said at exactly that time
	Paired  bool          // who plays is told by the event file, and not by simulated hands
}

// OpenSession opens the store in a directory (see store.Open). Another journal
// than the latest begins when the last game is over and the header has changed
// since, or when the sensing has, so that the old journal cannot go on.
func OpenSession(dir, board string, h trace.Header, now time.Time, log *slog.Logger) (*Session, error) {
	opened, err := store.Open(dir, board, h, now, log)
	if err != nil {
		return nil, err
	}
	s := newSession(opened, log)
	if !opened.Resumed {
		return s, nil
	}
	if err := s.resumed(opened, h.WrittenBy); err != nil {
		return nil, fmt.Errorf("journal %s: %w", s.Journal.Path(), errors.Join(err, s.Journal.Close()))
	}
	if opened.GoesOn() {
		log.Info("the journal goes on", "journal", s.Journal.Path(), "events", s.History.Last().Seq)
		return s, nil
	}
	if opened, err = opened.Next(now); err != nil {
		return nil, err
	}
	return newSession(opened, log), nil
}

// newSession is the session of a store, whose journal is written from now on.
func newSession(o *store.Opened, log *slog.Logger) *Session {
	history := store.NewHistory(o.Board)
	s := &Session{BoardLoop: NewBoardLoop(o.Board, nil, history, log), Store: o.Store, History: history, Last: o.Last, Done: o.Done}
	dir := filepath.Dir(s.Journal.Path())
	s.know(o.Known, s.TookBefore)
	s.writeTo(s.Store, s.Journal, journal.InDir(dir, log))
	s.sealWith(sealed.New(filepath.Join(dir, "envelope.key"), nil))
	return s
}

// resumed notes in a journal that goes on that the program was not there for a
// while, and that it is another one.
func (s *Session) resumed(o *store.Opened, running string) error {
	if err := s.stopClocks(); err != nil {
		return err
	}
	if o.Another {
		s.BoardLoop.log.Info("everything is announced anew", "program now", running, "told more than was kept", o.Short)
		if err := s.Run(one(trace.Record{At: s.Last, What: store.ProgramNote(running)})); err != nil {
			return err
		}
	}
	s.Renumber(running, o.Short)
	if o.Short {
		s.writer.Unmark()
	}
	return nil
}

// night is the longest time that a daemon may have been away and still go by the
// wall clock. A Raspberry Pi has no clock of its own: until the network has told
// it the time it may be years off.
const night = 24 * time.Hour

// resume returns where the records' time goes on: as late after the last record
// as the wall clock says, or right after it when that cannot be. Simulated time
// does not pass while nobody plays.
func (s *Session) resume(now time.Time, simulated bool) time.Duration {
	away := now.Sub(s.Began) - s.Last
	if simulated || away < 0 || away > night && s.Last > 0 {
		return s.Last
	}
	return (s.Last + away).Truncate(time.Microsecond)
}

// one is a sequence of one record.
func one(r trace.Record) func(func(trace.Record, error) bool) {
	return func(yield func(trace.Record, error) bool) { yield(r, nil) }
}

// played is how far the journal has come, for simulated hands.
func (s *Session) played() hardware.Played {
	return hardware.Played{Until: s.Last, Done: s.Done, Announced: s.Paired}
}
