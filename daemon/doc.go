// Package daemon is the program that runs under chessboards: records in, events
// out.
//
// A Daemon is all that a configuration names, opened: Open makes it, Run runs it
// until its context ends. Of each Board it has
//
//   - a Session: the journal of its game, opened, and the loop that stands at its
//     end;
//   - a BoardLoop, which takes one record after the other: it has eventlog.Board
//     fold it, the journal keep it, and the History hold what is to be told. Its Run
//     is that of a replay, too;
//   - a Live, which makes the records: its Records says in which order a scan, the
//     clock's presses and commands follow each other. It gives records their times;
//   - a publisher, of package broadcast, which tells the world what is kept.
//
// What stands on its own is a room below: scanning (sensors/scan) and the opened
// boards (hardware), the journal and its writer, the games of a board (store),
// commands taken in (control), two boards of one game (pairing), sealed moves
// (sealed), what a configuration names (resources), the screen's server (web), and
// how the daemon is (health).
package daemon
