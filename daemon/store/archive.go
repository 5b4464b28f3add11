package store

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"touchmove/daemon/journal"
	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// Archived is one journal of a state directory.
type Archived struct {
	Path         string
	Event, Board string
	ID           string // of the journal; a game's id is this, a hyphen and its number
	Began        time.Time
	Bytes        int64
}

// Archive lists the journals of a state directory, by event and board (hall-2 before
// hall-10) and each board's oldest first, even while a daemon is writing there. A
// missing directory is an error.
func Archive(state string) ([]Archived, error) {
	events, err := os.ReadDir(state)
	if err != nil {
		return nil, err
	}
	var list []Archived
	for _, event := range events {
		boards, err := os.ReadDir(filepath.Join(state, event.Name()))
		if err != nil {
			continue // no directory
		}
		for _, board := range boards {
			paths, err := journal.List(filepath.Join(state, event.Name(), board.Name()))
			if err != nil {
				continue // not a directory, or not of this program
			}
			for _, path := range paths {
				info, err := os.Stat(path)
				if errors.Is(err, fs.ErrNotExist) {
					continue // deleted in the meantime
				} else if err != nil {
					return nil, err
				}
				began, err := journal.Began(path)
				if err != nil {
					return nil, err
				}
				list = append(list, Archived{path, event.Name(), board.Name(), sessionName(board.Name(), path), began, info.Size()})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Archived) int {
		return cmp.Or(compareNames(a.Event, b.Event), compareNames(a.Board, b.Board))
	})
	return list, nil
}

// compareNames orders names as people do: numbers in them by their value.
func compareNames(a, b string) int {
	for a != "" && b != "" {
		n, m := digits(a), digits(b)
		if n > 0 && m > 0 {
			x, y := strings.TrimLeft(a[:n], "0"), strings.TrimLeft(b[:m], "0")
			if c := cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y)); c != 0 {
				return c
			}
			a, b = a[n:], b[m:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

// digits returns how many digits a text begins with.
func digits(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }

// Read reads the journal. A daemon may be writing it at the same time.
func (a Archived) Read() (*journal.Kept, error) { return journal.Read(a.Path) }

// Origin is the moment of At 0 in the journal's records.
func (a Archived) Origin(kept *journal.Kept) (time.Time, error) {
	j, err := inJournal(a.Board, a.Path, kept)
	return j.Began, err
}

// Until returns the moment of the journal's last record, by the clock of the hall as it was set by then.
func (a Archived) Until(kept *journal.Kept) (time.Time, error) {
	j, err := inJournal(a.Board, a.Path, kept)
	if err != nil {
		return time.Time{}, err
	}
	b, err := eventlog.Of(kept.Header, j, kept.Records)
	if err != nil {
		return time.Time{}, fmt.Errorf("journal %s: %w", a.Path, err)
	}
	return b.Clock(kept.Last()), nil
}

// Pairing returns the players, from the journal's first new-game command; empty if it
// does not name them.
func (a Archived) Pairing(kept *journal.Kept) eventlog.Pairing {
	for _, r := range kept.Records {
		if c, ok := r.What.(trace.Command); ok && c.Do == trace.DoNewGame && reconcile.KeptElsewhere(c) == "" {
			p, err := eventlog.PairingOf(c)
			if err != nil {
				return eventlog.Pairing{}
			}
			return p
		}
	}
	return eventlog.Pairing{}
}

// Annuls returns the ids of games in later journals that were begun by mistake; play
// then returned to this journal's game.
func (a Archived) Annuls(kept *journal.Kept) (ids []string) {
	for _, r := range kept.Records {
		if c, ok := r.What.(trace.Command); ok && c.Do == trace.DoNewGame && reconcile.KeptElsewhere(c) != "" {
			ids = append(ids, reconcile.KeptElsewhere(c))
		}
	}
	return ids
}

// Cut reports whether the end of the journal is missing: it is not sealed, and a later
// game was played. The journal of the latest game is sealed when the game is over or the
// daemon stops; those of older versions have no seal.
func (a Archived) Cut(kept *journal.Kept) (bool, error) {
	if !kept.Bound || kept.Sealed {
		return false, nil
	}
	paths, err := journal.List(filepath.Dir(a.Path))
	if err != nil {
		return false, err
	}
	annulled := a.Annuls(kept)
	for _, p := range paths {
		games := sessionName(a.Board, p) + "-"
		if p > a.Path && !slices.ContainsFunc(annulled, func(id string) bool { return strings.HasPrefix(id, games) }) {
			return true, nil
		}
	}
	return false, nil
}

// States replays a journal and returns the final states of its games. Games that never
// began or were annulled are left out.
func (a Archived) States(kept *journal.Kept) ([]eventlog.State, error) {
	j, err := inJournal(a.Board, a.Path, kept)
	if err != nil {
		return nil, err
	}
	b, err := eventlog.Of(kept.Header, j, kept.Records)
	if err != nil {
		return nil, fmt.Errorf("journal %s: %w", a.Path, err)
	}
	var list []eventlog.State
	var state eventlog.State
	take := func() {
		list = slices.DeleteFunc(list, func(other eventlog.State) bool { return other.Game == state.Game }) // published again
		if state.Annulled {
			return
		}
		if len(state.Moves) > 0 || state.Result.Result != "*" && state.Result.Result != "" {
			list = append(list, state)
		}
	}
	for _, t := range b.Entries() {
		if state.Game != "" && t.Game != state.Game {
			take()
		}
		state.Apply(t)
	}
	take()
	return list, nil
}

// Find finds a journal by its id, by the id of a game in it, or by the end of its path.
func Find(list []Archived, id string) (Archived, error) {
	var found []Archived
	for _, a := range list {
		if id == a.ID || strings.HasPrefix(id, a.ID+"-") || a.Path == id || strings.HasSuffix(a.Path, "/"+id) {
			found = append(found, a)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return Archived{}, fmt.Errorf("no journal %q: `touchmove journal list` lists the journals", id)
	}
	return Archived{}, fmt.Errorf("%q is the name of %d journals: name one by its path, as %s", id, len(found), found[0].Path)
}
