package store

import (
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"touchmove/daemon/journal"
	"touchmove/eventlog"
	"touchmove/internal/atomicfile"
	"touchmove/internal/refusal"
	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// openJournal continues a journal, and logs a torn end. What is cut off after a gap may
// have been published. It is put aside, and a mark makes sure that the next start
// publishes all state again, even if this start fails.
func openJournal(disk journal.Disk, path string, log *slog.Logger) (*journal.Journal, *journal.Kept, error) {
	if kept, err := journal.Read(path); err == nil && kept.Gap {
		aside := path + ".torn"
		if err := errors.Join(atomicfile.Write(aside, kept.Torn, 0o644), journal.ShortIn(filepath.Dir(path)).Set()); err != nil {
			log.Warn("the part cut off a journal cannot be put aside and marked", "error", err)
		}
		log.Error("records of the journal are lost, as after a power cut or on a worn card: the game continues from before them and all state is published again: compare it with the board, and check the disk (dmesg)",
			"journal", path, "records", len(kept.Records), "put aside", aside)
	}
	j, kept, err := journal.Open(disk, path)
	if err == nil && len(kept.Torn) > 0 && !kept.Gap {
		log.Warn("the journal's torn end was cut off, as after a power cut: nothing of it had been published", "journal", path, "bytes", len(kept.Torn))
	}
	return j, kept, err
}

// journalOf returns the journal of a game, and the game's number in it.
func (s *Store) journalOf(id string) (path string, number int, err error) {
	return s.pathOf(filepath.Dir(s.Journal.Path()), id)
}

// pathOf is journalOf for any goroutine, with the directory of the journals.
func (s *Store) pathOf(dir, id string) (path string, number int, err error) {
	at := strings.LastIndexByte(id, '-')
	stem, ours := strings.CutPrefix(id[:max(at, 0)], s.id+"-")
	if number, err = strconv.Atoi(id[at+1:]); err != nil || !ours || strings.ContainsAny(stem, `/\`) {
		return "", 0, fmt.Errorf("%q is not a game of this board", id)
	}
	return filepath.Join(dir, stem+journal.Suffix), number, nil
}

// Reach returns why the game with this id cannot be reopened.
func (s *Store) Reach(id string) error {
	path, _, err := s.journalOf(id)
	if err == nil {
		_, err = journal.Read(path)
	}
	if err != nil {
		return refusal.New("undo-no-journal", "undo: the previous game cannot be resumed: {why}", "why", err)
	}
	return nil
}

// reopen continues the journal of the previous game. If the machine stops before it is
// done, the next start completes it.
func (s *Store) reopen(b *eventlog.Board, use func(Turned)) error {
	annulled := s.Journal
	s.earlier.Lock()
	defer s.earlier.Unlock()
	path, j, kept, err := s.openBefore(b)
	if err != nil {
		return err
	}
	if s.earlier.reopened == nil {
		s.earlier.reopened = map[string]bool{}
	}
	s.earlier.reopened[path] = true
	began, err := beganAt(j.Path(), firstAt(kept))
	if err != nil {
		return err
	}
	in, err := inJournal(s.id, j.Path(), kept)
	if err != nil {
		return err
	}
	again, err := eventlog.Of(kept.Header, in, kept.Records)
	if err != nil {
		return err
	}
	again.Splits = true
	markOwed(j.Path(), s.log)
	s.Journal, s.Began = j, began
	s.log.Info("an earlier journal continues: the game after it was begun by mistake", "journal", j.Path(), "annulled", annulled.Path())
	use(Turned{again, eventlog.Step{Entries: again.Entries()}, j, annulled.Path()})
	return nil
}

// openBefore closes the journal of an annulled game and opens that of the previous game.
// It adds records there that the game was left and reopened, and returns all of that
// journal's records.
func (s *Store) openBefore(b *eventlog.Board) (path string, j *journal.Journal, kept *journal.Kept, err error) {
	var begun, undone reconcile.Action
	actions := b.Game().Actions()
	for i := len(actions) - 1; i >= 0 && undone.Number == 0; i-- {
		if n := actions[i].Undoes; n > 0 && actions[n-1].Command.Do == trace.DoNewGame {
			begun, undone = actions[n-1], actions[i]
		}
	}
	path, number, err := s.journalOf(reconcile.Follows(begun.Command))
	if err != nil {
		return path, nil, nil, err
	}
	release, err := s.disk.Hold() // between the two journals
	if err != nil {
		return path, nil, nil, err
	}
	defer release()
	s.Journal.SealAtClose()
	if err := s.Journal.Close(); err != nil && !s.waits(err) {
		return path, nil, nil, err
	}
	if j, kept, err = s.open(path); err != nil {
		return path, nil, nil, err
	}
	id := fmt.Sprintf("%s-%d", sessionName(s.id, s.Journal.Path()), b.Game().Number())
	left, back := false, false // whether the journal has these records already
	for _, r := range kept.Records {
		c, ok := r.What.(trace.Command)
		left = left || ok && reconcile.KeptElsewhere(c) == id
		back = back || ok && left && c.Do == trace.DoUndo
	}
	if back {
		return path, j, kept, nil
	}
	records, err := reopenRecords(kept, begun, undone, id, number, s.header.WrittenBy)
	if err != nil {
		return path, nil, nil, err
	}
	if left { // and the machine stopped after that
		records = records[len(records)-1:]
	}
	if shown, known := b.Reading(); known { // the board as it is when play continues
		n := len(records) - 1
		records = slices.Insert(records, n, trace.Record{At: records[n].At, What: trace.Scan{Board: shown}})
	}
	if err := s.add(j, records); err != nil {
		return path, j, nil, err
	}
	kept.Records = append(kept.Records, records...)
	return path, j, kept, nil
}

// add adds records to a journal.
func (s *Store) add(j *journal.Journal, records []trace.Record) error {
	for _, r := range records {
		if err := j.Append(r); err != nil && !s.waits(err) {
			return err
		}
	}
	if err := j.Sync(); err != nil && !s.waits(err) {
		return err
	}
	return nil
}

// waits reports whether an error of a journal says no more than that the card was read-only or full
// at the start: then nothing is lost, and what is added waits in memory.
func (s *Store) waits(err error) bool { return s.unstored != nil && journal.TakesNothing(err) }

// reopenRecords returns the records that are added to the journal of a game that was
// left and reopened: the new-game command, with the place of its game, and the undo of
// that command.
func reopenRecords(kept *journal.Kept, begun, undone reconcile.Action, id string, number int, running string) (list []trace.Record, err error) {
	left := max(begun.At, kept.Last())
	if wrote, _ := programs(kept); wrote != running && len(kept.Records) > 0 {
		list = append(list, trace.Record{At: left, What: trace.Command{Do: trace.DoNote, What: program + running}})
	}
	begin, undo := begun.Command, undone.Command
	begin.Extra, err = begin.Extra.With(map[string]any{reconcile.After: nil, reconcile.Elsewhere: id, reconcile.From: number})
	if err != nil {
		return nil, err
	}
	undo.Extra, err = undo.Extra.With(map[string]any{"action": nil})
	if err != nil {
		return nil, err
	}
	undo.What = ""
	return append(list, trace.Record{At: left, What: begin}, trace.Record{At: max(left, undone.At), What: undo}), nil
}
