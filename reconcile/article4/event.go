package article4

import (
	"time"

	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Class says whether a time for sixty moves makes a game standard play, rapid or
// blitz. From 2014 ten minutes are still blitz; before that rapid begins with
// fifteen; by the code of 2005 and before sixty are still rapid (2005:B1, 2009:A1,
// B1, 2018:A.1, B.1). Editions before 1997 know standard play alone.
func Class(l rules.Laws, estimate time.Duration) trace.Mode {
	switch e := &editions[l]; {
	case estimate < e.blitzUnder:
		return blitz
	case estimate < e.rapidUnder:
		return rapid
	}
	return std
}

// Complaint says whether a wrong set-up, orientation or setting of the clock may
// still be put right after so many moves of each: in fast play without supervision
// only at first (2009:A4a, 2018:A.4.1), else at any time.
func Complaint(h trace.Header, moves int) bool {
	limit := editions[h.Laws].setupMoves
	return h.Mode == std || !h.Unsupervised || limit == 0 || moves < limit
}

// Swapped says whether a game that was begun with the colours swapped is to be
// played anew: from 2018 when fewer than ten moves have been made by both
// (2018:7.3); else it goes on.
func Swapped(l rules.Laws, plies int) (anew bool) {
	n := editions[l].newGameMoves
	return n > 0 && plies < 2*n
}

// Relieved says whether a player need not record: with less than five minutes and
// without thirty seconds a move, from 1997 on (8.4). In 1953 it takes extreme time
// trouble, which no number tells.
func Relieved(l rules.Laws, left time.Duration, thirty bool) bool {
	return left < editions[l].reliefUnder && !thirty
}

// SealedAsMeant says whether a sealed move that is illegal, but whose meaning is
// clear, is replaced by another; else it loses (1953:17c, 2018:I.5).
func SealedAsMeant(l rules.Laws) bool { return editions[l].sealedMeant }

// BothBoards says whether, in a game with a visually impaired player, a move is set
// on both boards before the clock is pressed for it (2001:F2.3, 2009:E2.3,
// 2018:D.2.3).
func BothBoards(l rules.Laws) bool { return editions[l].bothBoards }

// Announces says whether moves are announced in the words that the Laws print
// (2001:F2.1, 2009:E2.1, 2018:D.2.1), and whether those are printed in Spanish
// instead of German (2005).
func Announces(l rules.Laws) (is, spanish bool) {
	return editions[l].announces, editions[l].spokenSpanish
}

// Device proposes what a telephone that sounds, or is found, comes to (2005:12.2b,
// 2009:12.3b, 2018:11.3.2), with a reason for the arbiter when the score of the
// opponent is his to decide.
func (w *Watch) Device(by rules.Color, at time.Duration) {
	w.now = at
	rule := w.laws.device
	if rule == noRule || !w.begun || w.result.text != "" && !w.result.proposed {
		return
	}
	p := w.current().pos
	text, proof := w.loses(by, &p, rule == losesOrDraws)
	why := "device"
	if rule == losesScoreOpen {
		why = "device_score_open"
	}
	w.deviceTold = true
	w.tell(ResultKnown{Result: text, Reason: why, Proposed: true, Proof: proof})
}

// colours tells what is to be done when the colours were swapped (7.2, 2018:7.3).
func (w *Watch) colours(by rules.Color) {
	name := "colours_swapped_go_on"
	if Swapped(w.header.Laws, w.ply()) {
		name = "colours_swapped_new_game"
	}
	w.remark(name, by)
}
