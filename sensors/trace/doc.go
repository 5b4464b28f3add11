// Package trace is the one format for what a board's sensors said: recordings
// of live boards, simulated play, bug reports, the daemon's journal and golden
// tests are all traces, and all go through the same Step. docs/trace.md
// describes the format.
//
// What hands and sensors cannot say is a Command. The table of commands (Commands) says
// of each what it is called and takes, who may give it, what it does, how it is taken
// back and which alarms it ends; Command.Validate and May check by it.
package trace
