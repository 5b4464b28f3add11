package explain

import (
	"time"

	"touchmove/reconcile"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// Explainer watches a Game and says afterwards, in plain words, why a move was
// told: which readings made it believed, what else was thought possible, what
// decided it, and what had been told of that ply before. It keeps every reading,
// so it is for replays and not for a board that plays for days. Make it with
// New before the first Step.
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

// judged is a new certainty of a move.
type judged struct {
	at         time.Duration
	confidence float64
}

// statement is one thing told of one game: a move, or that moves were dropped.
type statement struct {
	at         time.Duration
	game       int // from 1
	ply        int // dropped: this one and all after it
	drops      bool
	moved      bool
	san, uci   string
	by         rules.Color
	confidence float64        // as it was told
	since      *judged        // the latest change of it, if any
	position   rules.Position // before the move, when reason is there
	move       reconcile.PlayedMove
	reason     *decoder.Reason
	command    string // the person's command it came by, if any
}

// New makes the game keep its reasons and watches it from now on.
func New(g *reconcile.Game) *Explainer {
	g.KeepReasons()
	return &Explainer{game: g}
}

// Step takes the next record into the game, as Game.Step does.
func (x *Explainer) Step(r trace.Record) error {
	// What falls due before the record is decided at its own time, so that each
	// move told is seen before anything can take it back.
	for due, ok := x.game.Due(); ok && due < r.At && len(x.readings) > 0; {
		events, err := x.game.Step(trace.Record{At: due, What: trace.Scan{Board: x.game.Board()}})
		if err != nil {
			break // the record itself says what is wrong
		}
		x.observe(events, "", due)
		last := due
		if due, ok = x.game.Due(); due <= last {
			break
		}
	}
	events, err := x.game.Step(r)
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

// observe keeps what was told of moves and sensors. A command decides at its own
// time only: what fell due before it was not told by it.
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
				x.statements = append(x.statements, t) // the position was set anew
			}
		case reconcile.Fault:
			x.distrust = append(x.distrust, distrusted{e.At, w})
		}
	}
}

// judge notes a new certainty of the move that stands at a ply.
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
	// Of two things told in one step the first may already be dropped.
	if i := m.Ply - 1 - game.Ply; i >= 0 && i < len(game.Moves) && game.Moves[i].Move == m.Move && game.Moves[i].Published == t.at {
		t.move, t.reason, t.position = game.Moves[i], game.Moves[i].Reason, game.Start
		if i > 0 {
			t.position = game.Moves[i-1].After
		}
	}
	x.statements = append(x.statements, t)
}
