package store

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"touchmove/daemon/journal"
	"touchmove/eventlog"
	"touchmove/sensors/trace"
)

// Store is the directory with the journals of a board's games: the current one and the
// earlier ones. Open opens it. Its methods are for the goroutine that steps the game,
// except those that a Backlog calls.
type Store struct {
	Journal *journal.Journal // the current one
	Began   time.Time        // the moment of At 0, by the journal's name: names order the journals, whatever the clock showed

	Retention journal.Retention // of earlier journals; the zero value keeps all

	unstored error // why the disk took nothing when the current journal was opened; nil: it did

	disk    *journal.Dir // locked while a journal is open
	id      string       // of the board
	header  trace.Header // of the next journal
	earlier earlier
	log     *slog.Logger
}

// Turned is the journal that follows another one.
type Turned struct {
	Board  *eventlog.Board
	Step   eventlog.Step // with all entries of the journal
	To     journal.Keeper
	Before string // the path of the journal that ended
}

// Turn begins the next game's journal, or continues that of the previous game if the
// current one was annulled. It calls use once the journal is there, and not after an
// error.
func (s *Store) Turn(b *eventlog.Board, t *eventlog.Turn, use func(Turned)) error {
	if t.Back {
		return s.reopen(b, use)
	}
	return s.next(b, t, use)
}

// Header returns the header that the store was opened with: what a game is by default.
func (s *Store) Header() trace.Header { return s.header }

// next begins the next game's journal. Record time continues. If the machine stops
// before the journal exists, nothing has been answered, and the current game continues.
func (s *Store) next(b *eventlog.Board, t *eventlog.Turn, use func(Turned)) error {
	at := t.First[0].At
	path := filepath.Join(filepath.Dir(s.Journal.Path()), journal.Name(s.Began.Add(at)))
	if path <= s.Journal.Path() { // the latest journal is the current one
		return fmt.Errorf("journal %s would sort before %s", path, s.Journal.Path())
	}
	began, err := beganAt(path, at)
	if err != nil {
		return err
	}
	origin := b.Clock(at).Add(-at).In(eventlog.InHall(b.Clock(at)).Location()).Truncate(time.Millisecond) // as precise as the header
	next, err := b.Next(t, s.header, eventlog.Journal{ID: sessionName(s.id, path), Began: origin})
	if err != nil {
		return err
	}
	if err := s.Journal.Seal(); err != nil { // only the latest one may lack its seal
		s.log.Warn("the journal cannot be sealed: its end will count as missing", "journal", s.Journal.Path(), "error", err)
	}
	h := next.Header
	h.Began = origin
	if h.After, err = journal.Predecessors(s.disk.Path(), s.Journal); err != nil {
		return err
	}
	j, err := journal.Create(s.disk, path, h, next.First...)
	if err != nil {
		return err
	}
	s.note(j, h.After)
	before := s.Journal
	s.Journal, s.Began = j, began
	if s.unstored != nil { // the mark could not be set when that journal began
		markOwed(before.Path(), s.log)
		s.unstored = nil
	}
	markOwed(path, s.log)
	s.log.Info("a journal begins", "journal", path, "after", before.Path())
	if err := before.Close(); err != nil {
		s.log.Error("the end of the last game could not be stored", "journal", before.Path(), "error", err)
	}
	use(Turned{next.Board, next.Step, j, before.Path()})
	s.Prune()
	return nil
}

// Prune deletes the journals that the configuration no longer keeps.
func (s *Store) Prune() {
	deleted, err := journal.Prune(filepath.Dir(s.Journal.Path()), s.Retention, s.Journal.Path())
	for _, path := range deleted {
		s.log.Info("an old journal is deleted", "journal", path)
	}
	if err != nil {
		s.log.Warn("old journals cannot be deleted", "error", err)
	}
}

// earlier is the lock on the journals of earlier games and on the file of their final
// states. They are read and written while the board is scanned, and reopened at an
// arbiter's command, but never both at once.
type earlier struct {
	sync.Mutex
	reopened map[string]bool // those that were reopened and are being written again
}

// replay replays the journal of an earlier game. If another version wrote it, that is
// noted there first, so that all its entries get new numbers.
func (s *Store) replay(path, running string) ([]eventlog.Entry, error) {
	s.earlier.Lock()
	defer s.earlier.Unlock()
	if s.earlier.reopened[path] {
		return nil, fmt.Errorf("journal %s: it has been reopened, and is published as the current game", path)
	}
	kept, err := journal.Read(path)
	if err != nil {
		return nil, err
	}
	if wrote, _ := programs(kept); wrote != running || kept.Gap {
		if err := number(s.disk, path, running, false, s.log); err != nil {
			return nil, err
		}
		if kept, err = journal.Read(path); err != nil {
			return nil, err
		}
	}
	return Entries(s.id, path, kept)
}

// Entries returns the entries of a journal, as this version of the program interprets
// it.
func Entries(board, path string, kept *journal.Kept) ([]eventlog.Entry, error) {
	j, err := inJournal(board, path, kept)
	if err != nil {
		return nil, err
	}
	b, err := eventlog.Of(kept.Header, j, kept.Records)
	if err != nil {
		return nil, fmt.Errorf("journal %s: %w", path, err)
	}
	return b.Entries(), nil
}
