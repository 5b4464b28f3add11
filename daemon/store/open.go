package store

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"reflect"
	"syscall"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon/journal"
	"touchmove/eventlog"
	"touchmove/internal/regularfile"
	"touchmove/sensors/trace"
)

// Opened is a store with an open journal, and the board as it is at the journal's end.
type Opened struct {
	Store *Store
	Board *eventlog.Board

	Resumed bool               // the journal existed
	Last    time.Duration      // time of the last record in the journal
	Done    int                // number of acts of simulated hands at exactly that time
	Known   []broadcast.Answer // answers to earlier commands, oldest first
	Another bool               // all state is published again: another version wrote the journal, or Short
	Short   bool               // more may have been published than was stored

	kept *journal.Kept
}

// Lock makes a board's directory if necessary, and locks it. Open takes the lock over.
func Lock(dir string) (*journal.Dir, error) {
	disk, err := journal.LockDir(dir)
	var failed *fs.PathError
	switch {
	case errors.As(err, &failed) && failed.Op == "mkdir":
		return nil, fmt.Errorf("state directory: %w: name one that can be written as state in the configuration", err)
	case err != nil:
		return nil, fmt.Errorf("state directory: %w", err)
	}
	return disk, nil
}

// Open continues the journal in a directory that is locked, or begins one if there is none. If the game
// was annulled, the one before it is reopened. The header is that of the next journal,
// and names the running version (WrittenBy). now is the moment at which a new journal
// begins.
//
// To continue is to replay: the records give the same entries with the same numbers as
// before the crash. If another version of the program wrote them and this one interprets
// them differently, every number leaps, so that its entries replace the earlier ones.
func Open(disk *journal.Dir, board string, h trace.Header, now time.Time, log *slog.Logger) (*Opened, error) {
	defer disk.Close() // the open journal holds the lock
	dir := disk.Path()
	path, err := journal.Latest(dir)
	if err != nil {
		return nil, err
	}
	s := &Store{disk: disk, id: board, header: h, log: log}
	for _, name := range journal.Missing(dir) {
		log.Error("the journal of the latest game is missing: it was deleted or moved away: stop the daemon and put it back, or fetch it from the second copy (touchmove restore)", "journal", name)
	}
	if path == "" {
		return s.begin(now, now)
	}
	if began, err := journal.Began(path); err == nil && began.Sub(now) > wrongClock {
		log.Warn("the latest journal was begun at a time that is in the future: the clock was wrong, then or now: the board goes on, and its journals get names after that one's; a game that is under way keeps its date", "journal", path)
	}
	j, kept, err := s.open(path)
	if err != nil {
		return nil, err
	}
	s.checkEnd(path, kept)
	o, err := s.resume(j, kept)
	for err == nil && o.Board.Game().IsClosed() { // its game was annulled, so the one before it is reopened
		if path, j, kept, err = s.openBefore(o.Board); err == nil {
			o, err = s.resume(j, kept)
		}
	}
	if err != nil {
		if j != nil {
			j.Close()
		}
		return nil, fmt.Errorf("journal %s: %w", path, err)
	}
	s.Journal.SealAtClose()
	if s.unstored == nil && !owedMark(path).IsSet() { // the machine stopped before it was set
		markOwed(path, log)
	}
	return o, nil
}

// open continues a journal, also on a disk that takes nothing.
func (s *Store) open(path string) (*journal.Journal, *journal.Kept, error) {
	j, kept, err := openJournal(s.disk, path, s.log)
	if !journal.TakesNothing(err) {
		return j, kept, err
	}
	if s.unstored == nil {
		s.log.Error(unstored, "error", err)
	}
	s.unstored = err
	return journal.OpenLater(s.disk, path, err)
}

// wrongClock is how far in the future a journal may have been begun: clocks are set by as much.
const wrongClock = 24 * time.Hour

// unstored is the log's line about a disk that takes nothing when a board begins.
const unstored = "the disk of the state directory takes nothing: the board plays and is published, and its records wait in memory until the disk can be written: check the disk (df, dmesg, mount)"

// Next closes the journal, which does not continue, and begins another one.
func (o *Opened) Next(now time.Time) (*Opened, error) {
	s := o.Store
	s.log.Info("a new journal begins", "after", s.Journal.Path())
	release, err := s.disk.Hold() // between the two journals
	if err != nil {
		return nil, err
	}
	defer release()
	if err := s.Journal.Close(); journal.TakesNothing(err) { // it has the whole game, but perhaps not that this program has read it
		s.log.Warn("the last game's journal cannot be closed: the disk takes nothing", "journal", s.Journal.Path(), "error", err)
	} else if err != nil {
		return nil, err
	}
	// A simulated board's time may be ahead of the clock's; journals must stay
	// in the order of their names.
	named := now
	if latest, err := journal.Latest(s.disk.Path()); err != nil {
		return nil, err
	} else if last, err := journal.Began(latest); err == nil && !now.After(last) {
		named = last.Add(time.Millisecond)
	}
	return s.begin(named, now)
}

