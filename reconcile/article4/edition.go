package article4

import (
	"time"

	"touchmove/sensors/trace"
)

// edition is what one edition of the Laws says, as far as this package acts on
// it. Where the texts leave something open the reading taken is named in
// docs/laws.md.
type edition struct {
	touching
	illegality
	drawing
	timing
	conduct
}

// touching is what an edition says on turns, touches and releases.
type touching struct {
	turnByPress       bool // the turn passes when the opponent's move is completed (1997:1.1)
	completeAtRelease bool // a move is complete at the release (1953:7)
	overtaken         bool // a move not pressed for is complete when its player has made the next (2014:6.2a)
	firstTouchOnly    bool // the first piece touched that can be used decides, of whatever colour (1953:8)
	pairOfSeveral     bool // of many touched, the first of each colour make the pair (2017:4.3.3)
	promotionFinal    bool // the first piece on the square is final (2005:4.4d)
	releaseUntilMove  bool // no limit is printed for claims about releases: until the opponent's move (1997:4.7)
	endsInOrder       bool // mate, stalemate and a dead position end the game only by a move that kept Articles 4.2 to 4.7; else a legal one (2014:5.1a)
	adjustOwnTime     bool // only the player whose time runs may adjust pieces (2018:6.2.5)
	releaseBindsAgain bool // a release binds the move that replaces an illegal one (2009:7.4a)
}

// illegality is what an edition says on illegal moves.
type illegality struct {
	pawnBecomesQueen bool       // a pawn left on the last rank is a queen (2014:7.5a)
	pressCounts      bool       // a press without a move is an illegal move (2018:7.5.3)
	loseAt           int        // this illegal move loses the game; 0 is never
	drawIfNoMate     bool       // but draws if the opponent cannot mate (2009:7.4b)
	seconds          [3]int     // what an illegal move brings the opponent, by trace.Mode
	loose            [3]fast    // rapid and blitz without adequate supervision, by trace.Mode
	unasked          [3]unasked // by trace.Mode
	observed         bool       // in fast play without supervision the arbiter acts on what he observes, until the reply (2014:A.4b, 2018:A.4.2)
	supervisable     bool       // with adequate supervision rapid and blitz follow the competition rules; else the arbiter acts on claims alone (2009:A3, B2)
	matingForce      bool       // to win, blitz takes pieces that can force mate: two knights against a bare king draw (1997:C4)
}

// drawing is what an edition says on offers and claims of a draw, and resigning.
type drawing struct {
	claimLostByTouch bool       // a draw claim is forfeited by touching (2009:9.4)
	claimIsOffer     bool       // a draw claim is an offer of a draw (2005:9.1)
	offerLostByTouch bool       // an offer is declined by touching a piece (2001:9.1)
	agreeAfterMove   bool       // a draw is agreed only after a move of each (2018:5.2.3)
	resignMayDraw    bool       // resigning to a player who cannot mate draws (2023:5.1.2)
	claimSeconds     [3]int     // what a wrong claim of a draw brings the opponent, by trace.Mode (2009:9.5b)
	claimTakes       claimTakes // and takes from the claimant (1997:9.5b)
	claimRules       bool       // the number of fifty moves may be raised for named positions, and gaps in a sheet bar a claim of repetition (1953:12.4, 13.2)
	claimBinds       bool       // a move announced with a claim that is refused must be played (1997:9.5)
	claimFound       bool       // the arbiter finds whether a claim of a draw is right: until then it is proposed (1997:9.5); else the claim itself ends the game (1953:12.3, "at the request")
	mustStop         bool       // who claims a draw must stop the clocks; else they may (1997:9.5, 2018:9.5.1)
	claimRunsOn      bool       // who claims a draw lets the clock run (1953:18.2)
	announced        bool       // the quickplay finish and its rule on both flags hold where they were announced beforehand (2014:G.2, 2018:III.2.1)
	quickplay        quickplay
	quickplayOffers  bool            // so is a claim of the quickplay finish (2009:9.1b3), until 2009
	requestOffers    bool            // and from 2014 a request for an increment (2018:III.4)
	noQuickplay      [3]quickplayBar // by trace.Mode, where there is none (2009:B3b)
	unattended       bool            // where no arbiter is there, the claim concludes the game, and an arbiter decides it later (2005:D, 2018:III.6)
	quickplayBare    bool            // it is for games without increment alone (2018:III.2.2)
}

// quickplayBar says in which games of a rate of play there is no quickplay finish.
type quickplayBar uint8

