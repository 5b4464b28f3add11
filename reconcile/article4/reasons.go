package article4

// IllegalReason says why a completed move is illegal, or why it no longer counts as illegal. It is
// the value of the key "reason" of the event illegal, and never changes.
type IllegalReason string

// The reasons why a completed move is illegal.
const (
	NotLegal     IllegalReason = "illegal move"
	Unpromoted   IllegalReason = "pawn left on the last rank"
	NotPromoted  IllegalReason = "promotion not carried out" // a new piece was set down, but the pawn stayed (2005:7.4a)
	TwoHands     IllegalReason = "two hands for one move"
	WithoutMove  IllegalReason = IllegalReason(RemarkWithoutMove)
	PieceInHand  IllegalReason = IllegalReason(RemarkPieceInHand)
	NotCounted   IllegalReason = "not counted"         // the arbiter decided so
	WasLegalMove IllegalReason = "it was a legal move" // found later by the decoder or the arbiter
)

// Withdrawn reports that an illegal move reported before no longer counts.
func (r IllegalReason) Withdrawn() bool { return r == NotCounted || r == WasLegalMove }

// ResultReason is the code of the reason for which a game ended, or seems to have ended: the name
// of a rules.Termination, or one of these. Codes never change.
type ResultReason = string

// The reasons in addition to the terminations of package rules.
const (
	// IllegalPosition: a position that no legal game leads to stood for one more move
	// (2014:A.4b).
	IllegalPosition ResultReason = "illegal_position"
	BothFlags       ResultReason = "both_flags"        // both have fallen, it is unknown which first (2009:6.11)
	QuickplayFinish ResultReason = "quickplay_finish"  // drawn by the arbiter (2009:10.2)
	Device          ResultReason = "device"            // a telephone sounded, or was found (2009:12.3b)
	DeviceScoreOpen ResultReason = "device_score_open" // the same, and the arbiter decides the opponent's score (2005:12.2b)
	ByArbiter       ResultReason = "arbiter"           // declared, without another reason
	ByPenalty       ResultReason = "penalty"           // (2009:13.4)
	ByDefault       ResultReason = "default"           // a player did not come (2009:6.6a)
	SealedMove      ResultReason = "sealed_move"       // it was ambiguous, illegal or could not be read (2018:I.5)
	BothSigned      ResultReason = "signed"            // both players have confirmed it (2001:8.7)
)

// The reasons why a published result no longer stands.
const (
	ResultUndone        ResultReason = "undone"         // the arbiter has undone what led to it
	ResultTakenBack     ResultReason = "taken back"     // the recorded game has changed
	ResultClaimRejected ResultReason = "claim rejected" // the arbiter has decided against the recorded game
	ResultClaimUpheld   ResultReason = "claim upheld"   // the move that ended the game broke Article 4
	FlagNotFallen       ResultReason = "the flag has not fallen"
	FlagsUnknown        ResultReason = "both flags have fallen, and nobody knows which first: play goes on"
)

// The reasons why a ruling changes the clocks (TimeChange).
const (
	WhyIllegal           = "illegal move"
	WhyIllegalNotCounted = "illegal move not counted"
	WhyReplaced          = "another move has to be made" // in place of one that was taken off the board
	WhyWrongClaim        = "wrong claim"
	WhyClaim             = "claim" // the claimant has stopped the clocks
	WhyQuickplay         = "quickplay finish"
	WhyQuickplayRejected = "quickplay claim rejected"
)
