package article4

import (
	"time"

	"touchmove/rules"
)

// Device proposes the result after a telephone has sounded or was found (2005:12.2b, 2009:12.3b,
// 2018:11.3.2). Its reason reports whether the arbiter still has to decide the opponent's score.
func (ref *Referee) Device(by rules.Color, at time.Duration) {
	ref.now = at
	rule := ref.laws.device
	if rule == noRule || !ref.begun || ref.result.text != "" && !ref.result.proposed {
		return
	}
	p := ref.current().pos
	text, proof := ref.loses(by, &p, rule == losesOrDraws)
	why := Device
	if rule == losesScoreOpen {
		why = DeviceScoreOpen
	}
	ref.proposal.device = true
	ref.propose(ResultKnown{Result: text, Reason: why, Proof: proof})
}
