package daemon

import (
	"touchmove/broadcast"
	"touchmove/reconcile"
)

// resumed are the entries of a game that goes on after a new-game was undone. All that was
// told of it is told again, so that who follows has it whole, and then that it goes on.
func (h *History) resumed(e reconcile.Event, w reconcile.Resumed, g *reconcile.Game) (entries []broadcast.Told) {
	id := h.id(e.Game)
	if w.Annulled != "" {
		h.annulled = append(h.annulled, w.Annulled)
	} else if n := len(h.openings); n > 0 {
		h.openings = h.openings[:n-1]
	}
	switch n := len(h.openings); {
	case !w.Begun && n > 0: // its first position is waited for again
		before := h.openings[n-1]
		h.openings = h.openings[:n-1]
		entries = append(entries, h.opened(e.At, g, before.Pairing))
	case w.Begun && h.latest.Game != id:
		entries = append(entries, h.again(id)...)
	}
	entries = append(entries, h.entry(e))
	for _, annulled := range h.annulled {
		entries = append(entries, h.observed(entries[len(entries)-1], e.At, broadcast.Annuls{Game: annulled}))
	}
	h.annulled = nil
	return entries
}

// again is what was told of a game, once.
func (h *History) again(id string) (entries []broadcast.Told) {
	h.mu.Lock()
	defer h.mu.Unlock()
	told, _ := h.log.From(h.from)
	for _, list := range [][]broadcast.Told{told, h.decided} {
		for i, t := range list {
			if t.Game != id {
				continue
			}
			if _, opens := t.What.(broadcast.Opened); opens && i > 0 && list[i-1].Game != id {
				entries = nil // all of it was told once more from here on
			}
			entries = append(entries, t)
		}
	}
	return entries
}

// annulled says whether the game of a journal does not count, by what the journal tells.
func annulled(told []broadcast.Told) bool {
	var score broadcast.Score
	for _, t := range told {
		score.Take(t)
	}
	return score.Annulled
}

// comeBack goes on with the journal of an earlier game, which another history has told:
// everything of it follows, also what is new.
func (h *History) comeBack(from *History) {
	h.session, h.began, h.leap, h.seq, h.openings, h.annulled = from.session, from.began, from.leap, from.seq, from.openings, nil
	h.beginsHere()
	entries, _ := from.From(0)
	h.put(entries)
}
