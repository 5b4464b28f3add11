package article4

import "touchmove/rules"

// Claimed is the latest claim or request that an arbiter has to rule upon, with
// what the record says of it, for a console to show before the ruling (2009:9.5).
type Claimed struct {
	What   string      // repetition, fifty-moves, claim (of the quickplay finish) or request-increment
	By     rules.Color // who claims
	UCI    string      // the move intended; empty when the position is on the board
	Upheld bool        // by what the record says
	Waits  bool        // for the arbiter's verdict
	// Appearances are the half-moves after which the position has stood, with the
	// intended move's own, and Differs those after which the pieces stood likewise and
	// the position was another one (9.2).
	Appearances []int
	Differs     []Unlike
	Quiet       int // half-moves in a row that were neither captures nor pawn moves
	Since       int // the first of them; 0 when it was before the position that the record begins with
}

// Unlike says why a position with the same pieces on the same squares was not the
// same.
type Unlike struct {
	Ply int
	Why string // "castling", "en passant" or "castling, en passant"
}

// pending is the latest claim or request that an arbiter has to rule upon.
type pending struct {
	what     string // as the command has it; quickplay or request-increment
	by       rules.Color
	ruled    bool
	upheld   bool // by what the record says
	position int  // half-moves then
	// concluded: of the quickplay finish, with no arbiter there: play does not go on.
	concluded bool
	evidence  Claimed
}
