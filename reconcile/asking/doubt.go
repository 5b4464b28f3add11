package asking

import (
	"cmp"
	"slices"
	"time"

	"touchmove/rules"
)

// Masses is how much speaks for each move that a ply may have been.
type Masses struct {
	Moves []Mass  // the published one first, or the likeliest if none is published
	Other float64 // the mass of everything else: other moves before it, or none at this ply
	Sure  float64 // the confidence of the first move, 0 to 1
	Apart bool    // other moves before it are another question, so that Other does not count here
}

// Mass is a move that a ply may have been, and how much speaks for it.
type Mass struct {
	Move    rules.Move
	Mass    float64       // of the hypotheses that have it
	Merged  float64       // the part of it that is of hypotheses merged into others because they have come to the same position
	Reasons []Why         // what the sensors showed of it
	Empty   time.Duration // how long its square was last empty, if it is a capture
}

// Unsettled is a ply whose move is not certain.
type Unsettled struct {
	Ply        int
	Published  bool           // a move was published for it
	Before     rules.Position // the position in which the candidates are moves
	Candidates []Alternative  // likeliest first
	Other      float64        // the probability that it was none of them
	Final      bool           // later readings will not distinguish the candidates

	masses Masses
}

// Unlikely is the probability below which a candidate is not listed.
const Unlikely = 0.0005

// finalShare is the part of a move's mass that must be merged before later readings can no longer
// decide about the move.
const finalShare = 0.9

// Unsettled returns the candidates for a ply with their probabilities; before is the position in which they
// are moves.
func (s Masses) Unsettled(ply int, before rules.Position, published bool) Unsettled {
	first := s.Moves[0].Move
	all, rivals := s.Other, s.Other
	for _, c := range s.Moves {
		all += c.Mass
		if c.Move != first {
			rivals += c.Mass
		}
	}
	// The move's confidence is known better than the masses of its rivals alone would give it. So
	// the rivals share what it leaves, but none gets more than its part of all masses kept.
	part := 1 / all
	if rivals > 0 {
		part = min(part, (1-s.Sure)/rivals)
	}
	u := Unsettled{Ply: ply, Published: published, Before: before, Final: true, masses: s}
	left := 1.0
	for _, c := range s.Moves {
		if c.Move != first && part*c.Mass < Unlikely {
			continue
		}
		a := u.alternative(c)
		a.Probability, a.Final = part*c.Mass, c.Merged > c.Mass*finalShare
		if c.Move == first {
			a.Probability = s.Sure
		} else if !a.Final {
			u.Final = false
		}
		left -= a.Probability
		u.Candidates = append(u.Candidates, a)
	}
	u.Other = max(0, left)
	u.Final = u.Final && len(u.Candidates) > 1 && u.Other < u.Candidates[len(u.Candidates)-1].Probability
	sortByProbability(u.Candidates)
	return u
}

// alternative returns the move of c without its probability.
func (u *Unsettled) alternative(c Mass) Alternative {
	a := Alternative{Move: c.Move, Published: u.Published && c.Move == u.masses.Moves[0].Move, Reasons: c.Reasons}
	if slices.Contains(c.Reasons, WhyVictimSeen) {
		a.Empty = c.Empty
	}
	return a
}

// possible lists the legal moves that u may have been, likeliest first: all of them at the end of the
// game, otherwise only those with which the board agrees. The confidence of a move is an average
// over many games. It gives too little weight to the rivals of a move that is unpublished because
// of them, so there each move is at least as likely as its hypotheses are.
func (u *Unsettled) possible(when moment) (list []Alternative) {
	first, all := u.masses.Moves[0].Move, u.masses.Other
	if u.masses.Apart {
		all = 0
	}
	for _, c := range u.masses.Moves {
		all += c.Mass
	}
	left := 1.0
	for _, c := range u.masses.Moves {
		a := u.alternative(c)
		if i := slices.IndexFunc(u.Candidates, func(k Alternative) bool { return k.Move == a.Move }); i >= 0 {
			a = u.Candidates[i]
		}
		if slices.Contains(a.Reasons, WhyNotAllowed) || when == inPlay && slices.Contains(a.Reasons, WhyUnexplained) {
			continue
		}
		if !u.Published {
			a.Probability = max(a.Probability, c.Mass/all)
		}
		if a.Move != first {
			left -= a.Probability
		}
		list = append(list, a)
	}
	for i := range list {
		if list[i].Move == first {
			list[i].Probability = max(0, min(list[i].Probability, left))
		}
	}
	sortByProbability(list)
	return list
}

func sortByProbability(list []Alternative) {
	slices.SortStableFunc(list, func(a, b Alternative) int { return cmp.Compare(b.Probability, a.Probability) })
}
