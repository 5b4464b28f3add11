package reconcile

import (
	"time"

	"touchmove/reconcile/article4"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
)

// Played is one game of a trace: its start, its moves and its end.
type Played struct {
	Start  rules.Position // before the first of Moves
	Ply    int            // half-moves made before Moves: the history of the trace
	Begun  bool           // the board has shown Start
	Moves  []PlayedMove
	Offers []Offer
	Result string // 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2, 1-1/2, 1/2-1, 1-1 or *
	Reason string
	// Annulled: the new-game command that began it was undone. It stays on record and does not
	// count.
	Annulled bool

	signed [2]signature

	proposed proposal
	told     ResultKnown // the latest published result, including a proposed one
	byKings  bool        // told was proposed because of the kings, and no move was made since
	shown    string      // the result that the players have shown with their kings before leaving the game
	question *Question   // the open question about it; nil if there is none
}

// hasResult reports whether there is a result that can be withdrawn: a published one, or one that a
// player has confirmed.
func (p *Played) hasResult() bool {
	return p.Result != rules.Ongoing.String() || p.isProposed() || p.shown != "" || p.signed != [2]signature{}
}

// isProposed reports whether the latest published result was proposed, and nobody has declared one.
func (p *Played) isProposed() bool {
	ongoing := rules.Ongoing.String()
	return p.Result == ongoing && p.told.Result != "" && p.told.Result != ongoing
}

// ShownByKings returns the result that the players have shown with their kings, and false if they
// have not, or if it was declared or contradicted since.
func (p *Played) ShownByKings() (result string, ok bool) {
	return p.told.Result, p.byKings && p.isProposed()
}

// withProposedReason gives a result that the arbiter declares the reason for which the game had
// proposed the same result, if it had proposed one.
func (p *Played) withProposedReason(r ResultKnown) ResultKnown {
	if was := p.proposed; !r.Proposed && r.Reason == article4.ByArbiter && r.Result == was.result && len(p.Moves) == was.moves {
		r.Reason = was.reason
	}
	return r
}

// PlayedMove is one half-move of a game as it now stands: the published move, with further data.
type PlayedMove struct {
	Made
	After     rules.Position
	Published time.Duration    // when the move was published
	Left      [2]time.Duration // what the clock showed just after the press that completed it, by colour
	Timed     bool             // Left is known
	Reason    *decoder.Reason  // after KeepReasons
}

// Offer is an offer of a draw that was valid when it was made (9.1).
type Offer struct {
	By rules.Color
	At time.Duration
}

// OfferedAt returns the index of the move at which a scoresheet marks an offer: the last one that
// its player had released by then. It returns false when there was none.
func (p *Played) OfferedAt(o Offer) (int, bool) {
	for i := len(p.Moves) - 1; i >= 0; i-- {
		if m := &p.Moves[i]; m.After.Turn() != o.By && m.Released <= o.At {
			return i, true
		}
	}
	return 0, false
}

// Last returns the position after the last move.
func (p *Played) Last() rules.Position {
	if n := len(p.Moves); n > 0 {
		return p.Moves[n-1].After
	}
	return p.Start
}

// cut drops the move of this ply and all after it.
func (p *Played) cut(ply int) {
	if n := ply - 1 - p.Ply; n >= 0 && n < len(p.Moves) {
		p.Moves = p.Moves[:n]
	}
}

// judge stores a new confidence of a move, and reports whether there is such a move.
func (p *Played) judge(ply int, confidence float64) bool {
	n := ply - 1 - p.Ply
	if n < 0 || n >= len(p.Moves) {
		return false
	}
	p.Moves[n].Confidence = confidence
	return true
}

// noteClock stores what the clock showed after the press for a half-move.
func (p *Played) noteClock(ply int, left [2]time.Duration, known bool) {
	if n := ply - 1 - p.Ply; n >= 0 && n < len(p.Moves) {
		p.Moves[n].Left, p.Moves[n].Timed = left, known
	}
}

// signature is a player's confirmation of a result, with the state of the game at that time.
type signature struct {
	result string
	moves  int
	at     time.Duration
}

// proposal is a result that the game itself has proposed, not the Referee.
type proposal struct {
	result, reason string
	moves          int // number of moves at that time
}

// before returns the position before the move with this index.
func (p *Played) before(n int) rules.Position {
	if n == 0 {
		return p.Start
	}
	return p.Moves[n-1].After
}
