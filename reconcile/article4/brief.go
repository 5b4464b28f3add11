package article4

import (
	"time"

	"touchmove/rules"
)

// Brief is what an arbiter has to know of an edition when a round begins. Times are by
// trace.Mode.
type Brief struct {
	Illegal      [3]time.Duration // what an illegal move brings the opponent
	LoseAt       int              // the illegal move that loses; 0: none does
	PressCounts  bool             // a press without a move is an illegal move
	WrongClaim   [3]time.Duration // what a wrong claim of a draw brings the opponent
	OnClaim      bool             // without supervision, rapid and blitz have illegal moves claimed before the reply
	FlagsOnClaim bool             // and flags called by players alone
	Default      time.Duration    // after which an absent player loses
	DefaultOpen  bool             // that is for the event to say
}

// BriefOf returns what an arbiter has to know of an edition.
func BriefOf(l rules.Laws) Brief {
	e := &editions[l]
	b := Brief{
		LoseAt: e.loseAt, PressCounts: e.pressCounts, OnClaim: e.loose[rapid].claim || e.loose[blitz].claim,
		FlagsOnClaim: e.rapidUnder > 0 && !e.flagsSeen, DefaultOpen: e.defaultTime < 0,
		Default: time.Duration(max(e.defaultTime, 0)) * time.Minute,
	}
	for mode := range b.Illegal {
		b.Illegal[mode] = time.Duration(e.seconds[mode]) * time.Second
		b.WrongClaim[mode] = time.Duration(e.claimSeconds[mode]) * time.Second
	}
	return b
}
