package trace

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// Record is one line of a trace after the header: something that happened at
// one moment. At counts from the beginning of the trace, in whole microseconds,
// and never decreases from one record to the next.
type Record struct {
	At   time.Duration
	What What
}

// What is what a record tells: a Scan, a Change, a Press, a Command or an End.
type What interface{ what() }

// Scan is a whole reading of the board, raw, before any debouncing.
type Scan struct{ Board sensors.Scan }

// Change is a new raw reading of one square.
type Change struct {
	Square rules.Square
	Is     sensors.State
}

// Press is a press of the chess clock by one player: their own time stops and
// the opponent's runs.
type Press struct{ By rules.Color }

// End closes a recording: pending deadlines run out and the game is settled as
// it stands. A trace without it (a power cut, a live board) decides nothing
// beyond its last record.
type End struct{}

// Command is something no sensor can feel: a spoken word, a choice, an
// arbiter's act. Do names it; which of the other keys it takes is written at
// the constant of that name. A key that does not apply is left at its zero
// value.
type Command struct {
	ID      string `json:"id,omitempty"`      // who asked and when, from MQTT or the socket: a command is taken once by id
	Do      string `json:"do"`                // what is done: one of the Do constants
	By      string `json:"by,omitempty"`      // white, black or arbiter
	Piece   string `json:"piece,omitempty"`   // queen, rook, bishop, knight or none
	What    string `json:"what,omitempty"`    // what is said, claimed or irregular
	Square  string `json:"square,omitempty"`  // a square, as e4
	To      string `json:"to,omitempty"`      // the player to whom a touch is attributed
	UCI     string `json:"uci,omitempty"`     // a move
	Ply     int    `json:"ply,omitempty"`     // a half-move, counted from 1
	Plies   int    `json:"plies,omitempty"`   // how many half-moves are taken back
	FEN     string `json:"fen,omitempty"`     // a position
	Variant string `json:"variant,omitempty"` // standard or chess960
	Result  string `json:"result,omitempty"`  // 1-0, 0-1, 1/2-1/2, 0-0 or *
	Why     string `json:"why,omitempty"`     // a reason in words
}

func (Scan) what()    {}
func (Change) what()  {}
func (Press) what()   {}
func (Command) what() {}
func (End) what()     {}

// What a Command does. The keys each takes are given after the name; By is
// white, black or arbiter.
const (
	DoAdjust      = "adjust"       // by: "j'adoube" announced (4.2)
	DoPromote     = "promote"      // piece; "none" reports a pawn left standing on the last rank (7.4a)
	DoSay         = "say"          // by, what: spoken intent, "castle" or a piece's name
	DoTouch       = "touch"        // by, square: a finger's touch reported by the arbiter
	DoAttribute   = "attribute"    // square, to: the last touch of that square was this player's
	DoAnnounce    = "announce"     // uci: a move announced aloud (visually impaired play)
	DoOfferDraw   = "offer-draw"   // by
	DoAcceptDraw  = "accept-draw"  // by
	DoDeclineDraw = "decline-draw" // by
	DoResign      = "resign"       // by
	DoClaim       = "claim"        // by, what: one of the Claim constants; uci: an intended move
	DoFlag        = "flag"         // by: whose flag fell
	DoStopClocks  = "stop-clocks"  // by
	DoStartClocks = "start-clocks" // by
	DoRestore     = "restore"      // the readings now are the restored position
	DoCorrect     = "correct"      // ply, uci: the arbiter corrects the record
	DoTakeBack    = "take-back"    // plies
	DoSetPosition = "set-position" // fen
	DoResult      = "result"       // result
	DoNewGame     = "new-game"     // fen, variant
	DoNote        = "note"         // what: a remark for the record
)

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
