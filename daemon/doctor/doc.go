// Package doctor finds out why a board cannot be read, and says what to type to repair
// it. It examines a computer through a System: its file system, buses, GPIO chips and
// user, real or simulated by a test. It changes nothing on the computer, and what it
// sends on a bus is harmless to any part that may be at that address.
package doctor
