package daemon

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon/journal"
	"touchmove/reconcile"
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

// retelling is a board's history as its publisher tells it: the games that may
// not have been told, and then the one that is written. It implements
// broadcast.Source.
type retelling struct {
	past    []broadcast.Told
	ends    []journalEnd
	history *History
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
		j, kept, err := openJournal(p, s.log)
		if err != nil {
			s.log.Warn("a game that may not have been told cannot be read", "error", err)
			continue
		}
		if wrote, _ := programs(kept); (wrote != running || short || kept.Gap) && len(kept.Records) > 0 {
			err = j.Append(trace.Record{At: kept.Last(), What: trace.Command{Do: trace.DoNote, What: program + running}})
		}
		if closing := j.Close(); err == nil {
			err = closing
		}
		if err != nil {
			s.log.Warn("a game that may not have been told cannot be numbered anew", "error", err)
		}
	}
}

// newRetelling reads the journals that are marked. What cannot be read is told
// to the log, and not to the world.
func newRetelling(s *Session, running string) *retelling {
	r := &retelling{history: s.History}
	for _, p := range unheard(s.Journal.Path(), s.log) {
		told, err := replayed(s.board, p, running)
		if err != nil {
			s.log.Warn("a game that may not have been told cannot be told again", "error", err)
			continue
		}
		r.past = append(r.past, told...)
		r.ends = append(r.ends, journalEnd{len(r.past), p})
		s.log.Info("a game before this one may not have been told: it is told again", "journal", p)
	}
	return r
}

// From implements broadcast.Source.
func (r *retelling) From(index int) ([]broadcast.Told, <-chan struct{}) {
	if index >= len(r.past) {
		return r.history.From(index - len(r.past))
	}
	told, grown := r.history.From(0)
	return append(slices.Clone(r.past[index:]), told...), grown
}

// settled returns the journals of which a broker has everything once it has so
// many entries, and forgets them. It is for one goroutine.
func (r *retelling) settled(entries uint64) (paths []string) {
	for len(r.ends) > 0 && uint64(r.ends[0].before) <= entries {
		paths, r.ends = append(paths, r.ends[0].path), r.ends[1:]
	}
	if past := uint64(len(r.past)); entries >= past {
		paths = append(paths, r.history.settled(entries-past)...)
	}
	return paths
}

// replayed is what a journal tells, as this program understands it. One that
// another program wrote has to be noted as ours first: see renumber.
func replayed(board, path, running string) ([]broadcast.Told, error) {
	kept, err := journal.Read(path)
	if err != nil {
		return nil, err
	}
	began, err := beganAt(path, firstAt(kept))
	if err != nil {
		return nil, err
	}
	game, err := reconcile.NewGame(kept.Header)
	if err != nil {
		return nil, err
	}
	wrote, versions := programs(kept)
	if wrote != running && len(kept.Records) > 0 {
		return nil, fmt.Errorf("journal %s: it has no note yet that %q tells it: it is told at a later start", path, running)
	}
	history := NewHistory(sessionName(board, path), began, versions)
	history.Open(game)
	d := New(game, nil, history, slog.New(slog.DiscardHandler))
	for _, r := range kept.Records {
		if err := d.Run(one(r)); err != nil {
			return nil, err
		}
	}
	told, _ := history.From(0)
	return told, nil
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

// ended notes that what comes next is of another journal than path.
func (h *History) ended(path string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ends = append(h.ends, journalEnd{len(h.told), path})
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

// settling is how long a broker has to stay after it has acknowledged a game's
// end until the mark is taken away: one that is killed may forget what it had
// acknowledged, and then it is told again.
const settling = 5 * time.Second

// settle takes the marks away.
func (h *Hall) settle(ctx context.Context) {
	before := make([]broadcast.PublishCounts, len(h.Boards))
	for rest(ctx, settling) {
		for i, b := range h.Boards {
			now := b.publisher.Stats().Snapshot()
			if now.Connected && now.Connections == before[i].Connections {
				for _, path := range b.source.settled(before[i].Entries) {
					if err := untold(path).Clear(); err != nil {
						h.log.Warn("a game will be told again at the next start", "journal", path, "error", err)
					}
				}
			}
			before[i] = now
		}
	}
}
