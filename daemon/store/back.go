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

// openJournal continues a journal, and says when its end was torn. What is cut
// off after a gap may have been told: it is put aside, and the next start,
// should this one come to nothing, announces everything anew as well.
func openJournal(disk journal.Disk, path string, log *slog.Logger) (*journal.Journal, *journal.Kept, error) {
	if kept, err := journal.Read(path); err == nil && kept.Gap {
		aside := path + ".torn"
		if err := errors.Join(atomicfile.Write(aside, kept.Torn, 0o644), journal.ShortIn(filepath.Dir(path)).Set()); err != nil {
			log.Warn("what is cut off a journal cannot be put aside and marked", "error", err)
		}
		log.Error("records in the journal are gone, as after a power cut or on a worn card: the game goes on from before them, and everything is announced anew: compare it with the board, and check the disk (dmesg)",
			"journal", path, "records", len(kept.Records), "put aside", aside)
	}
	j, kept, err := journal.Open(disk, path)
	if err == nil && len(kept.Torn) > 0 && !kept.Gap {
		log.Warn("the journal's end was torn, as after a power cut: cut off; nothing of it had been told", "journal", path, "bytes", len(kept.Torn))
	}
	return j, kept, err
}

// journalOf finds the journal of a game, and the game's number in it.
func (s *Store) journalOf(id string) (path string, number int, err error) {
	at := strings.LastIndexByte(id, '-')
	stem, ours := strings.CutPrefix(id[:max(at, 0)], s.id+"-")
	if number, err = strconv.Atoi(id[at+1:]); err != nil || !ours || strings.ContainsAny(stem, `/\`) {
		return "", 0, fmt.Errorf("%q is no game of this board", id)
	}
	return filepath.Join(filepath.Dir(s.Journal.Path()), stem+filepath.Ext(s.Journal.Path())), number, nil
}

// Reach says why the game with this id cannot be gone back to.
func (s *Store) Reach(id string) error {
	path, _, err := s.journalOf(id)
	if err == nil {
		_, err = journal.Read(path)
	}
	if err != nil {
		return refusal.New("undo-no-journal", "undo: the game before cannot be gone back to: {why}", "why", err)
	}
	return nil
}

// reopen continues the journal of the game before. Should the machine stop on the way, the
// next start goes on from where this one came to.
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
	_, versions := programs(kept)
	again, err := eventlog.Of(kept.Header, eventlog.Journal{ID: sessionName(s.id, j.Path()), Began: began, Versions: versions}, kept.Records)
	if err != nil {
		return err
	}
	again.Splits = true
	markUntold(j.Path(), s.log)
	s.Journal, s.Began = j, began
	s.log.Info("a journal goes on: the game after it was begun by mistake", "journal", j.Path(), "annulled", annulled.Path())
	use(Turned{again, eventlog.Step{Entries: again.Entries()}, j, annulled.Path()})
	return nil
}

// openBefore closes the journal of a game that was annulled and opens that of the game before
// it, in which it then stands that it was left and gone back to. It returns all of that
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
	if err := s.Journal.Close(); err != nil {
		return path, nil, nil, err
	}
	if j, kept, err = openJournal(s.disk, path, s.log); err != nil {
		return path, nil, nil, err
	}
	id := fmt.Sprintf("%s-%d", sessionName(s.id, s.Journal.Path()), b.Game().Number())
	left, back := false, false // whether it stands there already
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
	if left { // and then the machine stopped
		records = records[len(records)-1:]
	}
	if shown, known := b.Reading(); known { // the board as it stands when play is to go on
		n := len(records) - 1
		records = slices.Insert(records, n, trace.Record{At: records[n].At, What: trace.Scan{Board: shown}})
	}
	for _, r := range records {
		if err := j.Append(r); err != nil {
			return path, j, nil, err
		}
	}
	if err := j.Sync(); err != nil {
		return path, j, nil, err
	}
	kept.Records = append(kept.Records, records...)
	return path, j, kept, nil
}

// reopenRecords are the records that follow in the journal of a game that was left, and gone
// back to: the new-game command, with where its game is kept, and its undo.
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
