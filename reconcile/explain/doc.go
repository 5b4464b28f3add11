// Package explain says in plain words why a move was told: what the sensors said, how
// that was understood, what else was thought possible, what decided it, and what had been
// told of that ply before.
//
// An Explainer stands in front of a reconcile.Game, takes the records in its place and
// changes nothing of what comes out.
package explain
