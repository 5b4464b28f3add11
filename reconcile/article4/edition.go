package article4

import (
	"time"

	"touchmove/sensors/trace"
)

// edition is what one edition of the Laws says, as far as this package acts on it. Where a text
// leaves something open, docs/laws.md names the reading chosen.
type edition struct {
	touching
	illegality
	drawing
	timing
	conduct
}

// touching is what an edition says about turns, touches and releases.
type touching struct {
	turnByPress       bool // the turn passes when the opponent's move is completed (1997:1.1)
	completeAtRelease bool // a move is complete at the release (1953:7)
	overtaken         bool // a move without a press is complete when its player has made the next one (2014:6.2a)
	firstTouchOnly    bool // the first usable piece touched decides, whatever its colour (1953:8)
	pairOfSeveral     bool // when many are touched, the first of each colour make the pair (2017:4.3.3)
	promotionFinal    bool // the first piece on the square is final (2005:4.4d)
	releaseUntilMove  bool // no limit is printed for claims about releases: they last until the opponent's move (1997:4.7)
	endsInOrder       bool // mate, stalemate and a dead position end the game only by a move that complied with Articles 4.2 to 4.7; otherwise any legal move may end it (2014:5.1a)
	adjustOwnTime     bool // only the player whose clock runs may adjust pieces (2018:6.2.5)
	claimLostByHand   bool // the right to claim is lost by touching any piece, even to adjust it (1953:8, 1997:4.6, 2009:4.7); else by touching one to move or capture it (2014:4.8)
	releaseBindsAgain bool // a release binds the move that replaces an illegal one (2009:7.4a)
}

// illegality is what an edition says about illegal moves.
type illegality struct {
	pawnBecomesQueen bool       // a pawn left on the last rank is a queen (2014:7.5a)
	pressCounts      bool       // a press without a move is an illegal move (2018:7.5.3)
	loseAt           int        // the illegal move that loses the game; 0 is never
	drawIfNoMate     bool       // but draws if the opponent cannot mate (2009:7.4b)
	seconds          [3]int     // time the opponent gets for an illegal move, by trace.Mode
	loose            [3]fast    // rapid and blitz without adequate supervision, by trace.Mode
	unasked          [3]unasked // by trace.Mode
	observed         bool       // in fast play without supervision the arbiter acts on what he observes, until the reply (2014:A.4b, 2018:A.4.2)
	supervisable     bool       // with adequate supervision rapid and blitz follow the competition rules; else the arbiter acts only on claims (2009:A3, B2)
	matingForce      bool       // to win in blitz, pieces are needed that can force mate: two knights against a bare king draw (1997:C4)
}

// drawing is what an edition says about offers and claims of a draw, and about resigning.
type drawing struct {
	claimLostByTouch bool       // a draw claim is forfeited by touching a piece (2009:9.4)
	claimIsOffer     bool       // a draw claim is an offer of a draw (2005:9.1)
	offerLostByTouch bool       // an offer is declined by touching a piece (2001:9.1)
	agreeAfterMove   bool       // a draw can be agreed only after a move by each player (2018:5.2.3)
	resignMayDraw    bool       // resigning to a player who cannot mate draws (2023:5.1.2)
	claimSeconds     [3]int     // time the opponent gets for a wrong claim of a draw, by trace.Mode (2009:9.5b)
	claimTakes       claimTakes // and what it takes from the claimant (1997:9.5b)
	claimRules       bool       // the number of fifty moves may be raised for named positions, and gaps in a sheet bar a claim of repetition (1953:12.4, 13.2)
	claimBinds       bool       // a move announced with a claim that is refused must be played (1997:9.5)
	claimFound       bool       // the arbiter decides whether a claim of a draw is correct, and until then it is proposed (1997:9.5); else the claim itself ends the game (1953:12.3, "at the request")
	mustStop         bool       // a player who claims a draw must stop the clocks; else they may (1997:9.5, 2018:9.5.1)
	claimRunsOn      bool       // the clock of a player who claims a draw keeps running (1953:18.2)
	announced        bool       // the quickplay finish and its rule on both flags apply only if announced beforehand (2014:G.2, 2018:III.2.1)
	quickplay        quickplay
	quickplayOffers  bool            // a claim of the quickplay finish is an offer too (2009:9.1b3), until 2009
	requestOffers    bool            // and from 2014 so is a request for an increment (2018:III.4)
	noQuickplay      [3]quickplayBar // games without a quickplay finish, by trace.Mode (2009:B3b)
	unattended       bool            // without an arbiter present the claim ends play, and an arbiter decides it later (2005:D, 2018:III.6)
	quickplayBare    bool            // it is only for games without increment (2018:III.2.2)
}

