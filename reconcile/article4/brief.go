package article4

import (
	"time"

	"touchmove/rules"
)

// Brief is what an arbiter has to know about an edition when a round begins, for the rate of play of
// the game.
type Brief struct {
	Illegal      time.Duration // time the opponent gets for an illegal move
	LoseAt       int           // the illegal move that loses the game; 0 if none does
	PressCounts  bool          // a press without a move is an illegal move
	WrongClaim   time.Duration // time the opponent gets for a wrong claim of a draw
	UntilReply   bool          // for lack of supervision, an illegal move stands once the opponent has replied
	FlagsOnClaim bool          // and flags are called only by players
	Default      time.Duration // time after which an absent player loses
	DefaultOpen  bool          // the event decides that time
}

// BriefLine is one sentence of a brief, by its key in internal/words; times are in milliseconds.
type BriefLine struct {
	Key    string  `json:"key"`
	Times  []int64 `json:"times_ms"` // none or one
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
	say(b.Illegal == 0, BriefLine{Key: "illegal-none"})
	say(b.Illegal != 0, BriefLine{Key: "illegal", Times: millis(b.Illegal)})
	say(b.LoseAt > 0, BriefLine{Key: "loses", Number: b.LoseAt})
	say(b.PressCounts, BriefLine{Key: "press"})
	say(b.WrongClaim != 0, BriefLine{Key: "claim", Times: millis(b.WrongClaim)})
	say(b.UntilReply, BriefLine{Key: "loose"})
	say(b.FlagsOnClaim, BriefLine{Key: "flags"})
	say(b.DefaultOpen, BriefLine{Key: "default-told"})
	say(!b.DefaultOpen, BriefLine{Key: "default", Times: millis(b.Default)})
	return lines
}

func millis(t time.Duration) []int64 { return []int64{t.Milliseconds()} }

// BriefOf returns the brief of an edition for a rate of play.
func BriefOf(l rules.Laws, r Rate) Brief {
	e, loose := &editions[l], IsLoose(l, r)
	return Brief{
		Illegal: time.Duration(e.seconds[r.Mode]) * time.Second, LoseAt: e.loseAt, PressCounts: e.pressCounts,
		WrongClaim: time.Duration(e.claimSeconds[r.Mode]) * time.Second, UntilReply: loose && e.loose[r.Mode].claim,
		FlagsOnClaim: loose && !e.flagsSeen, DefaultOpen: e.defaultTime < 0, Default: time.Duration(max(e.defaultTime, 0)) * time.Minute,
	}
}

// ActsOnObserved reports whether the arbiter of fast play without supervision may act on an illegal move
// that he observes before the reply, without a claim (2018:A.4.2, 2023:A.5.2).
func ActsOnObserved(l rules.Laws) bool { return editions[l].observed }
