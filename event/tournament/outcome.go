package tournament

import (
	"fmt"
	"strings"

	"touchmove/reconcile"
	"touchmove/reconcile/article4"
	"touchmove/rules"
)

// Half is a number of half points.
type Half int

// String writes points as in a crosstable: 2½.
func (h Half) String() string {
	switch {
	case h == 1:
		return "½"
	case h%2 == 1:
		return fmt.Sprintf("%d½", h/2)
	}
	return fmt.Sprint(int(h / 2))
}

// Decimal writes points as in a tournament report: 2.5.
func (h Half) Decimal() string { return fmt.Sprintf("%d.%d", h/2, h%2*5) }

// Outcome is how a game of a round ended.
type Outcome struct {
	Known   bool // there is a result
	Points  [2]Half
	Forfeit bool   // decided by default, before both players had moved
	Short   bool   // not by default, but before both players had moved: not rated
	Reason  string // as in the record, "flag_fall"; "" if only the result was given
}

// ParseOutcome parses a result: 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2, 1-1/2, 1/2-1, 1-1 or *, with
// F after it if it is by forfeit. The error quotes a text that is no result.
func ParseOutcome(text string) (Outcome, error) {
	o := Outcome{}
	result, forfeit := strings.CutSuffix(text, " F")
	if result == "*" && !forfeit {
		return Outcome{}, nil
	}
	white, black, ok := strings.Cut(result, "-")
	for i, part := range []string{white, black} {
		switch part {
		case "1":
			o.Points[i] = 2
		case "1/2":
			o.Points[i] = 1
		case "0":
		default:
			ok = false
		}
	}
	if !ok || forfeit && o.Points[0]+o.Points[1] > 2 {
		return Outcome{}, fmt.Errorf("%q is not a result", text)
	}
	o.Known, o.Forfeit = true, forfeit
	if forfeit {
		o.Reason = article4.ByDefault
	}
	return o, nil
}

// Outcome returns how the game ended. A result that the players have shown with their kings counts
// until it is contradicted, as in the PGN.
func (f *Filed) Outcome() Outcome {
	result, reason := f.Played.Result, f.Played.Reason
	if shown, ok := f.Played.ShownByKings(); ok {
		result, reason = shown, reconcile.KingsInTheCentre
	}
	o, err := ParseOutcome(result)
	if err != nil || !o.Known {
		return Outcome{}
	}
	o.Reason = reason
	plies := f.Played.Ply + len(f.Played.Moves)
	// A game lost by default is a forfeit if it did not really begin. The player who was
	// present may have made a move.
	o.Forfeit = plies < 2 && o.Reason == article4.ByDefault
	o.Short = plies < 2 && !o.Forfeit
	return o
}

// String writes the result as in a report: 1-0, ½-½, 1-0 F, or * if there is none yet.
func (o Outcome) String() string {
	if !o.Known {
		return rules.Ongoing.String()
	}
	text := o.Points[rules.White].String() + "-" + o.Points[rules.Black].String()
	if o.Forfeit {
		text += " F"
	}
	return text
}
