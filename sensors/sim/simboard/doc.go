// Package simboard puts hands at a board of simulated chips and lets them play,
// for those who have no board: the real drivers and the whole program run on it.
//
// Hands play the games of a PGN file one performance after the other (package
// sim), set the pieces on a board's pins, and give back what they pressed and said
// on the way. A Script is hands that do what a text says instead. A Simulation is what visitors may do to such a board while it plays.
// A Practice is what is wrong with one that a technician learns on.
package simboard
