package store

import (
	"errors"
	"path/filepath"

	"touchmove/daemon/journal"
	"touchmove/sensors/trace"
)

// CloseJournal closes the current journal, and notes its end where the next start finds it: a
// journal that is cut while no daemon runs does not look as after a power cut then.
func (s *Store) CloseJournal() error {
	if err := s.Journal.Verify(); errors.Is(err, journal.ErrMoved) {
		s.log.Error("the journal was changed while the game was played: it is rewritten: leave the state directory alone while the daemon runs", "error", err)
	}
	if err := s.Journal.Close(); err != nil {
		return err
	}
	s.note(s.Journal, nil)
	return nil
}

// note notes a journal, and everything that it has now, in the register of the directory.
func (s *Store) note(j *journal.Journal, named []trace.Link) {
	if err := journal.Note(filepath.Dir(j.Path()), j.Link(), named...); err != nil {
		s.log.Warn("cannot register this journal: if it is deleted before the next game begins, this would go unnoticed", "journal", j.Path(), "error", err)
	}
}

// checkEnd reports that the end of the journal that is about to continue was stored once and is
// gone. Its games are then published again, as more was published than is left.
func (s *Store) checkEnd(path string, kept *journal.Kept) {
	if kept.Gap || !journal.Cut(path, kept) { // after a gap everything has been reported
		return
	}
	s.log.Error("the end of the journal is missing, and no power cut took it, as it had been stored: it was cut or replaced while the daemon was stopped, or the disk lost it: compare the game with the board and the scoresheet, or use the second copy (touchmove restore)",
		"journal", path, "records left", len(kept.Records))
	if err := journal.ShortIn(filepath.Dir(path)).Set(); err != nil {
		s.log.Warn("a mark for the next start cannot be stored", "error", err)
	}
}
