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

// illegalStays are moves that look for a moment as if they were something else, and what is said of
// them. Words of the acts: the time in seconds, then -e2 or +e4 (with w or b on a board that
// distinguishes colours), or press:white.
var illegalStays = []struct {
	name, fen, acts string
	laws            rules.Laws
	sensing         sensors.Sensing
	want            string // illegal moves in order, remarks, and the result
}{
	{
		name: "the queen stood where it cannot go, and then went elsewhere", laws: rules.FIDE2023,
		fen:  "2q4r/1RB1k3/r6p/3pp3/3P1P2/N2P2KP/8/5B2 b - - 0 40",
		acts: "2.7 -c8 3.4 +e4 3.8 press:black 5.4 -e4 6.2 +b8 7.6 press:black 12.4 -c7 13.2 +b6 14.2 press:white",
		want: "black 1: illegal move",
	},
	{
		name: "a piece of the opponent's moved, and a reply", laws: rules.FIDE2009,
		fen:  "1rb1k2r/3p1pb1/p1P3Nn/PP2p3/4PP1p/BN1n3P/2QK4/5B1R w k - 0 25",
		acts: "2.7 -h6 3.3 +f5 4.3 press:white 9.1 -d7 9.6 +d6 11.0 press:black 21 -a1",
		want: "white 1: illegal move",
	},
	{
		name: "half of castling, and a reply", laws: rules.FIDE2009,
		fen:  "r3k2r/1bP4b/8/1p2n1P1/n3p2N/4p3/Rnb5/R3K2R b KQkq - 0 30",
		acts: "5.3 -e8 5.7 +g8 7.0 press:black 11.1 -h4 11.7 +f5 12.1 press:white 22 -h5",
		want: "black 1: illegal move",
	},
	{
		name: "three knocked over, and the last in the hand at the press", laws: rules.FIDE2009,
		fen:  "r2kq3/p1pbn3/1pn1ppp1/1Bb5/NPP2PPQ/3PpK2/P1R1N2P/R1B5 b - - 3 25",
		acts: "2.8 -e2 2.8 -a8 2.8 -g6 3.4 +e2 4.1 +a8 4.5 press:black 6.6 +g6 8.8 -e8 9.3 +h8 10.3 press:black",
		want: "clock_with_piece_in_hand",
	},
	{
		name: "two illegal moves, each put right", laws: rules.FIDE2023, sensing: sensors.Polarity,
		fen: "r3kb1r/5R2/1p3R1p/R4B1P/2B5/b3p3/1p6/R1b1K2R w Kq - 0 30",
		acts: "2.4 -f6 3.1 +g4w 3.6 press:white 6.7 press:black 7.3 -g4 7.9 +f6w" +
			" 10.9 -b6 11.6 +b5b 12.4 press:white 14.8 press:black 15.3 -b5 16.1 +b6b 19 -h2",
		want: "illegal_position_on_board, white 1: illegal move, white 2: illegal move, 0-1",
	},
	{
		name: "a pawn and the piece it takes off the board, and nothing in their place", laws: rules.FIDE2009,
		fen:  "8/8/8/1K6/8/8/p3p3/kR3R2 b - - 0 30",
		acts: "2.4 -b1 3.1 -a2 3.7 press:black 9 -h5",
		want: "clock_with_piece_in_hand, illegal_position_on_board",
	},
	{
		name: "a reply that is legal if the pawn became a knight, which nobody has said", laws: rules.FIDE2023,
		fen:  "4K3/r4P2/4k3/8/8/8/8/8 w - - 0 74",
		acts: "2.2 -f7 3.1 +f8 4.0 press:white 6.7 -e6 6.9 +d6 8.0 press:black 14 -a7",
		want: "",
	},
	{
		name: "a move that the opponent answers at once by taking the piece", laws: rules.FIDE2023,
		fen:  "8/2p1R3/1r3pp1/b7/2p2PP1/2Pk1NP1/6K1/8 w - - 3 46",
		acts: "2.62 -g4 2.69 +g5 2.77 -g5 2.877 press:white 2.92 -f6 3.17 +g5 3.19 -f4 3.24 -g5 3.296 press:black 3.36 +g5 3.45 press:white 9 -b6",
		want: "",
	},
	{
		name: "a capture that no sensor detected, and the reply rests on its way before the press", laws: rules.FIDE2023,
		fen:  "rn1q1rk1/1ppbbppp/p3pn2/8/P1pP4/5NP1/1PQ1PPBP/RNB2RK1 w - - 1 9",
		acts: "5.079 -c2 5.199 +b3 5.254 -b3 5.254 +a3 5.309 -a3 5.354 -d7 5.434 +f4 5.505 press:white 6.489 -f4 6.664 +c6 6.938 press:black 12 -c4",
		want: "",
	},
}

// What was seen of an illegal move is not withdrawn or forgotten because later readings also fit a
// legal move that leaves a part of it open, and a piece that was knocked over is not one that captures.
func TestWhatWasSeenOfAnIllegalMoveStays(t *testing.T) {
	for _, c := range illegalStays {
		t.Run(c.name, func(t *testing.T) {
			start := rules.MustPosition(c.fen, rules.Standard)
			h := trace.DefaultHeader()
			h.Board, h.Laws, h.Start, h.Sensing, h.Clock = "hall-7", c.laws, c.fen, c.sensing, trace.ClockButtons
			g := newGame(t, h)
			var said []string
			take := func(r trace.Record) {
				for _, e := range step(t, g, r) {
					switch w := e.What.(type) {
					case reconcile.IllegalMove:
						said = append(said, fmt.Sprintf("%s %d: %s", w.By, w.Number, w.Reason))
					case reconcile.Remark:
						said = append(said, string(w.Remark))
					}
				}
			}
			take(trace.Record{What: trace.Scan{Board: sensed(start, c.sensing)}})
			for words := range slices.Chunk(strings.Fields(c.acts), 2) {
				take(actOf(t, words))
			}
			if r := g.State().Result; r != nil {
				said = append(said, *r)
			}
			if got := strings.Join(said, ", "); got != c.want {
				t.Errorf("illegal moves, remarks and result are %q, want %q", got, c.want)
			}
		})
	}
}

// sensed is how a position reads on a board.
func sensed(p rules.Position, sensing sensors.Sensing) sensors.Scan {
	scan := board(p)
	if sensing == sensors.Polarity {
		for set := p.Occupied(); set != 0; set &= set - 1 {
			scan[set.First()] = sensors.White
			if p.At(set.First()).Color() == rules.Black {
				scan[set.First()] = sensors.Black
			}
		}
	}
	return scan
}

// actOf reads a time and an act, such as "2.7" and "-c8", as in illegalStays.
func actOf(t *testing.T, words []string) trace.Record {
	t.Helper()
	at, err := time.ParseDuration(words[0] + "s")
	if err != nil {
		t.Fatal(err)
	}
	act := words[1]
	switch act {
	case "press:white":
		return trace.Record{At: at, What: trace.Press{By: rules.White}}
	case "press:black":
		return trace.Record{At: at, What: trace.Press{By: rules.Black}}
	}
	sq, err := rules.ParseSquare(act[1:3])
	if err != nil {
		t.Fatalf("act %q: %v", act, err)
	}
	is, known := map[string]sensors.State{"-": sensors.Empty, "+": sensors.Occupied, "+w": sensors.White, "+b": sensors.Black}[act[:1]+act[3:]]
	if !known {
		t.Fatalf("act %q is neither -e2 nor +e2, +e2w, +e2b", act)
	}
	return trace.Record{At: at, What: trace.Change{Square: sq, Is: is}}
}
