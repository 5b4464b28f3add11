package explain

import (
	"fmt"
	"slices"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
)

func (t statement) rival(r decoder.Rival) string {
	what := "no move yet, the pieces only touched or still in the hand"
	if r.Move != rules.NoMove {
		what = r.Move.UCI(t.position.Variant())
		if t.position.IsLegal(r.Move) {
			what = t.position.SAN(r.Move)
		} else {
			what += ", which is not legal"
		}
	}
	text := fmt.Sprintf("%s: %s", what, likelier(r.Behind))
	if r.Open != 0 {
		text += fmt.Sprintf("; it left %s unexplained", names(r.Open))
	}
	return text
}

// likelier turns a difference of costs, in natural logarithms, into words.
func likelier(behind float64) string {
	switch {
	case behind < 0.3:
		return "about as likely"
	case behind < 1.1:
		return "somewhat less likely"
	case behind < 3:
		return "several times less likely"
	case behind < ruledOut:
		return "much less likely"
	}
	return "all but ruled out"
}

// sign returns in words what showed that the move was over.
func (w *words) sign(t statement) string {
	mover := t.by
	switch t.reason.Sign {
	case decoder.Replied:
		return "a later move stood on the board" + w.reply(t) + fmt.Sprintf(", so %s's was over", mover)
	case decoder.Pressed:
		for _, p := range slices.Backward(w.presses) {
			if p.at <= t.at && p.by == mover {
				return fmt.Sprintf("%s pressed the clock at %s", mover, clock(p.at))
			}
		}
		return fmt.Sprintf("%s pressed the clock", mover)
	case decoder.Touched:
		for _, r := range slices.Backward(w.between(t.reason.Landed, t.at)) {
			if t.reason.Open.Has(r.Square) && r.Is == sensors.Empty {
				return fmt.Sprintf("%s had lifted the %s from %s at %s, and nothing else was open",
					mover.Other(), t.move.After.At(r.Square).Kind(), r.Square, clock(r.At))
			}
		}
		return fmt.Sprintf("%s had lifted a piece, and nothing else was open", mover.Other())
	case decoder.Quiet:
		return fmt.Sprintf("its squares had been still for %s, long enough for a move like this, and nothing else was likely", seconds(t.reason.Wait))
	case decoder.Commanded:
		return "entered by a person"
	case decoder.RuledOn:
		return "it was made, and a person then gave a command"
	}
	return "the game or its recording ended there"
}

// reply names the move after a statement, if it was already on the board then.
func (w *words) reply(t statement) string {
	moves := w.Explainer.game.Games()[t.game-1]
	if i := t.ply - moves.Ply; i > 0 && i < len(moves.Moves) && moves.Moves[i-1].Move == t.move.Move && moves.Moves[i].Released <= t.at {
		return fmt.Sprintf(" (%s, released at %s)", moves.Moves[i].SAN, clock(moves.Moves[i].Released))
	}
	return ""
}
