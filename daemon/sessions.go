package daemon

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"touchmove/configs"
	"touchmove/daemon/journal"
	"touchmove/daemon/store"
	"touchmove/sensors/trace"
)

// mostReading is how many bytes of journals are read at the same time, unless those of one board have more: reading takes
// several times as much memory, which the unit limits (MemoryMax).
const mostReading = 24 << 20

// sessions are the journals of all boards while they are opened, several at the same time: reading a long one takes a
// processor for minutes on a small computer. They are taken in the order of the configuration, and what the log
// says is as if they were opened one after the other.
type sessions struct {
	list  []*opening
	taken int
	over  atomic.Bool // no more are opened
	wait  sync.WaitGroup
}

// opening is the journal of one board.
type opening struct {
	board  configs.Board
	header trace.Header // of its next journal
	disk   *journal.Dir // locked
	log    *slog.Logger
	held   *held

	done    chan struct{} // closed once the following are set
	session *Session
	err     error
}

// openSessions begins to open the journals of the boards of a configuration. First it locks their directories, in order: of
// two daemons that begin at the same moment one gets all of them. After that, end must be called.
func openSessions(c *configs.Config, version string, log *slog.Logger) (*sessions, error) {
	s := new(sessions)
	for _, board := range c.Boards {
		o := &opening{board: board, header: c.Header(board), held: new(held), done: make(chan struct{})}
		o.header.WrittenBy = version
		o.log = slog.New(heldHandler{log.With("board", board.ID).Handler(), o.held})
		s.list = append(s.list, o)
		if o.disk, o.err = store.Lock(filepath.Join(c.State, board.Event, board.ID)); o.err != nil && !journal.IsOfOneBoard(o.err) {
			for _, before := range s.list {
				before.unlock()
			}
			return nil, &unopened{board.ID, o.err}
		}
	}
	s.wait.Go(s.open)
	return s, nil
}

// open opens the journals in order, as many at the same time as there are processors and memory for.
func (s *sessions) open() {
	running, reading := 0, int64(0)
	read := make(chan int64, len(s.list))
	for _, o := range s.list {
		length := o.length()
		for running > 0 && (running >= runtime.GOMAXPROCS(0) || reading+length > mostReading) {
			reading -= <-read
			running--
		}
		running, reading = running+1, reading+length
		s.wait.Go(func() {
			defer func() { read <- length }()
			defer close(o.done)
			if s.over.Load() {
				o.unlock()
			} else if o.err == nil {
				o.session, o.err = openSession(o.disk, o.board.ID, o.header, time.Now(), o.log)
			}
		})
	}
}

// length returns how many bytes of journals are read to open the board.
func (o *opening) length() (bytes int64) {
	if o.disk == nil {
		return 0
	}
	paths, err := journal.List(o.disk.Path())
	if err != nil {
		return 0 // whoever opens it reports it
	}
	for _, path := range paths[max(0, len(paths)-2):] { // the latest, and the commands of the one before
		if info, err := os.Stat(path); err == nil && info.Size() <= journal.Longest { // longer ones are not read
			bytes += info.Size()
		}
	}
	return bytes
}

func (o *opening) unlock() {
	if o.disk != nil {
		o.disk.Close()
	}
}

// next returns the session of the next board, and its log. Whoever calls it closes the journal.
func (s *sessions) next() (*Session, *slog.Logger, error) {
	o := s.list[s.taken]
	s.taken++
	<-o.done
	o.held.release()
	if o.err != nil {
		return nil, o.log, &unopened{o.board.ID, o.err}
	}
	return o.session, o.log, nil
}

// end closes the journals that were not taken, and waits for those that are being read.
func (s *sessions) end() error {
	s.over.Store(true)
	s.wait.Wait()
	var errs []error
	for _, o := range s.list[s.taken:] {
		if o.session != nil {
			errs = append(errs, o.session.Store.Journal.Close())
		}
	}
	return errors.Join(errs...)
}
