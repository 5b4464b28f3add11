// Package reconcile turns the records of a trace into the events of a game: what was
// touched, which move was made and how certain that is, what Article 4 of the Laws requires,
// which sensors cannot be trusted, and how the game ended.
//
// Game.Step is the only way in. Live boards, replays, recovery and simulated play all go
// through it, record by record; the same records give the same events, byte for byte.
// Package decoder decides which move it was, package article4 what the Laws say about it;
// this package joins the two.
//
// The main files, in the order in which they are best read:
//
//   - played.go, play_state.go, action.go, event.go, game.go: what is known about a game
//   - timing.go, clock_event.go, propose.go: its clock, and results it proposes
//   - findings.go, orders.go, notices.go: the decoder's findings become events and go to the Laws, the
//     Laws' orders go to the decoder, and what they notice becomes events
//   - effects.go: the table of commands; what each does is in a file named after it or its subject
//   - suspend.go, reopen.go, undo.go, log.go: earlier games, and actions that are undone
//   - new.go, advance.go, step.go: called from outside
package reconcile
