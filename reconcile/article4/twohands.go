package article4

import (
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// reportIrregularity handles an irregularity that only the arbiter can see.
func (ref *Referee) reportIrregularity(c trace.Command) {
	by, err := playerOf(c)
	switch {
	case c.What == "colours-swapped":
		ref.colours(by)
	case err != nil || c.What != "two-hands" || !ref.laws.pressCounts || ref.result.text != "":
	default:
		ref.twoHands(by)
	}
}

// playerOf returns the player that a report of an irregularity names.
func playerOf(c trace.Command) (rules.Color, error) {
	player := c.By
	if _, err := c.Extra.Get("player", &player); err != nil {
		return rules.White, err
	}
	return rules.ParseColor(player)
}

// hasTwoHands reports whether two hands are entered already for the move that a new report would be
// about, and wait for the press or count.
func (ref *Referee) hasTwoHands(c trace.Command) bool {
	by, err := playerOf(c)
	if err != nil || !ref.laws.pressCounts {
		return false
	}
	ply := ref.handled(by).ply
	if h := ref.offences.hands; h != nil && h.by == by && h.ply == ply {
		return true
	}
	ill := ref.offences.illegal
	return ill != nil && ill.by == by && ill.ply == ply && ill.reason == TwoHands
}

// twoHands handles the report that a player used two hands for a move: the one begun or, if none
// is, their last one. It counts as an illegal move once the clock is pressed (2018:7.5.4). In fast
// play without supervision the arbiter may act until the opponent has made the next move
// (2018:A.4.2, 2023:A.5.2).
func (ref *Referee) twoHands(by rules.Color) {
	t := ref.handled(by)
	ref.offences.hands = &twoHands{by: by, ply: t.ply}
	ref.countHands()
}

// handled returns the turn of the move that a player has begun or, if none is, of the last one
// made.
func (ref *Referee) handled(by rules.Color) *turn {
	t := ref.current()
	if _, ahead := ref.decoder.PendingMove(); t.mover() == by && (ahead || t.hasHandled(0)) {
		return t
	}
	for i := len(ref.turns) - 1; i >= 0; i-- {
		if made := ref.turns[i]; made.made != nil && made.mover() == by {
			return made
		}
	}
	return t
}

// countHands counts a report of two hands once the clock is pressed for that move. A move without a
// press does not count, nor does one that already counts as an illegal move: two faults in one move
// are one.
func (ref *Referee) countHands() {
	h := ref.offences.hands
	if h == nil {
		return
	}
	t := ref.turnOf(h.ply)
	if ill := ref.offences.illegal; t == nil || ill != nil && ill.by == h.by && ill.ply == h.ply && ill.reason != TwoHands && !ill.idle {
		ref.offences.hands = nil
		return
	}
	if t.made == nil {
		return
	}
	at, isPressed := ref.pressFor(t)
	reply := ref.turnOf(h.ply + 1)
	replied := reply != nil && reply.made != nil
	switch ill := (&illegal{by: h.by, ply: h.ply, pressed: at, reason: TwoHands, unasked: true}); {
	case isPressed && replied && ref.fast().claim:
		ill.status = lapsed
		ref.offences.found(ill)
		ref.dirty = true
	case isPressed:
		ref.countIllegal(t, ill)
	case t.ply+2 > ref.record.ply() && ref.result.text == "":
		return // the press may still come
	}
	ref.offences.hands = nil
}

// colours reports what is to be done when the colours were swapped (7.2, 2018:7.3).
func (ref *Referee) colours(by rules.Color) {
	ref.remark(OnSwapped(ref.header.Laws, ref.record.ply()), by)
}
