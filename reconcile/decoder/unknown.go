package decoder

import "time"

// How certain a move has to be that was made in the dark. Below, it is as likely to be wrong
// as right, and a person is asked about it.
const (
	unknownBelow = 0.5  // it is not told at once
	unknownPlies = 8    // but when play has gone on for so long and nobody has answered,
	guessLeast   = 0.2  // if it and all after it are this certain at least
	lastGuess    = 0.05 // or, when the game has ended, this certain
)

// isUnknown reports whether next is a move of which too little was seen for it to be told,
// and nothing more of the game until it is known: by what is read, or by a person's word.
func (d *Decoder) isUnknown(best *hypothesis, next *link) bool {
	if next.traits&(unlit|uncounted) == 0 {
		return false
	}
	u := &d.pub.unknown
	if u.next != next || u.best != best.tail || d.now-u.at >= judgeEvery {
		*u = unknown{next: next, best: best.tail, at: d.now}
		u.is = (!d.isKnown(best, next, unknownBelow) || d.isContested(next)) && (best.tail.ply-next.ply < unknownPlies || !d.areKnown(best, next, guessLeast))
	}
	return u.is
}

// unknown is what was found of the next move when it was looked at last.
type unknown struct {
	next, best *link
	at         time.Duration
	is         bool
}

// isKnown reports whether l, a move of s, was not made in the dark, or is this certain. Of
// what comes after a move of which nothing was seen, every number of a ply is uncertain.
func (d *Decoder) isKnown(s *hypothesis, l *link, least float64) bool {
	return l.traits&(unlit|uncounted) == 0 || l.traits&forced != 0 || d.certainty(s, l) >= least
}

// isContested reports whether other moves than l, of which an end was not seen, are likelier
// taken together.
func (d *Decoder) isContested(l *link) bool {
	if l.traits&unlit == 0 || l.traits&blind == 0 || l.traits&forced != 0 {
		return false
	}
	w := d.weigh(l, 1)
	return w.of[0].with < w.of[0].against+w.of[0].without
}

// areKnown reports whether l and the moves of s after it are all this certain. The last one
// counts only if it is l: a hand may still go on with it.
func (d *Decoder) areKnown(s *hypothesis, l *link, least float64) bool {
	for on := s.tail; on.ply >= l.ply; on = on.prev {
		if (on != s.tail || on == l) && !d.isKnown(s, on, least) {
			return false
		}
	}
	return true
}

// knownPlies is how many moves of s after common may be told when no more will come: all of
// them, unless one is no more than a guess in the blind; then those before the first that
// is unknown.
func (d *Decoder) knownPlies(s *hypothesis, common *link) int {
	first := s.tail.at(common.ply + 1)
	if first == nil || d.areKnown(s, first, lastGuess) {
		return s.tail.ply - common.ply
	}
	n := first.ply
	for d.isKnown(s, s.tail.at(n), unknownBelow) {
		n++
	}
	return n - first.ply
}

// tellAnswered tells the rest of a game that is over when a person has named the move that it
// waited for, and asks about the next one that is unknown.
func (d *Decoder) tellAnswered() {
	d.tellLine(d.beam[0], d.isFinal(d.beam[0]))
	d.asking.last = d.first(d.Alternatives(), true)
	d.askAtEnd()
}
