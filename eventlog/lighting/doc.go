// Package lighting decides what the lamps of a board show and what its buzzer sounds. It
// depends only on the entries of the board's log and the latest reading.
//
// # During a game
//
// From the first move to the result every square is dark: a lamp there could tell a player
// what the Laws leave to the player and the arbiter (2023: 11.3, 12.2; 2018: 11.3, 12.2; 2009:
// 12.3, 13.2). There are three exceptions. A lamp at the edge calls the arbiter to a question
// about a move, or to a fault of sensors or disk, and says nothing about the position. When an
// arbiter has a position set up again while the clocks are stopped, the lamps show how. And a
// board that is configured for training shows at once what is wrong on it.
package lighting
