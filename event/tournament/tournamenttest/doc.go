// Package tournamenttest plays an invented tournament: real games at boards in virtual
// time, through the daemon's sessions, with everything that keeps arbiters busy. Besides
// the journals it returns the truth: the results, moves and times as scripted, none of them
// computed by touchmove.
package tournamenttest
