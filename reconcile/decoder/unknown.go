package decoder

import (
	"time"

	"touchmove/reconcile/asking"
)

// How probable a move made during an outage must be. Below these values it is as likely to be wrong
// as right, and a person is asked about it.
const (
	unknownBelow = 0.5  // below this it is not published at once
	unknownPlies = 8    // but if play has gone on for this many plies without an answer,
	guessLeast   = 0.2  // it is published if it and all after it have at least this probability
	lastGuess    = 0.05 // or, when the game has ended, this one
)

// isUnknown reports whether too little was detected of next for it to be published. Then nothing
// more of the game is published until it is known, by later readings or by a person's answer.
func (d *Decoder) isUnknown(best *hypothesis, next *link) bool {
	if next.traits&(unlit|uncounted) == 0 {
		return false
	}
	u := &d.pub.unknown
	if u.next != next || u.best != best.tail || d.now-u.at >= judgeEvery {
		*u = unknown{next: next, best: best.tail, at: d.now}
		u.is = (!d.isKnown(best, next.prev, next, unknownBelow) || d.isContested(next)) && (best.tail.ply-next.ply < unknownPlies || !d.areKnown(best, next, guessLeast))
	}
	return u.is
}

// unknown is the last finding about the next move.
type unknown struct {
	next, best *link
	at         time.Duration
	is         bool
}

// isKnown reports whether l, a move of s, was not made during an outage or has at least this
// confidence. After a move of which nothing was detected, the number of every later ply is
// uncertain. Only lines that have the moves of s up to after count: those are published, or about to be,
// and doubts about them are another question.
func (d *Decoder) isKnown(s *hypothesis, after, l *link, least float64) bool {
	if l.traits&(unlit|uncounted) == 0 || l.traits&(forced|imposed) != 0 {
		return true
	}
	w := masses{count: 1}
	w.of[0] = d.weighAfter(after, l)
	return d.confidence(&w, l, s) >= least
}

// isContested reports whether one end of l was not detected and all other moves together are
// likelier.
func (d *Decoder) isContested(l *link) bool {
	if l.traits&unlit == 0 || l.traits&blind == 0 || l.traits&(forced|imposed) != 0 {
		return false
	}
	m := d.weighAfter(l.prev, l)
	return m.with < m.against+m.without
}

// areKnown reports whether l and the moves of s after it all have this confidence, given those before l. The
// last one counts only if it is l: a hand may still go on with it.
func (d *Decoder) areKnown(s *hypothesis, l *link, least float64) bool {
	for on := s.tail; on.ply >= l.ply; on = on.prev {
		if (on != s.tail || on == l) && !d.isKnown(s, l.prev, on, least) {
			return false
		}
	}
	return true
}

// knownPlies returns how many moves of s after common may be published when no more will come: all
// of them, unless one is no more than a blind guess; then only those before the first unknown one that a
// person can be asked about.
func (d *Decoder) knownPlies(s *hypothesis, common *link) int {
	first := s.tail.at(common.ply + 1)
	if first == nil || d.areKnown(s, first, lastGuess) {
		return s.tail.ply - common.ply
	}
	n := first.ply
	for n <= s.tail.ply && (d.isKnown(s, s.tail.at(n-1), s.tail.at(n), unknownBelow) || !d.isRivalledAt(s.tail.at(n))) {
		n++
	}
	return n - first.ply
}

// isRivalledAt reports whether after the same moves another one than l is possible. If not, nobody can be
// asked about it, however much speaks against the whole line.
func (d *Decoder) isRivalledAt(l *link) bool {
	m := d.weighAfter(l.prev, l)
	return m.against >= asking.Enough*(m.with+m.against)
}

// tellAnswered publishes the rest of a game that is over when a person has named the move it waited
// for, and asks about the next unknown one.
func (d *Decoder) tellAnswered() {
	pick, cost := d.beam[0], asPlayed
	if end := d.endLine(); d.phase == finished && end != nil {
		pick, cost = end, d.endCost // hands have cleared the board since, or put the kings in the centre
	}
	d.tellLine(pick, d.isFinal(pick, cost))
	d.asking.Note(d.Alternatives(), d.beam[0].tail.ply)
	d.askAtEnd()
}
