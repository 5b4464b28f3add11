package article4

import (
	"time"

	"touchmove/internal/refusal"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// TimeChange is what a ruling does to the clocks.
type TimeChange struct {
	By    rules.Color   // whose time changes
	Add   time.Duration // less than 0 takes
	takes claimTakes    // instead: what the edition takes from who claimed wrongly
	Bonus time.Duration // instead: both players get this much with each move from now on (2014:G.4, 2018:III.4)
	Delay bool          // Bonus is a delay
	Stop  bool          // instead: the clocks are stopped
	Why   string
}

// Amount is the change for a player who has this much time left.
func (c TimeChange) Amount(left time.Duration) time.Duration {
	half := -min(left/2, 3*time.Minute)
	switch {
	case c.takes == takesHalf, c.takes == takesByRest && left > 2*time.Minute:
		return half
	case c.takes == takesByRest && left > time.Minute:
		return time.Minute - left
	}
	return c.Add
}

// Times returns the changes of the clocks that were ruled since the last call.
func (w *Watch) Times() []TimeChange {
	t := w.times
	w.times = nil
	return t
}

func (w *Watch) change(c TimeChange) { w.times = append(w.times, c) }

// pending is the latest claim or request that an arbiter has to rule upon.
type pending struct {
	what     string // as the command has it; quickplay or request-increment
	by       rules.Color
	ruled    bool
	upheld   bool // by what the record says
	position int  // half-moves then
	evidence Claimed
}

// Rulings of DoVerdict.
const (
	ruleUpheld   = "upheld"
	ruleRejected = "rejected"
	ruleDraw     = "draw"
	rulePostpone = "postpone"
)

// Check refuses a ruling that cannot be given now, or a request that a player
// cannot make. It changes nothing.
func (w *Watch) Check(c trace.Command) error {
	switch c.Do {
	case trace.DoVerdict:
		p := w.pending
		switch {
		case p == nil || p.ruled:
			return refusal.New("verdict-no-claim", "verdict: no claim is waiting for one")
		case p.what == quickplayClaim && c.What != ruleDraw && c.What != rulePostpone && c.What != ruleRejected:
			return refusal.New("verdict-quickplay", "verdict: what is {what:q} and must be draw, postpone or rejected, for a claim of the quickplay finish", "what", c.What)
		case p.what != quickplayClaim && c.What != ruleUpheld && c.What != ruleRejected:
			return refusal.New("verdict-word", "verdict: what is {what:q} and must be upheld or rejected", "what", c.What)
		}
	case trace.DoIllegal:
		ill := w.illegal
		switch {
		case c.What == "":
			return refusal.New("illegal-what", "illegal: write what: confirm, reject or not-counted")
		case ill == nil:
			return refusal.New("illegal-none", "illegal: no illegal move has been found")
		case c.What == "confirm" && (!ill.counted || ill.confirmed):
			return refusal.New("illegal-none-waits", "illegal: there is none that waits for a decision")
		}
	case trace.DoQuickplay:
		return w.checkQuickplay(c)
	}
	return nil
}

// The requests of the quickplay finish, as DoQuickplay names them.
const (
	quickplayClaim   = "claim"
	quickplayRequest = "request-increment"

	quickplayDraw = "quickplay_finish" // why the game is drawn
)

func (w *Watch) checkQuickplay(c trace.Command) error {
	by, err := rules.ParseColor(c.By)
	switch {
	case c.What == "":
		return refusal.New("quickplay-what", "quickplay: write what: claim or request-increment")
	case err != nil:
		return refusal.New("quickplay-player", "quickplay: by must be the player, white or black")
	case w.laws.quickplay == noQuickplay:
		return refusal.New("quickplay-none", "quickplay: {laws} has no quickplay finish", "laws", w.header.Laws)
	case c.What == quickplayRequest && w.laws.quickplay < delayRequest:
		return refusal.New("quickplay-no-request", "quickplay: {laws} knows no request for an increment: claim", "laws", w.header.Laws)
	case w.result.text != "" && !w.result.proposed:
		return refusal.New("quickplay-over", "quickplay: the game is over")
	case w.laws.quickplay >= onTurn && w.begun && by != w.current().mover():
		return refusal.New("quickplay-not-on-move", "quickplay: only the player having the move may claim (2001: 10.2)")
	}
	return nil
}

// quickplay takes a claim or a request in the last two minutes; the clocks stop.
func (w *Watch) quickplay(c trace.Command) {
	by, _ := rules.ParseColor(c.By)
	w.pending = &pending{what: c.What, by: by, position: w.ply()}
	w.change(TimeChange{Stop: true, Why: "quickplay finish"})
	w.remark("quickplay_"+map[string]string{quickplayClaim: "claim", quickplayRequest: "request"}[c.What], by)
}

// verdict carries out what the arbiter has ruled on the latest claim.
func (w *Watch) verdict(c trace.Command) {
	p := w.pending
	if p == nil || p.ruled {
		return
	}
	p.ruled = true
	opponent := p.by.Other()
	switch {
	case p.what == quickplayRequest && c.What == ruleUpheld:
		kind := ""
		if _, err := c.Extra.Get("kind", &kind); err != nil {
			kind = ""
		}
		w.change(TimeChange{Bonus: 5 * time.Second, Delay: kind == "delay" && w.laws.quickplay == delayRequest, Why: "quickplay finish"})
		w.change(TimeChange{By: opponent, Add: 2 * time.Minute, Why: "quickplay finish"})
	case p.what == quickplayRequest:
	case p.what == quickplayClaim && c.What == ruleDraw:
		w.order(Order{Do: Finish, Result: rules.Drawn.String(), Reason: quickplayDraw})
	case p.what == quickplayClaim && c.What == rulePostpone:
		p.ruled = false // it is decided when the flag has fallen (10.2b, III.5.2)
	case p.what == quickplayClaim:
		if w.laws.quickplay >= onTurn {
			w.change(TimeChange{By: opponent, Add: 2 * time.Minute, Why: "quickplay claim rejected"})
		}
	case c.What == ruleUpheld:
		if !p.upheld {
			w.claimDrawn(p.what)
		}
	default:
		if p.upheld {
			w.order(Order{Do: Finish, Result: rules.Ongoing.String(), Reason: "claim rejected"})
		}
		if s := w.laws.claimSeconds[w.header.Mode]; s > 0 {
			w.change(TimeChange{By: opponent, Add: time.Duration(s) * time.Second, Why: "wrong claim"})
		}
		if w.laws.claimTakes != takesNothing {
			w.change(TimeChange{By: p.by, takes: w.laws.claimTakes, Why: "wrong claim"})
		}
	}
}

func (w *Watch) claimDrawn(what string) {
	why := rules.ThreefoldRepetition
	if what == trace.ClaimFiftyMoves {
		why = rules.FiftyMoves
	}
	w.finish(rules.Drawn.String(), why)
}

// confirm has the arbiter confirm the latest illegal move: the opponent gets the
// time, or the game ends.
func (w *Watch) confirm() {
	ill := w.illegal
	if ill == nil || !ill.counted || ill.confirmed {
		return
	}
	ill.confirmed = true
	switch {
	case ill.penalty == nil:
	case ill.penalty.Result != "":
		w.order(Order{Do: Finish, Result: ill.penalty.Result, Reason: rules.IllegalMoves.String()})
	default:
		w.change(TimeChange{By: ill.by.Other(), Add: time.Duration(ill.penalty.OpponentTimeS) * time.Second, Why: "illegal move"})
	}
	if ill.onBoard && ill.restore && w.result.text == "" && w.hold == nil && ill.ply == w.current().ply {
		// While the piece goes back it may look like a capture of what it passes.
		w.holdFor(&hold{why: holdMending, ply: ill.ply, undone: ill.move})
		w.mendedAlready()
	}
}

// Appearances lists the half-moves after which the position on the board has
// stood, 0 for the one before the first, as a claim of repetition needs them.
func (w *Watch) Appearances() []int {
	if !w.begun {
		return nil
	}
	var plies []int
	now := w.hist.Position()
	for i := 0; i <= w.hist.Len(); i++ {
		if w.hist.At(i).Same(now) {
			plies = append(plies, w.base+i)
		}
	}
	return plies
}

// Quiet is how many half-moves in a row were neither captures nor pawn moves, and
// the first of them; as a claim of fifty moves needs them.
func (w *Watch) Quiet() (count, first int) {
	if !w.begun {
		return 0, 0
	}
	p := w.current().pos
	count = p.HalfmoveClock()
	return count, w.ply() - count + 1
}

// Counts are what an arbiter keeps of each player: illegal moves, offers of a draw
// and claims that were refused (2009:12.6).
type Counts struct {
	Illegal, Offers, Refused [2]int
}

// Counts returns them as they stand.
func (w *Watch) Counts() Counts { return Counts{w.counts, w.offers, w.refused} }

// Overtakes says whether a move that was not pressed for is completed by its
// player's next one (2014:6.2a).
func Overtakes(l rules.Laws) bool { return editions[l].overtaken }

// DefaultTime is after how long an absent player loses by the edition, and false
// when the event has to say.
func DefaultTime(l rules.Laws) (time.Duration, bool) {
	m := editions[l].defaultTime
	return time.Duration(max(m, 0)) * time.Minute, m >= 0
}

// IllegalSeconds is what an illegal move brings the opponent; 0 is nothing.
func IllegalSeconds(l rules.Laws, m trace.Mode) int { return editions[l].seconds[m] }

// Signs says whether both players sign the scoresheets by an edition (2001: 8.7).
func Signs(l rules.Laws) bool { return editions[l].signed }
