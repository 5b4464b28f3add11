// Package rules is chess as values: positions and their legal moves, the notations FEN, UCI and SAN,
// the ends of a game by edition of the FIDE Laws, and the proof that a position is dead. It plays standard
// chess and Chess960, reads no clock, opens no file, starts no goroutine and keeps no state.
//
// # Positions and moves
//
// What a FEN says and what can be played from are two types, and only a check leads from one to the other:
//
//	s, err := rules.ParseFEN(text)                  // Setup: any claim about a board
//	p, err := rules.NewPosition(s, rules.Standard)  // Position: legal, or a named reason why not
//
// A [Position] is a value of 48 bytes: copy it, compare it, keep it. Moves give new ones:
//
//	for _, m := range p.LegalMoves(buf[:0]) { ... p.After(m) ... }  // fast, unchecked
//	q, err := p.Play(m)                                             // checked
//
// A [Move] is a value of two bytes. Castling is a separate kind of move whose To is always the
// rook's square; ask [Position.CastlingTargets] where king and rook go, and [Position.Captured]
// what a move captures. [Position.Same] reports that two positions are the same for a repetition;
// they also share a [Position.Key]. == also compares the move counters.
//
// # Notations
//
// [Position.ParseUCI], [Position.ParseSAN] and [Position.ParseNotation] read moves, the last two in any form
// people write; an error is a [*MoveError]: invalid, illegal or ambiguous. [Position.SAN] and [Position.Notate]
// write them, in PGN's style or the Laws', with the letters of a [Language]. Whole games,
// with comments, variations and clock times, are read and written by package rules/pgn.
//
// # Ends of a game
//
// [Position.Outcome] and [History.Automatic] tell what ends a game automatically in an edition of
// the [Laws], [History.Claims] and [History.ClaimsWith] what a player may claim, and
// [Termination.Article] which article says so. [Winnable] answers with proof whether anyone can
// still checkmate.
//
// Articles are cited by edition, as in "2009: 9.2".
package rules
