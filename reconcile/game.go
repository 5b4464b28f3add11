package reconcile

import (
	"time"

	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// Game is everything known about one board, from the first record on; one trace may hold several
// games one after the other. Make it with NewGame. It must not be used by several goroutines at
// once.
type Game struct {
	header  trace.Header
	decoder *decoder.Decoder
	laws    *article4.Referee
	origin  rules.Position // before the history of the header
	now     time.Duration
	seq     uint64
	kept    bool          // out holds events to be returned with the next record
	latest  time.Duration // time of the last event
	board   sensors.Scan  // the latest readings
	ended   bool          // an End record was taken

	play // what belongs to the game on the board

	actions     []Action
	games       []Played    // the games of the trace
	current     int         // index of the game on the board
	suspended   []suspended // the games before it, as they were left
	suspensions int         // how many there have been
	closed      bool        // see IsClosed
	out         []Event
	tape        tape
}

// Position returns the position after the last published move.
func (g *Game) Position() rules.Position { return g.games[g.current].Last() }

// Games returns the games of the trace so far, in the order in which they were set up; Playing is
// the one on the board. The first game is in the list even before it has begun.
func (g *Game) Games() []Played { return g.games }

// Board returns the latest readings.
func (g *Game) Board() sensors.Scan { return g.board }

// Header returns the header the game was made with.
func (g *Game) Header() trace.Header { return g.header }

func (g *Game) emit(at time.Duration, w What) {
	g.seq++
	at = max(at, g.latest) // a flag event comes a microsecond after the zero at which other events happen
	g.latest = at
	switch w := w.(type) {
	case ResultKnown:
		g.decoder.Decide(w.Result != "*")
		game := &g.games[g.current]
		game.told, game.byKings = w, w.Proposed && w.Reason == KingsInTheCentre
	case Made:
		g.games[g.current].byKings = false
	}
	e := Event{At: at, Seq: g.seq, Game: g.current + 1, What: w}
	g.out = append(g.out, e)
	g.tape.addEvent(e)
}

// addGame puts a new game on the board.
func (g *Game) addGame(p Played) *Played {
	g.games = append(g.games, p)
	g.current = len(g.games) - 1
	return &g.games[g.current]
}

// Playing returns the game on the board, which is the last one that was begun or set up
// unless a new-game was undone. The caller must not change it.
func (g *Game) Playing() *Played { return &g.games[g.current] }

// Number returns the number of the game on the board, from 1.
func (g *Game) Number() int { return g.current + 1 }

// Before returns the number of the game before the one on the board, 0 when there is
// none.
func (g *Game) Before() int {
	if n := len(g.suspended); n > 0 {
		return g.suspended[n-1].number
	}
	return 0
}

// IsClosed reports whether the game on the board was annulled and play goes on with the
// previous game, which is in another journal. No further record is accepted then.
func (g *Game) IsClosed() bool { return g.closed }

// Distrusted returns the squares whose sensors have no vote.
func (g *Game) Distrusted() rules.Squares { return g.decoder.Distrusted() }

// Clock returns the clock at the time of the last record, and false on a board without a known
// clock.
func (g *Game) Clock() (chessclock.Clock, bool) {
	if !g.timing.used {
		return chessclock.Clock{}, false
	}
	return g.timing.ledger.At(g.now), true
}
