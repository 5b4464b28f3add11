// Package setup writes a configuration for the board that is connected: it recognises how
// the board is wired, asks in plain words what it cannot detect, and writes a file of about
// ten lines. It reads no chip itself (package daemon/doctor does), writes nothing before the
// last question is answered, and never overwrites a file.
package setup
