// Package asking decides when a person is asked which move a ply was, which moves the question names, and
// when it ends. It knows only how much speaks for each move (Masses), and how far play has gone since; how
// that was found out is the decoder's business. docs/reconstruction.md, "When a person is asked", explains it.
package asking

import (
	"slices"
	"time"

	"touchmove/internal/certainty"
	"touchmove/rules"
)

const (
	least       = 0.05            // least probability of the second move
	overLeast   = 0.02            // the same when the game is over, or an end of the move was not seen in an outage
	untoldLeast = 0.1             // the same for a ply without which the game cannot be published further
	pieceLeast  = 0.01            // the same for the piece of a promotion
	most        = 4               // most moves in a question
	listed      = 0.02            // least probability of a move that is listed beside two of a ply that is not published
	share       = 1. / 3          // a move this likely beside the likeliest one is listed in any case
	after       = 6               // plies after which readings seldom decide about a move
	afterSame   = 2               // the same when both have led to one position
	afterUntold = 4               // the same when the game cannot be published further without the move
	againAfter  = 4 * time.Second // for which a move that the question does not name is the likeliest
	askedMost   = 32
)

// Enough is the least probability of the second move while a question stays open.
const Enough = 0.005

// Asker is the open question, earlier ones, and those to come. The zero value has asked nothing yet.
type Asker struct {
	open     *Question     // nil if none is open
	held     bool          // the hypotheses that differ in it were dropped: only a person can end it
	outdated time.Duration // since when a move that the open question does not name is the likeliest; 0 if none is
	asked    []asked       // in this game, the latest last, at most askedMost of them
	last     []*Question   // those to be asked if the game ends now, by ply; as of the last rest
}

// asked is a ply that was asked about, identified by the position before it.
type asked struct {
	ply  int
	line uint64
}

// Play is how far the game has gone.
type Play struct {
	At        time.Duration
	Published int  // the last published ply
	Best      int  // the last ply of the likeliest line
	Judged    int  // the first published ply whose confidence still changes
	Settled   bool // the board shows what the likeliest line expects, or readings have just returned after an outage

	Lift *Question // whether a piece that was lifted was moved, if no more than the lift was detected
}

// Open returns the open question, and nil if there is none.
func (a *Asker) Open() *Question { return a.open }

// IsHeld reports whether only a person can end the open question.
func (a *Asker) IsHeld() bool { return a.held }

// moment is when a question would be asked.
type moment uint8

const (
	inPlay moment = iota // more will be read, and may yet disagree with a move
	atEnd                // nothing more will be read
)

// Look takes the plies that are not certain, earliest first. It returns the question that play has
// settled, and the one that a person is to be asked now; nil if there is none.
func (a *Asker) Look(list []Unsettled, play Play) (settled, ask *Question) {
	settled = a.review(list, play)
	ask = a.revise(list, play)
	switch {
	case play.Lift != nil: // it takes the place of what is known of unpublished moves
		a.last = nil
		a.Note(list, play.Best)
		a.last = append(slices.DeleteFunc(a.last, func(q *Question) bool { return q.Ply >= play.Lift.Ply }), play.Lift)
	case play.Settled:
		// When the board is at rest, or when what was noted before an outage no longer holds.
		a.last = nil
		a.Note(list, play.Best)
	}
	if a.open == nil {
		ask = a.put(a.first(list, play))
	}
	return settled, ask
}

// Note notes what is to be asked if the game ends now, before what is noted already; best is the last ply of the
// likeliest line.
func (a *Asker) Note(list []Unsettled, best int) {
	var first []*Question
	for i := range list {
		if q := list[i].question(best, atEnd); q != nil {
			first = append(first, q)
		}
	}
	a.last = append(first, a.last...)
}

// DropLift forgets the noted question whether a piece was moved that was lifted, when it stands there again.
func (a *Asker) DropLift(full rules.Squares) {
	a.last = slices.DeleteFunc(a.last, func(q *Question) bool { return q.names(rules.NoMove) && full.Has(q.Lifted) })
}

// Forget forgets what is to be asked if the game ends now.
func (a *Asker) Forget() { a.last = nil }

// AtEnd returns what a person is to be asked when the game is over, of that which was open when the board
// was last at rest: the clearing of the board says nothing about it. told returns the published move of a
// ply, published is the last such ply, and shown the position after it. What comes after the first move that is not known is not
// published, so nothing is asked about it yet.
func (a *Asker) AtEnd(published int, shown rules.Position, told func(ply int) rules.Move) (ask *Question) {
	for _, q := range a.last {
		if a.held || q.Ply > published+1 {
			break
		}
		is := told(q.Ply)
		if q.names(rules.NoMove) && q.Before != shown || is != rules.NoMove && !q.names(is) || a.open == nil && a.has(q) || a.open != nil && !a.open.isOutdatedBy(q) {
			continue
		}
		for i := range q.Candidates {
			q.Candidates[i].Published = is != rules.NoMove && q.Candidates[i].Move == is
		}
		a.drop()
		ask = a.put(q)
		break
	}
	a.keepLift()
	return ask
}

// Answered ends the open question because a person has answered.
func (a *Asker) Answered() {
	a.open, a.held = nil, false
	a.keepLift()
}

// keepLift forgets all noted questions but that whether a lifted piece was moved, which comes after those about
// earlier plies are answered.
func (a *Asker) keepLift() {
	a.last = slices.DeleteFunc(a.last, func(q *Question) bool { return !q.names(rules.NoMove) || a.has(q) })
}

