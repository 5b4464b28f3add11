// Package simboard makes simulated hands play on a board of simulated chips, for users
// without a board: the real drivers and the whole program run on it.
//
// Hands play the games of a PGN file, one performance after the other (package sim), put the
// pieces on a board's pins, and return the presses and commands on the way. A Script makes
// the hands follow a text instead. A Simulation holds what a user may do to such a board
// while it plays. A Practice lists the faults of a board on which a technician practises.
package simboard
