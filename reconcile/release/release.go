// Package release estimates how likely a hand is to go on with a piece that rests where a move
// would leave it. A sensor detects the piece, not the hand, so only indirect signs show it: how
// long the piece has rested, where else it could go, and how the players at this board have moved
// so far.
//
// It is a survival model with a cured fraction (Boag, J. R. Stat. Soc. B 11, 1949). The hand goes
// on with the probability of a logistic regression; if it does, the time of rest before that
// follows a log-logistic distribution. If a press of the clock is due, a player who has finished
// presses within a time that follows the same kind of distribution, or forgets to press. A press
// that does not come is therefore evidence that the hand goes on. "make fit-release" fits the
// numbers by maximum likelihood.
package release

import (
	"math"
	"time"
)

// A Sign is one thing known about a resting piece.
type Sign uint8

// The signs. The first two change with time, the others do not.
const (
	Open  Sign = iota // 1; 0 when a press, a touch or a reply shows that the hand is done
	Quiet             // how long the squares of the move have not changed, in seconds

	Always    // 1
	Fixed     // a capture or castling
	Nowhere   // there is no other nearby square to which the piece could go
	Ways      // the number of such squares, as the logarithm to base 2
	Slid      // it was slid: a square on its way detected it
	Further   // it could go on in the same direction
	SlidOn    // both Slid and Further
	Loses     // the cost of what the move gives away
	Elsewhere // the log-odds that a player chooses another of these squares
	Pawn      // it is a pawn
	Tried     // squares on which it has already rested in this turn, at most 3
	Fast      // how fast the game is: the logarithm of 8 seconds over the median time of a half-move, from 0 to 4
	Unsteady  // how often pieces rested on their way at this board, as a logarithm
	Due       // a press of the clock is due

	Count int = iota
)

// Signs is what is known about a resting piece.
type Signs [Count]float64

// Model holds the parameters of the model. Times are in seconds.
type Model struct {
	Goes [Count]float64 // what each sign adds to the log-odds that the hand goes on after the piece has rested for Least
	Rest Times          // time of rest before the hand goes on
	Due  Times          // time from the landing to the press
	Late float64        // share of presses that are forgotten
}

// Times is a log-logistic distribution of times whose median depends on the pace.
type Times struct {
	Median float64 // its logarithm, at a slow pace
	Fast   float64 // what each unit of Fast adds to that
	Shape  float64 // the higher, the less the times vary
}

// Least is the least time of rest, in seconds, that the model covers: a shorter rest may be a hand
// waving over the board.
const Least = 0.25

// Later is the probability that a time is longer than t seconds.
func (d *Times) Later(t, fast float64) float64 {
	if t <= 0 {
		return 1
	}
	return 1 / (1 + math.Exp(d.Shape*(math.Log(t)-d.Median-d.Fast*fast)))
}

// Risk is the probability that the hand goes on.
func (x *Signs) Risk() float64 { return fitted.Risk(x) }

// Gain is the most by which the probability of publishing a wrong move falls with each second of
// waiting. A move is published when that is less than a second is worth. While a press is likelier
// to come than to have been forgotten, Gain counts several times as much: until then nobody is
// waiting for the move.
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

// unpressed is the probability that a player who has finished has not pressed the clock after t
// seconds.
func (m *Model) unpressed(t, fast float64) float64 { return m.Late + (1-m.Late)*m.Due.Later(t, fast) }

// Odds are the log-odds that the hand goes on after the piece has rested for Least.
func (m *Model) Odds(x *Signs) (odds float64) {
	for i := Always; int(i) < Count; i++ {
		odds += m.Goes[i] * x[i]
	}
	return odds
}

// Gain is the most by which the probability of publishing a wrong move falls with each second of
// waiting. It counts several times as much while a press is likelier to come than to have been
// forgotten.
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

// awaited is by how much waiting is worth more, relative to its cost, while a press is expected.
const awaited = 5

// ahead are the times that a move might wait, in seconds.
var ahead = [...]float64{0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3}

// PaceOf returns Fast for this median time of a half-move; 0 means that the median is not yet
// known.
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
