// Package eventlog folds the journal of one board into the log that is published:
// records in, entries out. It reads no clock, file or network, so live play,
// recovery, replay, the archive, scoresheets and tournaments all get the same
// entries, byte for byte, from the same records.
//
// A Board is the fold. Board.Step takes one record and returns a Step: its entries,
// whether the journal keeps the record and how soon it must be on the disk, and
// whether another journal begins (Turn). Replay steps a board through a trace, and Of
// through a whole journal. An Entry is an event of the game (package reconcile) or an
// observation of the daemon: Opened, Unread, Keeping, Calibrated, Ringing, Desk,
// Annuls, Left. A State is what the entries so far add up to; publishers, PGN files
// and screens are made from it.
//
// Within one record the order is always the same (Board.apply):
//
//  1. squares that stopped or resumed giving readings (Unread), once that has lasted
//     for a second;
//  2. the events of the game, in the order in which they were decided, each after the
//     alarms (Ringing) that began before it;
//  3. alarms that fell due up to the record's time;
//  4. the game that a new-game command set up (Opened);
//  5. alarms that the record itself starts or ends (Ringing);
//  6. the arbiter's desk (Desk), if anything on it has changed.
package eventlog
