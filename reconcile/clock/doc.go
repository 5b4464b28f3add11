// Package clock is a chess clock as a value: two times that run down by the time of the records,
// the periods and bonuses of a time control, move counters and flags. It does not read the
// machine's clock. Everything done to it is an act with its moment, and the same acts give the same
// times to the microsecond.
//
// A Clock is the state; a Ledger is the acts of one game together with the Clock that results from
// them. Whether a press completed a move is often known only later, when the board has come to
// rest. The Ledger can then be told, and recomputes everything from the first act.
//
// Bookkeeping (Account): for each player
//
//	start + bonuses + periods + adjustments - forfeited = left + run
//
// and for both together, run + stood = time since the start.
//
// Articles are those of the FIDE Laws of 2018 and 2023 unless an edition is named.
package clock
