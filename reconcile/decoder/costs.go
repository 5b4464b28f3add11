package decoder

// Costs are on a scale of natural logarithms: a difference of 1 makes one hypothesis e times
// likelier than another. A plain legal move costs 1. Times are in seconds.
const (
	costMove Parameter = iota

	// A move that gives away a piece, or less than that, where it lands.
	costBlunder
	costSlip

	// Of a move in the dark of which one end was not seen: how much of what players prefer
	// counts (package policy).
	choicePart

	// A capture needs the captured piece to leave. Seen leaving is likelier than
	// not; seen leaving long before the capturer was lifted looks like adjusting;
	// never seen to leave is a piece pushed or slid off under the capturer.
	costCaptureSeen
	costCaptureEarly
	costCaptureSilent
	reliefByWorth // for each pawn that the silently captured piece is worth
	earlyBefore
	refundMost // of what a gap cost that turns out to be part of a move

	// The reply's piece left its square before the move it replies to had landed.
	costLiftOverlap
	costLiftEarly
	overlapShort
	costLiftUntouched // it left before the move it replies to had even begun
	costLandedClose
	costLandedBefore
	landedSlack

	// A player's hand was at the next piece before, or too soon after, it had
	// let go of the last.
	costOwnOverlap
	costOwnHasty
	ownPause
	costTakenHasty // a piece was taken off before its player could have let go

	// Something landed on the target while the piece still stood on its origin.
	costArrivedFirst
	arriveSlack

	// Neither end of the move shows anything: one sensor is stuck on and the
	// captured piece was slid away.
	costInvisible

	// What each brief contact on the way of a slide speaks for it.
	costPathTouched
	pathContact // at most; longer is a rest

	// A piece in the hand for long.
	holdFree
	costHeldSecond
	costHeldMost

	costUnknownEnd  // one end of the move lies where nothing can be read
	costCastlePart  // castling of which only one piece has landed
	costCastleStill // Chess960: a square that stays occupied was never seen empty

	costKnight // promotions other than to a queen
	costRook
	costBishop
	costDenied // a promotion that a promote command contradicts

	// A piece that landed is not felt until its square next changes.
	costUnfelt
	reliefBrushed // the square was brushed on the way
	reliefTaken   // a piece was taken off it just then
	costNumb      // a second piece is not felt there: its sensor is broken
	costFelt      // it is felt after all
	unfeltBrush

	costNewFault     // a trusted sensor denies one end of the move
	reliefUnproved   // on a sensor that has not been seen to change in this game
	costProvedLately // on one that has just been seen to
	provedLately
	reliefDoubled // for each doubling of that time
	costOldFault  // a distrusted one does
	costFaultBack // a distrusted sensor changes its reading
	costDistrust  // what a mismatch has cost at least when its sensor is distrusted
	distrusted    // what a mismatch on a distrusted square still weighs
	distrustAfter // how long a mismatch has to last for its sensor to be distrusted

	costPressBusy   // a player pressed with a piece in the hand
	costPressIdle   // a player pressed who has not moved in this hypothesis
	costPressUnseen // more, while a chip is silent: a move that nobody saw is likelier

	costIllegal  // a move that the rules do not allow, and that stands
	reliefPress  // the clock was pressed after it
	costHomeward // an illegal move to where such a piece began: pieces are being set up

	costOver            // the game ends, and hands clear the board; what each piece then costs:
	costOverMate        // the same, when the last move left the opponent none
	costClearing        // taken off, the first after a while
	costCleared         // taken off
	costPutHome         // put where such a piece begins a game
	costKnocked         // put beside where one stood: it fell
	costPutAside        // put anywhere else
	costPressedNothing  // a press by a player who had no move to press for
	costUnpressed       // with a clock: a move, when the game has ended, that nobody pressed for
	costUntoldUnpressed // the same with a clock, for which nobody pressed it
	costUntold          // and each move told that was none then
	costSetHome         // its last move, to where such a piece begins a game, while pieces are missing

	// A mismatch that lives through a move is no hand at work: each further
	// move that it outlives makes it dearer, until it has cost what a broken sensor
	// costs. Without this a hypothesis could hide a wrong move behind two broken sensors
	// for the price of one accident.
	costPersist
	costBrushed // more, where a piece should stand that only brushed the square
	brush

	// What a mismatch of each class has cost after some time: once for its being there at
	// all, in proportion when it was a mere bounce, and a running cost that nears a ceiling.
	moverMost // a piece of the side to move is not where it should be
	moverScale
	moverOnce
	otherMost // a piece of the other side is not
	otherScale
	otherOnce
	extraMost // a piece stands where none should
	extraScale
	extraOnce
	bounce

	// pairDiscount applies while as many pieces are missing as are extra: a piece
	// put where it may not stand is one accident and not two. In fast games two
	// half-seen moves look the same, so there it is not granted.
	pairDiscount
	slowGame // median time between moves

	parameterCount
)

// Limits of the search, so that no input makes it slow or large.
const (
	beamWidth  = 96
	beamMargin = 18.0
	maxDepth   = 3 // moves of one reading: two hands may land in the same scan
)

// persistPlies is how many plies a mismatch becomes dearer by outliving.
const persistPlies = 4

// distrustPlies is through how many plies a hypothesis has disagreed on a square, for
// distrustAfter, when it takes its sensor for broken.
const distrustPlies = 3

// class is the kind of a mismatch.
type class uint8

const (
	missingMover class = iota // a piece of the side to move is not where it should be
	missingOther              // a piece of the other side is not
	extra                     // a piece stands where none should
	classes
)
