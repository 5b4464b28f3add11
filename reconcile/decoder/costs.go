package decoder

// Costs are natural logarithms: a difference of 1 makes one hypothesis e times likelier than
// another. A plain legal move costs 1. Times are in seconds.
const (
	costMove Parameter = iota

	// A move that gives away a piece, or less than a piece, on its target.
	costBlunder
	costSlip

	// For a move during an outage of which one end was not seen, and for one whose piece is not
	// detected where it stands: the weight of what players prefer (package policy).
	choicePart

	// In a capture the captured piece has to leave. Detecting that it leaves is likelier than not.
	// If it left long before the capturer was lifted, it looks like adjusting. If it was never
	// detected leaving, it was pushed or slid off under the capturer.
	costCaptureSeen
	costCaptureEarly
	costCaptureSilent
	reliefByWorth // for each pawn of the silently captured piece's worth
	earlyBefore
	refundMost       // at most this part of a gap's cost is given back when the gap belongs to a move
	costTakenInstead // a silent capture, while another piece that could have been captured left and came back

	// The piece of the reply left its square before the move it replies to had landed.
	costLiftOverlap
	costLiftEarly
	overlapShort
	costLiftUntouched // it left before the move it replies to had even begun
	costLandedClose
	costLandedBefore
	landedSlack

	// A player's hand was at the next piece before it had released the last one, or too soon
	// afterwards.
	costOwnOverlap
	costOwnHasty
	ownPause
	costTakenHasty // a piece was taken off before its player could have released it

	// Something landed on the target while the piece still stood on its origin.
	costArrivedFirst
	arriveSlack

	// Neither end of the move shows anything: one sensor is stuck on and the
	// captured piece was slid away.
	costInvisible

	// Evidence from each brief contact on the way of a slide.
	costPathTouched
	pathContact // at most; longer is a rest

	// A piece that was in the hand for long.
	holdFree
	costHeldSecond
	costHeldMost

	costUnknownEnd  // one end of the move has no reading
	costCastlePart  // castling of which only one piece has landed
	costCastleStill // Chess960: a square that stays occupied was never detected empty

	costKnight // promotions other than to a queen
	costRook
	costBishop
	costDenied // a promotion contradicted by a promote command

	// A piece has landed but is not detected until its square next changes.
	costElsewhere // added if another piece has come down where none should stand
	costUnfelt
	reliefBrushed // the square was brushed on the way
	reliefTaken   // a piece was captured there just then
	costNumb      // a second piece is not detected there: the sensor is broken
	costFelt      // the piece is detected after all
	unfeltBrush

	costNewFault     // a trusted sensor contradicts one end of the move
	reliefUnproved   // its sensor has not changed in this game
	costProvedLately // its sensor has changed only just now
	provedLately
	reliefDoubled // for each doubling of that time
	costOldFault  // a distrusted sensor contradicts one end
	costFaultBack // a distrusted sensor changes its reading
	costDistrust  // the least that a mismatch has cost when its sensor is distrusted
	distrusted    // factor for a mismatch on a distrusted square
	distrustAfter // how long a mismatch has to last for its sensor to be distrusted

	costPressBusy   // a player pressed with a piece in the hand
	costPressIdle   // a player pressed who has not moved in this hypothesis
	costPressUnseen // added while a chip is silent: then an undetected move is likelier

	costIllegal      // an illegal move that stands
	reliefPress      // the clock was pressed after it
	reliefOverlooked // the piece moves that way, but its king is in check after it
	costHomeward     // an illegal move to a square where such a piece begins a game: pieces are being set up

	costOver            // the game is over and the board is being cleared; the costs of each piece follow
	costOverMate        // the same, if the last move left the opponent no legal move
	costClearing        // taken off, the first after a pause
	costCleared         // taken off
	costPutHome         // put where such a piece begins a game
	costKnocked         // put beside a square that lost its piece: it fell over
	costPutAside        // put anywhere else
	costPressedNothing  // a press by a player who had no move to complete
	costUnpressed       // with a clock: a move, when the game has ended, without a press
	costUntoldUnpressed // with a clock: each published move that was not made, if it had no press
	costUntold          // without a clock: each published move that was not made
	costSetHome         // the last move went to where such a piece begins a game, while pieces are missing

	// A mismatch that outlasts a move is not a hand at work. Each further move that it outlasts
	// makes it more expensive, until it has cost as much as a broken sensor. Otherwise a hypothesis
	// could hide a wrong move behind two broken sensors for the price of one accident.
	costPersist
	costPassed  // a piece moves on at once from a square, as if the opponent had moved in between
	costBrushed // added if a piece should stand there but only brushed the square
	brush

	// The cost of a mismatch of each class after some time: a fixed cost, reduced in proportion if
	// it was only a bounce, and a running cost that approaches a ceiling.
	moverMost // a piece of the side to move is missing
	moverScale
	moverOnce
	otherMost // a piece of the other side is missing
	otherScale
	otherOnce
	extraMost // a piece stands where none should
	extraScale
	extraOnce
	bounce

	// pairDiscount applies while as many pieces are missing as are extra: a piece put where it may
	// not stand is one accident, not two. In fast games two half-seen moves look the same, so it is
	// not granted there.
	pairDiscount
	slowGame // median time between moves

	// The parameters from here on do not say what is likely, but when a move is published. That
	// depends on what a wrong move costs in each of the two ways of publishing: a move is published
	// when another second of waiting would add no more certainty than this about the hand, and the
	// board was read correctly with at least this probability.
	sureWorth
	sureLeast
	quickWorth
	quickLeast
	promptWorth // how much it has to add at least while the piece has rested for less than promptFor, without a clock
	promptFor
	patience // after this the accepted risk grows in proportion to the time

	// How long the squares of a move must be quiet if no other sign shows that it is over.
	rested        // a shorter rest may be a hand waving over the board
	restMost      // nobody hesitates for longer
	triedWait     // for quick, if the piece may go back to where it has rested in this turn
	restAlone     // the same without a clock, while nothing else disagrees
	knockWait     // if another piece was knocked over with it
	silentWait    // if the piece was not detected on its target
	silentQuick   // the same for quick
	silentPress   // the same if a press is due: until then the piece may be in the hand of a player who thinks
	silentMate    // the same after a move that ends the game, when nobody has to press
	silentPressed // the same after a press: sensors and their debouncing are later than a clock
	promoteSaid   // after the press, for the command that names the piece

	parameterCount
)

// publishing is the first of the Parameters that say when a move is published.
const publishing = sureWorth

// Limits of the search, so that no input makes it slow or large.
const (
	beamWidth  = 96
	beamMargin = 18.0
	maxDepth   = 3 // moves found in one reading: two hands may land in the same scan
)

// persistPlies is the number of plies that each make a mismatch more expensive when it outlasts
// them.
const persistPlies = 4

// distrustPlies is the number of plies through which a hypothesis must have disagreed on a square,
// for at least distrustAfter, before it takes the sensor for broken.
const distrustPlies = 3

// class is the kind of a mismatch.
type class uint8

const (
	missingMover class = iota // a piece of the side to move is missing
	missingOther              // a piece of the other side is missing
	extra                     // a piece stands where none should
	classes
)
