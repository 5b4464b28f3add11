// Package calibration makes squares of what a driver reads: it knows which
// channel serves which square, which level of a channel is a piece, and whose.
// It keeps no state of its own; the reading before is handed in, so that the
// same counts give the same squares in a replay.
package calibration
