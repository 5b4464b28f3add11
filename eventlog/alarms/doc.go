// Package alarms decides what needs a person: which alarm rings for which board, since
// when, and who may know of it. Its texts are in package words. One table has a row for
// every alarm. A Board is driven by the events of a game and by record time; it reads no
// clock. A Set holds alarms by their causes. PublicOf returns the alarms that everybody
// may see.
//
// A cause must hold for its time before its alarm rings. One cause rings once: it does
// not ring again while it lasts, and after it has ended it rings again only once it has
// been clear for a minute. Nothing rings at the playing table, and what players must not
// know is on no public topic (2018: 12.6).
package alarms
