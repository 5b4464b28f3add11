// Package scan reads the sensors of a board, at a steady pace: from hardware to counts, and
// from counts to squares.
//
// A Driver prepares a chip or a matrix on Hardware. Open joins the drivers of a board to a
// Board: its buses, the meaning of the counts of all channels (Table), and the lines of its
// chess clock (Clock). A Scanner reads a Board, each bus in a goroutine of its own, and
// continues without a bus that is stuck. A Pace says when to read, and a Timer waits for
// that moment.
//
// What cannot be read is also part of a reading: its channels read sensors.Lost, and Faults
// says why, by kind, part and squares, for as long as it lasts. Other packages turn that
// into log lines and texts. Faults that no driver can see, such as a stuck sensor, are found
// by comparing what the board shows with what the Game expects. A Drift detects when sensors
// no longer read as they were calibrated.
//
// Reconnecting hardware may be missing when a board is opened, and may come and go. Package
// host is this computer's hardware.
package scan
