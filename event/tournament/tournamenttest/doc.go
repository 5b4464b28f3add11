// Package tournamenttest plays a tournament that never was: real games at boards in
// virtual time, through the daemon's sessions, with everything that keeps arbiters
// busy. Beside the journals that result is the truth: the results, the moves
// and the times as the script had them, which nothing of touchmove has reckoned.
package tournamenttest
