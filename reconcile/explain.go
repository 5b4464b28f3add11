package reconcile

import (
	"fmt"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// Explainer watches a Game and says afterwards, in plain words, why a move was
// told: which readings made it believed, what else was thought possible, what
// decided it, and what had been told of that ply before. It keeps every reading,
// so it is for replays and not for a board that plays for days. Make it with
// NewExplainer before the first Step.
type Explainer struct {
	game     *Game
	board    sensors.Scan
	readings []decoder.Reading // every change, in order of time
	presses  []press
	tellings []telling
	distrust []distrusted
}

type press struct {
	at time.Duration
	by rules.Color
}

type distrusted struct {
	at time.Duration
	Fault
}

// telling is one thing told of one game: a move, or that moves were dropped.
type telling struct {
	at         time.Duration
	game       int // from 1
	ply        int // dropped: this one and all after it
	drops      bool
	moved      bool
	san, uci   string
	by         rules.Color
	confidence float64
	position   rules.Position // before the move, when reason is there
	move       PlayedMove
	reason     *decoder.Reason
	command    string // the person's command it came by, if any
}

// NewExplainer makes the game keep its reasons and watches it from now on.
func NewExplainer(g *Game) *Explainer {
	g.decoder.KeepReasons()
	return &Explainer{game: g}
}

// Step takes the next record into the game, as Game.Step does.
func (x *Explainer) Step(r trace.Record) error {
	// What falls due before the record is decided at its own time, so that each
	// move told is seen before anything can take it back.
	for due, ok := x.game.Due(); ok && due < r.At && len(x.readings) > 0; {
		events, err := x.game.Step(trace.Record{At: due, What: trace.Scan{Board: x.game.board}})
		if err != nil {
			break // the record itself says what is wrong
		}
		x.hear(events, "", due)
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
	x.hear(events, command, r.At)
	return nil
}

func (x *Explainer) read(at time.Duration, sq rules.Square, is sensors.State) {
	if x.board[sq] != is || len(x.readings) == 0 {
		x.board[sq] = is
		x.readings = append(x.readings, decoder.Reading{At: at, Square: sq, Is: is})
	}
}

// hear keeps what was told of moves and sensors. A command decides at its own
// time only: what fell due before it was not told by it.
func (x *Explainer) hear(events []Event, command string, at time.Duration) {
	for _, e := range events {
		t := telling{at: e.At, game: e.Game}
		if e.At == at {
			t.command = command
		}
		switch w := e.What.(type) {
		case Made:
			x.tell(t, w)
		case Amended:
			t.drops = true
			x.tell(t, w.Made)
		case Retracted:
			t.ply, t.drops = w.Ply, true
			x.tellings = append(x.tellings, t)
		case Started:
			t.ply, t.drops = 1, true
			if len(x.tellings) > 0 && x.tellings[len(x.tellings)-1].game == e.Game {
				x.tellings = append(x.tellings, t) // the position was set anew
			}
		case Fault:
			x.distrust = append(x.distrust, distrusted{e.At, w})
		}
	}
}

func (x *Explainer) tell(t telling, m Made) {
	t.ply, t.moved = m.Ply, true
	t.san, t.uci, t.by, t.confidence = m.SAN, m.UCI, m.By, m.Confidence
	game := &x.game.games[t.game-1]
	// Of two things told in one step the first may already be dropped.
	if i := m.Ply - 1 - game.Ply; i >= 0 && i < len(game.Moves) && game.Moves[i].Move == m.Move && game.Moves[i].Told == t.at {
		t.move, t.reason, t.position = game.Moves[i], game.Moves[i].Reason, game.Start
		if i > 0 {
			t.position = game.Moves[i-1].After
		}
	}
	x.tellings = append(x.tellings, t)
}

// Explain says why the move of this ply was told, and what had been told of that
// ply before; of a move that no longer stands, why it was told and dropped. The
// game counts from 1; 0 is the first that has the ply. The error says which
// games and plies there are.
func (x *Explainer) Explain(game, ply int) (string, error) {
	games := x.begun()
	switch {
	case game < 0 || game > games:
		return "", fmt.Errorf("game %d is not in the trace: it has %s", game, span(1, games, "game"))
	case game == 0:
		for n := 1; n <= games && game == 0; n++ {
			if g := &x.game.games[n-1]; ply > g.Ply && ply <= g.Ply+len(g.Moves) {
				game = n
			}
		}
		for n := 1; n <= games && game == 0; n++ {
			if len(x.of(n, ply)) > 0 {
				game = n
			}
		}
	}
	if game == 0 {
		return "", x.noPly(1, games, ply)
	}
	told := x.of(game, ply)
	if len(told) == 0 {
		return "", x.noPly(game, game, ply)
	}
	w := words{Explainer: x, game: game, games: games, ply: ply}
	return w.all(told), nil
}

// begun is how many games of the trace there are to speak of.
func (x *Explainer) begun() int {
	n := len(x.game.games)
	for n > 1 && !x.game.games[n-1].Begun {
		n--
	}
	return n
}

// of returns what was told of one ply: from the first time a move was told for
// it, each move and each time it was dropped.
func (x *Explainer) of(game, ply int) (told []telling) {
	stands := false
	for _, t := range x.tellings {
		switch {
		case t.game != game:
		case t.moved && t.ply == ply:
			told, stands = append(told, t), true
		case t.drops && t.ply <= ply && stands:
			t.moved = false // whatever was told, it was of another ply
			told, stands = append(told, t), false
		}
	}
	return told
}

func (x *Explainer) noPly(first, last, ply int) error {
	text := ""
	for n := first; n <= last; n++ {
		g := &x.game.games[n-1]
		if n > first {
			text += ", "
		}
		if first != last {
			text += fmt.Sprintf("game %d ", n)
		}
		if len(g.Moves) == 0 {
			text += "no plies"
			continue
		}
		text += span(g.Ply+1, g.Ply+len(g.Moves), "ply")
	}
	what := "the game has"
	switch {
	case first != last:
		what = "there are"
	case len(x.game.games) > 1:
		what = fmt.Sprintf("game %d has", first)
	}
	return fmt.Errorf("no move was told for ply %d: %s %s", ply, what, text)
}

func span(from, to int, unit string) string {
	units := unit + "s"
	if unit == "ply" {
		units = "plies"
	}
	if from == to {
		return fmt.Sprintf("%s %d", unit, from)
	}
	return fmt.Sprintf("%s %d to %d", units, from, to)
}
