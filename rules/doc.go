// Package rules is chess as values: squares, pieces, positions, legal moves, and their notations.
package rules
