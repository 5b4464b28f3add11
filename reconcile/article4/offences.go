package article4

import (
	"cmp"
	"slices"
	"time"

	"touchmove/rules"
)

// offences are what was done against the Laws and still has consequences.
type offences struct {
	counts  [2]int    // illegal moves
	illegal *illegal  // the latest that stands
	earlier []illegal // those before it that count, the oldest first
	hands   *twoHands // reported, and the clock not pressed yet
	settled *verdict  // a claim about Article 4 that was decided, or a breach older than the log
}

// twoHands is a report of two hands that waits for the press of the clock.
type twoHands struct {
	by  rules.Color
	ply int
}

// found makes an illegal move the latest.
func (o *offences) found(ill *illegal) {
	if o.illegal != nil && o.illegal.counted {
		o.earlier = append(o.earlier, *o.illegal)
	}
	o.illegal = ill
}

// of returns the latest illegal move that is one of those that is reports, and nil if none is.
func (o *offences) of(is func(*illegal) bool) *illegal {
	if o.illegal != nil && is(o.illegal) {
		return o.illegal
	}
	for i := range slices.Backward(o.earlier) {
		if is(&o.earlier[i]) {
			return &o.earlier[i]
		}
	}
	return nil
}

// withdraw drops an illegal move that of returned; without the latest, the one before it is the latest.
func (o *offences) withdraw(ill *illegal) {
	if ill != o.illegal {
		i := slices.Index(o.earlier, *ill)
		o.earlier = slices.Delete(o.earlier, i, i+1)
		return
	}
	o.illegal = nil
	if n := len(o.earlier); n > 0 {
		o.illegal, o.earlier = copied(&o.earlier[n-1]), o.earlier[:n-1]
	}
}

// leavesRecord says that play goes on from a position that the arbiter set: the half-moves of the illegal moves are no
// longer in the record, whose numbers begin again, so that nothing is to be put right or claimed for them.
func (o *offences) leavesRecord() {
	leave := func(ill *illegal) {
		ill.ply, ill.onBoard = 0, false
		if ill.status == claimable {
			ill.status = lapsed
		}
	}
	if o.illegal != nil {
		o.illegal = copied(o.illegal)
		leave(o.illegal)
	}
	o.earlier = slices.Clone(o.earlier)
	for i := range o.earlier {
		leave(&o.earlier[i])
	}
}

// all returns the illegal moves, the oldest first.
func (o *offences) all() []illegal {
	if o.illegal == nil {
		return nil
	}
	return append(slices.Clone(o.earlier), *o.illegal)
}

// unmake takes back what an action made of the illegal moves: one that it added is dropped, one that it changed
// is what it was, and one that it withdrew stands again, unless that has changed since.
func (o *offences) unmake(made, was []illegal) {
	var list []illegal
	for _, ill := range o.all() {
		if !slices.Contains(made, ill) {
			list = append(list, ill)
		} else if i := slices.IndexFunc(was, ill.isSame); i >= 0 {
			list = append(list, was[i])
		}
	}
	for _, ill := range was {
		if !slices.ContainsFunc(made, ill.isSame) && !slices.ContainsFunc(list, ill.isSame) {
			list = append(list, ill)
		}
	}
	slices.SortStableFunc(list, func(a, b illegal) int { return cmp.Compare(a.pressed, b.pressed) })
	o.illegal, o.earlier = nil, nil
	for _, ill := range list {
		o.found(&ill)
	}
}

// illegal is an illegal move whose clock was pressed.
type illegal struct {
	by      rules.Color
	ply     int // 0: no longer in the record
	count   int
	penalty *Penalty
	restore bool
	status  string // empty where the arbiter acts without a claim
	reason  IllegalReason
	pressed time.Duration
	move    rules.Move    // the move that stands, if one does
	onBoard bool          // the board showed it
	seen    rules.Squares // squares that showed it
	idle    bool          // a press for which no move was seen
	counted bool          // it has been added to counts
	// confirmed: the arbiter has ruled, and the opponent has got the time.
	confirmed bool
	// mended: the pawn left on the last rank has been exchanged since.
	mended bool
	// ruled: the arbiter has entered it, or acts on one that could be claimed.
	ruled bool
	// unasked: the arbiter acts although illegal moves have to be claimed.
	unasked bool
}

// isSame reports whether two are the same illegal move, whatever has been ruled on it.
func (ill illegal) isSame(other illegal) bool {
	return ill.by == other.by && ill.reason == other.reason && ill.pressed == other.pressed
}

// waits reports whether an illegal move waits for the arbiter's ruling.
func (ill *illegal) waits() bool {
	return ill.status == claimable || ill.counted && !ill.confirmed
}

// verdict is a breach together with its status.
type verdict struct {
	ply    int
	by     rules.Color
	breach *breach
	status string
}

// The status of a breach, or of an illegal move that may be claimed.
const (
	claimable = "claimable"
	lapsed    = "lapsed"
	upheld    = "upheld"
	rejected  = "rejected"
)
