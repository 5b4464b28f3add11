package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"touchmove/broadcast"
	"touchmove/daemon/journal"
	"touchmove/eventlog"
	"touchmove/sensors/trace"
)

// A game may end, and the next one begin, while there is no broker to tell. The
// publishers still have to tell its end, also when the process dies before they
// can: so a journal is marked until they have, and the next start tells those
// that are marked again, before the one that is being written.
func untold(path string) journal.Flag {
	return journal.Flag{Disk: journal.OS{}, Path: path + ".untold"}
}

// retold is how many games are told again at most: as many as a board plays in a
// day without a broker, and few enough to be replayed at a start.
const retold = 5

// retelling is a board's history as its publisher tells it: how the last games before stood
// when they were left, the games that may not have been told, and then the one that is
// written. What is before that one is read while the board is scanned already. It implements
// broadcast.Source.
type retelling struct {
	session *Session
	running string
	topics  broadcast.Topics
	history *History

	dir    string
	now    string           // the journal that was written at the start
	kept   []broadcast.Told // from the file: games that were left
	marked []string         // journals that may not have been told
	lost   []string         // journals of which nothing is known

	ready chan struct{}    // closed once these are there
	past  int              // how many entries stand before the history's first
	left  []broadcast.Told // the games before the one that was written at the start
	ends  []journalEnd
	first *broadcast.Cursor // at the first of all entries, for the publisher

	// Of what has been told since. For one goroutine.
	heard  []string // journals of which a broker has everything, and that are marked still
	cursor *broadcast.Cursor
	score  broadcast.Score
	then   broadcast.Previous
}

// unheard are the journals beside this one that are marked, oldest first. Marks of
// long ago are taken away: `touchmove journal export` has those games.
func unheard(now string, log *slog.Logger) (marked []string) {
	paths, err := journal.List(filepath.Dir(now))
	if err != nil {
		log.Warn("games that may not have been told cannot be looked for", "error", err)
		return nil
	}
	for _, p := range paths { // those after it are of games that were annulled
		if p != now && untold(p).IsSet() {
			marked = append(marked, p)
		}
	}
	for ; len(marked) > retold; marked = marked[1:] {
		untold(marked[0]).Clear()
	}
	return marked
}

// renumber notes in the journals that are to be told again that another program
// does so, or that more of them may have been told than was kept: their numbers
// leap, as those of the journal that is written do. It has to be in the journal.
// What one start told only in part under numbers that the next one knows nothing
// of would stand above all that is told later.
func (s *Session) renumber(running string, short bool) {
	for _, p := range unheard(s.Journal.Path(), s.log) {
		if err := number(s.disk, p, running, short, s.log); err != nil {
			s.log.Warn("a game that may not have been told cannot be numbered anew", "error", err)
		}
	}
}

// number notes in a journal which program tells it, when that is another one than wrote it, or
// when it has to leap all the same.
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

// newRetelling looks which games there are to tell before the one that is written; load reads
// them.
func newRetelling(s *Session, topics broadcast.Topics, running string) *retelling {
	r := &retelling{session: s, running: running, topics: topics, history: s.History, now: s.Journal.Path(), ready: make(chan struct{})}
	r.cursor = r.history.Follow() // so that nothing is forgotten before all can follow
	r.dir = filepath.Dir(r.now)
	r.marked = unheard(r.now, s.log)
	whole := false
	if r.kept, whole = readPrevious(r.dir, running, s.log); !whole {
		r.lost = unknown(r.now, r.marked, r.kept, s.id, s.log)
	}
	return r
}

// load reads the games before the one that is written. What cannot be read is told to the
// log, and not to the world. Journals are read one at a time, whoever has the turn.
func (r *retelling) load(turn sync.Locker) {
	defer close(r.ready)
	past := r.read(turn)
	r.history.log.Prepend(past)
	r.past, r.left = len(past), r.gamesOf(past)
	r.first = r.history.log.Follow(-r.past)
	for _, t := range past {
		r.take(t)
	}
}

// read reads what is to be told before the journal that is written.
func (r *retelling) read(turn sync.Locker) (past []broadcast.Told) {
	if len(r.lost)+len(r.marked) > 0 {
		turn.Lock()
		defer turn.Unlock()
	}
	past = r.kept
	for _, j := range r.replay(r.lost) {
		past = append(past, r.gamesOf(j.told)...)
	}
	if len(r.lost) > 0 {
		if err := writePrevious(r.dir, r.running, past); err != nil {
			r.session.log.Warn("the next start will read the games before this one from their journals again", "error", err)
		}
	}
	for _, j := range r.replay(r.marked) {
		past = append(past, j.told...)
		r.ends = append(r.ends, journalEnd{len(past), j.path})
		r.session.log.Info("a game before this one may not have been told: it is told again", "journal", j.path)
	}
	return past
}

// tale is what a journal tells.
type tale struct {
	path string
	told []broadcast.Told
}

// replay reads journals, in the order in which their games were left for the last time: one
// that was gone back to was left after those that were annulled for it.
func (r *retelling) replay(paths []string) (tales []tale) {
	for _, p := range paths {
		told, err := r.session.toldIn(p, r.running)
		if err != nil {
			r.session.log.Warn("a game before this one cannot be told", "error", err)
			continue
		}
		tales = append(tales, tale{p, told})
	}
	for i := len(tales) - 1; i >= 0; i-- {
		last := i
		for _, t := range tales[i].told {
			if w, ok := t.What.(broadcast.Annuls); ok {
				of := func(other tale) bool { return sessionName(r.session.id, other.path) == sessionOf(w.Game) }
				last = max(last, slices.IndexFunc(tales, of))
			}
		}
		back := tales[i]
		copy(tales[i:last], tales[i+1:last+1])
		tales[last] = back
	}
	return tales
}

