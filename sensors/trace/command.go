package trace

// Command is something no sensor can feel: a spoken word, a choice, an
// arbiter's act. Do names it; which of the other keys it takes is written at
// the constant of that name. A key that does not apply is left at its zero
// value. Keys that have no field of their own stand in Extra.
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
	Plies   int    // how many half-moves are taken back
	FEN     string // a position
	Variant string // standard or chess960
	Result  string // 1-0, 0-1, 1/2-1/2, 0-0 or *
	Why     string // a reason in words
	Extra   Extra  // every other key, as "player" and "ms" of a penalty
}

// What a Command does. The keys each takes are given after the name; By is
// white, black or arbiter. In "by (player)" only white or black makes sense.
const (
	DoAdjust      = "adjust"       // by: "j'adoube" announced (4.2)
	DoPromote     = "promote"      // piece; "none" reports a pawn left standing on the last rank (7.4a)
	DoSay         = "say"          // by (player), what: spoken intent, "castle" or a piece's name
	DoTouch       = "touch"        // by (player), square: a finger's touch reported by the arbiter
	DoAttribute   = "attribute"    // square, to: the last touch of that square was this player's
	DoAnnounce    = "announce"     // uci: a move announced aloud (visually impaired play)
	DoSecondBoard = "second-board" // ply: the other board of the game shows the position after that half-move (visually impaired play)
	DoOfferDraw   = "offer-draw"   // by (player)
	DoAcceptDraw  = "accept-draw"  // by (player)
	DoDeclineDraw = "decline-draw" // by (player)
	DoResign      = "resign"       // by (player)
	DoClaim       = "claim"        // by (player), what: one of the Claim constants; uci: an intended move
	DoFlag        = "flag"         // by (player): whose flag fell
	DoStopClocks  = "stop-clocks"  // by, if told
	DoStartClocks = "start-clocks" // by, if told
	DoRestore     = "restore"      // the readings now are the restored position; ply: the one to go back to, if told
	DoCorrect     = "correct"      // ply, uci: the arbiter corrects the record
	DoTakeBack    = "take-back"    // plies
	DoSetPosition = "set-position" // fen
	DoResult      = "result"       // result; why, if told
	DoSign        = "sign"         // by (player), result: a player confirms the result (8.7)
	DoNewGame     = "new-game"     // fen and variant, if not the standard ones; players and the like in Extra
)

// The clock's and the arbiter's further commands. Their keys beyond those of
// Command stand in Extra, under the names given here.
const (
	DoPress           = "press"            // by (player): a press that comes by message instead of a lever
	DoClockReading    = "clock-reading"    // white_ms, black_ms, runs, flag: what an external clock shows
	DoSetClock        = "set-clock"        // times, counters, period, who is to run
	DoPresent         = "present"          // player: arrived at the board
	DoPenalty         = "penalty"          // player, kind, ms, article
	DoIllegal         = "illegal"          // what: confirm, reject or not-counted
	DoIrregularity    = "irregularity"     // what: two-hands, other-hand, hovering or clock-handling
	DoVerdict         = "verdict"          // the arbiter's answer to a claim
	DoQuickplay       = "quickplay"        // what: request-increment or claim
	DoAdjourn         = "adjourn"          // the game is broken off
	DoSeal            = "seal"             // by (player), text: the sealed move
	DoResumeAdjourned = "resume-adjourned" // the game goes on after the adjournment
	DoUndo            = "undo"             // action or what: the number of an action, or the id of its command; else the latest
	DoAcknowledge     = "acknowledge"      // what: an alarm that an arbiter has seen; cause: which of several
	DoNote            = "note"             // what or text: a remark for the record; private: never published
)

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
