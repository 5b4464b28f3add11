// Package daemon is the program that runs under chessboards: records in, events out.
//
// A Daemon is an opened configuration: Open makes it, Run runs it until its context
// ends. For each Board it has
//
//   - a Session: the open journal of its game, and the loop that continues it;
//   - a BoardLoop, which takes one record after the other: eventlog.Board folds it,
//     the journal stores it, and the History publishes its entries. Replays use
//     its Run too;
//   - a Live, which makes the records: its Records puts scans, presses of the clock and
//     commands in order and gives them their times;
//   - a publisher, of package broadcast, which publishes what is stored.
//
// Everything independent is a package of its own: scanning (sensors/scan), the opened
// boards (hardware), the journal and its writer (journal), the games of a board
// (store), commands from outside (control), two boards of one game (pairing), sealed
// moves (sealed), what a configuration names (resources), the screen's server (web),
// and health reports (health).
package daemon
