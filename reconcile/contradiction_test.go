package reconcile_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// TestCorrectionAgainstTheBoard: a move that is entered and that the board at rest does not show is reported
// with its squares, until it is undone, corrected or made.
func TestCorrectionAgainstTheBoard(t *testing.T) {
	played := []string{"e2-", "e4+", "w", "e7-", "e5+", "b", "g1-", "f3+", "w"}
	for _, row := range []struct {
		name  string
		ply   int
		uci   string
		then  []string // what follows: changes, presses, undo, or a move to correct the same half-move to
		wants string
	}{
		{"another square, undone", 3, "g1h3", []string{"undo"}, "displaced {f3 h3}, restored"},
		{"another square, corrected", 3, "g1h3", []string{"g1f3"}, "displaced {f3 h3}, restored"},
		{"another square, and the board is put right", 3, "g1h3", []string{"f3-", "h3+"}, "displaced {f3 h3}, restored"},
		{"a move not yet made, and then made", 4, "b8c6", []string{"b8-", "c6+", "b"}, "displaced {c6 b8}, restored"},
		{"an earlier half-move", 2, "e7e6", []string{}, ""},
	} {
		h := trace.DefaultHeader()
		h.Clock = trace.ClockButtons
		g := newGame(t, h)
		at := time.Duration(0)
		var told []string
		step := func(what trace.What) {
			events, err := g.Step(trace.Record{At: at, What: what})
			if err != nil {
				t.Fatal(row.name, err)
			}
			for _, e := range events {
				switch w := e.What.(type) {
				case reconcile.Displaced:
					told = append(told, fmt.Sprintf("displaced %v", w.Squares))
				case reconcile.Restored:
					told = append(told, "restored")
				}
			}
			at += 400 * time.Millisecond
		}
		do := func(word string) {
			switch sq, err := rules.ParseSquare(word[:min(2, len(word))]); {
			case word == "w" || word == "b":
				at += time.Second
				step(trace.Press{By: rules.Color(strings.Index("wb", word))})
				at += 5 * time.Second
			case word == "undo":
				step(trace.Command{Do: trace.DoUndo})
			case err == nil && len(word) == 3:
				is := sensors.Empty
				if word[2] == '+' {
					is = sensors.Occupied
				}
				step(trace.Change{Square: sq, Is: is})
			default:
				step(trace.Command{Do: trace.DoCorrect, Ply: row.ply, UCI: word})
			}
		}
		step(trace.Scan{Board: board(rules.MustPosition(h.Start, h.Variant))})
		at += 3 * time.Second
		for _, word := range slices.Concat(played, []string{row.uci}, row.then) {
			do(word)
		}
		at += time.Second
		step(trace.End{})
		if got := strings.Join(told, ", "); got != row.wants {
			t.Errorf("%s: told %q, want %q", row.name, got, row.wants)
		}
	}
}
