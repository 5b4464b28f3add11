// Package store keeps the journals of one board's games in a directory.
//
// A Store is the directory with the current journal: Open continues that journal or
// begins one, and Turn goes on to the next game's journal, or back to the previous
// one's. A History is everything published from the current journal. A Backlog puts in
// front of it what a broker may not have received: the final states of earlier games
// and the games whose journals are still marked. Archive lists every journal of a state
// directory, for commands that read finished games.
package store