// gamesOf are the games of a history that has ended.
func (r *retelling) gamesOf(told []broadcast.Told) []broadcast.Told {
	var left broadcast.Previous
	var score broadcast.Score
	for _, t := range told {
		left.Take(t, &score, r.topics)
		score.Take(t)
	}
	left.Leave(&score, r.topics)
	return left.Games()
}

// total is how many entries there are, and false while that is not known.
func (r *retelling) total() (entries uint64, known bool) {
	select {
	case <-r.ready:
		return uint64(r.past + r.history.Len()), true
	default:
		return uint64(r.history.Len()), false
	}
}

// Follow implements broadcast.Source, for one follower. It waits for what load
// reads.
func (r *retelling) Follow() *broadcast.Cursor {
	<-r.ready
	return r.first
}

// follow takes what was told since the last call.
func (r *retelling) follow() {
	if _, known := r.total(); !known {
		return
	}
	entries, _ := r.cursor.Next()
	for _, t := range entries {
		r.take(t)
	}
}

func (r *retelling) take(t broadcast.Told) {
	r.then.Take(t, &r.score, r.topics)
	r.score.Take(t)
}

// settle takes away the marks of the journals of which a broker has everything, once it has
// so many entries, and keeps how their games were left. Marks that stay because that cannot be
// kept are tried again. It is for one goroutine.
func (r *retelling) settle(entries uint64) error {
	if _, known := r.total(); !known {
		return nil
	}
	for len(r.ends) > 0 && uint64(r.ends[0].before) <= entries {
		r.heard, r.ends = append(r.heard, r.ends[0].path), r.ends[1:]
	}
	if past := uint64(r.past); entries >= past {
		r.heard = append(r.heard, r.history.settled(entries-past)...)
	}
	if len(r.heard) == 0 {
		return nil
	}
	r.session.earlier.Lock()
	defer r.session.earlier.Unlock()
	r.follow()
	if err := writePrevious(r.dir, r.running, r.then.Games()); err != nil {
		return err
	}
	var errs []error
	playing := sessionOf(r.score.Game)
	for _, path := range r.heard {
		if sessionName(r.session.id, path) != playing { // else it was gone back to meanwhile
			if err := untold(path).Clear(); !errors.Is(err, fs.ErrNotExist) {
				errs = append(errs, err)
			}
		}
	}
	r.heard = nil
	return errors.Join(errs...)
}

// earlier are the journals of earlier games and the file of how they were left: read and written while
// the board is scanned, and gone back to by an arbiter, never both at a time.
type earlier struct {
	sync.Mutex
	back map[string]bool // those that were gone back to, and are written again
}

// toldIn replays a journal of an earlier game, as it was told. When another program wrote it,
// that this one tells it is noted there first: all that it tells then has numbers of its own.
func (s *Session) toldIn(path, running string) ([]broadcast.Told, error) {
	s.earlier.Lock()
	defer s.earlier.Unlock()
	if s.earlier.back[path] {
		return nil, fmt.Errorf("journal %s: it is written again, and told as it is", path)
	}
	kept, err := journal.Read(path)
	if err != nil {
		return nil, err
	}
	if wrote, _ := programs(kept); wrote != running || kept.Gap {
		if err := number(s.disk, path, running, false, s.log); err != nil {
			return nil, err
		}
		if kept, err = journal.Read(path); err != nil {
			return nil, err
		}
	}
	return replayed(s.id, path, kept)
}

// replayed is what a journal tells, as this program understands it.
func replayed(board, path string, kept *journal.Kept) ([]broadcast.Told, error) {
	began, err := beganAt(path, firstAt(kept))
	if err != nil {
		return nil, err
	}
	_, versions := programs(kept)
	b, err := eventlog.Of(kept.Header, eventlog.Journal{ID: sessionName(board, path), Began: began, Versions: versions}, kept.Records)
	if err != nil {
		return nil, fmt.Errorf("journal %s: %w", path, err)
	}
	return b.Entries(), nil
}

// programs says which program wrote the end of a journal, and how often it was
// another one than before.
func programs(kept *journal.Kept) (wrote string, versions int) {
	wrote = kept.Header.WrittenBy
	for _, r := range kept.Records {
		if c, ok := r.What.(trace.Command); ok && c.Do == trace.DoNote && strings.HasPrefix(c.What, program) {
			wrote, versions = strings.TrimPrefix(c.What, program), versions+1
		}
	}
	return wrote, versions
}

// journalEnd is where in a history a journal's entries end.
type journalEnd struct {
	before int // as many entries
	path   string
}

// ended notes that what comes next is of another journal than path. Of what is
// before it, nobody needs what all have read.
func (h *History) ended(path string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ends = append(h.ends, journalEnd{h.log.End(), path})
	h.log.Keep(h.log.End())
}

// settled returns the journals of which a broker has everything once it has so
// many entries, and forgets them.
func (h *History) settled(entries uint64) (paths []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for len(h.ends) > 0 && uint64(h.ends[0].before) <= entries {
		paths, h.ends = append(paths, h.ends[0].path), h.ends[1:]
	}
	return paths
}
