package daemon

import (
	"slices"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// One announcement by who moves serves both boards of a game: a move is made when the
// mover's own board shows it (2009: E2.3), and the other board follows. So each board tells
// the other what was announced and made at it; the record's line is the game's, and the
// other journal keeps to it, also when the arbiter puts it right.

// word is what one of the boards tells the other.
type word struct {
	what wordKind
	ply  int
	uci  string
	said trace.Command // of wordTold
}

type wordKind uint8

const (
	wordSaid  wordKind = iota // ply, uci: announced
	wordMade                  // ply, uci: on the board that is not the record's
	wordTaken                 // ply: taken back with all after it, in the record
	wordTold                  // said: a command that the record was given
)

// tell keeps a word for the board with that number.
func (p *pair) tell(to int, w word) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.words[to] = append(p.words[to], w)
}

// next returns the oldest word for a board.
func (p *pair) next(me int) (w word, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.words[me]) == 0 {
		return word{}, false
	}
	w = p.words[me][0]
	p.words[me] = p.words[me][1:]
	return w, true
}

// keepLine says what the record's game is, for the board that follows it.
func (p *pair) keepLine(line []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.line = line
}

// following is the record's line.
func (p *pair) following() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.line
}

// fromOther marks a command that the other board of the game has passed on.
const fromOther = "other_board"

func passedOn(c trace.Command) bool {
	var passed bool
	_, err := c.Extra.Get(fromOther, &passed)
	return err != nil || passed
}

// lineOf is the game on the board, and how many half-moves came before it.
func lineOf(g *reconcile.Game) (line []string, before int) {
	game := g.Playing()
	for _, m := range game.Moves {
		line = append(line, m.UCI)
	}
	return line, game.Ply
}

// pass tells the other board what has come of a record at this one.
func (d *Daemon) pass(r trace.Record, events []reconcile.Event) {
	b := &d.beside
	if b.pair == nil {
		return
	}
	line, before := lineOf(d.game)
	last := before + len(line)
	c, asked := r.What.(trace.Command)
	switch {
	case !asked || passedOn(c):
	case c.Do == trace.DoAnnounce:
		ply := last + 1
		if n := len(line); n > 0 && line[n-1] == c.UCI {
			ply = last // it was made already
		}
		b.tell(1-b.me, word{what: wordSaid, ply: ply, uci: c.UCI})
	case b.record && (c.Do == trace.DoNewGame || c.Do == trace.DoResult || c.Do == trace.DoUndo && annuls(events)):
		b.tell(1-b.me, word{what: wordTold, said: c})
	}
	for _, e := range events {
		switch w := e.What.(type) {
		case reconcile.Made:
			if !b.record && !w.Illegal && w.Ply <= last {
				b.tell(1-b.me, word{what: wordMade, ply: w.Ply, uci: w.UCI})
			}
		case reconcile.Retracted:
			if b.record {
				b.tell(1-b.me, word{what: wordTaken, ply: w.Ply})
			}
		}
	}
	if b.record {
		b.keepLine(line)
	}
}

// heed is what this board makes of the other one's words, for its journal.
func (d *Daemon) heed() (trace.What, bool) {
	b := &d.beside
	if b.pair == nil {
		return nil, false
	}
	line, before := lineOf(d.game)
	last := before + len(line)
	game := d.game.Playing()
	open := game.Begun && game.Result == rules.Ongoing.String()
	for {
		w, ok := b.next(b.me)
		if !ok {
			break
		}
		switch {
		case w.what == wordTold:
			if c, ok := d.likewise(w.said); ok {
				return c, true
			}
		case !open:
		case w.what == wordTaken && w.ply <= last && w.ply > before:
			return trace.Command{Do: trace.DoTakeBack, Plies: last - w.ply + 1, Extra: mark}, true
		case w.ply != last+1:
		case w.what == wordMade:
			return trace.Command{Do: trace.DoSecondBoard, Ply: w.ply, UCI: w.uci}, true
		case w.what == wordSaid && d.game.Header().Tactile:
			return trace.Command{Do: trace.DoAnnounce, By: d.game.Position().Turn().String(), UCI: w.uci, Extra: mark}, true
		}
	}
	if b.record || !open {
		return nil, false
	}
	return catchUp(line, b.following(), before)
}

// likewise is what a command to the record is to this board; false when there is nothing
// to do.
func (d *Daemon) likewise(said trace.Command) (trace.Command, bool) {
	keys := map[string]any{fromOther: true, reconcile.After: nil}
	switch said.Do {
	case trace.DoResult:
		if d.game.Playing().Result == said.Result {
			return said, false
		}
	case trace.DoUndo:
		n := d.game.UndoableGame()
		if n == 0 {
			return said, false
		}
		keys["action"], said.What = n, ""
	}
	c, err := with(said, keys)
	c.ID = ""
	return c, err == nil
}

// annuls says whether a game was annulled.
func annuls(events []reconcile.Event) bool {
	return slices.ContainsFunc(events, func(e reconcile.Event) bool { return e.What.Name() == reconcile.Annulled{}.Name() })
}

const mark trace.Extra = `{"` + fromOther + `":true}`

// catchUp is the next step of a board towards the record's line; none when it is there, or
// one move ahead, which is on its way to the record.
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
