package reconcile_test

import (
	"fmt"
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
	const played = "e2- e4+ w e7- e5+ b g1- f3+ w "
	const developed = "e2- e4+ w b8- c6+ b g1- f3+ w "
	for _, row := range []struct {
		name  string
		does  string // changes, presses, waits, and commands: a half-move with its new move is a correction
		wants string
	}{
		{"another square, undone", played + "3:g1h3 undo", "displaced {f3 h3}, restored"},
		{"another square, corrected", played + "3:g1h3 3:g1f3", "displaced {f3 h3}, restored"},
		{"another square, and the board is put right", played + "3:g1h3 f3- h3+", "displaced {f3 h3}, restored"},
		{"a move not yet made, and then made", played + "4:b8c6 b8- c6+ b", "displaced {c6 b8}, restored"},
		{"an earlier half-move", developed + "2:b8a6 5s", "displaced {a6 c6}"},
		{"an earlier half-move, and the board is put right", developed + "2:b8a6 5s c6- a6+ 5s", "displaced {a6 c6}, restored"},
		{"an earlier half-move, undone", developed + "2:b8a6 5s undo 5s", "displaced {a6 c6}, restored"},
		{"an earlier half-move, whose piece stands one square further", played + "2:e7e6 5s", "displaced {e5 e6}"},
		{"a piece is taken up at that moment, and put back", "g1- f3+ w a7-/ 1:g1h3/ a7+ 20s", "displaced {f3 h3}"},
		{"a piece is taken up at that moment, and moved", "g1- f3+ w a7-/ 1:g1h3 a6+ b", "displaced {f3 h3 a7}"},
		{"put right, with another piece off the board", "g1- f3+ w a2- 3s 1:g1h3 f3- h3+ g8- f6+ b", "displaced {a2 f3 h3}, restored"},
		{"a new game", "g1- f3+ w 1:g1h3 new f3- g1+ 5s", "displaced {f3 h3}, game 2"},
		{"a result, and the next game begins", "g1- f3+ w 1:g1h3 1-0 f3- g1+ 5s e2- e4+ w", "displaced {f3 h3}, game 2"},
		{"put right, and disturbed within half a second", "g1- f3+ w 1:b1a3 5s f3-/ g1+/ b1-/ a3+ h1-/ h2-/ g2-/ h4+ 20s",
			"displaced {b1 g1 a3 f3}, displaced {b1 g1 a3 f3}"},
		{"put right", "g1- f3+ w 1:b1a3 5s f3-/ g1+/ b1-/ a3+ 5s", "displaced {b1 g1 a3 f3}, displaced {b1 g1 a3 f3}, restored"},
	} {
		h := trace.DefaultHeader()
		h.Clock = trace.ClockButtons
		g := newGame(t, h)
		at, games := time.Duration(0), 1
		var told []string
		step := func(what trace.What) {
			events, err := g.Step(trace.Record{At: at, What: what})
			if err != nil {
				t.Fatal(row.name, err)
			}
			for _, e := range events {
				if e.Game != games {
					games = e.Game
					told = append(told, fmt.Sprintf("game %d", games))
				}
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
			word, quick := strings.CutSuffix(word, "/")
			ply, uci, corrects := strings.Cut(word, ":")
			wait, err := time.ParseDuration(word)
			switch {
			case err == nil:
				at += wait
			case corrects:
				step(trace.Command{Do: trace.DoCorrect, Ply: int(ply[0] - '0'), UCI: uci})
			case word == "w" || word == "b":
				at += time.Second
				step(trace.Press{By: rules.Color(strings.Index("wb", word))})
				at += 5 * time.Second
			case word == "undo":
				step(trace.Command{Do: trace.DoUndo})
			case word == "new":
				step(trace.Command{Do: trace.DoNewGame})
			case word == "1-0":
				step(trace.Command{Do: trace.DoResult, Result: word})
			default:
				sq, err := rules.ParseSquare(word[:2])
				if err != nil {
					t.Fatal(err)
				}
				step(trace.Change{Square: sq, Is: map[byte]sensors.State{'-': sensors.Empty, '+': sensors.Occupied}[word[2]]})
			}
			if quick {
				at -= 350 * time.Millisecond
			}
		}
		step(trace.Scan{Board: board(rules.MustPosition(h.Start, h.Variant))})
		at += 3 * time.Second
		for word := range strings.FieldsSeq(row.does) {
			do(word)
		}
		at += time.Second
		step(trace.End{})
		if got := strings.Join(told, ", "); got != row.wants {
			t.Errorf("%s: told %q, want %q", row.name, got, row.wants)
		}
	}
}
