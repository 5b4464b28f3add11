package daemon

import (
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon/hardware"
	"touchmove/daemon/journal"
	"touchmove/daemon/sealed"
	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// Session is a board's journal, opened, and the daemon that stands at its end.
type Session struct {
	*Daemon
	*store
	History *History
	Last    time.Duration // of the record kept last
	Done    int           // what simulated hands pressed and said at exactly that time
	Paired  bool          // who plays is told by the event file, and not by simulated hands
}

// program begins the note that says which program wrote the records after it,
// when it is another one than before.
const program = "program "

// OpenSession continues the journal in a directory, or begins one: when there
// is none, when the last game is over and the header has changed since, or when
// the sensing has, so that the old journal cannot go on. The header says which
// program runs (WrittenBy). now is the moment at which a new journal begins.
//
// To continue is to replay. What a journal's records meant, and under which
// number it was told, comes out the same as before the crash; when the program
// is another one and understands them otherwise, every number leaps, so that
// what it tells replaces what was told.
func OpenSession(dir, board string, h trace.Header, now time.Time, log *slog.Logger) (*Session, error) {
	disk, err := journal.LockDir(dir)
	if err != nil {
		return nil, fmt.Errorf("state directory: %w", err)
	}
	defer disk.Close() // the open journal keeps it
	path, err := journal.Latest(dir)
	if err != nil {
		return nil, err
	}
	if path == "" {
		return beginSession(disk, board, h, now, log)
	}
	j, kept, err := openJournal(disk, path, log)
	if err != nil {
		return nil, err
	}
	s, err := resumeSession(disk, j, kept, board, h, log)
	for err == nil && s.Daemon.board.Game().IsClosed() { // its game was annulled, and the one before goes on
		if path, j, kept, err = s.wayBack(s.Daemon.board); err == nil {
			s, err = resumeSession(disk, j, kept, board, h, log)
		}
	}
	if err == nil && !s.canGoOn(kept, h) {
		log.Info("a new journal begins", "after", path)
		if err := j.Close(); err != nil {
			return nil, err
		}
		// A simulated board's time may have run ahead of the clock's: journals are
		// in the order of their names.
		if latest, err := journal.Latest(dir); err != nil {
			return nil, err
		} else if last, err := journal.Began(latest); err == nil && !now.After(last) {
			now = last.Add(time.Millisecond)
		}
		return beginSession(disk, board, h, now, log)
	}
	if err != nil {
		if j != nil {
			j.Close()
		}
		return nil, fmt.Errorf("journal %s: %w", path, err)
	}
	log.Info("the journal goes on", "journal", path, "records", len(kept.Records), "events", s.History.Last().Seq)
	return s, nil
}

func beginSession(disk *journal.Dir, board string, h trace.Header, now time.Time, log *slog.Logger) (*Session, error) {
	if _, err := reconcile.NewGame(h); err != nil {
		return nil, err
	}
	dir := disk.Path()
	path := filepath.Join(dir, journal.Name(now))
	j, err := journal.Create(disk, path, h)
	if reserve := journal.ReserveIn(dir); errors.Is(err, syscall.ENOSPC) && reserve.Held() && reserve.Release() {
		log.Error("the disk is full: the reserve has been given up: make room (df, du)", "error", err)
		j, err = journal.Create(disk, path, h)
	}
	if err != nil {
		return nil, err
	}
	began, err := journal.Began(path) // now, as the name holds it
	if err != nil {
		return nil, err
	}
	markUntold(path, log)
	b, err := eventlog.New(h, eventlog.Journal{ID: sessionName(board, path), Began: began})
	if err != nil {
		return nil, err
	}
	log.Info("a journal begins", "journal", path)
	s := newSession(b, &store{Journal: j, Began: began, disk: disk, id: board, header: h, logger: log})
	s.goOn()
	return s, nil
}

// newSession is a session whose journal is not written yet.
func newSession(b *eventlog.Board, files *store) *Session {
	history := NewHistory(b)
	return &Session{Daemon: New(b, nil, history, files.logger), store: files, History: history}
}

// goOn has the journal be written from now on, and each game to come have its own.
func (s *Session) goOn() {
	dir := filepath.Dir(s.Journal.Path())
	s.Daemon.writeTo(s.store, s.Journal, journal.InDir(dir, s.logger))
	s.Daemon.sealWith(sealed.New(filepath.Join(dir, "envelope.key"), nil))
	s.Daemon.commands.Before = s.tookBefore
}

// beganAt returns the moment of At 0 in a journal whose first record, at the
// moment of its name, has this time.
func beganAt(path string, first time.Duration) (time.Time, error) {
	named, err := journal.Began(path)
	return named.Add(-first), err
}

// firstAt returns the time that a journal's name stands for: 0, or in one that
// followed upon another game in the same time, that of its first record, which
// a new-game command follows at once.
func firstAt(kept *journal.Kept) time.Duration {
	if len(kept.Records) < 2 || kept.Records[0].At != kept.Records[1].At {
		return 0
	}
	if c, ok := kept.Records[1].What.(trace.Command); !ok || c.Do != trace.DoNewGame || reconcile.KeptElsewhere(c) != "" {
		return 0
	}
	return kept.Records[0].At
}

func sessionName(board, path string) string {
	return board + "-" + strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}

func resumeSession(disk *journal.Dir, j *journal.Journal, kept *journal.Kept, board string, h trace.Header, log *slog.Logger) (*Session, error) {
	began, err := beganAt(j.Path(), firstAt(kept))
	if err != nil {
		return nil, err
	}
	running := h.WrittenBy
	wrote, versions := programs(kept)
	short := kept.Gap || journal.ShortIn(filepath.Dir(j.Path())).IsSet()
	another := (wrote != running || short) && len(kept.Records) > 0
	if another {
		versions++
	}
	b, err := eventlog.New(kept.Header, eventlog.Journal{ID: sessionName(board, j.Path()), Began: began, Versions: versions})
	if err != nil {
		return nil, err
	}
	s := newSession(b, &store{Journal: j, Began: began, disk: disk, id: board, header: h, logger: log})
	s.Last = kept.Last()
	if err := s.recall(); err != nil {
		return nil, err
	}
	for _, r := range kept.Records {
		if err := s.Run(one(r)); err != nil {
			return nil, err
		}
		if r.At == s.Last && byHands(r) {
			s.Done++
		}
	}
	if b.Game().IsClosed() {
		return s, nil
	}
	if !untold(j.Path()).IsSet() { // the machine stopped before it was
		markUntold(j.Path(), log)
	}
	s.goOn()
	if err := s.stopClocks(); err != nil {
		return nil, err
	}
	if another {
		log.Info("everything is announced anew", "program before", wrote, "now", running, "told more than was kept", short)
		note := trace.Command{Do: trace.DoNote, What: program + running}
		if err := s.Run(one(trace.Record{At: s.Last, What: note})); err != nil {
			return nil, err
		}
	}
	s.renumber(running, short)
	if short {
		s.writer.Unmark()
	}
	return s, nil
}

// recall reads which commands were taken in the journal before this one, and in those
// after it, whose games were annulled: a command that is sent again because its answer
// was lost may be older than the game.
func (s *Session) recall() error {
	paths, err := journal.List(filepath.Dir(s.Journal.Path()))
	if err != nil {
		return err
	}
	for i, path := range paths {
		if path == s.Journal.Path() || i+1 < len(paths) && paths[i+1] < s.Journal.Path() {
			continue
		}
		kept, err := journal.Read(path)
		if err != nil {
			s.log.Warn("a journal beside this one cannot be read: commands of that game are not known again", "error", err)
			continue
		}
		for _, r := range kept.Records {
			if c, ok := r.What.(trace.Command); ok {
				s.commands.Reply(c.ID, broadcast.Answer{ID: c.ID, OK: true})
			}
		}
	}
	return nil
}

// canGoOn says whether new records may follow in the journal.
func (s *Session) canGoOn(kept *journal.Kept, h trace.Header) bool {
	if n := len(kept.Records); n > 0 {
		if _, ended := kept.Records[n-1].What.(trace.End); ended { // a recording, put here by hand
			return false
		}
	}
	before := kept.Header
	before.WrittenBy, before.ScanHz = h.WrittenBy, h.ScanHz
	if firstAt(kept) > 0 { // a new-game command set these
		before.Start, before.Variant = h.Start, h.Variant
	}
	if reflect.DeepEqual(before, h) {
		return true
	}
	last := s.Daemon.board.Game().Playing()
	over := !last.Begun || last.Result != "*"
	if before.Sensing == h.Sensing && !over {
		s.log.Warn("the configuration has changed during a game: it holds for the next one", "journal", s.Journal.Path())
		return true
	}
	return false
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

// byHands says whether a record may be what simulated hands pressed or said.
// Commands from outside have an id.
func byHands(r trace.Record) bool {
	switch w := r.What.(type) {
	case trace.Press:
		return true
	case trace.Command:
		return w.ID == "" && !strings.HasPrefix(w.What, program) && w.Why != eventlog.SetUp
	}
	return false
}

// one is a sequence of one record.
func one(r trace.Record) func(func(trace.Record, error) bool) {
	return func(yield func(trace.Record, error) bool) { yield(r, nil) }
}

// played is how far the journal has come, for simulated hands.
func (s *Session) played() hardware.Played {
	return hardware.Played{Until: s.Last, Done: s.Done, Announced: s.Paired}
}
