package pairing

import (
	"slices"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// One announcement by the player who moves serves both boards of a game: a move is made when the
// mover's own board shows it (2009: E2.3), and the other board follows. So each board sends the
// other what was announced and made on it. The moves in the record are the game's, and the other
// journal follows them, also when the arbiter corrects them.

// message is what one board sends to the other.
type message struct {
	what messageKind
	ply  int
	uci  string
	said trace.Command // of commanded
}

type messageKind uint8

const (
	announced messageKind = iota // ply, uci: announced
	made                         // ply, uci: made on the board that does not keep the record
	takenBack                    // ply: taken back in the record, with everything after it
	commanded                    // said: a command that the record was given
)

// send queues a message for a board.
func (p *pair) send(to int, m message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.mail[to] = append(p.mail[to], m)
}

// next returns the oldest message for a board.
func (p *pair) next(me int) (m message, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.mail[me]) == 0 {
		return message{}, false
	}
	m = p.mail[me][0]
	p.mail[me] = p.mail[me][1:]
	return m, true
}

// keepLine stores the record's moves, for the board that follows them.
func (p *pair) keepLine(line []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.line = line
}

// following returns the record's moves.
func (p *pair) following() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.line
}

// fromOther marks a command that came from the other board of the game.
const fromOther = reconcile.FromOther

func passedOn(c trace.Command) bool {
	var passed bool
	_, err := c.Extra.Get(fromOther, &passed)
	return err != nil || passed
}

// lineOf returns the moves of the current game, and how many half-moves came before
// them.
func lineOf(g *reconcile.Game) (line []string, before int) {
	game := g.Playing()
	for _, m := range game.Moves {
		line = append(line, m.UCI)
	}
	return line, game.Ply
}

// Forward sends the other board what a record did on this one: its game g took did and decided
// events. A move that this board has only taken over from the record is not sent back: an arbiter
// may have undone it there in the meantime, and it would be made again.
func (b *Board) Forward(g *reconcile.Game, did trace.What, events []reconcile.Event) {
	if b.pair == nil {
		return
	}
	line, before := lineOf(g)
	last := before + len(line)
	c, asked := did.(trace.Command)
	switch {
	case !asked || passedOn(c):
	case c.Do == trace.DoAnnounce:
		ply := last + 1
		if n := len(line); n > 0 && line[n-1] == c.UCI {
			ply = last // it has been made already
		}
		b.send(1-b.me, message{what: announced, ply: ply, uci: c.UCI})
	case b.record && (c.Do == trace.DoNewGame || c.Do == trace.DoResult || c.Do == trace.DoUndo && annuls(events)):
		b.send(1-b.me, message{what: commanded, said: c})
	}
	for _, e := range events {
		switch w := e.What.(type) {
		case reconcile.Made:
			if echo := asked && c.Do == trace.DoSecondBoard && c.Ply == w.Ply && c.UCI == w.UCI; !b.record && !w.Illegal && w.Ply <= last && !echo {
				b.send(1-b.me, message{what: made, ply: w.Ply, uci: w.UCI})
			}
		case reconcile.Retracted:
			if b.record {
				b.send(1-b.me, message{what: takenBack, ply: w.Ply})
			}
		}
	}
	if b.record {
		b.keepLine(line)
	}
}

// Receive makes a record for this board's journal from the other one's messages; false
// if there is nothing to do.
func (b *Board) Receive(g *reconcile.Game) (trace.What, bool) {
	if b.pair == nil {
		return nil, false
	}
	line, before := lineOf(g)
	last := before + len(line)
	game := g.Playing()
	open := game.Begun && game.Result == rules.Ongoing.String()
	for {
		m, ok := b.next(b.me)
		if !ok {
			break
		}
		switch {
		case m.what == commanded:
			if c, ok := likewise(g, m.said); ok {
				return c, true
			}
		case !open:
		case m.what == takenBack && m.ply <= last && m.ply > before:
			return trace.Command{Do: trace.DoTakeBack, Plies: last - m.ply + 1, Extra: mark}, true
		case m.ply != last+1:
		case m.what == made:
			return trace.Command{Do: trace.DoSecondBoard, Ply: m.ply, UCI: m.uci}, true
		case m.what == announced && g.Header().Tactile:
			return trace.Command{Do: trace.DoAnnounce, By: g.Position().Turn().String(), UCI: m.uci, Extra: mark}, true
		}
	}
	if b.record || !open {
		return nil, false
	}
	return catchUp(line, b.following(), before)
}

// likewise returns the command for this board that corresponds to a command in the
// record; false if there is nothing to do.
func likewise(g *reconcile.Game, said trace.Command) (trace.Command, bool) {
	keys := map[string]any{fromOther: true, reconcile.After: nil}
	switch said.Do {
	case trace.DoResult:
		if g.Playing().Result == said.Result {
			return said, false
		}
	case trace.DoUndo:
		n := g.UndoableGame()
		if n == 0 {
			return said, false
		}
		keys["action"], said.What = n, ""
	}
	extra, err := said.Extra.With(keys)
	said.Extra, said.ID = extra, ""
	return said, err == nil
}

// annuls reports whether a game was annulled.
func annuls(events []reconcile.Event) bool {
	return slices.ContainsFunc(events, func(e reconcile.Event) bool { return e.What.Name() == reconcile.Annulled{}.Name() })
}

const mark trace.Extra = `{"` + fromOther + `":true}`

// catchUp returns the next step of a board towards the record's moves; none if it has all of
// them, or is one move ahead, which is on its way to the record.
func catchUp(line, record []string, before int) (trace.What, bool) {
	same := 0
	for same < len(line) && same < len(record) && line[same] == record[same] {
		same++
	}
	switch extra := len(line) - same; {
	case extra == 0 && len(record) == same, extra == 1 && len(record) == same:
		return nil, false
	case extra > 0:
		return trace.Command{Do: trace.DoTakeBack, Plies: extra, Extra: mark}, true
	}
	return trace.Command{Do: trace.DoSecondBoard, Ply: before + same + 1, UCI: record[same]}, true
}
