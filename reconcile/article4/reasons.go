package article4

// IllegalReason says why a completed illegal move is one, or why it is none any
// more. It is the value of the key "reason" of the event illegal, and never changes.
type IllegalReason string

// Why a completed move is illegal.
const (
	NotLegal     IllegalReason = "illegal move"
	Unpromoted   IllegalReason = "pawn left on the last rank"
	TwoHands     IllegalReason = "two hands for one move"
	WithoutMove  IllegalReason = withoutMove
	PieceInHand  IllegalReason = pieceInHand
	NotCounted   IllegalReason = "not counted"         // the arbiter has said so
	WasLegalMove IllegalReason = "it was a legal move" // the record, or the arbiter, has found so
)

// Withdrawn says that the illegal move told before does not count any more.
func (r IllegalReason) Withdrawn() bool { return r == NotCounted || r == WasLegalMove }

// IllegalPosition is the reason of a result: a position that no legal game leads to
// stood for one more move (2014:A.4b). No termination of package rules names it.
const IllegalPosition = "illegal_position"

// DefaultDue is the Remark that an absent player has lost.
const DefaultDue = "default_due"

// StatusClaimable is the status of a Breach, and of an illegal move, that the opponent
// may claim.
const StatusClaimable = claimable