const (
	quickplayAllowed quickplayBar = iota
	barredLoose                   // without adequate supervision
	barredAlways
)

// timing is what an edition says on clocks, flags and absent players.
type timing struct {
	blitzUnder    time.Duration // a time for sixty moves below this is blitz (2009:B1); 0: there is no blitz
	rateByControl bool          // the rate of play follows from the time control, unless the event tells it (2014:A.1, B.1)
	rapidUnder    time.Duration // and below this rapid (2009:A1); 0: there is no rapid
	flagMayDraw   bool          // a fallen flag draws if the opponent cannot mate (1997:6.9)
	bothFlagsDraw bool          // in the last period the game is drawn when nobody knows which flag fell first (2005:6.12)
	flagsSeen     bool          // in fast play without supervision the arbiter calls flags too (2018:A.4.5)
	defaultTime   int           // minutes after which an absent player loses; -1: the event has to say (2014:6.7)
	whiteAlone    bool          // with nobody there White's clock runs until somebody comes (2001:6.6)
}

// conduct is what an edition says on everything else around the board.
type conduct struct {
	setupMoves    int           // in fast play: until so many moves of each a wrong set-up may be put right (2009:A4a)
	newGameMoves  int           // colours swapped: a new game before so many moves of each; 0: play goes on (2018:7.3)
	pointAtMost   bool          // the scores of a game come to no more than a point (2018:10.2)
	device        penal         // a telephone that sounds, or is found (2009:12.3b)
	signed        bool          // both players sign the sheets (2001:8.7)
	relief        bool          // after the flag the sheet is brought up to date before a piece is moved (2001:8.5)
	reliefLasts   bool          // for the remainder of the period (2009:8.4, "at some stage in a period")
	unrecorded    bool          // in rapid and blitz nobody has to record (2005:B3, 2009:A2, 2018:A.2)
	reliefUnder   time.Duration // with less time left, and no thirty seconds a move, a player need not record (1997:8.4); 0: no number is printed
	sealedMeant   bool          // a sealed move that is illegal, but of clear meaning, is replaced instead of losing (1953:17c)
	sealedOnBoard bool          // a move made on the board after the request to seal is the sealed move (2005:A1a)
	bothBoards    bool          // beside a tactile board a move is set on both boards before the press (2001:F2.3)
	announces     bool          // moves are announced in the words of the Laws (2001:F2.1)
	spokenSpanish bool          // those words are printed in Spanish instead of German (2005:F2.1)
}

// moment makes of "up to" a time "below" the next one.
const moment = time.Nanosecond

// unasked is when an arbiter of fast play without supervision acts of himself,
// with both kings in check or a pawn left on the last rank.
type unasked uint8

const (
	neverUnasked   unasked = iota
	actsAtOnce             // (2005:B6)
	drawsAfterNext         // waits for one more move; if that mends nothing the game is drawn (2014:A.4b)
)

// claimTakes is what a wrong claim of a draw takes from the claimant's time.
type claimTakes uint8

const (
	takesNothing claimTakes = iota
	takesHalf               // half of the rest, at most three minutes (1997:9.5b)
	takesByRest             // so with more than two minutes; with one to two, down to one minute (2001:9.5b)
)

// quickplay is what the edition has on finishing without increment.
type quickplay uint8

const (
	noQuickplay  quickplay = iota
	anyTurn                // claimed in the last two minutes (1997:10.2)
	onTurn                 // by the player having the move; may be rejected, the opponent gets two minutes (2001:10.2)
	delayRequest           // before that, a delay or an increment of five seconds may be asked for (2014:G.4)
	bonusRequest           // an increment (2018:III.4)
)

// penal is what becomes of a game.
type penal uint8

const (
	noRule         penal = iota
	losesScoreOpen       // lost; the arbiter decides the opponent's score (2005:12.2b)
	losesOrDraws         // the opponent wins, or draws if he cannot mate (2009:12.3b)
	losesAlways          // the opponent wins (2018:11.3.2)
)

// fast is how illegal moves are dealt with where no arbiter watches every game.
type fast struct {
	claim   bool // an illegal move stands until it is claimed
	byTouch bool // the claim lapses by touching a piece, else by making a move
	loses   bool // an illegal move claimed loses, or draws if the claimant cannot mate
	putBack bool // and the position before it is put up again all the same
}

const std, rapid, blitz = trace.StandardPlay, trace.Rapid, trace.Blitz
