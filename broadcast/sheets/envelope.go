package sheets

import (
	"fmt"
	"strings"

	"touchmove/reconcile"
	"touchmove/rules"
)

// Envelope writes what stands on the envelope of an adjourned game (2018: I.2): the
// names, the position before the sealed move, the times used, who sealed, the number
// of the sealed move, an open offer of a draw, and lines for time and place of the
// resumption and the number of envelopes. The sealed move itself is not on it.
func Envelope(head Head, a reconcile.Adjournment, l rules.Language) (string, error) {
	w, err := wordsOf(l)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", w.adjourned)
	put := func(name, value string) {
		if value == "" {
			value = "____________________"
		}
		fmt.Fprintf(&b, "%s %s\n", pad(name+":", 36), value)
	}
	put(w.event, head.Event)
	put(w.round, head.Round)
	put(w.board, head.Board)
	put(w.white, head.White)
	put(w.black, head.Black)
	put(w.position, a.FEN)
	for by, name := range []string{w.white, w.black} {
		used, left := "", ""
		if a.Timed {
			used, left = hms(a.Used[by]), hms(a.Left[by])
		}
		put(w.used+" ("+name+")", used)
		put(w.left+" ("+name+")", left)
	}
	put(w.sealer, []string{w.white, w.black}[a.Sealer])
	put(w.sealed, fmt.Sprint(a.Ply/2+1))
	if a.Offer {
		fmt.Fprintln(&b, w.open)
	}
	put(w.resume, "")
	put(w.envelopes, "")
	return b.String(), nil
}
