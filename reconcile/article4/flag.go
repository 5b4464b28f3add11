package article4

import (
	"time"

	"touchmove/rules"
)

// flags is which flags have fallen by the clock that the daemon keeps or reads.
type flags struct {
	timed bool // there is such a clock
	down  [2]bool
	at    [2]time.Duration
}

// first is whose flag fell first, and whether that is known.
func (f *flags) first() (by rules.Color, known bool) {
	switch {
	case f.down[rules.White] && f.down[rules.Black]:
		if f.at[rules.White] > f.at[rules.Black] {
			by = rules.Black
		}
		return by, f.at[rules.White] != f.at[rules.Black]
	case f.down[rules.Black]:
		return rules.Black, true
	}
	return rules.White, f.down[rules.White]
}

// Proof is the answer of the rules to the question whether a player could still
// mate by any series of legal moves, and what it rests on.
type Proof struct {
	By     string   // who would have to mate
	Answer string   // can, cannot or undecided
	Ground string   // what proves it, as rules.Proof names it; empty when undecided
	Line   []string // can: moves in UCI that end in mate
}

// proofOf asks the rules whether a player can mate.
func (w *Watch) proofOf(p *rules.Position, by rules.Color) (*Proof, bool) {
	v := rules.Winnable(*p, by, winBudget)
	proof := &Proof{By: by.String(), Answer: v.Answer.String(), Line: []string{}}
	for _, m := range v.Line {
		proof.Line = append(proof.Line, m.UCI(w.header.Variant))
	}
	if v.Proof != rules.NoProof {
		proof.Ground = v.Proof.String()
	}
	return proof, v.Answer != rules.Cannot
}

// Timed says that a clock is kept or read for this game: flags are known.
func (w *Watch) Timed() { w.flags.timed = true }

// FlagFell takes a flag that has fallen with moves missing. last says that the
// period was the last one. What it comes to is proposed, where an arbiter may act
// unasked; else it waits for a claim (2005:B7, 2009:A4d).
func (w *Watch) FlagFell(by rules.Color, at time.Duration, last bool) {
	w.now = max(w.now, at)
	w.flags.timed, w.flags.down[by], w.flags.at[by] = true, true, at
	if !w.begun || w.result.text != "" || w.flagByClaim() {
		return
	}
	first, known := w.flags.first()
	switch {
	case !known:
		w.bothFlags(last)
	case first == by:
		w.proposeFlag(by)
	}
}

// FlagRaised says that a flag has not fallen after all, or that its player has
// time again.
func (w *Watch) FlagRaised(by rules.Color, at time.Duration) {
	was := w.flags.down[by]
	w.now = max(w.now, at)
	w.flags.down[by] = false
	if was && w.begun && w.result.text == "" && w.flagTold {
		w.flagTold = false
		w.tell(ResultKnown{Result: rules.Ongoing.String(), Reason: "the flag has not fallen"})
	}
}

// flagByClaim says whether only a player may call a flag.
func (w *Watch) flagByClaim() bool {
	return w.header.Unsupervised && w.header.Mode != std && !w.laws.flagsSeen
}

// bothFlags deals with two flags of which nobody knows which fell first: play
// goes on, or in the last period the game is drawn (2005:6.12, 2018:III.3.1).
func (w *Watch) bothFlags(last bool) {
	w.flagTold = true
	if last && w.laws.bothFlagsDraw {
		w.tell(ResultKnown{Result: rules.Drawn.String(), Reason: "both_flags", Proposed: true})
		return
	}
	w.tell(ResultKnown{Result: rules.Ongoing.String(), Reason: "both flags have fallen, and nobody knows which first: play goes on"})
}

// proposeFlag proposes what a fallen flag comes to: a loss, or by most
// editions a draw if the opponent cannot mate (1997:6.9). The arbiter declares it.
func (w *Watch) proposeFlag(by rules.Color) {
	r := w.flagResult(by)
	w.flagTold, w.flagged = true, r
	w.tell(ResultKnown{Result: r.text, Reason: r.reason, Proposed: true, Proof: r.proof})
}

func (w *Watch) flagResult(by rules.Color) result {
	p := w.current().pos
	text, proof := w.loses(by, &p, w.laws.flagMayDraw)
	return result{text: text, reason: rules.FlagFall.String(), proof: proof, proposed: true}
}

// loses is the result when a player loses, or draws against one who cannot mate,
// with the proof where it makes a draw of it, or where a clock is kept.
func (w *Watch) loses(by rules.Color, p *rules.Position, mayDraw bool) (string, *Proof) {
	if !mayDraw {
		return rules.WinFor(by.Other()).String(), nil
	}
	proof, can := w.proofOf(p, by.Other())
	if !can {
		return rules.Drawn.String(), proof
	}
	if !w.flags.timed {
		proof = nil
	}
	return rules.WinFor(by.Other()).String(), proof
}

// claimTime decides a claim that the opponent's flag has fallen. Where no clock is
// known the arbiter looks at it.
func (w *Watch) claimTime(by rules.Color) {
	opponent := by.Other()
	switch {
	case !w.flags.timed:
	case w.result.text != "" && !w.result.proposed || !w.flags.down[opponent]:
		w.remark(claimRejected, by)
	case w.flags.down[by] && w.flagByClaim():
		// Who claims must have time left; both down is a draw (2005:B7, 2009:A4d).
		w.flagTold = true
		w.tell(ResultKnown{Result: rules.Drawn.String(), Reason: "both_flags", Proposed: true})
	case w.flags.down[by]:
		if first, _ := w.flags.first(); first == by {
			w.remark(claimRejected, by)
			return
		}
		w.proposeFlag(opponent)
	default:
		w.proposeFlag(opponent)
	}
}

// outOfTime says whether the player's flag had fallen before the move was made,
// so that it ended nothing: the order of time decides (2009:6.9).
func (w *Watch) outOfTime(t *turn) bool {
	by := t.mover()
	if !w.flags.down[by] || w.flagByClaim() || t.made == nil {
		return false
	}
	first, known := w.flags.first()
	return known && first == by && w.flags.at[by] < t.made.released
}
