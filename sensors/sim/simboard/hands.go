package simboard

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim"
	"touchmove/sensors/trace"
)

// Hands play games on a simulated board without end. Performances of a few games
// each follow one another, from the first game to the last and then from the start
// again. Each uses the next seed, so that no two are the same and all can be
// repeated. Before each game the players are announced, and after it the result.
type Hands struct {
	games []sim.Game
	style sim.Style
	seed  uint64
	pins  Pins
	next  int // index of the game with which the next performance begins

	from    time.Duration  // when the performance began
	end     time.Duration  // when the performance ends
	signals []sim.Signal   // still to come
	acts    []trace.Record // presses and commands still to come
}

// atOnce is the number of games in a performance: few enough to be computed without
// a noticeable delay on a small computer.
const atOnce = 6

// Player plays on a simulated board: Hands, or a Script.
type Player interface {
	// Until plays on until a time, and returns the presses and commands on the way.
	Until(at time.Duration) []trace.Record
}

// Pins is where simulated hands put the pieces. *chips.Board implements it.
type Pins interface {
	Set(sensors.Scan)
	SetSquare(rules.Square, sensors.State)
}

// Play is what Hands play.
type Play struct {
	Games []sim.Game
	First int // index of the game to begin with; beyond the last game counting starts again at 0
	Style sim.Style
	Seed  uint64
}

// NewHands returns hands that have already played up to a time, with the presses
// and commands that the journal holds. done is the number of those at exactly that
// time. The error is that of sim.Perform.
func NewHands(p Play, pins Pins, at time.Duration, done int) (*Hands, error) {
	h := &Hands{games: p.Games, style: p.Style, seed: p.Seed, pins: pins, next: p.First % len(p.Games)}
	if err := h.perform(); err != nil {
		return nil, err
	}
	for h.end <= at {
		h.from, h.seed = h.end, h.seed+1
		if err := h.perform(); err != nil {
			return nil, err
		}
	}
	h.move(at)
	for len(h.acts) > 0 && h.acts[0].At < at {
		h.acts = h.acts[1:]
	}
	for ; done > 0 && len(h.acts) > 0 && h.acts[0].At == at; done-- {
		h.acts = h.acts[1:]
	}
	return h, nil
}

// perform begins the performance for the current seed.
func (h *Hands) perform() error {
	games := h.games[h.next:min(h.next+atOnce, len(h.games))]
	p, err := sim.Perform(games, h.style, h.seed)
	if err != nil {
		return err
	}
	h.next = (h.next + len(games)) % len(h.games)
	h.signals, h.acts = p.Signals(), nil
	h.end = h.from + time.Duration(p.End())*time.Microsecond
	for _, act := range announced(p, games) {
		act.At += h.from
		h.acts = append(h.acts, act)
	}
	h.pins.Set(p.First())
	return nil
}

// move sets the pieces as they stand at that time.
func (h *Hands) move(at time.Duration) {
	us := (at - h.from).Microseconds()
	for len(h.signals) > 0 && h.signals[0].AtUS <= us {
		h.pins.SetSquare(h.signals[0].Square, h.signals[0].Is)
		h.signals = h.signals[1:]
	}
}

// Until plays on until a time, and returns the presses and commands on the way.
func (h *Hands) Until(at time.Duration) (acts []trace.Record) {
	for {
		h.move(at)
		for len(h.acts) > 0 && h.acts[0].At <= at {
			acts = append(acts, h.acts[0])
			h.acts = h.acts[1:]
		}
		if at < h.end {
			return acts
		}
		h.from, h.seed = h.end, h.seed+1
		if h.perform() != nil {
			return acts // cannot happen, since the games could be played with other seeds; the pieces stay where they are
		}
	}
}
