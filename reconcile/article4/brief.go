package article4

import (
	"time"

	"touchmove/rules"
)

// Brief is what an arbiter has to know about an edition when a round begins. Times are by
// trace.Mode.
type Brief struct {
	Illegal      [3]time.Duration // time the opponent gets for an illegal move
	LoseAt       int              // the illegal move that loses the game; 0 if none does
	PressCounts  bool             // a press without a move is an illegal move
	WrongClaim   [3]time.Duration // time the opponent gets for a wrong claim of a draw
	OnClaim      bool             // in rapid and blitz without supervision illegal moves have to be claimed before the reply
	FlagsOnClaim bool             // and flags are called only by players
	Default      time.Duration    // time after which an absent player loses
	DefaultOpen  bool             // the event decides that time
}

// BriefLine is one sentence of a brief, by its key in internal/words. Times are by trace.Mode, in
// milliseconds.
type BriefLine struct {
	Key    string  `json:"key"`
	Times  []int64 `json:"times_ms"` // none, one, or three
	Number int     `json:"number"`   // the illegal move that loses; else 0
}

// Lines returns the sentences of the brief.
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

// BriefOf returns the brief of an edition.
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
