package eventlog

import (
	"touchmove/reconcile"
)

// final says how much of a game is final: moves that are completed and certain, for
// readers that cannot take a move back.
type final struct {
	completed int    // the last ply after which the clock was pressed
	likely    int    // the last final ply at reconcile.Likely
	certain   int    // the last final ply at reconcile.Certain
	changed   Mark   // when the final part last changed
	phase     Phase  // as at changed
	result    string // as at changed
}

// Final returns the last ply up to which every move is final at a certainty of 0.9 or
// 0.999. A move is final if it is completed (the clock was pressed after it, another move
// followed, or the game is over) and its confidence once reached this certainty, or does
// not change any more. What was final stays final until the game itself changes: doubt
// takes nothing back. Before the first move Final returns the ply before it.
func (s *State) Final(certainty float64) int {
	ply := s.notes.final.certain
	if certainty <= reconcile.Likely {
		ply = s.notes.final.likely
	}
	if len(s.Moves) == 0 {
		return 0
	}
	return max(ply, s.Moves[0].Ply-1)
}

// FinalChanged returns when the final part last changed.
func (s *State) FinalChanged() Mark {
	if s.notes.final.changed.Seq < s.Changed.Opened.Seq {
		return s.Changed.Opened
	}
	return s.notes.final.changed
}

// begin resets the state for a new game.
func (f *final) begin(now Mark) {
	*f = final{changed: now, phase: Playing, result: open.Result}
}

// seal takes an event that the state has already taken.
func (s *State) seal(what reconcile.What) {
	f := &s.notes.final
	before := *f
	cut := false
	switch e := what.(type) {
	case reconcile.Completed:
		f.completed = max(f.completed, e.Ply)
	case reconcile.Made:
		cut = f.cut(e.Ply-1, e.Ply-1)
	case reconcile.Amended:
		cut = f.cut(e.Ply-1, e.Ply) // the press counts, whatever the move
	case reconcile.Retracted:
		cut = f.cut(e.Ply-1, e.Ply-1)
	case reconcile.Settled, reconcile.ResultKnown, reconcile.Annulled, reconcile.Resumed:
	default:
		return
	}
	f.likely, f.certain = s.finalAt(f.likely, reconcile.Likely), s.finalAt(f.certain, reconcile.Certain)
	f.phase, f.result = s.Phase, s.Result.Result
	if cut || f.likely != before.likely || f.certain != before.certain || f.phase != before.phase || f.result != before.result {
		f.changed = s.Mark
	}
}

// cut limits what is final and what is completed to these plies, and reports whether
// anything final was lost.
func (f *final) cut(ply, completed int) bool {
	lost := f.likely > ply || f.certain > ply
	f.likely, f.certain, f.completed = min(f.likely, ply), min(f.certain, ply), min(f.completed, completed)
	return lost
}

// finalAt returns the last final ply at a certainty, beginning from the previous one.
func (s *State) finalAt(was int, certainty float64) int {
	all := len(s.Moves)
	for i, m := range s.Moves {
		switch {
		case m.Ply <= was:
		case s.Phase == Over:
			was = m.Ply
		case i+1 == all && m.Ply > s.notes.final.completed:
			return was
		case m.Confidence >= certainty || i < all-reconcile.Judged:
			was = m.Ply
		default:
			return was
		}
	}
	return was
}
