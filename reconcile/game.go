package reconcile

import (
	"errors"
	"fmt"
	"time"

	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// Game is everything known of one board, from the first record on; one trace
// may hold several games one after the other. Make it with NewGame. A Game is
// for one goroutine.
type Game struct {
	header  trace.Header
	decoder *decoder.Decoder
	laws    *article4.Referee
	origin  rules.Position // before the header's history
	now     time.Duration
	seq     uint64
	kept    bool          // out holds what is to be told with the next record
	latest  time.Duration // when the last event was told
	board   sensors.Scan  // as read last
	ended   bool          // an End record was taken

	play // what belongs to the game on the board

	actions     []Action
	games       []Played    // those of the record
	current     int         // which of them is on the board
	suspended   []suspended // the games before it, as they were left
	suspensions int         // how many there were
	closed      bool        // see IsClosed
	out         []Event
}

// NewGame returns a Game that waits for the board to show the header's start
// position, after the header's history. It returns an error when the position
// or a move of the history is not valid.
func NewGame(h trace.Header) (*Game, error) {
	if h.Start == "" {
		h.Start = rules.StartFEN
	}
	setup, err := rules.ParseFEN(h.Start)
	if err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	start, err := rules.NewPosition(setup, h.Variant)
	if err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	p := start
	var past []rules.Move
	for i, uci := range h.History {
		m, err := p.ParseUCI(uci)
		if err != nil {
			return nil, fmt.Errorf("history: move %d: %w", i+1, err)
		}
		p = p.After(m)
		past = append(past, m)
	}
	g := &Game{header: h, origin: start}
	g.laws = article4.New(h, past, article4.Options{}, decoderView{g})
	g.decoder = decoder.New(decoder.Config{
		Start:    p,
		Ply:      len(h.History),
		Polarity: h.Sensing == sensors.Polarity,
		Clock:    h.Clock == trace.ClockButtons,
		Quick:    h.Publish == trace.Quick,
	})
	g.games = []Played{{Start: p, Ply: len(h.History), Result: "*"}}
	g.headerClock()
	return g, nil
}

// Step takes the next record: first everything that fell due up to its time is
// decided, then the record. The events stay valid until the next call. An error
// refuses the record, and it changes nothing: what fell due before it is told with
// the next.
func (g *Game) Step(r trace.Record) ([]Event, error) {
	if err := g.check(r); err != nil {
		return nil, err
	}
	if !g.kept {
		g.out = g.out[:0]
	}
	g.kept = false
	g.advance(r.At)
	if c, ok := r.What.(trace.Command); ok {
		// What fell due before it may decide whether it can be carried out; whether
		// that was looked at by other records meanwhile must not.
		if err := g.checkCommand(c); err != nil {
			g.kept = true
			return nil, err
		}
	}
	switch w := r.What.(type) {
	case trace.Scan:
		if w.Board == g.board {
			break // a tick
		}
		g.board = w.Board
		g.decoder.Scan(&w.Board)
		for sq, is := range w.Board {
			g.laws.Read(rules.Square(sq), is, r.At)
		}
	case trace.Change:
		g.board[w.Square] = w.Is
		g.decoder.Change(w.Square, w.Is)
		g.laws.Read(w.Square, w.Is, r.At)
	case trace.Press:
		g.press(w.By)
	case trace.Command:
		g.runLogged(w)
	case trace.End:
		g.end()
	}
	g.takeFindings()
	return g.out, nil
}

// check refuses a record that cannot be taken, before anything has changed.
func (g *Game) check(r trace.Record) error {
	if g.ended {
		return errors.New("the recording has ended: no record can follow its end")
	}
	if g.closed {
		return errors.New("this game was annulled, and the one before it goes on in its own record: no record can follow here")
	}
	if r.At < g.now {
		return fmt.Errorf("at_us goes back from %d to %d: records must be in time order", g.now.Microseconds(), r.At.Microseconds())
	}
	switch w := r.What.(type) {
	case trace.Scan:
		if w.Board == g.board {
			break // what was taken before can be taken again
		}
		for sq, is := range w.Board {
			if err := g.checkState(rules.Square(sq), is); err != nil {
				return err
			}
		}
	case trace.Change:
		if w.Square >= rules.NoSquare {
			return fmt.Errorf("square %d is not on the board", w.Square)
		}
		return g.checkState(w.Square, w.Is)
	case trace.Command:
		return w.Validate()
	case trace.Press, trace.End:
	default:
		return fmt.Errorf("a record of type %T is not known", r.What)
	}
	return nil
}

func (g *Game) checkState(sq rules.Square, is sensors.State) error {
	switch is {
	case sensors.White, sensors.Black:
		if g.header.Sensing == sensors.Occupancy {
			return fmt.Errorf("%s reads %s, but this board's sensing is occupancy: it cannot tell colours", sq, is)
		}
	case sensors.Occupied:
		if g.header.Sensing == sensors.Polarity {
			return fmt.Errorf("%s reads occupied, but this board's sensing is polarity: it must say white or black", sq)
		}
	case sensors.Unknown, sensors.Empty:
	default:
		return fmt.Errorf("%s reads %s, which is no state of a square", sq, is)
	}
	return nil
}

// Due returns the time from which Step would decide something even without a
// new reading, and false when nothing is open. A record at or after it, or a
// repeated scan that changes nothing, lets it happen; times before change
// nothing.
func (g *Game) Due() (time.Duration, bool) {
	if g.ended || g.closed {
		return 0, false
	}
	return g.due()
}

// Position returns the position after the last move told.
func (g *Game) Position() rules.Position { return g.games[g.current].Last() }

// Games returns the games of the trace so far, in the order in which they were set up;
// Playing is the one on the board. The first is there before it has begun.
func (g *Game) Games() []Played { return g.games }

// Board returns what the sensors read last.
func (g *Game) Board() sensors.Scan { return g.board }

// Header returns the header the game was made with.
func (g *Game) Header() trace.Header { return g.header }

func (g *Game) emit(at time.Duration, w What) {
	g.seq++
	at = max(at, g.latest) // a flag is told a microsecond after the zero that others are told at
	g.latest = at
	g.out = append(g.out, Event{At: at, Seq: g.seq, Game: g.current + 1, What: w})
}

func (g *Game) takeFinding(t decoder.Finding) {
	game := &g.games[g.current]
	switch t.Kind {
	case decoder.Began:
		if len(game.Moves) > 0 || game.Begun {
			g.suspend(g.decoder.Suspended())
			game = g.addGame(Played{Start: t.After, Result: "*"})
			g.play = play{}
			g.setClock(controlsOf(g.header.TimeControl, g.header.BlackControl, ""), chessclock.Options{})
		}
		game.Begun = true
		g.emit(t.At, Started{FEN: t.After.FEN(), Variant: t.After.Variant()})
	case decoder.Made:
		if g.hasTwoBoards() {
			g.secondBoardShows(t.Ply - 1) // replied to, so that it was set there
		}
		m := g.made(game, t)
		g.arrive(m.By)
		g.emit(t.At, m)
	case decoder.Amended:
		game.cut(t.Ply)
		g.second.setBack(t.Ply)
		g.emit(t.At, Amended{Made: g.made(game, t), Was: t.Was.UCI(game.Start.Variant())})
	case decoder.Retracted:
		game.cut(t.Ply)
		g.second.setBack(t.Ply)
		g.emit(t.At, Retracted{Ply: t.Ply})
		g.timing.ledger.Retracted(t.Ply)
	case decoder.Displaced:
		g.emit(t.At, Displaced{Squares: t.Squares})
	case decoder.Restored:
		g.emit(t.At, Restored{FEN: g.Position().FEN()})
	case decoder.Faulty:
		g.emit(t.At, Fault{Squares: t.Squares, Kind: FaultKind(t.Fault)})
	case decoder.Ended:
		if game.Result != "*" && game.Result != "" {
			return // the Laws have ended it: there is nothing left to propose
		}
		g.emit(t.At, ResultKnown{Result: t.Result, Reason: t.Why, Proposed: true})
	}
}

// addGame puts another game on the board.
func (g *Game) addGame(p Played) *Played {
	g.games = append(g.games, p)
	g.current = len(g.games) - 1
	return &g.games[g.current]
}

// made puts a move into the record and returns its event.
func (g *Game) made(game *Played, t decoder.Finding) Made {
	before := game.Last()
	m := Made{
		Ply: t.Ply, Move: t.Move, UCI: t.Move.UCI(before.Variant()), FEN: t.After.FEN(),
		By: before.Turn(), Released: t.Released, Confidence: t.Confidence, Illegal: t.Illegal,
	}
	if t.Illegal {
		m.SAN = m.UCI
	} else {
		m.SAN = before.SAN(t.Move)
	}
	switch {
	case t.Corrected:
		m.How = Corrected
	case t.Inferred:
		m.How = Inferred
	}
	game.Moves = append(game.Moves, PlayedMove{
		Move: t.Move, UCI: m.UCI, SAN: m.SAN, After: t.After,
		Released: t.Released, Told: t.At, How: m.How, Illegal: t.Illegal, Reason: t.Reason,
	})
	return m
}
