package eventlog

import (
	"touchmove/reconcile"
)

// final is how far a game is final: moves that are completed and certain, which readers
// that cannot take a move back may have.
type final struct {
	completed int    // the last ply after which the clock was pressed
	likely    int    // the last ply that is final at reconcile.Likely
	certain   int    // and at reconcile.Certain
	changed   Mark   // when what is final changed
	phase     Phase  // as changed had it
	result    string // as changed had it
}

// Final returns the last ply up to which every move is final at a certainty, 0.9 or 0.999:
// completed (the clock was pressed after it, another move followed, or the game is over),
// and once as certain as this. A move whose certainty does not change any more is final
// too. What was final stays so until the game itself changes: doubt takes nothing back.
// Before the first move it is the ply before it.
func (s *State) Final(certainty float64) int {
	ply := s.final.certain
	if certainty <= reconcile.Likely {
		ply = s.final.likely
	}
	if len(s.Moves) == 0 {
		return 0
	}
	return max(ply, s.Moves[0].Ply-1)
}

// FinalChanged is when what is final changed last.
func (s *State) FinalChanged() Mark {
	if s.final.changed.Seq < s.Changed.Opened.Seq {
		return s.Changed.Opened
	}
	return s.final.changed
}

// begin forgets an earlier game.
func (f *final) begin(now Mark) {
	*f = final{changed: now, phase: Playing, result: open.Result}
}

// seal takes an event, which the state has taken.
func (s *State) seal(what reconcile.What) {
	f := &s.final
	before := *f
	cut := false
	switch e := what.(type) {
	case reconcile.Completed:
		f.completed = max(f.completed, e.Ply)
	case reconcile.Made:
		cut = f.cut(e.Ply-1, e.Ply-1)
	case reconcile.Amended:
		cut = f.cut(e.Ply-1, e.Ply) // its press was one, whatever the move
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

// cut ends what is final and what is completed at these plies, and reports whether
// anything final was lost.
func (f *final) cut(ply, completed int) bool {
	lost := f.likely > ply || f.certain > ply
	f.likely, f.certain, f.completed = min(f.likely, ply), min(f.certain, ply), min(f.completed, completed)
	return lost
}

// finalAt goes on from the last ply that was final.
func (s *State) finalAt(was int, certainty float64) int {
	all := len(s.Moves)
	for i, m := range s.Moves {
		switch {
		case m.Ply <= was:
		case s.Phase == Over:
			was = m.Ply
		case i+1 == all && m.Ply > s.final.completed:
			return was
		case m.Confidence >= certainty || i < all-reconcile.Judged:
			was = m.Ply
		default:
			return was
		}
	}
	return was
}
