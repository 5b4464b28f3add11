package article4

import (
	"cmp"
	"slices"
	"time"

	"touchmove/rules"
)

// Move is a half-move that the decoder tells.
type Move struct {
	Ply      int
	Move     rules.Move
	After    rules.Position
	Released time.Duration
	Illegal  bool // it is not legal, and it stands
	Assumed  bool // a promotion whose piece nobody has named
}

// Made takes a move told at the time at; it replaces what was told for that ply
// and after it.
func (w *Watch) Made(m Move, at time.Duration) {
	if !w.begun {
		return
	}
	w.now, w.dirty = at, true
	if m.Ply <= w.ply() {
		w.cut(m.Ply)
	}
	t := w.current()
	if t.ply != m.Ply {
		return
	}
	t.made = &made{move: m.Move, after: m.After, released: m.Released, told: at, illegal: m.Illegal, assumed: m.Assumed}
	own, rest := t.divide(t.acts, w.finishUntil(t))
	t.acts = own
	r := w.read(t, 0)
	taken := t.pos.Captured(m.Move)
	for _, h := range r.hand {
		// A man of the opponent in the air when the move was released is in the
		// opponent's early hand.
		if h.piece.Color() != t.mover() && h.from != taken && h.back == 0 {
			i := slices.IndexFunc(t.acts, func(a act) bool { return a.deed == lifted && a.sq == h.from && a.at == h.at })
			if i >= 0 {
				rest = slices.Insert(rest, 0, t.acts[i])
				t.acts = slices.Delete(t.acts, i, i+1)
			}
		}
	}
	slices.SortStableFunc(rest, byTime)
	r = w.read(t, 0)
	w.keepAdjusted(r)
	if r.accident {
		w.odd = "displaced"
	}
	w.withdraw(t)
	t.made.breach = w.laws.judge(t, r, &w.opt)
	w.line = append(w.line, played{uci: m.Move.UCI(w.header.Variant), after: m.After})
	if w.result.proposed && m.Ply > w.result.from {
		w.result = result{} // play has gone on
	}
	w.asked, w.judging = nil, w.keepJudging(m)
	if ill := w.illegal; ill != nil && m.Illegal && ill.ply == m.Ply {
		ill.restore = false // nobody put it right
	}
	w.record(m)
	w.declineBy(t.mover(), t.made.released)
	w.lapseIllegal(t)
	w.stillIllegal(t)
	if prev := w.turnOf(m.Ply - 1); prev != nil && w.laws.turnByPress && w.clock {
		if p, ok := w.pressed(prev.mover(), prev.made.released); !ok || p > m.Released {
			w.remark(movedEarly, t.mover())
		}
	}
	w.open(&turn{ply: m.Ply + 1, pos: m.After, acts: rest})
	w.conclude(m.Ply)
	if w.header.Tactile && w.result.text == "" {
		w.order(Order{Do: Hold})
	}
	w.mendedAlready()
	if c := w.again; c != nil {
		w.again = nil
		w.command(*c)
	}
	w.update()
}

// Retracted takes back the move of this ply and all after it.
func (w *Watch) Retracted(ply int, at time.Duration) {
	if !w.begun || ply > w.ply() {
		return
	}
	w.now, w.dirty = at, true
	w.cut(ply)
	w.mendedAlready()
	w.update()
}

// byTime puts acts in the order in which they were done.
func byTime(a, b act) int { return cmp.Compare(a.at, b.at) }

// cut makes the turn of this ply open again, with all that was done since.
func (w *Watch) cut(ply int) {
	ply = max(ply, w.first+1)
	n := ply - 1 - w.first
	pos := w.start
	if n > 0 {
		pos = w.line[n-1].after
	}
	w.line = w.line[:n]
	var acts []act
	again := &turn{ply: ply, pos: pos}
	for len(w.turns) > 0 {
		last := w.current()
		if last.ply < ply {
			break
		}
		acts = append(slices.Clone(last.acts), acts...)
		if last.ply == ply {
			again.bound, again.void, again.accounted = last.bound, last.void, last.accounted
			again.announced, again.legal = last.announced, last.legal
		}
		w.turns = w.turns[:len(w.turns)-1]
	}
	slices.SortStableFunc(acts, byTime)
	again.acts = acts
	w.turns = append(w.turns, again)
	if w.settled != nil && (w.settled.ply > ply || w.settled.ply == ply && w.settled.status != upheld) {
		w.settled = nil
	}
	w.stand(again)
	if w.base > ply-1 {
		w.hist, w.base = rules.NewHistory(pos), ply-1
	} else {
		w.hist.Undo(ply - 1 - w.base)
	}
	if w.result.ply >= ply {
		w.result = result{}
	}
	w.dirty = true
}

// record adds a move to the history of positions.
func (w *Watch) record(m Move) {
	if m.Illegal || w.hist.Play(m.Move) != nil {
		// Positions before an illegal move cannot come again by play from it.
		w.hist, w.base = rules.NewHistory(m.After), m.Ply
	}
}

func (w *Watch) keepAdjusted(r *reading) {
	for _, sq := range r.adjusted {
		if !slices.Contains(w.adjusted, sq) {
			w.adjusted = append(w.adjusted, sq)
		}
	}
}

// conclude ends the game when the position after this ply does so by itself.
func (w *Watch) conclude(ply int) {
	if w.result.text != "" {
		return
	}
	o, over := w.hist.Automatic(w.header.Laws)
	if p := w.current().pos; !over && rules.DeadPosition.Automatic(w.header.Laws) && dead(&p) {
		o, over = rules.Outcome{Result: rules.Drawn, Termination: rules.DeadPosition}, true
	}
	if prev := w.previous(); over && prev != nil && w.outOfTime(prev) {
		by := prev.mover()
		p := prev.pos
		w.result = result{reason: rules.FlagFall.String(), proposed: true, from: ply}
		w.result.text, w.result.proof = w.loses(by, &p, w.laws.flagMayDraw)
		return
	}
	if over {
		w.result = result{text: o.Result.String(), reason: o.Termination.String(), ply: max(ply, 1)}
	}
}

// Displaced notes that the board shows no position of the game (7.3, 7.5).
func (w *Watch) Displaced(at time.Duration) {
	w.now, w.odd, w.dirty = at, "displaced", true
	w.update()
}
