package store

import (
	"cmp"
	"errors"
	"io/fs"
	"log/slog"
	"path/filepath"
	"slices"
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
// before the current journal is read while the board is already being scanned. It
// implements broadcast.Source.
type Backlog struct {
	store   *Store
	version string // of this program
	topics  broadcast.Topics
	history *History

	dir       string
	current   string           // the current journal at the start
	kept      []eventlog.Entry // from the files: final states of earlier games
	unwritten []eventlog.Entry // and of games that are to be read from their journals, without PGN
	inFile    []string         // all games of previous.json, as they were left
	marked    []string         // journals that may not have been delivered
	lost      []string         // journals of which it is unknown whether they were delivered

	ready        chan struct{}    // closed once the next two fields are set
	earlier      int              // number of entries before the first one of the history
	earlierGames []eventlog.Entry // final states of the games before the current one at the start
	ends         []journalEnd
	first        *broadcast.Cursor // at the very first entry, for the publisher

	// What has been published since. For one goroutine.
	delivered []string          // journals that a broker has in full, and that are still marked
	recorded  map[string]uint64 // by game: the sequence number of the final state in its mark
	ended     bool              // whether a game was left since the last call of record
	order     int               // of the mark that was written last
	cursor    *broadcast.Cursor
	state     eventlog.State
	previous  broadcast.Previous
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
	running, topics := s.header.WrittenBy, broadcast.Topics{Event: event, Board: s.id}
	r := &Backlog{store: s, version: running, topics: topics, history: h, current: s.Journal.Path(), ready: make(chan struct{})}
	r.cursor = r.history.Follow() // keeps the history complete until every reader follows it
	r.dir = filepath.Dir(r.current)
	r.recorded = map[string]uint64{}
	all := undelivered(r.current, s.log)
	r.marked = unfinished(all, running, s.log)
	whole := false
	r.kept, r.unwritten, r.inFile, whole = readPrevious(r.dir, running, s.log)
	r.owe(all)
	if !whole {
		r.lost = unknown(r.current, all, r.kept, s.id, s.log)
	}
	return r
}

// Load reads the games before the current journal. What cannot be read is logged and not
// published. Only the holder of turn reads, so that journals are read one at a time.
func (r *Backlog) Load(turn sync.Locker) {
	defer close(r.ready)
	past := r.read(turn)
	r.history.log.Prepend(past)
	r.earlier, r.earlierGames = len(past), r.gamesOf(past)
	r.first = r.history.log.Follow(-r.earlier)
	for _, t := range past {
		r.take(t)
	}
}

// read reads what must be published before the current journal.
func (r *Backlog) read(turn sync.Locker) (past []eventlog.Entry) {
	if len(r.lost)+len(r.marked) > 0 {
		turn.Lock()
		defer turn.Unlock()
	}
	past = r.kept
	for _, j := range r.replayAll(r.lost) {
		past = append(past, r.gamesOf(j.entries)...)
	}
	marked := r.replayAll(r.marked)
	for _, t := range r.unwritten {
		of := func(p eventlog.Entry) bool { return p.Game == t.Game }
		if !slices.ContainsFunc(past, of) && !slices.ContainsFunc(marked, func(j replayed) bool { return slices.ContainsFunc(j.entries, of) }) {
			past = append(past, t)
		}
	}
	if len(r.lost)+len(r.unwritten) > 0 {
		slices.SortStableFunc(past, func(a, b eventlog.Entry) int { return cmp.Compare(r.place(a), r.place(b)) })
		if err := writePrevious(r.dir, r.version, past); err != nil {
			r.store.log.Warn("the next start will read the earlier games from their journals again", "error", err)
		}
	}
	for _, j := range marked {
		past = append(past, j.entries...)
		r.ends = append(r.ends, journalEnd{len(past), j.path})
		r.write(j.path, r.gamesOf(j.entries))
		r.store.log.Info("an earlier game may not have been published: publishing it again", "journal", j.path)
	}
	return past
}

// place returns the place of a game in the file: after all of them, if the file does not have it.
func (r *Backlog) place(t eventlog.Entry) int {
	if i := slices.Index(r.inFile, t.Game); i >= 0 {
		return i
	}
	return len(r.inFile)
}

// replayed is a journal and its entries.
type replayed struct {
	path    string
	entries []eventlog.Entry
}

// replayAll reads journals in the order in which their games were last left: a reopened
// game was left after the games that were annulled for it.
func (r *Backlog) replayAll(paths []string) (list []replayed) {
	for _, p := range paths {
		entries, err := r.store.replay(p, r.version)
		if err != nil {
			r.store.log.Warn("an earlier game cannot be published", "error", err)
			continue
		}
		list = append(list, replayed{p, entries})
	}
	for i := len(list) - 1; i >= 0; i-- {
		last := i
		for _, t := range list[i].entries {
			if w, ok := t.What.(eventlog.Annuls); ok {
				of := func(other replayed) bool { return sessionName(r.store.id, other.path) == sessionOf(w.Game) }
				last = max(last, slices.IndexFunc(list, of))
			}
		}
		back := list[i]
		copy(list[i:last], list[i+1:last+1])
		list[last] = back
	}
	return list
}

// gamesOf returns the final states of the games in a journal that has ended.
func (r *Backlog) gamesOf(entries []eventlog.Entry) []eventlog.Entry {
	var left broadcast.Previous
	var state eventlog.State
	for _, t := range entries {
		left.Take(t, &state, r.topics)
		state.Take(t)
	}
	left.Leave(&state, r.topics)
	return left.Games()
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
	grown = r.catchUp()
	if r.ended {
		r.record()
	}
	return grown
}

func (r *Backlog) catchUp() (grown <-chan struct{}) {
	entries, grown := r.cursor.Next()
	for _, t := range entries {
		r.take(t)
	}
	return grown
}

func (r *Backlog) take(t eventlog.Entry) {
	r.ended = r.ended || t.Game != r.state.Game
	r.previous.Take(t, &r.state, r.topics)
	r.state.Take(t)
}

// Settle takes the number of entries that a broker has received, and the games whose
// ends subscribers may still need. It saves the final states of the games that are
// delivered, and removes the marks of their journals. If a state cannot be saved, the
// marks stay and it tries again. It is for one goroutine.
func (r *Backlog) Settle(entries uint64, owed []string) error {
	if _, known := r.Total(); !known {
		return nil
	}
	for len(r.ends) > 0 && uint64(r.ends[0].before) <= entries {
		r.delivered, r.ends = append(r.delivered, r.ends[0].path), r.ends[1:]
	}
	if past := uint64(r.earlier); entries >= past {
		r.delivered = append(r.delivered, r.history.settled(entries-past)...)
	}
	var still, had []string
	for _, path := range r.delivered {
		session := sessionName(r.store.id, path)
		if slices.ContainsFunc(owed, func(game string) bool { return sessionOf(game) == session }) {
			still = append(still, path)
		} else {
			had = append(had, path)
		}
	}
	if r.delivered = still; len(had) == 0 {
		return nil
	}
	r.delivered = append(had, still...) // until the file is written
	r.store.earlier.Lock()
	defer r.store.earlier.Unlock()
	r.catchUp()
	if err := writePrevious(r.dir, r.version, r.previous.Games()); err != nil {
		return err
	}
	var errs []error
	playing := sessionOf(r.state.Game)
	for _, path := range had {
		if sessionName(r.store.id, path) != playing { // otherwise it was reopened in the meantime
			if err := owedMark(path).Clear(); !errors.Is(err, fs.ErrNotExist) {
				errs = append(errs, err)
			}
		}
	}
	r.delivered = still
	return errors.Join(errs...)
}
