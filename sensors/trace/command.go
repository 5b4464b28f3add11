package trace

// Command is something that no sensor can detect: a spoken word, a choice, an act of
// the arbiter. Do names it; the comment at the constant of that name says which
// other keys it takes. A key that does not apply has its zero value. Keys without a
// field of their own are in Extra.
type Command struct {
	ID      string // set by MQTT or the socket to identify the request: a command with a known id is not carried out again
	Do      string // what is done: one of the Do constants
	By      string // white, black or arbiter
	Piece   string // queen, rook, bishop or knight; none for a pawn left standing
	What    string // what is said, claimed or irregular
	Square  string // a square, such as e4
	To      string // the player to whom a touch is attributed
	UCI     string // a move
	Ply     int    // a half-move, counted from 1
	AtStart bool   // Ply is 0 because it was given as 0: before the first half-move (DoRestore)
	Plies   int    // number of half-moves taken back
	FEN     string // a position
	Variant string // standard or chess960
	Result  string // 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2, 1-1/2, 1/2-1, 1-1 or *
	Why     string // the reason in words
	Extra   Extra  // every other key, such as "player" and "ms" of a penalty
}

// WhyRestart is the reason when the daemon itself stops the clocks (DoStopClocks):
// time was running when the program ended, and nobody knows for how long the board
// was not watched.
const WhyRestart = "restart"

// The values of What in a claim (DoClaim).
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
