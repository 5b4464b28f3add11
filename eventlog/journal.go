package eventlog

import (
	"fmt"
	"time"

	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// Journal names the journal that a board's records stand in.
type Journal struct {
	ID       string    // unique among all boards; a game's id is this, a hyphen and its number
	Began    time.Time // the moment of At 0
	Versions int       // how often another program than before has gone on with it (see Leap)
}

// numbering gives entries their names: the id of their game, their number and
// their moment.
type numbering struct {
	Journal
	leap     uint64
	seq      uint64   // of the last event of the game
	latest   Entry    // named last
	opens    int      // number of the game that was set up last
	openings []Opened // of the games set up and not undone, the latest last
	annulled []string // ids of games annulled by the record that is taken
}

func newNumbering(j Journal) numbering {
	return numbering{Journal: j, leap: uint64(j.Versions) * Leap}
}

// id is the id of a game of the journal.
func (n *numbering) id(game int) string { return fmt.Sprintf("%s-%d", n.ID, game) }

// event is the entry of an event of the game.
func (n *numbering) event(e reconcile.Event) Entry {
	return Entry{Game: n.id(e.Game), Seq: e.Seq + n.leap, Time: n.Began.Add(e.At), Event: e}
}

// observed is the entry of what is no event of the game: it has the number of
// the one before it.
func (n *numbering) observed(last Entry, at time.Duration, what reconcile.What) Entry {
	return Entry{Game: last.Game, Seq: last.Seq, Time: n.Began.Add(at), Event: reconcile.Event{
		At: at, Seq: last.Event.Seq, Game: last.Event.Game, What: what,
	}}
}

// opened is the entry of a game that is set up. It has the number of the event
// before it.
func (n *numbering) opened(at time.Duration, g *reconcile.Game, p Pairing) Entry {
	start := g.Playing().Start
	if p.TimeControl == "" {
		p.TimeControl = g.Header().TimeControl
	}
	opened := Opened{Start: start.FEN(), Variant: start.Variant(), Laws: g.Header().Laws, Pairing: p}
	if s := g.Situation(); s.Timed {
		opened.Clock = &s.Times
	}
	n.opens, n.openings = g.Number(), append(n.openings, opened)
	return n.event(reconcile.Event{At: at, Seq: n.seq, Game: g.Number(), What: opened})
}

// opens says that a new-game command, which was carried out, has set up a game:
// who plays it. Nothing is said of a game that goes on in a journal of its own.
func (b *Board) opens(at time.Duration, c trace.Command) {
	if c.Do != trace.DoNewGame || reconcile.KeptElsewhere(c) != "" {
		return
	}
	if b.game.Number() == b.log.opens {
		b.log.leap++ // that it is set up has been said: who plays it has a number of its own
	}
	pairing, _ := PairingOf(c) // checked before the command was taken; an old journal's is let go
	b.put(b.log.opened(at, b.game, pairing))
}

// decided adds an event of the game.
func (b *Board) decided(e reconcile.Event) {
	b.log.seq = e.Seq
	switch w := e.What.(type) {
	case reconcile.Annulled:
		b.log.annulled = append(b.log.annulled, b.log.id(e.Game))
	case reconcile.Resumed:
		b.resumed(e, w)
		return
	}
	b.put(b.log.event(e))
}

// resumed adds a game that goes on after a new-game was undone: all its entries once more, so
// that who follows has it whole, and then that it goes on.
func (b *Board) resumed(e reconcile.Event, w reconcile.Resumed) {
	n := &b.log
	if w.Annulled != "" {
		n.annulled = append(n.annulled, w.Annulled)
	} else if last := len(n.openings) - 1; last >= 0 {
		n.openings = n.openings[:last]
	}
	switch last := len(n.openings) - 1; {
	case !w.Begun && last >= 0: // its first position is waited for again
		before := n.openings[last]
		n.openings = n.openings[:last]
		b.put(n.opened(e.At, b.game, before.Pairing))
	case w.Begun && n.latest.Game != n.id(e.Game):
		b.put(b.again(n.id(e.Game))...)
	}
	b.put(n.event(e))
	for _, id := range n.annulled {
		b.put(n.observed(n.latest, e.At, Annuls{Game: id}))
	}
	n.annulled = nil
}

// again is every entry of a game, once.
func (b *Board) again(id string) (list []Entry) {
	for i, t := range b.entries {
		if t.Game != id {
			continue
		}
		if _, opens := t.What.(Opened); opens && i > 0 && b.entries[i-1].Game != id {
			list = nil // all of it was told once more from here on
		}
		list = append(list, t)
	}
	return list
}
