package tournamenttest

import (
	"encoding/json"
	"math/rand/v2"
	"time"

	"touchmove/eventlog"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Truth is one game as it was really played.
type Truth struct {
	Round, Board string
	White, Black string
	Story        string
	Moves        []string // in UCI
	Result       string   // 1-0, 0-1, 1/2-1/2 or 0-0
	Forfeit      bool     // neither or only one player came
	Reason       string
	Left         [2]time.Duration   // the times on the clock at the end
	After        [][2]time.Duration // the same after each move, as far as the script knows
	Timed        bool               // the script knows the times
	Control      string             // the time control
	Signed       [2]bool            // who confirmed the result
	Log          []string           // commands that were carried out, in order
}

// watch is a chess clock as the script calculates it. It knows one kind of bonus: an
// increment for each move.
type watch struct {
	left  [2]time.Duration
	each  time.Duration
	runs  rules.Color
	on    bool
	since time.Duration
}

func (w *watch) tick(at time.Duration) {
	if w.on {
		w.left[w.runs] -= at - w.since
	}
	w.since = at
}

func (w *watch) start(by rules.Color, at time.Duration) {
	w.tick(at)
	w.runs, w.on = by, true
}

func (w *watch) stop(at time.Duration) {
	w.tick(at)
	w.on = false
}

func (w *watch) press(by rules.Color, at time.Duration) {
	w.tick(at)
	if w.on && w.runs == by {
		w.left[by] += w.each
		w.runs = by.Other()
	}
}

// play is one game at a table: the moves planned, and those played so far.
type play struct {
	*Table
	truth *Truth
	dice  *rand.Rand
	watch watch
	plan  []rules.Move
	next  int // index in plan
	pos   rules.Position
	keys  []string // keys of all positions so far, including the first
}

// begin announces a game, sets up its pieces and lets the players come.
func (p *play) begin(pairing eventlog.Pairing, extra map[string]any) {
	p.t.Helper()
	keys := map[string]any{}
	text, err := json.Marshal(pairing)
	if err == nil {
		err = json.Unmarshal(text, &keys)
	}
	for k, v := range extra {
		keys[k] = v
	}
	c := trace.Command{Do: trace.DoNewGame}
	if err == nil {
		c.Extra, err = trace.NewExtra(keys)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	p.say(c)
	p.pos = rules.StartPosition()
	p.keys = []string{key(p.pos)}
	p.setUp(p.pos)
	p.wait(time.Minute)
}

// say gives a command, which must be carried out, and logs it in the truth.
func (p *play) say(c trace.Command) {
	p.t.Helper()
	p.do(c)
	p.truth.Log = append(p.truth.Log, c.Do)
}

func (p *play) start(by rules.Color) {
	p.t.Helper()
	p.say(p.arbiter(trace.DoStartClocks, "runs", by.String()))
	p.watch.start(by, p.at)
}

func (p *play) stop(why string) {
	p.t.Helper()
	p.say(p.arbiter(trace.DoStopClocks, "why", why))
	p.watch.stop(p.at)
}

// key returns the part of a FEN that decides whether two positions are the same (9.2.2):
// all but the counters.
func key(p rules.Position) string {
	fen := p.FEN()
	spaces := 0
	for i, c := range fen {
		if c == ' ' {
			if spaces++; spaces == 4 {
				return fen[:i]
			}
		}
	}
	return fen
}

// moves plays the next n half-moves of the plan, or as many as are left.
func (p *play) moves(n int) {
	p.t.Helper()
	for ; n > 0 && p.next < len(p.plan); n-- {
		p.move(p.plan[p.next])
	}
}

// move plays a move and presses the clock, after some thought.
func (p *play) move(m rules.Move) {
	p.t.Helper()
	p.think()
	p.hand(m)
	p.played(m)
	p.settle()
	p.press(p.pos.Turn().Other())
}

func (p *play) think() { p.wait(p.within(3*time.Second, 100*time.Second)) }

func (p *play) settle() { p.wait(p.within(250*time.Millisecond, 900*time.Millisecond)) }

func (p *play) within(from, to time.Duration) time.Duration {
	return from + time.Duration(p.dice.Int64N(int64(to-from)/1000))*time.Microsecond
}

// played adds a move to the truth.
func (p *play) played(m rules.Move) {
	p.truth.Moves = append(p.truth.Moves, m.UCI(rules.Standard))
	if p.next < len(p.plan) && p.plan[p.next] == m {
		p.next++
	}
	p.pos = p.pos.After(m)
	p.keys = append(p.keys, key(p.pos))
}

func (p *play) press(by rules.Color) {
	p.t.Helper()
	p.record(trace.Press{By: by})
	p.watch.press(by, p.at)
	for len(p.truth.After) < len(p.truth.Moves) {
		p.truth.After = append(p.truth.After, p.watch.left)
	}
}

// hand makes a move on the board as people do: captures in either order, castling with the
// king first.
func (p *play) hand(m rules.Move) {
	p.t.Helper()
	pause := func() { p.wait(p.within(200*time.Millisecond, 1100*time.Millisecond)) }
	captured := p.pos.Captured(m)
	switch {
	case m.IsCastling():
		king, rook := p.pos.CastlingTargets(m)
		p.lift(m.From())
		pause()
		p.place(king)
		pause()
		p.lift(m.To())
		pause()
		p.place(rook)
		return
	case captured != rules.NoSquare && p.dice.IntN(2) == 0:
		p.lift(captured)
		pause()
		p.lift(m.From())
	case captured != rules.NoSquare:
		p.lift(m.From())
		pause()
		p.lift(captured)
	default:
		p.lift(m.From())
	}
	pause()
	p.place(m.To())
	if m.Promotion() != rules.NoKind {
		pause()
		p.say(p.by(p.pos.Turn().String(), trace.DoPromote, "piece", m.Promotion().String()))
	}
}
