package decoder

import "time"

// Costs are on a scale of natural logarithms: a difference of 1 makes one hypothesis
// e times likelier than another. A plain legal move costs 1.
const (
	costMove = 1.0

	// A move that gives away a piece, or less than that, where it lands.
	costBlunder = 2.5
	costSlip    = 1.0

	// A capture needs the captured piece to leave. Seen leaving is likelier than
	// not; seen leaving long before the capturer was lifted looks like adjusting;
	// never seen to leave is a piece pushed or slid off under the capturer.
	costCaptureSeen   = -0.3
	costCaptureEarly  = 1.0
	costCaptureSilent = 1.5
	reliefByWorth     = 0.12 // for each pawn that the silently captured piece is worth
	earlyBefore       = 1500 * time.Millisecond
	refundMost        = 2.0 // of what a gap cost that turns out to be part of a move

	// The reply's piece left its square before the move it replies to had landed.
	costLiftOverlap   = 0.2
	costLiftEarly     = 0.5
	overlapShort      = 300 * time.Millisecond
	costLiftUntouched = 1.2 // it left before the move it replies to had even begun
	costLandedClose   = 0.7
	costLandedBefore  = 5.0
	landedSlack       = 100 * time.Millisecond

	// A player's hand was at the next piece before, or too soon after, it had
	// let go of the last.
	costOwnOverlap = 3.0
	costOwnHasty   = 1.5
	ownPause       = 180 * time.Millisecond
	costTakenHasty = 1.5 // a piece was taken off before its player could have let go

	// Something landed on the target while the piece still stood on its origin.
	costArrivedFirst = 6.0
	arriveSlack      = 60 * time.Millisecond

	// Neither end of the move shows anything: one sensor is stuck on and the
	// captured piece was slid away.
	costInvisible = 3.0

	// What each brief contact on the way of a slide speaks for it.
	costPathTouched = 0.3
	pathContact     = 400 * time.Millisecond // at most; longer is a rest

	// A piece in the hand for long.
	holdFree       = 5 * time.Second
	costHeldSecond = 0.2
	costHeldMost   = 4.0

	costUnknownEnd  = 0.7 // one end of the move lies where nothing can be read
	costCastlePart  = 0.7 // castling of which only one piece has landed
	costCastleStill = 4.0 // Chess960: a square that stays occupied was never seen empty

	costKnight = 4.0 // promotions other than to a queen
	costRook   = 5.0
	costBishop = 5.5
	costDenied = 9.0 // a promotion that a promote command contradicts

	// A piece that landed is not felt until its square next changes.
	costUnfelt    = 11.0
	reliefBrushed = 3.0 // the square was brushed on the way
	reliefTaken   = 3.0 // a piece was taken off it just then
	costNumb      = 3.0 // a second piece is not felt there: its sensor is broken
	costFelt      = 0.3 // it is felt after all
	unfeltBrush   = 600 * time.Millisecond

	costNewFault     = 14.0 // a trusted sensor denies one end of the move
	reliefUnproved   = 3.0  // on a sensor that has not been seen to change in this game
	costProvedLately = 3.0  // on one that has just been seen to
	provedLately     = 3 * time.Second
	reliefDoubled    = 0.55 // for each doubling of that time
	costOldFault     = 0.6  // a distrusted one does
	costFaultBack    = 4.0  // a distrusted sensor changes its reading
	costDistrust     = 13.0 // what a mismatch has cost at least when its sensor is distrusted
	distrusted       = 0.1  // what a mismatch on a distrusted square still weighs

	costPressBusy = 1.0 // a player pressed with a piece in the hand
	costPressIdle = 2.0 // a player pressed who has not moved in this hypothesis

	costPressUnseen = 2.0 // more, while a chip is silent: a move that nobody saw is likelier

	costIllegal = 11.0 // a move that the rules do not allow, and that stands
	reliefPress = 3.0  // the clock was pressed after it

	costOver            = 3.0  // the game ends, and hands clear the board; what each piece then costs:
	costOverMate        = 0.5  // the same, when the last move left the opponent none
	costClearing        = 2.6  // taken off, the first after a while
	costCleared         = 0.35 // taken off
	costPutHome         = 0.7  // put where such a piece begins a game
	costKnocked         = 3.0  // put beside where one stood: it fell
	costPutAside        = 4.5  // put anywhere else
	costPressedNothing  = 3.0  // a press by a player who had no move to press for
	costUnpressed       = 4.0  // with a clock: a move, when the game has ended, that nobody pressed for
	costUntoldUnpressed = 1.5  // the same with a clock, for which nobody pressed it
	costUntold          = 3.0  // and each move told that was none then
	costSetHome         = 2.0  // its last move, to where such a piece begins a game, while men are missing

	costHomeward = 6.0 // an illegal move to where such a piece began: pieces are being set up
)

// A mismatch that lives through a move is no hand at work: each further
// move that it outlives makes it dearer, until it has cost what a broken sensor
// costs. Without this a hypothesis could hide a wrong move behind two broken sensors
// for the price of one accident.
const (
	costPersist  = 2.0
	persistPlies = 4
	costBrushed  = 1.0 // more, where a piece should stand that only brushed the square
	brush        = 150 * time.Millisecond
)

// Limits of the search, so that no input makes it slow or large.
const (
	beamWidth  = 96
	beamMargin = 18.0
	maxDepth   = 3 // moves of one reading: two hands may land in the same scan
)

// Distrust by experience: a square on which a hypothesis has disagreed through this
// many plies and this long is taken for a broken sensor in that hypothesis.
const (
	distrustPlies = 3
	distrustAfter = 6 * time.Second
)

// class is the kind of a mismatch.
type class uint8

const (
	missingMover class = iota // a piece of the side to move is not where it should be
	missingOther              // a piece of the other side is not
	extra                     // a piece stands where none should
	classes
)

// curve says what a mismatch of one class has cost after some time: once
// for its being there at all, in proportion when it was a mere bounce, and a
// running cost that nears a ceiling.
type curve struct {
	ceiling float64
	scale   time.Duration
	once    float64
}

const bounce = 40 * time.Millisecond

var curves = [classes]curve{
	missingMover: {7, 5 * time.Second, 0.1},
	missingOther: {8, 4 * time.Second, 0.15},
	extra:        {8, 2500 * time.Millisecond, 0.25},
}

// pairDiscount applies while as many pieces are missing as are extra: a piece
// put where it may not stand is one accident and not two. In fast games two
// half-seen moves look the same, so there it is not granted.
const (
	pairDiscount = 0.35
	slowGame     = 4 * time.Second // median time between moves
)
