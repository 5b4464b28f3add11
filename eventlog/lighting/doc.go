// Package lighting decides what the lamps of a board show and what its buzzer sounds, from
// the entries of its log and the latest reading, and from nothing else.
//
// # During a game
//
// From the first move to the result every square is dark: a lamp there could tell a player
// what the Laws leave to the player and the arbiter (2023: 11.3, 12.2; 2018: 11.3, 12.2; 2009:
// 12.3, 13.2). There are three exceptions. A lamp at the edge calls the arbiter to a question
// about a move, or to a fault of sensors or disk, and says nothing of the position. Where an
// arbiter puts a position up again and no time runs, the lamps lead through that. And a board
// whose configuration says that it is for training shows at once what is wrong on it.
package lighting
