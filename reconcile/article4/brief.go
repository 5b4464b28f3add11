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

// BriefLine is one sentence of a brief, by its key in internal/words. Times are by
// trace.Mode, in milliseconds.
type BriefLine struct {
	Key    string  `json:"key"`
	Times  []int64 `json:"times_ms"` // none, one, or three
	Number int     `json:"number"`   // the illegal move that loses; else 0
}

// Lines returns the brief sentence by sentence.
func (b Brief) Lines() (lines []BriefLine) {
	say := func(yes bool, l BriefLine) {
		if l.Times == nil {
			l.Times = []int64{}
		}
		if yes {
			lines = append(lines, l)
		}
	}
	say(b.Illegal == [3]time.Duration{}, BriefLine{Key: "illegal-none"})
	say(b.Illegal != [3]time.Duration{}, BriefLine{Key: "illegal", Times: millis(b.Illegal[:])})
	say(b.LoseAt > 0, BriefLine{Key: "loses", Number: b.LoseAt})
	say(b.PressCounts, BriefLine{Key: "press"})
	say(b.WrongClaim != [3]time.Duration{}, BriefLine{Key: "claim", Times: millis(b.WrongClaim[:])})
	say(b.OnClaim, BriefLine{Key: "loose"})
	say(b.FlagsOnClaim, BriefLine{Key: "flags"})
	say(b.DefaultOpen, BriefLine{Key: "default-told"})
	say(!b.DefaultOpen, BriefLine{Key: "default", Times: millis([]time.Duration{b.Default})})
	return lines
}

func millis(times []time.Duration) (list []int64) {
	for _, t := range times {
		list = append(list, t.Milliseconds())
	}
	return list
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
