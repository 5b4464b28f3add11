package trace

// Command is something no sensor can feel: a spoken word, a choice, an
// arbiter's act. Do names it; which of the other keys it takes is written at
// the constant of that name. A key that does not apply is left at its zero
// value. Keys without a field of their own are in Extra.
type Command struct {
	ID      string // who asked and when, from MQTT or the socket: a command is taken once by id
	Do      string // what is done: one of the Do constants
	By      string // white, black or arbiter
	Piece   string // queen, rook, bishop, knight or none
	What    string // what is said, claimed or irregular
	Square  string // a square, as e4
	To      string // the player to whom a touch is attributed
	UCI     string // a move
	Ply     int    // a half-move, counted from 1
	AtStart bool   // Ply is 0 and was given: before the first half-move (DoRestore)
	Plies   int    // how many half-moves are taken back
	FEN     string // a position
	Variant string // standard or chess960
	Result  string // 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2, 1-1/2, 1/2-1, 1-1 or *
	Why     string // a reason in words
	Extra   Extra  // every other key, as "player" and "ms" of a penalty
}

// WhyRestart is why the daemon itself stops the clocks (DoStopClocks): time ran when
// the program ended, and nobody knows for how long the board was not watched.
const WhyRestart = "restart"

// What a Claim names (DoClaim).
const (
	ClaimRepetition      = "repetition"
	ClaimFiftyMoves      = "fifty-moves"
	ClaimTouchedPiece    = "touched-piece"
	ClaimRookFirst       = "rook-first"
	ClaimReleasedPiece   = "released-piece"
	ClaimPromotionChoice = "promotion-choice"
	ClaimIllegal         = "illegal"
	ClaimTime            = "time"
)
