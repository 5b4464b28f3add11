package article4

// Claimed returns the latest claim, and false when none was made since the game began.
func (ref *Referee) Claimed() (Claimed, bool) {
	if ref.draws.pending == nil {
		return Claimed{}, false
	}
	p := ref.draws.pending
	c := p.evidence
	c.What, c.By, c.Upheld, c.Waits = p.what, p.by, p.upheld, !p.ruled
	return c, true
}

// Counts are what an arbiter counts for each player: illegal moves, offers of a draw, by the half-moves after which they
// were made, and claims that were refused. Unreasonable ones may be penalised (2009: 12.6, 2018: 11.5).
type Counts struct {
	Illegal [2]int
	Offers  [2][]int
	Refused [2][]Refused
}

// Counts returns the current counts. The lists must not be changed.
func (ref *Referee) Counts() Counts {
	return Counts{ref.offences.counts, ref.draws.offers, ref.draws.refused}
}
