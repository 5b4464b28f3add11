package article4

import (
	"slices"

	"touchmove/rules"
)

// standing is the state of the Laws that undoing an arbiter's action restores.
type standing struct {
	turns        []*turn // the latest; the last is open
	counts       [2]int  // illegal moves
	illegal      *illegal
	hands        *twoHands // reported, and the clock not pressed yet
	settled      *verdict  // a claim about Article 4 that was decided, or a breach older than the log
	draws        draws
	irregularity string
	result       result
	flags        flags
	flagTold     bool   // a flag's result is proposed
	timeClaimed  bool   // a player has claimed that the opponent's flag has fallen
	deviceTold   bool   // a result for a device that sounded is proposed
	proposal     string // the proposed result of a flag, a device or an illegal position
	adjusted     []rules.Square
	ambiguous    []rules.Move // moves that fit at a press (disambiguate)
}

// clone returns a copy that further play does not change.
func (s *standing) clone() standing {
	c := *s
	c.adjusted, c.ambiguous = slices.Clone(s.adjusted), slices.Clone(s.ambiguous)
	c.turns = nil
	for _, t := range s.turns {
		t := *t
		t.acts = slices.Clone(t.acts)
		if t.made != nil {
			made := *t.made
			t.made = &made
		}
		c.turns = append(c.turns, &t)
	}
	if s.illegal != nil {
		ill := *s.illegal
		c.illegal = &ill
	}
	if s.hands != nil {
		h := *s.hands
		c.hands = &h
	}
	if s.draws.pending != nil {
		p := *s.draws.pending
		c.draws.pending = &p
	}
	return c
}
