// Package doctor finds out why a board cannot be read, and says what to type so
// that it can. It looks at a computer through a System: its file system, buses,
// GPIO chips and user, real or simulated by a test. Nothing it does changes the
// computer, and what it sends on a bus is harmless to any part that may be at
// that address.
package doctor
