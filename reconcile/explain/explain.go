package explain

import (
	"time"

	"touchmove/reconcile"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// Explainer watches a Game and explains afterwards, in plain words, why a move was published: which
// readings supported it, which alternatives were considered, what decided it, and what had been
// published for that ply before. It keeps every reading, so it is for replays and not for a board
// that is used for days. Make it with New before the first Step.
type Explainer struct {
	game       *reconcile.Game
	board      sensors.Scan
	readings   []decoder.Reading // every change, in order of time
	presses    []press
	statements []statement
	distrust   []distrusted
}

type press struct {
	at time.Duration
	by rules.Color
}

type distrusted struct {
	at time.Duration
	reconcile.Fault
}

// judged is a new confidence of a move.
type judged struct {
	at         time.Duration
	confidence float64
}

// statement is one thing published about one game: a move, or that moves were dropped.
type statement struct {
	at         time.Duration
	game       int // from 1
	ply        int // drops: this ply and all after it
	drops      bool
	moved      bool
	san, uci   string
	by         rules.Color
	confidence float64        // as it was published
	since      *judged        // the latest change of the confidence, if any
	position   rules.Position // before the move, if there is a reason
	move       reconcile.PlayedMove
	reason     *decoder.Reason
	command    string // the command that caused it, if any
}

// New makes the game keep its reasons and watches it from now on.
func New(g *reconcile.Game) *Explainer {
	g.KeepReasons()
	return &Explainer{game: g}
}

// Step passes the next record to the game, as Game.Again does.
func (x *Explainer) Step(r trace.Record) error {
	// What falls due before the record is decided at its own time, so that each published move is
	// observed before anything can retract it.
	for due, ok := x.game.Due(); ok && due < r.At && len(x.readings) > 0; {
		events, err := x.game.Step(trace.Record{At: due, What: trace.Scan{Board: x.game.Board()}})
		if err != nil {
			break // the record itself will show what is wrong
		}
		x.observe(events, "", due)
		last := due
		if due, ok = x.game.Due(); due <= last {
			break
		}
	}
	events, err := x.game.Again(r)
	if err != nil {
		return err
	}
	command := ""
	switch w := r.What.(type) {
	case trace.Scan:
		for sq, is := range w.Board {
			x.read(r.At, rules.Square(sq), is)
		}
	case trace.Change:
		x.read(r.At, w.Square, w.Is)
	case trace.Press:
		x.presses = append(x.presses, press{r.At, w.By})
	case trace.Command:
		command = w.Do
		if by, err := rules.ParseColor(w.By); err == nil && w.Do == trace.DoPress {
			x.presses = append(x.presses, press{r.At, by})
		}
	}
	x.observe(events, command, r.At)
	return nil
}

func (x *Explainer) read(at time.Duration, sq rules.Square, is sensors.State) {
	if x.board[sq] != is || len(x.readings) == 0 {
		x.board[sq] = is
		x.readings = append(x.readings, decoder.Reading{At: at, Square: sq, Is: is})
	}
}

// observe stores what was published about moves and sensors. A command causes only events of its
// own time, not those that fell due before it.
func (x *Explainer) observe(events []reconcile.Event, command string, at time.Duration) {
	for _, e := range events {
		t := statement{at: e.At, game: e.Game}
		if e.At == at {
			t.command = command
		}
		switch w := e.What.(type) {
		case reconcile.Made:
			x.addMove(t, w)
		case reconcile.Amended:
			t.drops = true
			x.addMove(t, w.Made)
		case reconcile.Settled:
			x.judge(e, w.Ply, w.Confidence)
		case reconcile.Doubted:
			x.judge(e, w.Ply, w.Confidence)
		case reconcile.Retracted:
			t.ply, t.drops = w.Ply, true
			x.statements = append(x.statements, t)
		case reconcile.Started:
			t.ply, t.drops = 1, true
			if len(x.statements) > 0 && x.statements[len(x.statements)-1].game == e.Game {
				x.statements = append(x.statements, t) // the position was set again
			}
		case reconcile.Fault:
			x.distrust = append(x.distrust, distrusted{e.At, w})
		}
	}
}

// judge records a new confidence of the move that stands at a ply.
func (x *Explainer) judge(e reconcile.Event, ply int, confidence float64) {
	for i := len(x.statements) - 1; i >= 0; i-- {
		if s := &x.statements[i]; s.game == e.Game && s.ply == ply && s.moved {
			s.since = &judged{e.At, confidence}
			return
		}
	}
}

func (x *Explainer) addMove(t statement, m reconcile.Made) {
	t.ply, t.moved = m.Ply, true
	t.san, t.uci, t.by, t.confidence = m.SAN, m.UCI, m.By, m.Confidence
	game := &x.game.Games()[t.game-1]
	// Of two moves published in one step the first may already have been dropped.
	if i := m.Ply - 1 - game.Ply; i >= 0 && i < len(game.Moves) && game.Moves[i].Move == m.Move && game.Moves[i].Published == t.at {
		t.move, t.reason, t.position = game.Moves[i], game.Moves[i].Reason, game.Start
		if i > 0 {
			t.position = game.Moves[i-1].After
		}
	}
	x.statements = append(x.statements, t)
}
