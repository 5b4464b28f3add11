// Package sheets writes the documents of a game: scoresheets as text and as pages for the
// printer, in every language of internal/words, with the notation of the Laws (2009:
// appendix C); the audit log as readable lines, each hashed with the one before; and the
// envelope of an adjourned game. Everything is made from a reconcile.Game, which a replay
// of the journal gives, so that a sheet printed years later is the same.
package sheets
