// Package arbiter says who may give which command, when, and what it does to the
// game, the clock and the record; and which article of an edition each rests on.
// It is one table, for consoles to offer and explain what can be done, for
// whoever takes commands in to refuse what is not allowed, and for docs/arbiter.md,
// which a test holds against it. Whether a command can be carried out now is for
// reconcile.Game to say.
package arbiter
