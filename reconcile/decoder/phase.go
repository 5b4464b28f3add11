package decoder

import "time"

// phase is what goes on at the board.
type phase uint8

const (
	settingUp phase = iota // the first position is not on the board yet
	playing
	sweeping // pieces are being swept together, set up, or lie about
	finished // the game has ended; the next begins with its first position
)

const (
	setupQuiet     = 2500 * time.Millisecond // with a square or two that differ, begin after this
	setupNear      = time.Second             // or, when a piece is lifted, after this
	setupOff       = 2
	setupUnfelt    = 4 // or so many that are only missing, after setupSettled
	setupSettled   = 6 * time.Second
	homeRanks      = 0xffff_0000_0000_ffff // where the pieces stand when a game begins
	sweepAt        = 5                     // so many pieces missing at once, or so many squares wrong, is no play
	sweepTotal     = 7
	playAgain      = 2
	growAtMost     = 12 // squares; with more no move is looked for
	newGamePlies   = 6  // fewer may have been taken back
	keptPlies      = 20 // with fewer, a game without a result was not left but begun again
	restFor        = 150 * time.Millisecond
	newGameFor     = 900 * time.Millisecond
	sweptFor       = 3 * time.Second  // before the last move is told on a board that is swept
	newGameSilence = 2 * time.Minute  // after this it is no repetition any more
	setUpWithin    = 20 * time.Second // from one piece put up for the next game to the next
)

// held is the phase in which the Laws keep the decoder from telling moves: an
// illegal move waits to be put right, a claim was upheld, a move on a tactile
// board is not announced. Readings are taken, no hypothesis grows.
const held phase = 100
