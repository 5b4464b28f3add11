package daemon

import (
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"touchmove/daemon/hardware"
	"touchmove/daemon/journal"
	"touchmove/daemon/store"
	"touchmove/sensors/trace"
)

// History is everything that a board has published (see store.History).
type History = store.History

// Session is a board's store, opened, and the loop that continues its journal.
type Session struct {
	Loop    *BoardLoop
	Store   *store.Store
	History *History
	Last    time.Duration // time of the last record in the journal
	Done    int           // number of acts of simulated hands at exactly that time
	Paired  bool          // the pairing comes from the event file, not from simulated hands
}

// OpenSession opens the store in a directory (see store.Open). A new journal begins when
// the last game is over and the header has changed since, or when the sensing has
// changed, so that the old journal cannot continue.
func OpenSession(dir, board string, h trace.Header, now time.Time, log *slog.Logger) (*Session, error) {
	disk, err := store.Lock(dir)
	if err != nil {
		return nil, err
	}
	return openSession(disk, board, h, now, log)
}

// openSession is OpenSession in a directory that is locked.
func openSession(disk *journal.Dir, board string, h trace.Header, now time.Time, log *slog.Logger) (*Session, error) {
	opened, err := store.Open(disk, board, h, now, log)
	if err != nil {
		return nil, err
	}
	s := newSession(opened, log)
	if !opened.Resumed {
		return s, nil
	}
	if err := s.resumed(opened, h.WrittenBy); err != nil {
		return nil, fmt.Errorf("journal %s: %w", s.Store.Journal.Path(), errors.Join(err, s.Store.Journal.Close()))
	}
	if opened.GoesOn() {
		log.Info("resuming the journal", "journal", s.Store.Journal.Path(), "events", s.History.Last().Seq)
		return s, nil
	}
	if opened, err = opened.Next(now); err != nil {
		return nil, err
	}
	return newSession(opened, log), nil
}

// newSession makes the session of a store and begins to write its journal.
func newSession(o *store.Opened, log *slog.Logger) *Session {
	history := store.NewHistory(o.Board)
	s := &Session{Loop: NewBoardLoop(o.Board, nil, history, log), Store: o.Store, History: history, Last: o.Last, Done: o.Done}
	s.Loop.restoreAnswers(o.Known, s.Store.TookBefore)
	s.Loop.writeTo(s.Store, s.Store.Journal, journal.InDir(filepath.Dir(s.Store.Journal.Path()), log))
	return s
}

// resumed notes in a continued journal that the program was not running for a while, and
// whether it is now a different version.
func (s *Session) resumed(o *store.Opened, running string) error {
	if err := s.stopClocks(); err != nil {
		return err
	}
	if o.Another {
		s.Loop.log.Info("publishing all state again", "program now", running, "published more than was stored", o.Short)
		if err := s.Loop.Run(one(trace.Record{At: s.Last, What: store.ProgramNote(running)})); err != nil {
			return err
		}
	}
	s.Store.Renumber(running, o.Short)
	if o.Short {
		s.Loop.writer.Unmark()
	}
	return nil
}

// longestAbsence is the longest absence of the daemon for which the wall clock is believed. A
// Raspberry Pi has no battery-backed clock: until it has the time from the network it
// may be years off.
const longestAbsence = 24 * time.Hour

// resume returns the record time from which the session continues: as long after the
// last record as the wall clock says, by what the journal says of that clock, or right after
// the record if the clock cannot be right.
// Simulated time does not pass while nobody plays.
func (s *Session) resume(now time.Time, simulated bool) time.Duration {
	away := now.Sub(s.Loop.board.Clock(s.Last))
	if simulated || away < 0 || away > longestAbsence && s.Last > 0 {
		return s.Last
	}
	return (s.Last + away).Truncate(time.Microsecond)
}

// one is a sequence of one record.
func one(r trace.Record) func(func(trace.Record, error) bool) {
	return func(yield func(trace.Record, error) bool) { yield(r, nil) }
}

// played returns how far the journal has got, for simulated hands.
func (s *Session) played() hardware.Played {
	return hardware.Played{Until: s.Last, Done: s.Done, Announced: s.Paired}
}
