// Package alarms says what needs a person: which alarm rings for which board, since
// when, who may know of it, and in words (package words). One table has a row for every
// alarm. A Board is a value driven by the events of a game and by time as the records
// have it; it reads no clock. PublicOf is what may be known to everybody.
//
// A trigger must hold for its time before it rings. One cause rings once: what is
// already there does not ring again, and what has cleared rings again only after it
// was clear for a minute. Nothing rings at the playing table; what players must not
// know is on no public topic (2018: 12.6).
package alarms
