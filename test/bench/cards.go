package main

import "touchmove/eventlog/alarms"

// guessesRung holds the guesses that an arbiter has been asked about, by when their
// alarm rang.
type guessesRung map[string]bool

// count returns how many of the alarms that ring are new guesses.
func (g guessesRung) count(ringing []alarms.Alarm) (n int) {
	for _, a := range ringing {
		if name := a.Cause + "@" + a.Rang.String(); a.ID == alarms.GuessedMove && !g[name] {
			g[name] = true
			n++
		}
	}
	return n
}
