package article4

import (
	"slices"

	"touchmove/rules"
)

// noted is what was seen on the board and is told as it stands, without a ruling.
type noted struct {
	irregularity string
	adjusted     []rules.Square
	ambiguous    []rules.Move // moves that fit at a press (disambiguate)
}

// standing is the state of the Laws that undoing an arbiter's action restores.
type standing struct {
	turns []*turn // the latest; the last is open
	Account
	noted noted
}

// Account is what the Laws count and decide in a whole game.
type Account struct {
	offences offences
	draws    draws
	result   result
	flags    flags
	proposal proposal
}

// clone returns a copy that further play does not change.
func (s *standing) clone() standing {
	c := *s
	c.noted.adjusted, c.noted.ambiguous = slices.Clone(s.noted.adjusted), slices.Clone(s.noted.ambiguous)
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
	c.Account = s.Account.clone()
	return c
}

// clone returns a copy that further play does not change.
func (a *Account) clone() Account {
	c := *a
	c.offences.illegal, c.offences.hands, c.offences.settled = copied(a.offences.illegal), copied(a.offences.hands), copied(a.offences.settled)
	c.offences.earlier = slices.Clone(a.offences.earlier)
	c.draws.pending = copied(a.draws.pending)
	for by := range c.draws.offers {
		c.draws.offers[by], c.draws.refused[by] = slices.Clone(a.draws.offers[by]), slices.Clone(a.draws.refused[by])
	}
	return c
}
