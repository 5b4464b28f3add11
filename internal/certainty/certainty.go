// Package certainty has the two levels of confidence at which programs and people decide. A
// confidence is the probability that a published move is right.
package certainty

// A move below Likely is a guess that a person should check; a move from Certain on is settled.
const (
	Likely  = 0.9
	Certain = 0.999
)
