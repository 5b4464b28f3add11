package asking

import (
	"cmp"
	"slices"
	"time"

	"touchmove/rules"
)

// Question is a ply about which a person is asked: two or more moves remain possible, and later
// readings are unlikely to distinguish them.
type Question struct {
	Ply        int
	Before     rules.Position // the position in which the candidates are moves
	Occasion   Occasion
	Candidates []Alternative // at least two, likeliest first; NoMove if the game may have ended before this ply
	Lifted     rules.Square  // the piece that was lifted last, if NoMove is a candidate
}

// isOutdatedBy reports whether now is the same question, and its likeliest move is not one of those of q.
func (q *Question) isOutdatedBy(now *Question) bool {
	return now != nil && now.Ply == q.Ply && now.Before == q.Before && !q.names(now.Candidates[0].Move)
}

// OrNone adds the candidate that there was no move, which weighs this much, to moves whose probabilities are weights
// too, and keeps the likeliest moves, as many as a question may name. The weights are those of play that goes on, where a piece
// that is not detected is mostly in the hand: when the game is over, no move is at most as likely as all moves
// together. That limit is set by hand; in 420 simulated games a move was made in all three such endings.
func (q *Question) OrNone(weight float64) {
	likeliest := func(a, b Alternative) int { return cmp.Compare(b.Probability, a.Probability) }
	slices.SortStableFunc(q.Candidates, likeliest)
	moves := 0.0
	for _, c := range q.Candidates {
		moves += c.Probability
	}
	weight = min(weight, moves)
	none := Alternative{Move: rules.NoMove, Probability: weight, Reasons: []Why{WhyPieceLifted}}
	q.Candidates = append(q.Candidates[:min(len(q.Candidates), most-1)], none)
	for i := range q.Candidates {
		q.Candidates[i].Probability /= moves + weight
	}
	slices.SortStableFunc(q.Candidates, likeliest)
}

// names reports whether m is one of the candidates.
func (q *Question) names(m rules.Move) bool {
	return slices.ContainsFunc(q.Candidates, func(c Alternative) bool { return c.Move == m })
}

// Occasion is why a Question is asked now.
type Occasion uint8

// The occasions.
const (
	GameOver     Occasion = iota // the game is over, or its board has been cleared
	PlayedOn                     // play has gone on for long, and the board agrees with each of them
	SamePosition                 // both have led to the same position
)

// String returns "over", "played-on" or "same-position".
func (o Occasion) String() string { return [...]string{"over", "played-on", "same-position"}[o] }

// Alternative is a move that may have been made.
type Alternative struct {
	Move        rules.Move
	Published   bool          // it is the published move
	Probability float64       // given everything read so far, 0 to 1
	Final       bool          // it leads to the same position as the likeliest one, so later readings never decide between the two
	Reasons     []Why         // what the sensors showed of it
	Empty       time.Duration // WhyVictimSeen: how long its square was empty
}

// Why is a reason for or against an alternative.
type Why string

// What the sensors may have shown of a move.
const (
	WhyEndsSeen      Why = "both-ends-seen"      // its origin became empty and its target full
	WhyVictimSeen    Why = "victim-seen"         // the captured piece was seen to leave
	WhyVictimUnseen  Why = "victim-unseen"       // it was not: its square never read empty
	WhyEndUnseen     Why = "end-unseen"          // one end of the move had no reading at that time
	WhyMoveUnseen    Why = "move-unseen"         // nor had the other: only the reply or the clock shows that there was a move
	WhySensorBroken  Why = "sensor-broken"       // one end has a sensor that must then be broken
	WhyNotFelt       Why = "not-felt"            // the piece stands where its sensor does not detect it
	WhyPieceUnnamed  Why = "piece-unnamed"       // the piece that the pawn was promoted to was not named
	WhyPieceLifted   Why = "piece-lifted"        // of no move: the piece was lifted, and may not have been moved
	WhyGivesMaterial Why = "gives-material"      // the move loses material on its target
	WhyNotAllowed    Why = "not-allowed"         // the rules do not allow it
	WhyUnexplained   Why = "squares-unexplained" // with it, some squares still read something else
)

// isOtherPiece reports whether two moves are promotions that differ only in the piece.
func isOtherPiece(m, n rules.Move) bool {
	return m != n && m.From() == n.From() && m.To() == n.To() && m.Promotion() != rules.NoKind
}
