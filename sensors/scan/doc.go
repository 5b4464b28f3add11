// Package scan reads the sensors of a board, at a steady pace: from hardware to counts, and
// from counts to squares.
//
// A Driver prepares a chip or a matrix on Hardware, and Open puts the drivers of
// a board together to a Board: its buses, what the counts of all channels mean
// (Table), and the lines of its chess clock (Clock). A Scanner reads a Board,
// every bus in a goroutine of its own, and continues without a bus that is stuck.
// When it reads is a Pace, and Timer is what waits for it.
//
// What cannot be read is a reading too: its channels read sensors.Lost, and Faults says why,
// by kind, part and squares, for as long as it lasts; other packages turn that into log
// lines and texts. Faults that no driver can see, such as a stuck sensor, are found by
// comparing what the board shows with what the Game expects. A Drift detects when sensors no
// longer read as they were calibrated.
//
// Reconnecting hardware need not be there when a board is opened, and may go and
// come. Package host is this computer's hardware.
package scan
