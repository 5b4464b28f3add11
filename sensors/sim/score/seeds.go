package score

// Seeds is a range of seeds for simulated play, both ends included.
type Seeds struct{ First, Last uint64 }

// What a number may be fitted to, and what it is judged by, are different games
// of different hands. HeldOut is for measuring alone: nothing is fitted to these
// seeds, and nobody looks at a lost game of theirs to mend it.
var (
	Fitting  = Seeds{5000000, 5099999} // weights and constants are fitted to these
	Checking = Seeds{5100000, 5199999} // and one fit is chosen before another by these
	HeldOut  = Seeds{7000000, 7999999} // make bench measures by these
)

// Holds reports whether a run of so many seeds from one on lies in the range.
func (s Seeds) Holds(first uint64, n int) bool {
	return n > 0 && first >= s.First && first+uint64(n)-1 <= s.Last
}
