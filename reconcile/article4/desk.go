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

// Counts are what an arbiter counts for each player: illegal moves, offers of a draw and claims
// that were refused (2009:12.6).
type Counts struct {
	Illegal, Offers, Refused [2]int
}

// Counts returns the current counts.
func (ref *Referee) Counts() Counts {
	return Counts{ref.offences.counts, ref.draws.offers, ref.draws.refused}
}
