// Package trace is the one format for the readings of a board. Recordings of live boards,
// simulated play, bug reports, the daemon's journal and golden tests are all traces, and all
// go through the same eventlog.Board.Step. docs/trace.md describes the format.
//
// What the sensors cannot detect is a Command. The table of commands (Commands) says for
// each its name and keys, who may give it, what it does, how it is undone and which alarms
// it ends. Command.Validate and May check commands against it.
package trace
