package store

import (
	"log/slog"
	"path/filepath"
	"sync"

	"touchmove/broadcast"
	"touchmove/daemon/journal"
	"touchmove/eventlog"
	"touchmove/sensors/trace"
)

// owedMark is the mark of a journal that the broker may not have received in full. A game
// may end and the next one begin while no broker is connected, and the process may die
// before one is. The next start publishes marked journals first.
func owedMark(path string) journal.Flag {
	return journal.Flag{Disk: journal.OS{}, Path: path + journal.OwedMark}
}

// replayedAtStart is the largest number of marked journals that a start reads. The marks
// of the others hold the ends of their games (see owedFile).
const replayedAtStart = 5

// owedAtStart is the largest number of marked journals: a day of blitz without a broker.
const owedAtStart = 256

// Backlog is a board's history for its publisher: the final states of earlier games, the
// games that may not have been delivered, and then the current journal. Everything
// before the current journal is read while the board is already being scanned; what has been
// delivered is noted from then on. It implements broadcast.Source.
type Backlog struct {
	replayer
	current  string // the current journal at the start
	history  *History
	past     pastGames // until Load
	delivery delivery  // from then on

	ready        chan struct{}     // closed by Load; the fields below are set then
	earlier      int               // number of entries before the first one of the history
	earlierGames []eventlog.Entry  // final states of the games before the current one at the start
	first        *broadcast.Cursor // at the very first entry, for the publisher
}

// undelivered returns the marked journals other than this one, oldest first. If there
// are very many, it removes the oldest marks; `touchmove journal export` has those
// games.
func undelivered(current string, log *slog.Logger) (marked []string) {
	paths, err := journal.List(filepath.Dir(current))
	if err != nil {
		log.Warn("games that may not have been delivered cannot be listed", "error", err)
		return nil
	}
	for _, p := range paths { // journals after it are of annulled games
		if p != current && owedMark(p).IsSet() {
			marked = append(marked, p)
		}
	}
	for ; len(marked) > owedAtStart; marked = marked[1:] {
		owedMark(marked[0]).Clear()
	}
	return marked
}

// unfinished returns those of the marked journals that must be read. The marks of the
// others hold the ends of their games.
func unfinished(marked []string, running string, log *slog.Logger) (paths []string) {
	for i, path := range marked {
		old := i < len(marked)-replayedAtStart // for these, another version's numbers will do
		if _, whole := readOwed(path, running, old, log); !whole {
			paths = append(paths, path)
		}
	}
	for ; len(paths) > replayedAtStart; paths = paths[1:] {
		log.Warn("the end of a game may not be published: touchmove journal export has it", "journal", paths[0])
		owedMark(paths[0]).Clear()
	}
	return paths
}

// Renumber notes in each undelivered journal that this program replays it, or that more
// may have been published than was stored (short). Its sequence numbers then leap, so
// that nothing published earlier outranks what is published now.
func (s *Store) Renumber(running string, short bool) {
	marked := undelivered(s.Journal.Path(), s.log)
	paths := marked[max(0, len(marked)-replayedAtStart):]
	if !short {
		paths = unfinished(marked, running, s.log)
	}
	for _, p := range paths {
		if short {
			markOwed(p, s.log) // the mark's content has the old numbers
		}
		if err := number(s.disk, p, running, short, s.log); err != nil {
			s.log.Warn("a game that may not have been delivered cannot be renumbered", "error", err)
		}
	}
}

// number notes in a journal which version replays it, if that is not the one that wrote
// it, or if its numbers must leap in any case.
func number(disk journal.Disk, path, running string, leap bool, log *slog.Logger) error {
	j, kept, err := openJournal(disk, path, log)
	if err != nil {
		return err
	}
	if wrote, _ := programs(kept); (wrote != running || leap || kept.Gap) && len(kept.Records) > 0 {
		err = j.Append(trace.Record{At: kept.Last(), What: trace.Command{Do: trace.DoNote, What: program + running}})
	}
	if closing := j.Close(); err == nil {
		err = closing
	}
	return err
}

// NewBacklog determines which games must be published before the current journal; Load
// reads them.
func NewBacklog(s *Store, h *History, event string) *Backlog {
	r := replayer{store: s, version: s.header.WrittenBy, topics: broadcast.Topics{Event: event, Board: s.id}}
	current, cursor := s.Journal.Path(), h.Follow() // which keeps the history complete until every reader follows it
	ends := endMarks{version: r.version, recorded: map[string]uint64{}, log: s.log}
	return &Backlog{
		replayer: r, current: current, history: h, ready: make(chan struct{}),
		past:     findPast(r, current, &ends),
		delivery: delivery{replayer: r, dir: filepath.Dir(current), ends: &ends, cursor: cursor},
	}
}

// Load reads the games before the current journal. What cannot be read is logged and not
// published. Only the holder of turn reads, so that journals are read one at a time.
func (r *Backlog) Load(turn sync.Locker) {
	defer close(r.ready)
	past := r.past.read(turn)
	r.history.log.Prepend(past.entries)
	r.earlier, r.earlierGames = len(past.entries), r.gamesOf(past.entries)
	r.first = r.history.log.Follow(-r.earlier)
	r.delivery.unread = past.journals
	for _, t := range past.entries {
		r.delivery.apply(t)
	}
	r.past = pastGames{}
}

// Total returns the number of entries, and false while it is unknown.
func (r *Backlog) Total() (entries uint64, known bool) {
	select {
	case <-r.ready:
		return uint64(r.earlier + r.history.Len()), true
	default:
		return uint64(r.history.Len()), false
	}
}

// Follow implements broadcast.Source, for one reader. It waits for Load.
func (r *Backlog) Follow() *broadcast.Cursor {
	<-r.ready
	return r.first
}

// CatchUp takes the entries published since the last call, and returns a channel that is
// closed when there are more. It is for the goroutine of Settle.
func (r *Backlog) CatchUp() (grown <-chan struct{}) {
	if _, known := r.Total(); !known {
		return r.ready
	}
	grown = r.delivery.catchUp()
	r.delivery.record()
	return grown
}

// Settle takes the number of entries that a broker has received, and the games whose
// ends subscribers may still need. It saves the final states of the games that are
// delivered, and removes the marks of their journals. If a state cannot be saved, the
// marks stay and it tries again. It is for one goroutine.
func (r *Backlog) Settle(entries uint64, owed []string) error {
	if _, known := r.Total(); !known {
		return nil
	}
	var journals []string
	if past := uint64(r.earlier); entries >= past {
		journals = r.history.settled(entries - past)
	}
	r.delivery.arrived(entries, journals)
	return r.delivery.settle(owed)
}
