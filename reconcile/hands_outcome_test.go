package reconcile_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// playedHand is a trace being played, with all its events.
type playedHand struct {
	game    *reconcile.Game
	printed []byte // the events, one JSON object a line
	last    time.Duration
	told    []reconcile.Event
	outcome outcome
}

func newPlayed(t *testing.T, h trace.Header, publish trace.Publish) *playedHand {
	t.Helper()
	h.Publish = publish
	g, err := reconcile.NewGame(h)
	if err != nil {
		t.Fatal(err)
	}
	return &playedHand{game: g}
}

// step takes one record. It checks that events come in the order of time, and not later than the
// record.
func (p *playedHand) step(t *testing.T, r trace.Record) {
	t.Helper()
	events, err := p.game.Step(r)
	if err != nil {
		t.Fatalf("%v: %v", r.At, err)
	}
	for _, e := range events {
		if e.At < p.last || e.At > r.At {
			t.Errorf("%s is told at %v: after %v, with a record of %v", e.What.Name(), e.At, p.last, r.At)
		}
		p.last = e.At
		p.told = append(p.told, e)
		p.printed = append(e.AppendJSON(p.printed), '\n')
	}
}

// summary puts the events into an outcome. Of the moves that were published and dropped, those in
// undone were made and taken back; each counts once.
func (p *playedHand) summary(undone []string) outcome {
	var o outcome
	var lines, results, how, illegal []string
	over := false
	for _, g := range p.game.Games() {
		var line []string
		for i, m := range g.Moves {
			line = append(line, m.UCI)
			ply := g.Ply + i + 1
			if m.How != reconcile.Seen {
				how = append(how, fmt.Sprintf("%d:%s", ply, m.How))
			}
			if m.Illegal {
				illegal = append(illegal, fmt.Sprint(ply))
			}
		}
		lines = append(lines, strings.Join(line, " "))
		over = over || g.Result != "*"
		results = append(results, strings.ReplaceAll(g.Result, "*", "-"))
	}
	o.line, o.how, o.illegal = strings.Join(lines, " / "), strings.Join(how, " "), strings.Join(illegal, " ")
	if over {
		o.result = strings.Join(results, " ")
	}
	var proposed, faults, astray []string
	for _, e := range p.told {
		switch w := e.What.(type) {
		case reconcile.ResultKnown:
			if w.Proposed {
				proposed = append(proposed, w.Result+" "+w.Reason)
			}
		case reconcile.Fault:
			faults = append(faults, region(w.Squares)+" "+w.Kind.String())
		case reconcile.Displaced, reconcile.Restored:
			astray = append(astray, w.Name())
		}
	}
	o.proposed, o.faults, o.astray = strings.Join(proposed, ", "), strings.Join(faults, ", "), strings.Join(astray, " ")

	var wrong, back []string
	for _, m := range p.dropped() {
		if i := slices.Index(undone, m); i >= 0 {
			undone = slices.Delete(slices.Clone(undone), i, i+1)
			back = append(back, m)
		} else {
			wrong = append(wrong, m)
		}
	}
	o.wrong, o.undone = strings.Join(wrong, " "), strings.Join(back, " ")
	return o
}

// dropped lists the moves that were published and then replaced or retracted, unless the same move
// stands at that ply in the end.
func (p *playedHand) dropped() []string {
	type told struct {
		ply int
		uci string
	}
	games := p.game.Games()
	lines := make([][]told, len(games)+1)
	var gone []string
	cut := func(game, ply int) {
		line := lines[game]
		i := slices.IndexFunc(line, func(m told) bool { return m.ply >= ply })
		if i < 0 {
			return
		}
		for _, m := range line[i:] {
			final := &games[game-1]
			if n := m.ply - 1 - final.Ply; n < len(final.Moves) && final.Moves[n].UCI == m.uci {
				continue
			}
			gone = append(gone, fmt.Sprintf("%d:%s", m.ply, m.uci))
		}
		lines[game] = line[:i]
	}
	for _, e := range p.told {
		switch w := e.What.(type) {
		case reconcile.Made:
			lines[e.Game] = append(lines[e.Game], told{w.Ply, w.UCI})
		case reconcile.Amended:
			cut(e.Game, w.Ply)
			lines[e.Game] = append(lines[e.Game], told{w.Ply, w.UCI})
		case reconcile.Retracted:
			cut(e.Game, w.Ply)
		}
	}
	return gone
}

// region describes a set of squares in few words.
func region(set rules.Squares) string {
	if set == ^rules.Squares(0) {
		return "board"
	}
	for n := range 8 {
		if set == rules.Squares(0xff)<<(8*n) {
			return fmt.Sprintf("rank %d", n+1)
		}
		if set == rules.Squares(0x0101010101010101)<<n {
			return "file " + string("abcdefgh"[n])
		}
	}
	var names []string
	for sq := range set.All() {
		names = append(names, sq.String())
	}
	return strings.Join(names, "+")
}
