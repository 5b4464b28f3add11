package decoder

import "time"

// due is what the next evaluation has to do, and when.
type due struct {
	next          time.Duration // the next evaluation; 0 means none
	dirty         bool          // there are new readings by which no hypothesis has grown yet
	takeBackTried time.Duration // the board's quietSince for which take-backs were tried
}
