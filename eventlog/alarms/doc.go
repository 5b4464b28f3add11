// Package alarms tells an arbiter what needs a person: which alarm rings for which
// board, since when, and in words of four languages. It is a value driven by the
// events of a game and by time as the records have it; it reads no clock.
//
// A trigger must hold for its time before it rings. One cause rings once: what is
// already there does not ring again, and what has cleared rings again only after it
// was clear for a minute. Nothing rings at the playing table; what players must not
// know is on no public topic (2018: 12.6).
package alarms