// begin begins a journal, which is named by a moment that is not before those of the others.
func (s *Store) begin(named, now time.Time) (*Opened, error) {
	if _, err := eventlog.New(s.header, eventlog.Journal{}); err != nil {
		return nil, err
	}
	path := filepath.Join(s.disk.Path(), journal.Name(named))
	h := s.header
	began, err := beganAt(path, 0) // now, as precise as the name
	if err != nil {                // the year 10000
		return nil, fmt.Errorf("%w: the latest journal in %s is named by a time after which there is no name: %w", err, s.disk.Path(), regularfile.ErrUnfit)
	}
	h.Began = eventlog.InHall(now)
	if h.After, err = journal.Predecessors(s.disk.Path(), s.Journal); err != nil {
		return nil, err
	}
	s.unstored = nil
	j, err := journal.Create(s.disk, path, h)
	if reserve := journal.ReserveIn(s.disk.Path()); errors.Is(err, syscall.ENOSPC) && reserve.Held() && reserve.Release() {
		s.log.Error("the disk is full and the reserve was released: free some space (df, du)", "error", err)
		j, err = journal.Create(s.disk, path, h)
	}
	if why := s.disk.Unwritten(); why != nil && errors.Is(err, fs.ErrNotExist) {
		err = why
	}
	if journal.TakesNothing(err) {
		s.unstored, err = err, nil
		s.log.Error(unstored, "error", s.unstored)
		j, err = journal.CreateLater(s.disk, path, h, s.unstored)
	}
	if err != nil {
		return nil, err
	}
	if s.unstored == nil {
		s.note(j, h.After)
	}
	if s.unstored == nil {
		markOwed(path, s.log)
	}
	b, err := eventlog.New(s.header, eventlog.Journal{ID: sessionName(s.id, path), Began: h.Began})
	if err != nil {
		return nil, err
	}
	s.log.Info("a journal begins", "journal", path)
	s.Journal, s.Began = j, began
	return &Opened{Store: s, Board: b}, nil
}

// resume replays a journal in order to continue it.
func (s *Store) resume(j *journal.Journal, kept *journal.Kept) (*Opened, error) {
	began, err := beganAt(j.Path(), firstAt(kept))
	if err != nil {
		return nil, err
	}
	in, err := inJournal(s.id, j.Path(), kept)
	if err != nil {
		return nil, err
	}
	wrote, _ := programs(kept)
	o := &Opened{Store: s, Resumed: true, Last: kept.Last(), Short: s.unstored != nil || kept.Gap || journal.ShortIn(filepath.Dir(j.Path())).IsSet(), kept: kept}
	if o.Another = (wrote != s.header.WrittenBy || o.Short) && len(kept.Records) > 0; o.Another {
		in.Versions++
	}
	o.Board, err = eventlog.New(kept.Header, in)
	if err != nil {
		return nil, err
	}
	s.Journal, s.Began = j, began
	if o.Known, err = s.recall(); err != nil {
		return nil, err
	}
	for _, r := range kept.Records {
		o.replay(r)
	}
	return o, nil
}

// replay takes a record of the journal again.
func (o *Opened) replay(r trace.Record) {
	_, err := o.Board.Again(r)
	c, asked := r.What.(trace.Command)
	switch {
	case err != nil:
		o.Store.log.Warn("record refused", "record", fmt.Sprintf("%T", r.What), "at", r.At, "error", err)
	case asked:
		last := o.Board.Latest()
		o.Known = append(o.Known, broadcast.Answer{ID: c.ID, OK: true, Game: last.Game, Seq: last.Seq})
	}
	if r.At == o.Last && isByHands(r) {
		o.Done++
	}
}

// GoesOn reports whether new records may follow in the journal. If not, Next must begin
// another one.
func (o *Opened) GoesOn() bool {
	kept, h := o.kept, o.Store.header
	if n := len(kept.Records); n > 0 {
		if _, ended := kept.Records[n-1].What.(trace.End); ended { // a recording that somebody has copied here
			return false
		}
	}
	before := kept.Header
	if before.Laws != h.Laws {
		o.Store.log.Warn("the next game is played by another edition of the Laws: set laws under [game] to choose it", "was", before.Laws.String(), "laws", h.Laws.String(), "journal", o.Store.Journal.Path())
	}
	before.WrittenBy, before.ScanHz, before.Journal, before.After, before.Began = h.WrittenBy, h.ScanHz, h.Journal, h.After, h.Began
	if firstAt(kept) > 0 { // a new-game command sets these
		before.Start, before.Variant = h.Start, h.Variant
	}
	last := o.Board.Game().Playing()
	over := !last.Begun || last.Result != "*"
	if !over {
		before.ClaimsDecided = h.ClaimsDecided // a game of an earlier version is played to its end by the rules that it began with
	}
	if reflect.DeepEqual(before, h) {
		return true
	}
	if before.Sensing == h.Sensing && !over {
		o.Store.log.Warn("the configuration has changed during a game: the change applies from the next game", "journal", o.Store.Journal.Path())
		return true
	}
	return false
}

// isByHands reports whether a record may be an act of simulated hands. Commands from
// outside have an id.
func isByHands(r trace.Record) bool {
	switch w := r.What.(type) {
	case trace.Press:
		return true
	case trace.Command:
		return w.ID == "" && !eventlog.IsOwnNote(w) && w.Why != eventlog.SetUp
	}
	return false
}
