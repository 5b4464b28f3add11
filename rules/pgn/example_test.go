package pgn_test

import (
	"fmt"
	"os"
	"strings"
	"time"

	"touchmove/rules"
	"touchmove/rules/pgn"
)

func ExampleReader() {
	const text = `[White "A"]

1. e4 {[%clk 1:29:51]} e5 2. Ke3 *

[White "B"]

1. d4 d5 1/2-1/2
`
	for g, err := range pgn.NewReader(strings.NewReader(text)).All() {
		if err != nil {
			fmt.Println(err)
		}
		fmt.Println(g.Tags.Get("White"), len(g.Moves), g.Result)
	}
	// Output:
	// game 1, move 2, line 3, column 30: illegal move "Ke3" (in "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
	// A 2 *
	// B 2 1/2-1/2
}

func ExampleWriter() {
	start := rules.StartPosition()
	m, err := start.ParseSAN("e4")
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := pgn.NewGame(pgn.Tags{{Name: "White", Value: "Novotny"}}, start, []rules.Move{m}, rules.Ongoing)
	if err != nil {
		fmt.Println(err)
		return
	}
	g.Moves[0].SetClock(89*time.Minute + 51*time.Second)
	if err := pgn.NewWriter(os.Stdout).Write(g); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [Event "?"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "Novotny"]
	// [Black "?"]
	// [Result "*"]
	//
	// 1. e4 {[%clk 1:29:51]} *
}

// A game in the letters of another language becomes one that every program can read.
func ExampleReader_language() {
	r := pgn.NewReader(strings.NewReader("1. e4 e5 2. Sf3 Sc6 3. Lb5 *"))
	r.Language = rules.German
	g, err := r.Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	p := g.Start
	for _, m := range g.MainLine() {
		fmt.Print(p.SAN(m), " ")
		p = p.After(m)
	}
	fmt.Println()
	// Output: e4 e5 Nf3 Nc6 Bb5
}
