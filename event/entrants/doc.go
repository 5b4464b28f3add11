// Package entrants reads the event file: who plays whom, in which round, at which board. It
// is TOML, written by people, or a pairing list as CSV, as Swiss-Manager and other pairing
// programs export it. All faults in a file are reported at once, with their places and what
// to write instead (docs/event.md).
package entrants
