// Package clock is a chess clock as a value: two times that run down by the
// records' time, the periods and bonuses of a time control, move counters and
// flags. It reads no clock of the machine; what is done to it comes as acts,
// each with its moment, and the same acts give the same times to the
// microsecond.
//
// A Clock is the state, a Ledger the acts of one game with the Clock they lead
// to. Whether a press completed a move is often known only after it, when the
// board has come to rest; the Ledger can then say so, and reckons anew from the
// first act on.
//
// Bookkeeping (Account): for each player
//
//	start + bonuses + periods + adjustments - forfeited = left + run
//
// and for both together, run + stood = time since the start.
//
// Articles are those of the FIDE Laws of 2018 and 2023 unless an edition is named.
package clock
