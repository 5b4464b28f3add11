// Package setup leads from chips that answer to a configuration that starts: it recognises how
// a board is wired, asks in plain words what it cannot know, and writes a file of some ten lines.
// It reads no chip itself (package daemon/doctor does), writes no file before the last question
// is answered, and never one over another.
package setup
