// Package broadcast tells the world what the game knows: the topics and
// payloads of MQTT, the publisher that delivers them, and the commands that come
// the other way. docs/mqtt.md is the contract that it keeps; package broker is the
// broker that a daemon without one brings along.
//
// It is built so that nothing about the broker has to be trusted. Events stand
// in an append-only history that the daemon wrote after its journal; each
// publisher walks it with a cursor of its own, which moves on only when the
// broker has acknowledged, and goes back a little when the connection breaks.
// What matters most is told twice: once as it happens, and once as retained,
// cumulative state that is published anew on every connection. Every payload
// carries the game and a number that only grows, so that whoever keeps the
// highest is right, whatever was repeated, late or lost.
package broadcast
