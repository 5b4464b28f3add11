package article4

import "touchmove/rules"

// Claimed is the latest claim or request that an arbiter has to rule on, with the evidence of the
// recorded game, for a console to show before the ruling (2009:9.5).
type Claimed struct {
	What   string      // repetition, fifty-moves, claim (of the quickplay finish) or request-increment
	By     rules.Color // who claims
	UCI    string      // the intended move; empty when the claim is about the position on the board
	Upheld bool        // according to the recorded game
	Waits  bool        // for the arbiter's decision
	// Appearances are the half-moves after which the position has appeared, including the intended
	// move's own. Differs are those after which the same pieces stood on the same squares but the
	// position was another one (9.2).
	Appearances []int
	Differs     []Unlike
	Quiet       int // half-moves in a row that were neither captures nor pawn moves
	Since       int // the first of them; 0 when it was before the first recorded position
}

// Unlike says why a position with the same pieces on the same squares was not the same.
type Unlike struct {
	Ply int
	Why string // "castling", "en passant" or "castling, en passant"
}

// pending is the latest claim or request that an arbiter has to rule on.
type pending struct {
	what   string // as in the command; quickplay or request-increment
	by     rules.Color
	ruled  bool
	upheld bool // according to the recorded game
	// concluded: a quickplay claim without an arbiter present; play does not go on.
	concluded bool
	evidence  Claimed
	entry     Refused // what the list of refused claims has of it if it is refused
}
