package sim

import (
	"fmt"
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// hands are two players, an arbiter and passers-by, playing games on one board.
// They keep the time line: every motion begins as soon as the hands and the pieces
// that it needs are free, which may be before the other player's hand has finished.
type hands struct {
	style    Style
	pace     Pace
	dice     dice
	clock    bool
	lever    bool  // the clock has a lever, which cannot be pressed twice by one player
	period   int64 // of a scan, in microseconds
	commands bool

	pos      rules.Position // after the last ply
	body     physical       // the colours of the pieces on each square
	free     [64]int64      // when the piece on each square can next be touched
	hand     [2]int64       // when each player's hand is free
	now      int64          // end of the last motion
	prev     *motion        // the last ply, if nothing came after it; else nil
	last     int64          // time of the last press of the clock
	lastBy   rules.Color    // the player who made it
	broken   bool           // a piece has just been touched that will not move
	restored bool           // an illegal move has just been corrected

	carry   *carrier // nil without physics
	touches []touch
	acts    []trace.Record // presses and commands
	marks   []mark
	truth   Truth
	err     error
}

// mark is a motion on the time line, and the position that the board shows after it
// when no other motion is in progress.
type mark struct {
	start, contact, done int64
	pos                  rules.Position
	valid                bool // pos is what the board shows; false while it is cleared or set up
}

// Gaps between actions of different hands on one square, and between presses, in
// microseconds.
const (
	sameSquareGap = 4000
	pressGap      = 25000
)

// fit puts a motion on the time line: not before from, and not before the squares
// that it touches and the hand that does it are free. It returns when the motion
// starts.
func (h *hands) fit(d *motion, from int64) int64 {
	inOrder(d.touches)
	if len(d.touches) > 0 {
		d.shift(-d.touches[0].at)
	}
	d.done = max(d.done, d.contact)
	start := from
	if !d.anyone {
		start = max(start, h.hand[d.by])
	}
	for _, t := range d.touches {
		start = max(start, h.free[t.square]+sameSquareGap-t.at)
	}
	d.shift(start)
	for _, t := range d.touches {
		h.free[t.square] = t.at
		if t.on {
			// Nobody takes a piece out of another player's hand.
			h.free[t.square] = max(t.at, d.done) + h.dice.within(10000, 60000)
		}
		if err := h.body.apply(t); err != nil && h.err == nil {
			h.err = fmt.Errorf("%w (%s)", err, d.style)
		}
	}
	h.touches = append(h.touches, d.touches...)
	if h.carry != nil {
		h.carry.carryOut(d)
	}
	for _, s := range d.said {
		h.say(s.at, s.command)
	}
	if !d.anyone {
		h.hand[d.by] = d.done
	}
	h.now = max(h.now, d.done)
	return start
}

// mark records what the board shows after the last motion.
func (h *hands) mark(start int64, d *motion, valid bool) {
	h.marks = append(h.marks, mark{start, d.contact, d.done, h.pos, valid})
	if h.carry != nil && valid {
		h.carry.name(h.pos)
	}
}

// say puts a command on the time line.
func (h *hands) say(at int64, c trace.Command) {
	h.acts = append(h.acts, trace.Record{At: micros(at), What: c})
}

// press puts a press of the clock on the time line, after the one before. If the
// clock has a lever, a second press by the same player has no effect, and 0 is
// returned.
func (h *hands) press(at int64, by rules.Color) int64 {
	if h.lever && h.last > 0 && h.lastBy == by {
		return 0
	}
	h.lastBy = by
	at = max(at, h.last+pressGap)
	h.last = at
	h.acts = append(h.acts, trace.Record{At: micros(at), What: trace.Press{By: by}})
	return at
}

func micros(us int64) time.Duration { return time.Duration(us) * time.Microsecond }

// perform plays all games and what comes before, between and after them.
func (h *hands) perform(games []Game) error {
	for i, g := range games {
		line, err := g.line()
		if err != nil {
			return fmt.Errorf("sim: game %d: %w", i+1, err)
		}
		h.pos = g.Start
		if i == 0 {
			h.begin(g.Start)
		} else {
			h.newGame(g.Start, games[i-1].Start)
		}
		h.truth.Games = append(h.truth.Games, TruthGame{
			StartFEN: g.Start.FEN(), Result: g.Result, Moves: []string{}, Plies: []Ply{}, Source: g.Source,
		})
		game := &h.truth.Games[i]
		game.StartUS = h.now
		h.prev = nil
		stands := len(g.Moves)
		if h.dice.chance(h.style.Stands) && len(g.Moves) > 24 {
			stands = int(h.dice.within(8, int64(len(g.Moves))-8))
		}
		for n, m := range g.Moves[:stands] {
			h.before(i, n, line[n], m)
			h.play(game, n, m, g.Moves[n+1:stands])
		}
		if stands < len(g.Moves) {
			h.unnoticed(game)
		}
		game.EndUS = max(h.now, h.last)
		h.now = game.EndUS
		h.finish(i)
		if h.err != nil {
			return fmt.Errorf("sim: game %d: %w", i+1, h.err)
		}
	}
	return nil
}

// incident records an incident in the truth.
func (h *hands) incident(n Incident) { h.truth.Incidents = append(h.truth.Incidents, n) }

func names(squares []rules.Square) []string {
	list := []string{}
	for _, s := range squares {
		list = append(list, s.String())
	}
	return list
}
