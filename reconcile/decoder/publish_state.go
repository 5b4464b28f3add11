package decoder

import (
	"slices"
	"time"

	"touchmove/reconcile/release"
)

// publisher decides which moves of the best hypothesis are published, and when.
type publisher struct {
	tail     *link         // the last published move
	departed time.Duration // since when the best hypothesis departs from the published line; 0 if it does not
	from     *link         // where it departs
	back     bool          // it ends earlier on the published line
	caution  float64       // extra certainty required after having been wrong
	dark     float64       // seconds for which squares gave no reading recently; older ones count less
	dropped  float64       // moves dropped recently; older ones count less
	redo     int           // plies up to this one were published differently before
	pace     [12]time.Duration
	paces    int
	median   time.Duration
	verdicts [window]verdict // verdicts of the latest published moves, by ply
	judged   judging
	unknown  unknown
	slow     bool // a game with long pauses between its moves
	hands    release.Hands

	sealed    seal
	takenBack takenBack
	corrected corrected
}

// raiseCaution makes the publisher more careful after several plies had to be dropped: something
// about the board is worse than it seems.
func (p *publisher) raiseCaution(plies int) {
	p.dropped += float64(plies)
	if plies >= 3 {
		p.caution = min(p.caution+1, cautionMost)
	}
}

// advance updates the pace of the game: the median time between its moves, and whether that makes
// it a slow game.
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

// note stores the confidence with which a move was published.
func (p *publisher) note(l *link, sure float64) { p.verdicts[l.ply%window] = verdict{l, sure} }
