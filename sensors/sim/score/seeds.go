package score

// Seeds is a range of seeds for simulated play, both ends included.
type Seeds struct{ First, Last uint64 }

// Numbers are fitted to and judged by different games with different hands. HeldOut
// is only for measuring: nothing is fitted to these seeds, and nobody looks at a
// lost game among them to fix it. Games to look at have seeds of Studied.
var (
	Fitting  = Seeds{5000000, 5099999} // to fit weights and constants
	Checking = Seeds{5100000, 5199999} // to choose between fits
	HeldOut  = Seeds{7000000, 8999999} // for the measurements of make bench
	Studied  = Seeds{9000000, 9999999} // to find out why games are lost
)

// Holds reports whether n seeds, beginning with first, lie in the range.
func (s Seeds) Holds(first uint64, n int) bool {
	return n > 0 && first >= s.First && first+uint64(n)-1 <= s.Last
}
