package decoder

import (
	"slices"
	"time"

	"touchmove/reconcile/release"
)

// publisher decides which moves of the best hypothesis are told, and when.
type publisher struct {
	tail     *link         // the last move told
	departed time.Duration // since when the best hypothesis departs from what was told; 0 is not
	from     *link         // where it departs
	back     bool          // it is a forerunner of what was told
	caution  float64       // how much more certain to be than usual, after having been wrong
	dark     float64       // seconds for which squares gave no reading lately, the older the less
	dropped  float64       // moves dropped lately, the older the less
	redo     int           // plies up to this one were told otherwise before
	pace     [12]time.Duration
	paces    int
	median   time.Duration
	verdicts [window]verdict // of the latest moves told, by ply
	judged   judging
	unknown  unknown
	slow     bool // a game with time between its moves
	hands    release.Hands
}

// raiseCaution makes the publisher more careful after it had to drop several plies:
// something about the board is worse than it seems.
func (p *publisher) raiseCaution(plies int) {
	p.dropped += float64(plies)
	if plies >= 3 {
		p.caution = min(p.caution+1, cautionMost)
	}
}

// advance keeps the pace of the game: the median time between its moves, and whether that
// makes it a slow game.
func (p *publisher) advance(l *link, slowGame time.Duration) {
	if l.prev != nil && l.prev.prev != nil {
		p.pace[p.paces%len(p.pace)] = l.landed - l.prev.landed
		p.paces++
		n := min(p.paces, len(p.pace))
		sorted := p.pace
		slices.Sort(sorted[:n])
		p.median = sorted[n/2]
		p.slow = p.median >= slowGame
	}
	p.caution = max(0, p.caution-cautionLess)
	p.dropped *= droppedKept
	p.dark *= darkKept
	p.tail = l
}

// note keeps how certain a move was when it was told.
func (p *publisher) note(l *link, sure float64) { p.verdicts[l.ply%window] = verdict{l, sure} }

// Consensus: how far another hypothesis has to be behind before its different
// opinion on a move no longer counts. An old doubt must not hold up the game.
const (
	marginFresh  = 2.0
	marginOld    = 1.0
	marginStale  = 0.3
	marginBlind  = 2.5 // one end of the move was not seen
	blindAge     = 120 * time.Second
	marginSilent = 1.3 // which piece was taken is shown by what follows, not by time
	oldAge       = 3 * time.Second
	staleAge     = 8 * time.Second

	stood = 60 * time.Millisecond // a reply, or an opponent's touch, that is no bounce

	level       = 0.5 // of two lines to one position, what was told stands
	repeatBy    = 2.5 // of a repetition, and of pieces that were put back
	amendBy     = 1.5
	amendFor    = 200 * time.Millisecond
	retractBy   = 2.5
	retractFor  = time.Second
	cautionMost = 4.0
	cautionLess = 0.03 // with each move told
	cautionBy   = 1.0
	droppedKept = 0.9 // of the moves dropped, with each move told
	darkKept    = 0.97
	unreadMost  = 1000.0

	deepest = 8
	deepBy  = 0.75
	deepFor = 500 * time.Millisecond

	// A move is told when a second of waiting would bring no more certainty than this that the
	// hand is done, and the board was read rightly with at least that probability, by what a
	// wrong move costs in the two ways of telling.
	sureWorth  = 0.007
	sureLeast  = 0.95
	quickWorth = 0.05
	quickLeast = 0.8
	rested     = 250 * time.Millisecond // what is shorter may be a hand that waves over the board
	restMost   = 3 * time.Second        // no hand hesitates for longer
	patience   = 4 * time.Second        // after this the risk may be higher, in proportion to the time

	triedWait   = time.Second     // after the piece has rested on another square in this turn
	knockWait   = 8 * time.Second // after something else was knocked with it
	silentWait  = 2500 * time.Millisecond
	silentPress = 20 * time.Second // where a press is due
	silentQuick = time.Second
	promoteSaid = 600 * time.Millisecond // after the press, for the word that names the piece
	endMargin   = 4.0
)
