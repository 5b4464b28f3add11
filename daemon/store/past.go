package store

import (
	"cmp"
	"path/filepath"
	"slices"
	"sync"

	"touchmove/broadcast"
	"touchmove/eventlog"
)

// replayer reads journals of a board as its publisher needs them.
type replayer struct {
	store   *Store
	version string // of this program
	topics  broadcast.Topics
}

// pastGames is what a start finds of the games before the current journal.
type pastGames struct {
	replayer
	dir       string
	ends      *endMarks
	kept      []eventlog.Entry // from the files: final states of earlier games
	unwritten []eventlog.Entry // and of games that are to be read from their journals, without PGN
	inFile    []string         // all games of previous.json, as they were left
	marked    []string         // journals that may not have been delivered
	lost      []string         // journals of which it is unknown whether they were delivered
	journals  []journalEnd     // those whose entries are in kept
}

// foundPast is what must be published before the current journal.
type foundPast struct {
	entries  []eventlog.Entry
	journals []journalEnd // those that are marked until they are delivered
}

// findPast reads the files of a board's directory, but no journal.
func findPast(r replayer, current string, ends *endMarks) pastGames {
	p := pastGames{replayer: r, dir: filepath.Dir(current), ends: ends}
	log := r.store.log
	all := undelivered(current, log)
	p.marked = unfinished(all, r.version, log)
	whole := false
	p.kept, p.unwritten, p.inFile, whole = readPrevious(p.dir, r.version, log)
	p.owe(all)
	if !whole {
		p.lost = unknown(current, all, p.kept, r.store.id, log)
	}
	return p
}

// read reads the journals that must be published before the current one.
func (p *pastGames) read(turn sync.Locker) (found foundPast) {
	if len(p.lost)+len(p.marked) > 0 {
		turn.Lock()
		defer turn.Unlock()
	}
	found = foundPast{p.kept, p.journals}
	for _, j := range p.replayAll(p.lost) {
		found.entries = append(found.entries, p.gamesOf(j.entries)...)
	}
	marked := p.replayAll(p.marked)
	for _, t := range p.unwritten {
		of := func(other eventlog.Entry) bool { return other.Game == t.Game }
		if !slices.ContainsFunc(found.entries, of) && !slices.ContainsFunc(marked, func(j replayed) bool { return slices.ContainsFunc(j.entries, of) }) {
			found.entries = append(found.entries, t)
		}
	}
	if len(p.lost)+len(p.unwritten) > 0 {
		slices.SortStableFunc(found.entries, func(a, b eventlog.Entry) int { return cmp.Compare(p.place(a), p.place(b)) })
		if err := writePrevious(p.dir, p.version, found.entries); err != nil {
			p.store.log.Warn("the next start will read the earlier games from their journals again", "error", err)
		}
	}
	for _, j := range marked {
		found.entries = append(found.entries, j.entries...)
		found.journals = append(found.journals, journalEnd{len(found.entries), j.path})
		p.ends.write(j.path, p.gamesOf(j.entries))
		p.store.log.Info("an earlier game may not have been published: publishing it again", "journal", j.path)
	}
	return found
}

// place returns the place of a game in the file: after all of them, if the file does not have it.
func (p *pastGames) place(t eventlog.Entry) int {
	if i := slices.Index(p.inFile, t.Game); i >= 0 {
		return i
	}
	return len(p.inFile)
}

// replayed is a journal and its entries.
type replayed struct {
	path    string
	entries []eventlog.Entry
}

// replayAll reads journals in the order in which their games were last left: a reopened
// game was left after the games that were annulled for it.
func (r *replayer) replayAll(paths []string) (list []replayed) {
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
func (r *replayer) gamesOf(entries []eventlog.Entry) []eventlog.Entry {
	var left broadcast.Previous
	var state eventlog.State
	for _, t := range entries {
		left.Apply(t, &state, r.topics)
		state.Apply(t)
	}
	left.Leave(&state, r.topics)
	return left.Games()
}
