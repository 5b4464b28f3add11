package article4

// IllegalReason says why a completed illegal move is one, or why it is none any
// more. It is the value of the key "reason" of the event illegal, and never changes.
type IllegalReason string

// Why a completed move is illegal.
const (
	NotLegal     IllegalReason = "illegal move"
	Unpromoted   IllegalReason = "pawn left on the last rank"
	NotPromoted  IllegalReason = "promotion not carried out" // a piece came, and the pawn stays (2005:7.4a)
	TwoHands     IllegalReason = "two hands for one move"
	WithoutMove  IllegalReason = IllegalReason(RemarkWithoutMove)
	PieceInHand  IllegalReason = IllegalReason(RemarkPieceInHand)
	NotCounted   IllegalReason = "not counted"         // the arbiter has said so
	WasLegalMove IllegalReason = "it was a legal move" // the record, or the arbiter, has found so
)

// Withdrawn says that the illegal move told before does not count any more.
func (r IllegalReason) Withdrawn() bool { return r == NotCounted || r == WasLegalMove }

// ResultReason is the code for which a game ended, or seems to have: the name of a
// rules.Termination, or one of these. It never changes.
type ResultReason = string

// What ends a game beside the terminations of package rules.
const (
	// IllegalPosition: a position that no legal game leads to stood for one more move
	// (2014:A.4b).
	IllegalPosition ResultReason = "illegal_position"
	BothFlags       ResultReason = "both_flags"        // both have fallen, nobody knows which first (2009:6.11)
	QuickplayFinish ResultReason = "quickplay_finish"  // drawn by the arbiter (2009:10.2)
	Device          ResultReason = "device"            // a telephone sounded, or was found (2009:12.3b)
	DeviceScoreOpen ResultReason = "device_score_open" // so, and the arbiter decides the opponent's score (2005:12.2b)
	ByArbiter       ResultReason = "arbiter"           // declared, without another reason
	ByPenalty       ResultReason = "penalty"           // (2009:13.4)
	ByDefault       ResultReason = "default"           // a player did not come (2009:6.6a)
	SealedMove      ResultReason = "sealed_move"       // it was ambiguous, illegal or could not be read (2018:I.5)
	BothSigned      ResultReason = "signed"            // both players have confirmed it (2001:8.7)
)

// Why a result that was told does not stand any more.
const (
	ResultUndone        ResultReason = "undone"         // the arbiter has taken back what led to it
	ResultTakenBack     ResultReason = "taken back"     // the record has changed
	ResultClaimRejected ResultReason = "claim rejected" // the arbiter has not followed the record
	ResultClaimUpheld   ResultReason = "claim upheld"   // the move that ended the game broke Article 4
	FlagNotFallen       ResultReason = "the flag has not fallen"
	FlagsUnknown        ResultReason = "both flags have fallen, and nobody knows which first: play goes on"
)

// Why a ruling changes the clocks (TimeChange).
const (
	WhyIllegal           = "illegal move"
	WhyIllegalNotCounted = "illegal move not counted"
	WhyWrongClaim        = "wrong claim"
	WhyClaim             = "claim" // the claimant has stopped the clocks
	WhyQuickplay         = "quickplay finish"
	WhyQuickplayRejected = "quickplay claim rejected"
)
