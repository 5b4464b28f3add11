// Package calibration turns the counts of a driver into squares: it knows which channel
// serves which square, and at which level a channel feels a piece, and of which colour. It
// keeps no state: the caller passes in the previous scan, so that the same counts give the
// same squares in a replay.
package calibration
