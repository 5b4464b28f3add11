package tournament

import (
	"fmt"
	"strings"

	"touchmove/reconcile/article4"
	"touchmove/rules"
)

// Half counts half points.
type Half int

// String writes points as a crosstable does, as 2½.
func (h Half) String() string {
	switch {
	case h == 1:
		return "½"
	case h%2 == 1:
		return fmt.Sprintf("%d½", h/2)
	}
	return fmt.Sprint(int(h / 2))
}

// Decimal writes points as a tournament report does, as 2.5.
func (h Half) Decimal() string { return fmt.Sprintf("%d.%d", h/2, h%2*5) }

// Outcome is how a game of a round ended.
type Outcome struct {
	Known   bool // there is a result
	Points  [2]Half
	Forfeit bool   // nobody moved: won or lost by default
	Short   bool   // not both have made a move, so that it is not rated
	Reason  string // as the record has it, "flag_fall"; "" when only the result was given
	Final   bool   // declared, and not only proposed
}

// ParseOutcome reads a result: 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2, 1-1/2, 1/2-1, 1-1 or *, with F
// after it when it is one by forfeit.
func ParseOutcome(text string) (Outcome, error) {
	o := Outcome{Final: true}
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

// Outcome returns how the game ended.
func (f *Filed) Outcome() Outcome {
	o, err := ParseOutcome(f.Played.Result)
	if err != nil || !o.Known {
		return Outcome{}
	}
	o.Reason = f.Played.Reason
	plies := f.Played.Ply + len(f.Played.Moves)
	// Won by default is a game that was not begun; one that somebody was late for
	// the other has perhaps begun, and only one has moved.
	o.Forfeit = plies < 2 && o.Reason == article4.ByDefault
	o.Short = plies < 2 && !o.Forfeit
	return o
}

// String writes the result as in a report: 1-0, ½-½, 1-0 F, * while there is
// none.
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
