package decoder

import (
	"slices"
	"time"
)

// questions are the open question and earlier ones.
type questions struct {
	open     *Question     // nil if none is open
	held     bool          // the hypotheses that differ in it were dropped: only a person can end it
	outdated time.Duration // since when a move that the open question does not name is the likeliest; 0 if none is
	asked    []asked       // in this game, the latest last, at most askedMost of them
}

// asked is a ply that was asked about, identified by the position before it.
type asked struct {
	ply  int
	line uint64
}

// has reports whether q was asked, whoever has ended it.
func (a *questions) has(q *Question) bool {
	return slices.Contains(a.asked, asked{q.Ply, q.Before.Key()})
}

// drop ends the open question without an answer: it may be asked again, with other candidates.
func (a *questions) drop() {
	if q := a.open; q != nil {
		is := asked{q.Ply, q.Before.Key()}
		a.asked = slices.DeleteFunc(a.asked, func(k asked) bool { return k == is })
		a.open, a.held, a.outdated = nil, false, 0
	}
}

// overtake drops the open question when something else was published for its ply than it names, or for one
// before it.
func (a *questions) overtake(f *Finding) {
	q := a.open
	switch {
	case q == nil || f.Kind != Made && f.Kind != Amended && f.Kind != Retracted || f.Ply > q.Ply:
	case f.Kind == Retracted || f.Ply < q.Ply || !q.names(f.Move):
		a.drop()
	}
}

// keepAsking is called when a command makes the line that ends with this ply the only one.
func (a *questions) keepAsking(ply int) {
	switch {
	case a.open == nil:
	case ply < a.open.Ply:
		a.open, a.held = nil, false
	default:
		a.held = true
	}
}
