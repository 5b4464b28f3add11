// Package pairing lets two boards play one game, as with visually impaired players (Laws
// 2009, E1). Each shows the position, and the record of one of them is the game's.
//
// A Board is one board's place in the pair. It compares what both show and returns where
// they differ (Look), forwards what is announced and made at it to the other one
// (Forward), and makes commands of what the other has forwarded (Receive), which its own
// journal takes like any other. Each board keeps a journal of its own, and a replay
// needs nothing from the other board.
package pairing