// quickplayBar says in which games of a rate of play there is no quickplay finish.
type quickplayBar uint8

const (
	quickplayAllowed quickplayBar = iota
	barredLoose                   // without adequate supervision
	barredAlways
)

// timing is what an edition says about clocks, flags and absent players.
type timing struct {
	blitzUnder    time.Duration // a time for sixty moves below this is blitz (2009:B1); 0: there is no blitz
	rateByControl bool          // the rate of play follows from the time control, unless the event sets it (2014:A.1, B.1)
	rapidUnder    time.Duration // and below this rapid (2009:A1); 0: there is no rapid
	flagMayDraw   bool          // a fallen flag draws if the opponent cannot mate (1997:6.9)
	bothFlagsDraw bool          // in the last period the game is drawn when it is unknown which flag fell first (2005:6.12)
	flagsSeen     bool          // in fast play without supervision the arbiter calls flags too (2018:A.4.5)
	defaultTime   int           // minutes after which an absent player loses; -1: the event has to decide (2014:6.7)
	whiteAlone    bool          // with neither player present White's clock runs until one comes (2001:6.6)
}

// conduct is what an edition says about everything else around the board.
type conduct struct {
	setupMoves    int           // in fast play, a wrong set-up may be put right until each player has made this many moves (2009:A4a)
	newGameMoves  int           // colours swapped: a new game if each player has made fewer moves than this; 0: play goes on (2018:7.3)
	pointAtMost   bool          // the two scores add up to at most one point (2018:10.2)
	device        penal         // a telephone that sounds, or is found (2009:12.3b)
	signed        bool          // both players sign the sheets (2001:8.7)
	relief        bool          // after the flag the scoresheet is brought up to date before a piece is moved (2001:8.5)
	reliefLasts   bool          // the relief lasts for the rest of the period (2009:8.4, "at some stage in a period")
	unrecorded    bool          // in rapid and blitz nobody has to record (2005:B3, 2009:A2, 2018:A.2)
	reliefUnder   time.Duration // with less time left, and no thirty seconds a move, a player need not record (1997:8.4); 0: no number is printed
	sealedMeant   bool          // a sealed move that is illegal, but of clear meaning, is replaced instead of losing (1953:17c)
	sealedOnBoard bool          // a move made on the board after the request to seal is the sealed move (2005:A1a)
	bothBoards    bool          // beside a tactile board a move is made on both boards before the press (2001:F2.3)
	announces     bool          // moves are announced in the words of the Laws (2001:F2.1)
	spokenSpanish bool          // those words are printed in Spanish instead of German (2005:F2.1)
}

// moment turns "up to" a time into "below" the next moment.
const moment = time.Nanosecond

// unasked is when the arbiter of fast play without supervision acts without a claim, with both
// kings in check or a pawn left on the last rank.
type unasked uint8

const (
	neverUnasked   unasked = iota
	actsAtOnce             // (2005:B6)
	drawsAfterNext         // waits for one more move; if that does not put it right the game is drawn (2014:A.4b)
)

// claimTakes is what a wrong claim of a draw takes from the claimant's time.
type claimTakes uint8

const (
	takesNothing claimTakes = iota
	takesHalf               // half of the remaining time, at most three minutes (1997:9.5b)
	takesByRest             // the same with more than two minutes left; with one to two, down to one minute (2001:9.5b)
)

// quickplay is what an edition says about finishing without increment.
type quickplay uint8

const (
	noQuickplay  quickplay = iota
	anyTurn                // claimed in the last two minutes (1997:10.2)
	onTurn                 // by the player having the move; may be rejected, the opponent gets two minutes (2001:10.2)
	delayRequest           // before that, a delay or an increment of five seconds may be requested (2014:G.4)
	bonusRequest           // the same, an increment only (2018:III.4)
)

// penal is the consequence for the game.
type penal uint8

const (
	noRule         penal = iota
	losesScoreOpen       // lost; the arbiter decides the opponent's score (2005:12.2b)
	losesOrDraws         // the opponent wins, or draws if he cannot mate (2009:12.3b)
	losesAlways          // the opponent wins (2018:11.3.2)
)

// fast is how illegal moves are handled where no arbiter watches every game.
type fast struct {
	claim   bool // an illegal move stands until it is claimed
	byTouch bool // the claim lapses when a piece is touched, else when a move is made
	loses   bool // an illegal move that is claimed loses, or draws if the claimant cannot mate
	putBack bool // and the position before it is restored as well
}

const std, rapid, blitz = trace.StandardPlay, trace.Rapid, trace.Blitz
