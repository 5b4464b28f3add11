// Package daemon is the program that runs under a chessboard. Run is all of it
// on one screen: records in, events out. Live makes records of a board; a
// trace file and simulated hands are records already. What a step decides is
// kept in the journal before it stands in the history, and from the history
// package broadcast tells it to the world.
//
// Only Live reads a clock, and only Open knows which chips there are.
package daemon
