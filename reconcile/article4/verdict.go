package article4

// verdictOf returns the breach of a turn with its status.
func (ref *Referee) verdictOf(t *turn) *verdict {
	v := &verdict{ply: t.ply, by: t.mover(), breach: t.made.breach, status: claimable}
	if s := ref.offences.settled; s != nil && s.ply == t.ply && s.status != upheld {
		v.status = s.status
		return v
	}
	next := ref.turnOf(t.ply + 1)
	switch {
	case next == nil:
	case next.made != nil:
		v.status = lapsed
	default:
		if ref.laws.releaseUntilMove && v.breach.rule.isOfRelease(ref.laws) {
			break
		}
		if next.isTouched() || ref.laws.claimLostByHand && next.isHandled() {
			v.status = lapsed
		}
	}
	return v
}

// isTouched reports whether the player has touched a piece in this turn without announcing it, by a
// lift or a reported touch.
func (t *turn) isTouched() bool {
	r := t.read(period{})
	return r.felt
}

// isHandled reports whether the player has touched a piece in this turn, be it only to adjust it.
func (t *turn) isHandled() bool {
	r := t.read(period{})
	return r.handled
}

// violation returns the latest breach of the game.
func (ref *Referee) violation() *verdict {
	var latest *verdict
	for i := len(ref.turns) - 1; i >= 0 && latest == nil; i-- {
		if m := ref.turns[i].made; m != nil && m.breach != nil {
			latest = ref.verdictOf(ref.turns[i])
		}
	}
	if ref.offences.settled != nil && (latest == nil || latest.ply < ref.offences.settled.ply) {
		return ref.offences.settled
	}
	return latest
}

// stand applies an upheld claim to the turn that it has reopened.
func (ref *Referee) stand(t *turn) {
	if s := ref.offences.settled; s != nil && s.status == upheld && s.ply == t.ply && s.breach.duty != nil && t.made == nil {
		t.acts = nil
		t.bound, t.sides = s.breach.duty, s.breach.sides
	}
}

// untilWords describes what ends the right to claim.
func (ref *Referee) untilWords(r rule) string {
	if ref.laws.releaseUntilMove && r.isOfRelease(ref.laws) {
		return "the opponent makes a move"
	}
	return "the opponent touches a piece"
}
