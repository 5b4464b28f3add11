// Package release says how likely a hand is to go on with a piece that rests where a move would
// leave it. A sensor feels the piece, not the hand, so only what came before tells: how long the
// piece has rested, where else it could go, and how the hands at this board have moved so far.
//
// It is a survival model with a cured part (Boag, J. R. Stat. Soc. B 11, 1949). With the
// probability of a logistic regression the hand goes on; if it does, the time of rest before it
// follows a log-logistic distribution. Where a press of the clock is due, a hand that is done
// presses it within a time of the same kind, or forgets to, so that a press that does not come
// speaks against it. "make fit-release" fits the numbers by maximum likelihood.
package release

import (
	"math"
	"time"
)

// A Sign is one thing that is known about a piece that rests.
type Sign uint8

// The signs. The first two change with time, the others stay.
const (
	Open  Sign = iota // 1; 0 when a press, a touch or a reply shows that the hand is done
	Quiet             // for how long the squares of the move have not changed, in seconds

	Always    // 1
	Fixed     // a capture or castling
	Nowhere   // there is no other square near to which the piece could go
	Ways      // the squares to which it could, as the logarithm to base 2
	Slid      // it was slid: a square on its way felt it
	Further   // it could go on in the direction in which it came
	SlidOn    // both
	Loses     // what the move gives away, as its cost
	Elsewhere // the odds that a player chooses another of these squares, as a logarithm
	Pawn      // it is a pawn
	Tried     // squares on which it has rested in this turn before, at most 3
	Fast      // how fast the game is: the logarithm of 8 seconds over the median time of a half-move, from 0 to 4
	Unsteady  // how often pieces were seen to rest on the way at this board, as a logarithm
	Due       // a press of the clock is due

	Count int = iota
)

// Signs is what is known about a piece that rests.
type Signs [Count]float64

// Model holds the numbers of the model. Times are in seconds.
type Model struct {
	Goes [Count]float64 // what each sign adds to the log-odds that the hand goes on after it has rested for Least
	Rest Times          // of a piece with which it goes on
	Due  Times          // from the landing to the press
	Late float64        // how many presses are forgotten
}

// Times is a log-logistic distribution of times, of which the median depends on the pace.
type Times struct {
	Median float64 // its logarithm, at a slow pace
	Fast   float64 // what is added to that for each unit of Fast
	Shape  float64 // the higher, the less the times differ
}

// Least is for how long a piece rests at least before it is asked about: what is shorter may be
// a hand that waves over the board.
const Least = 0.25

// Later is how likely a time is to be longer than t seconds.
func (d *Times) Later(t, fast float64) float64 {
	if t <= 0 {
		return 1
	}
	return 1 / (1 + math.Exp(d.Shape*(math.Log(t)-d.Median-d.Fast*fast)))
}

// Risk is the probability that the hand goes on.
func (x *Signs) Risk() float64 { return fitted.Risk(x) }

// Gain is by how much the probability of telling a move wrong falls with each second of
// waiting, at most: as much as a second has to be worth for the move to be told now. It counts
// several times while a press is likelier to come than to have been forgotten: until then nobody
// waits for the move.
func (x *Signs) Gain() float64 { return fitted.Gain(x) }

// Risk is the probability that the hand goes on.
func (m *Model) Risk(x *Signs) float64 {
	if x[Open] == 0 {
		return 0
	}
	t := max(x[Quiet], Least)
	goes := math.Exp(m.Odds(x)) * m.Rest.Later(t, x[Fast]) / m.Rest.Later(Least, x[Fast])
	stays := 1.0
	if x[Due] != 0 {
		stays = m.unpressed(t, x[Fast]) / m.unpressed(Least, x[Fast])
	}
	return goes / (goes + stays)
}

// unpressed is how likely a hand that is done is not to have pressed the clock after t seconds.
func (m *Model) unpressed(t, fast float64) float64 { return m.Late + (1-m.Late)*m.Due.Later(t, fast) }

// Odds are those that the hand goes on after the piece has rested for Least, as a logarithm.
func (m *Model) Odds(x *Signs) (odds float64) {
	for i := Always; int(i) < Count; i++ {
		odds += m.Goes[i] * x[i]
	}
	return odds
}

// Gain is by how much the probability of telling a move wrong falls with each second of waiting,
// at most; several times that while a press is likelier to come than to have been forgotten.
func (m *Model) Gain(x *Signs) (most float64) {
	if x[Open] == 0 {
		return 0
	}
	risk, t := m.Risk(x), max(x[Quiet], Least)
	if x[Due] != 0 && m.unpressed(t, x[Fast]) > 2*m.Late {
		risk *= awaited
	}
	now := m.Rest.Later(t, x[Fast])
	for _, wait := range ahead {
		most = max(most, (1-m.Rest.Later(t+wait, x[Fast])/now)/wait)
	}
	return risk * most
}

// awaited is how many times as much waiting brings while a press is awaited, for what it costs.
const awaited = 5

// ahead are the times for which a move might wait, in seconds.
var ahead = [...]float64{0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3}

// PaceOf is Fast where the median time of a half-move is this, or not known yet if it is 0.
func PaceOf(median time.Duration) float64 {
	if median <= 0 {
		return 0
	}
	return min(max(math.Log(8/median.Seconds()), 0), 4)
}

// String returns the name of the sign.
func (s Sign) String() string { return names[s] }

var names = [Count]string{
	Open: "Open", Quiet: "Quiet", Always: "Always", Fixed: "Fixed", Nowhere: "Nowhere", Ways: "Ways", Slid: "Slid", Further: "Further",
	SlidOn: "SlidOn", Loses: "Loses", Elsewhere: "Elsewhere", Pawn: "Pawn", Tried: "Tried", Fast: "Fast", Unsteady: "Unsteady", Due: "Due",
}
