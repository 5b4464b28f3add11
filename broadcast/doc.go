// Package broadcast publishes games over MQTT. It has the topics and payloads, the
// Publisher that delivers them, and the Request for a command that arrives on a topic.
// docs/mqtt.md is its contract; package broker is the broker inside a daemon whose
// configuration names no other.
//
// The broker need not be reliable. Entries are in an append-only Log, written after the
// daemon's journal. Each Publisher follows it with a Cursor of its own, which advances only
// when the broker has acknowledged, and goes back a little when the connection breaks. The
// most important content is published twice: as it happens, and as retained, cumulative
// state that is published again on every connection. Every payload has the game and a
// number that only grows. A reader that keeps the highest number is right, even if messages
// are repeated, late or lost.
//
// A Delayed follows another log with a delay, for the public feed. A Client reads and sends
// as a screen or a console does.
package broadcast
