package decoder

import "time"

// ending is what speaks for the end of a game: both kings in the centre.
type ending struct {
	centreSince time.Duration // since when they stand there; 0 is not
	resumeSince time.Duration // since when the board shows the position before again; 0 is not
	proposed    bool          // the end is only a sign on the board
}
