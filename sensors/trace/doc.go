// Package trace is the one format for what a board's sensors said: recordings
// of live boards, simulated play, bug reports, the daemon's journal and golden
// tests are all traces, and all go through the same Step. docs/trace.md
// describes the format.
package trace
