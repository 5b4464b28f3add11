// Package guide leads a technician through a calibration in a few minutes: it finds out how
// a board is wired, measures what its sensors read, and says which of them are weak and
// what to do about it.
//
// A Guide asks for one thing at a time and recognises what is done. It reads no clock: the
// readings have their own time, so that a calibration can be run in a test, or by simulated
// Hands, exactly as at a board. What it asks is drawn on a terminal (Model) or printed in
// lines (Plain), in the same words.
package guide
