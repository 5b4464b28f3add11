package daemon

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"touchmove/daemon/journal"
	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// Session is a board's journal, opened, and the daemon that stands at its end.
type Session struct {
	*Daemon
	Journal *journal.Journal
	History *History
	Began   time.Time     // the moment of At 0
	Last    time.Duration // of the record kept last
	Done    int           // what simulated hands pressed and said at exactly that time
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
	if err := journal.MakeDir(dir); err != nil {
		return nil, fmt.Errorf("state directory: %w", err)
	}
	path, err := journal.Latest(dir)
	if err != nil {
		return nil, err
	}
	if path == "" {
		return beginSession(dir, board, h, now, log)
	}
	j, kept, err := journal.Open(journal.OS{}, path)
	if err != nil {
		return nil, err
	}
	if n := len(kept.Torn); n > 0 {
		log.Warn("the journal's end was torn, as after a power cut: cut off; nothing of it had been told", "journal", path, "bytes", n)
	}
	s, err := resumeSession(j, kept, board, h.WrittenBy, log)
	if err == nil && !s.canGoOn(kept, h) {
		log.Info("a new journal begins", "after", path)
		if err := j.Close(); err != nil {
			return nil, err
		}
		return beginSession(dir, board, h, now, log)
	}
	if err != nil {
		j.Close()
		return nil, fmt.Errorf("journal %s: %w", path, err)
	}
	log.Info("the journal goes on", "journal", path, "records", len(kept.Records), "events", s.History.Last().Seq)
	return s, nil
}

func beginSession(dir, board string, h trace.Header, now time.Time, log *slog.Logger) (*Session, error) {
	game, err := reconcile.NewGame(h, reconcile.Sure)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, journal.Name(now))
	j, err := journal.Create(journal.OS{}, path, h)
	if err != nil {
		return nil, err
	}
	began, err := journal.Began(path) // now, as the name holds it
	if err != nil {
		return nil, err
	}
	history := NewHistory(sessionName(board, path), began, 0)
	history.Open(game)
	log.Info("a journal begins", "journal", path)
	return &Session{Daemon: New(game, j, history, log), Journal: j, History: history, Began: began}, nil
}

func sessionName(board, path string) string {
	return board + "-" + strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}

func resumeSession(j *journal.Journal, kept *journal.Kept, board, running string, log *slog.Logger) (*Session, error) {
	began, err := journal.Began(j.Path())
	if err != nil {
		return nil, err
	}
	game, err := reconcile.NewGame(kept.Header, reconcile.Sure)
	if err != nil {
		return nil, err
	}
	wrote, versions := kept.Header.WrittenBy, 0
	for _, r := range kept.Records {
		if c, ok := r.What.(trace.Command); ok && c.Do == trace.DoNote && strings.HasPrefix(c.What, program) {
			wrote, versions = strings.TrimPrefix(c.What, program), versions+1
		}
	}
	another := wrote != running && len(kept.Records) > 0
	if another {
		versions++
	}
	history := NewHistory(sessionName(board, j.Path()), began, versions)
	history.Open(game)
	s := &Session{Daemon: New(game, nil, history, log), Journal: j, History: history, Began: began, Last: kept.Last()}
	for _, r := range kept.Records {
		if err := s.Run(one(r)); err != nil {
			return nil, err
		}
		if r.At == s.Last && byHands(r) {
			s.Done++
		}
	}
	s.keep = j
	if another {
		log.Info("another version of the program: everything is announced anew", "before", wrote, "now", running)
		note := trace.Command{Do: trace.DoNote, What: program + running}
		if err := s.Run(one(trace.Record{At: s.Last, What: note})); err != nil {
			return nil, err
		}
	}
	return s, nil
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
	if reflect.DeepEqual(before, h) {
		return true
	}
	games := s.game.Games()
	last := games[len(games)-1]
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
		return w.ID == "" && !strings.HasPrefix(w.What, program)
	}
	return false
}

// one is a sequence of one record.
func one(r trace.Record) func(func(trace.Record, error) bool) {
	return func(yield func(trace.Record, error) bool) { yield(r, nil) }
}
