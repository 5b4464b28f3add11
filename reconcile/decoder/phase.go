package decoder

import "time"

// phase is the phase of what happens at the board.
type phase uint8

const (
	settingUp phase = iota // the board has not shown the first position yet
	playing
	sweeping // pieces are being swept together or set up, or lie about
	finished // the game has ended; the next begins with its first position
)

const (
	setupQuiet     = 2500 * time.Millisecond // if one or two squares differ, begin after this
	setupNear      = time.Second             // or after this, when a piece is lifted
	setupOff       = 2
	setupUnfelt    = 4 // or this many that are only missing, after setupSettled
	setupSettled   = 6 * time.Second
	homeRanks      = 0xffff_0000_0000_ffff // the squares with pieces when a game begins
	sweepAt        = 5                     // this many pieces missing at once, or squares wrong, is not play
	sweepTotal     = 7
	playAgain      = 2
	growAtMost     = 12 // squares; if more differ, no move is tried
	newGamePlies   = 6  // with fewer, they may have been taken back
	keptPlies      = 20 // with fewer, a game without a result was begun again, not left
	restFor        = 150 * time.Millisecond
	newGameFor     = 900 * time.Millisecond
	awayLeast      = time.Second      // for less, a piece was only brushed, or its sensor lost it
	sweptFor       = 3 * time.Second  // before the last move is published on a swept board
	newGameSilence = 2 * time.Minute  // after this time it is no longer a repetition
	setUpWithin    = 20 * time.Second // between one piece set up for the next game and the next
)

// held is the phase in which the Laws keep the decoder from publishing moves: an illegal move waits
// to be put right, a claim was upheld, or a move on a tactile board is not announced. Readings are
// taken, but no hypothesis grows.
const held phase = 100

// ending is the evidence that a game is over: kings in the centre, or a swept board.
type ending struct {
	centreSince time.Duration // since when the kings stand there; 0 if they do not
	resumeSince time.Duration // since when the board shows the position before that again; 0 if it does not
	proposed    bool          // the game ended only by a sign on the board
	result      string        // the result shown by that sign
	doubtful    bool          // one of its kings stood there before
	declined    time.Duration // when a result shown by kings was last taken back: as they stand there, they show none
	sweptSince  time.Duration // since when the board has been swept and this is not yet published; 0 if it is not
	decided     bool          // see Decide
}
