package eventlog

import (
	"fmt"
	"time"

	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// Journal names the journal that holds a board's records.
type Journal struct {
	ID       string    // unique among all boards; a game's id is this, a hyphen and its number
	Began    time.Time // the moment of At 0, in the time zone of the hall
	Versions int       // how often a different version of the program has continued it (see Leap)
}

// numbering gives entries their identity: game id, sequence number and time.
type numbering struct {
	Journal
	leap     uint64
	seq      uint64   // of the last event of the game
	latest   Entry    // numbered last
	opens    int      // number of the game that was set up last
	openings []Opened // of the games set up and not undone, the latest last
	annulled []string // ids of games annulled by the current record
	clocks   []setBefore
}

func newNumbering(j Journal) numbering {
	return numbering{Journal: j, leap: uint64(j.Versions) * Leap}
}

// id returns the id of a game of the journal.
func (n *numbering) id(game int) string { return fmt.Sprintf("%s-%d", n.ID, game) }

// event returns the entry of an event of the game.
func (n *numbering) event(e reconcile.Event) Entry {
	return Entry{Game: n.id(e.Game), Seq: e.Seq + n.leap, Time: n.Began.Add(e.At), Event: e}
}

// observed returns the entry of an observation, which is not an event of the game. It
// has the number of the entry before it.
func (n *numbering) observed(last Entry, at time.Duration, what reconcile.What) Entry {
	return Entry{Game: last.Game, Seq: last.Seq, Time: n.Began.Add(at), Event: reconcile.Event{
		At: at, Seq: last.Event.Seq, Game: last.Event.Game, What: what,
	}}
}

// opened returns the entry of a game that is set up. It has the number of the event
// before it.
func (n *numbering) opened(at time.Duration, g *reconcile.Game, p Pairing) Entry {
	start := g.Playing().Start
	if p.TimeControl == "" {
		p.TimeControl = g.Header().TimeControl
	}
	opened := Opened{Start: start.FEN(), Variant: start.Variant(), Laws: g.Header().Laws, Rate: g.Rate(), Pairing: p}
	if s := g.Situation(); s.Timed {
		opened.Clock = &s.Times
	} else if set, ok := g.Setting(); ok {
		opened.Clock, opened.Unpressed = &set, true
	}
	n.opens, n.openings = g.Number(), append(n.openings, opened)
	return n.event(reconcile.Event{At: at, Seq: n.seq, Game: g.Number(), What: opened})
}

// openGame adds the entry of the game, and its players, that a new-game command has set
// up. It adds nothing for a game that has a journal of its own.
func (b *Board) openGame(at time.Duration, c trace.Command) {
	if c.Do != trace.DoNewGame || reconcile.KeptElsewhere(c) != "" {
		return
	}
	if b.game.Number() == b.log.opens {
		b.log.leap++ // the game has its Opened entry already: the one with the players needs a number of its own
	}
	pairing, _ := PairingOf(c) // checked before the command was accepted; errors in old journals are ignored
	b.put(b.log.opened(at, b.game, pairing))
}

// addEvent adds an event of the game.
func (b *Board) addEvent(e reconcile.Event) {
	b.log.seq = e.Seq
	switch w := e.What.(type) {
	case reconcile.Annulled:
		b.log.annulled = append(b.log.annulled, b.log.id(e.Game))
	case reconcile.Resumed:
		b.reopen(e, w)
		return
	}
	b.put(b.log.event(e))
}

// reopen adds a game that continues after a new-game was undone: first all its entries
// again, so that every reader has the whole game, and then the event itself.
func (b *Board) reopen(e reconcile.Event, w reconcile.Resumed) {
	n := &b.log
	if w.Same {
		b.put(n.event(e))
		return
	}
	if w.Annulled != "" {
		n.annulled = append(n.annulled, w.Annulled)
	} else if last := len(n.openings) - 1; last >= 0 {
		n.openings = n.openings[:last]
	}
	switch last := len(n.openings) - 1; {
	case !w.Begun && last >= 0: // its starting position is still awaited
		before := n.openings[last]
		n.openings = n.openings[:last]
		b.put(n.opened(e.At, b.game, before.Pairing))
	case w.Begun && n.latest.Game != n.id(e.Game):
		b.put(b.entriesOf(n.id(e.Game))...)
	}
	b.put(n.event(e))
	for _, id := range n.annulled {
		b.put(n.observed(n.latest, e.At, Annuls{Game: id}))
	}
	n.annulled = nil
}

// entriesOf returns every entry of a game, once.
func (b *Board) entriesOf(id string) (list []Entry) {
	for i, t := range b.entries {
		if t.Game != id {
			continue
		}
		if _, opens := t.What.(Opened); opens && i > 0 && b.entries[i-1].Game != id {
			list = nil // from here on the whole game was published again
		}
		list = append(list, t)
	}
	return list
}
