// Package reconcile turns the records of a trace into the events of a game:
// what was touched, which move was made and how sure that is, what Article 4 of
// the Laws asks, which sensors cannot be trusted, and how the game ended.
//
// Game.Step is the one door. Live boards, replays, recovery and simulated play
// all go through it, record by record; the same records give the same events,
// byte for byte. Which move it was is decided in package decoder, what the Laws
// make of it in package article4; this package joins the two.
package reconcile