// Published takes a published move. The open question is dropped if it does not name that move, or if the move is one before it.
func (a *Asker) Published(ply int, m rules.Move) {
	if q := a.open; q != nil && (ply < q.Ply || ply == q.Ply && !q.names(m)) {
		a.drop()
	}
}

// Withdrawn takes that the published moves from this ply on were withdrawn, and drops a question about them.
func (a *Asker) Withdrawn(ply int) {
	if q := a.open; q != nil && ply <= q.Ply {
		a.drop()
	}
}

// Keep is called when a command makes the line that ends with this ply the only one.
func (a *Asker) Keep(ply int) {
	a.last = nil
	switch {
	case a.open == nil:
	case ply < a.open.Ply:
		a.open, a.held = nil, false
	default:
		a.held = true
	}
}

// Clone returns a copy that shares nothing that changes.
func (a *Asker) Clone() Asker {
	c := *a
	c.asked, c.last = slices.Clone(a.asked), slices.Clone(a.last)
	return c
}

// has reports whether q was asked, whoever has ended it.
func (a *Asker) has(q *Question) bool {
	return slices.Contains(a.asked, asked{q.Ply, q.Before.Key()})
}

// drop ends the open question without an answer: it may be asked again, with other candidates.
func (a *Asker) drop() {
	if q := a.open; q != nil {
		is := asked{q.Ply, q.Before.Key()}
		a.asked = slices.DeleteFunc(a.asked, func(k asked) bool { return k == is })
		a.open, a.held, a.outdated = nil, false, 0
	}
}

// put opens q unless it was asked before, and returns what it opens.
func (a *Asker) put(q *Question) *Question {
	if q == nil || a.has(q) {
		return nil
	}
	if a.asked = append(a.asked, asked{q.Ply, q.Before.Key()}); len(a.asked) > askedMost {
		a.asked = slices.Delete(a.asked, 0, 1)
	}
	a.open, a.outdated = q, 0
	return q
}

// revise asks the open question again if a move that it does not name has been the likeliest for a while:
// it was asked when too little had been read, and whoever answers has to find the move.
func (a *Asker) revise(list []Unsettled, play Play) *Question {
	if a.open == nil {
		return nil
	}
	i := slices.IndexFunc(list, func(u Unsettled) bool { return u.Ply == a.open.Ply })
	if i < 0 {
		return nil
	}
	switch q := list[i].question(play.Best, inPlay); {
	case !a.open.isOutdatedBy(q):
		a.outdated = 0
	case a.outdated == 0:
		a.outdated = play.At
	case play.At-a.outdated >= againAfter:
		a.drop()
		return a.put(q)
	}
	return nil
}

// first returns the question about the earliest ply that a person should be asked about now and was not
// asked about before, and nil if there is none.
func (a *Asker) first(list []Unsettled, play Play) *Question {
	for i := range list {
		if u := &list[i]; u.Ply <= play.Published+1 {
			if q := u.question(play.Best, inPlay); q != nil && !a.has(q) {
				return q
			}
		}
	}
	return nil
}

// review ends the open question when play has settled it, and returns it then.
func (a *Asker) review(list []Unsettled, play Play) *Question {
	q := a.open
	if q == nil || q.Ply < play.Judged {
		return nil // too long ago to be judged
	}
	for i := range list {
		if u := &list[i]; u.Ply == q.Ply && u.Before == q.Before {
			if rest := u.possible(atEnd); len(rest) > 1 && rest[1].Probability >= Enough {
				return nil
			}
		}
	}
	a.open = nil
	return q
}

// question makes the question about u, or returns nil if it should not be asked now; best is the last ply of
// the likeliest line.
func (u *Unsettled) question(best int, when moment) *Question {
	list := u.possible(when)
	if len(list) < 2 || list[0].Probability >= certainty.Certain {
		return nil
	}
	q := &Question{Ply: u.Ply, Before: u.Before}
	switch plies := best - u.Ply; {
	case when == atEnd:
		q.Occasion = GameOver
	case u.Final && plies >= afterSame:
		q.Occasion = SamePosition
	case plies >= after, !u.Published && plies >= afterUntold:
		q.Occasion = PlayedOn
	default:
		return nil
	}
	least := u.least(list[0], when)
	if list[1].Probability < least {
		return nil
	}
	least = min(least, list[0].Probability*share) // among many moves no one may be likely
	if !u.Published {
		least = min(least, listed)
	}
	shown := slices.Clone(list[:min(len(list), most)])
	if i := slices.IndexFunc(list, func(c Alternative) bool { return c.Published }); i >= most {
		shown[most-1] = list[i] // a person has to see what was published
	}
	for _, c := range shown {
		if c.Probability >= least || c.Published || isOtherPiece(c.Move, list[0].Move) {
			q.Candidates = append(q.Candidates, c)
		}
	}
	return q
}

// least returns the least probability of the second move beside the likeliest one for u to be asked about.
func (u *Unsettled) least(likeliest Alternative, when moment) float64 {
	is := func(why Why) bool { return slices.Contains(likeliest.Reasons, why) }
	switch {
	case is(WhyPieceUnnamed):
		return pieceLeast
	case when == atEnd && !u.Published: // nothing after it is published before it is known
		return Enough
	case when == atEnd, is(WhyEndUnseen), is(WhyMoveUnseen):
		return overLeast
	case !u.Published: // among many moves no one may be likely
		return min(untoldLeast, likeliest.Probability*share)
	}
	return least
}
