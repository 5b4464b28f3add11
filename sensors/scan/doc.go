// Package scan reads the sensors of a board: hardware to counts, and counts to
// squares, in the time there is.
//
// A Driver prepares a chip or a matrix on Hardware, and Open puts the drivers of
// a board together to a Board: its buses, what the counts of all channels mean
// (Table), and the lines of its chess clock (Clock). A Scanner reads a Board,
// every bus in a goroutine of its own, and continues without a bus that is stuck.
// When it reads is a Pace, and Timer is what waits for it.
//
// What cannot be read is a reading, too: its channels say sensors.Lost, and why
// is in Faults, by kind, part and squares, for as long as it lasts. Others
// make log lines and words of it. Faults that no driver can see, such as a
// sensor that is stuck, are found by holding what the board shows against what
// the Game expects there; a Drift finds out when a board is no longer what was
// measured of it.
//
// Reconnecting hardware need not be there when a board is opened, and may go and
// come. Package host is this computer's hardware.
package scan
