package article4

// completion reports whether the move of a turn is completed, and how: by a press, by its player's
// next move in editions that say so, or, in 1953, by its release unless it is the last move before
// a time control.
func (ref *Referee) completion(t *turn) (Completion, bool) {
	pressed := func() (Completion, bool) {
		_, ok := ref.pressFor(t)
		return ByPress, ok
	}
	switch {
	case ref.result.text != "" && ref.result.ply == t.ply:
		if how, ok := pressed(); ok {
			return how, ok
		}
		return ByEnd, true
	case ref.laws.completeAtRelease && !ref.isLastOfControl(t):
		return AtRelease, true
	}
	if how, ok := pressed(); ok {
		return how, ok
	}
	switch {
	case !ref.timing.connected && t.ply < ref.record.ply():
		return Inferred, true // the reply shows it
	case ref.laws.overtaken && t.ply+2 <= ref.record.ply() && !t.made.Illegal:
		return Overtaken, true
	}
	return 0, false
}

// isLastOfControl reports whether the move was the player's last before the time
// control (1953:14.4).
func (ref *Referee) isLastOfControl(t *turn) bool {
	left := ref.clock.left[t.mover()]
	if left == 0 {
		return false
	}
	n := (t.ply - ref.record.first + 1) / 2 // moves of this player in the trace
	if ref.record.start.Turn() != t.mover() {
		n = (t.ply - ref.record.first) / 2
	}
	return n == left
}

// notifyCompleted reports which of the last moves have been completed.
func (ref *Referee) notifyCompleted() {
	for _, t := range ref.turns[max(0, len(ref.turns)-4):] {
		if t.made == nil {
			continue
		}
		how, ok := ref.completion(t)
		at, _ := ref.pressFor(t)
		switch {
		case !t.made.complete && ok:
			t.made.complete, t.made.pressed = true, at
			ref.notify(Completed{Ply: t.ply, By: t.mover(), How: how, Pressed: at})
			ref.proposeDrawIfStillIllegal(t)
		case t.made.complete && at != t.made.pressed && ref.wasWrong(t.mover(), t.made.pressed):
			// The earlier press did not stop the player's clock; this one did.
			t.made.pressed = at
			ref.out.pressedAgain = append(ref.out.pressedAgain, PressedAgain{Ply: t.ply, By: t.mover(), Pressed: at})
		}
	}
}
