package daemon

import (
	"context"
	"iter"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"touchmove/broadcast"
	"touchmove/configs"
	"touchmove/daemon/copies"
	"touchmove/daemon/resources"
	"touchmove/daemon/sealed"
	"touchmove/daemon/store"
	"touchmove/eventlog"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/trace"
)

// Open reads what a configuration names, and opens it, for tests.
func Open(c *configs.Config, version string, log *slog.Logger) (*Daemon, error) {
	r, err := resources.Read(c, time.Now(), log)
	if err != nil {
		return nil, err
	}
	return OpenResources(r, version, log)
}

// DelayedOf makes the delayed history of a session, for tests.
func DelayedOf(s *Session, path string, by time.Duration, log *slog.Logger) (*broadcast.Delayed, error) {
	d, err := store.DelayOf(s.History, path, broadcast.Delay{By: by, Clock: broadcast.RealTime{}}, log)
	if err != nil {
		return nil, err
	}
	r := store.NewBacklog(s.Store, s.History, "open-2026")
	r.Load(&sync.Mutex{})
	return r.Delayed(d, log), nil
}

// ResumesAt returns the record time from which a session of a real board continues, for tests.
func (s *Session) ResumesAt(now time.Time) time.Duration { return s.resume(now, false) }

// SealIn gives a session a key for sealed moves in a directory, for tests.
func SealIn(s *Session, dir string) {
	s.Loop.sealWith(sealed.New(filepath.Join(dir, "envelope.key"), nil))
}

// Heard sets how a session's alarms find out what a broker has received, for tests.
func (d *BoardLoop) Heard(reached func() (entries uint64, all bool)) {
	d.feed.is = feedStopped(reached)
}

// Copied sets how a session's alarms find out the state of a second copy, for tests.
func (d *BoardLoop) Copied(status func() copies.Status) { d.copied.is = copyIsLate(status) }

// StatusAddr returns the address that serves /metrics and /healthz, or "" if there is
// none.
func (d *Daemon) StatusAddr() string { return d.status.Addr() }

// HoldOwed sets how long the ends of a daemon's games stay retained before they count as
// received, for tests.
func (h *Daemon) HoldOwed(hold time.Duration) {
	for _, b := range h.Boards {
		b.publisher.HoldOwed(hold)
	}
}

// Settling sets how long a connection must last until what the broker has counts as
// delivered, for tests.
func (h *Daemon) Settling(after time.Duration) { h.settling = after }

// PGNPeriod sets how long the PGN files may lag behind the games, for tests.
func (h *Daemon) PGNPeriod(period time.Duration) { h.pgn.period = period }

// Perform gives a board these records instead of those of its sensors, for tests. Its
// writer takes its time from them.
func (b *Board) Perform(records func(context.Context) iter.Seq2[trace.Record, error]) {
	b.records = records
}

// Reached reports whether a broker has everything that the board published, for tests.
func (b *Board) Reached() bool {
	_, all := b.reached()
	return all
}

// Hinder calls scanned at each scan of a daemon's boards, and sets the time after which
// a stall is reported, for tests.
func (h *Daemon) Hinder(scanned func(), limit time.Duration) {
	for _, b := range h.Boards {
		b.live.board.Table = hindered{b.live.board.Table, scanned}
	}
	h.status.Limit(limit)
}

type hindered struct {
	scan.Table
	scanned func()
}

func (h hindered) Scan(c sensors.Counts, last sensors.Scan) sensors.Scan {
	h.scanned()
	return h.Table.Scan(c, last)
}

// Pair makes two sessions the boards of one game, for tests; the record of the first one
// is the game's.
func Pair(main, second *Session) {
	pairUp(main, second)
}

// FollowPGNFiles writes PGN files of histories, by the id of their board, until ctx ends.
func FollowPGNFiles(ctx context.Context, dir string, boards map[string]*History) {
	FollowPGNFilesLogged(ctx, dir, boards, slog.New(slog.DiscardHandler))
}

// FollowPGNFilesLogged is FollowPGNFiles with a log.
func FollowPGNFilesLogged(ctx context.Context, dir string, boards map[string]*History, log *slog.Logger) {
	files := newPGNFiles(dir, log)
	var written sync.WaitGroup
	for id, h := range boards {
		written.Go(func() { files.follow(ctx, broadcast.Topics{Event: "local", Board: id}, h.Follow(), func(string) {}) })
	}
	files.writeRounds(ctx, &written)
}

// Source is what a board's publisher publishes, including what is older than the current
// journal, for tests.
type Source struct{ *store.Backlog }

// SourceOf makes the source of a session, as a daemon does.
func SourceOf(s *Session) Source {
	s.History.Follow() // never read, so that nothing is dropped
	r := store.NewBacklog(s.Store, s.History, "open-2026")
	r.Load(&sync.Mutex{})
	return Source{r}
}

// From returns all entries from an index on.
func (s Source) From(index int) ([]eventlog.Entry, <-chan struct{}) {
	first := s.Backlog.Follow()
	return first.From(first.Position() + index)
}

// Settle reports that a broker has durably received so many entries.
func (s Source) Settle(entries int) error { return s.Backlog.Settle(uint64(entries), nil) }

// Forgetting makes the source of a session that drops what was read, and its delayed
// history.
func Forgetting(s *Session, path string, by time.Duration, clock broadcast.DelayClock) (Source, *broadcast.Delayed, error) {
	how, err := store.DelayOf(s.History, path, broadcast.Delay{By: by, Clock: clock}, s.Loop.log)
	if err != nil {
		return Source{}, nil, err
	}
	r := store.NewBacklog(s.Store, s.History, "open-2026")
	r.Load(&sync.Mutex{})
	return Source{r}, r.Delayed(how, s.Loop.log), nil
}

// WatchCertificate exports watchCertificate for tests.
var WatchCertificate = watchCertificate
