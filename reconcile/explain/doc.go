// Package explain explains in plain words why a move was published: what the sensors read, how that
// was understood, which alternatives were considered, what decided it, and what had been published
// for that ply before.
//
// An Explainer wraps a reconcile.Game: it passes the records on to it, and does not change its
// events.
package explain
