package rules_test

import (
	"errors"
	"fmt"
	"strings"

	"touchmove/rules"
)

func Example() {
	p := rules.StartPosition()
	for _, san := range strings.Fields("e4 e5 Nf3 Nc6 Bc4 Bc5 O-O") {
		m, err := p.ParseSAN(san)
		if err != nil {
			fmt.Println(err)
			return
		}
		p = p.After(m)
	}
	fmt.Println(p.FEN())
	// Output: r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4
}

func ExampleNewPosition() {
	s, err := rules.ParseFEN("4k3/8/8/8/8/8/8/3K3R w K - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = rules.NewPosition(s, rules.Standard)
	var refused *rules.SetupError
	if errors.As(err, &refused) {
		fmt.Println(refused.Field, refused.Reason)
	}
	p, err := rules.NewPosition(s, rules.Chess960)
	fmt.Println(p.Castling(), err)
	// Output:
	// castling not_standard_castling
	// {h1} <nil>
}

func ExamplePosition_ParseSAN() {
	p := rules.MustPosition("6k1/8/8/6N1/8/8/3K4/6N1 w - - 0 1", rules.Standard)
	_, err := p.ParseSAN("Nf3")
	fmt.Println(errors.Is(err, rules.ErrAmbiguousMove), err)
	// Output: true ambiguous move "Nf3": it could be N1f3 or N5f3 (in "6k1/8/8/6N1/8/8/3K4/6N1 w - - 0 1")
}

func ExamplePosition_Notate() {
	p := rules.MustPosition("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", rules.Standard)
	m, err := p.ParseUCI("d8h4")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.SAN(m))
	fmt.Println(p.Notate(m, rules.Notation{Style: rules.FIDE, Language: rules.Spanish}))
	fmt.Println(p.Notate(m, rules.Notation{Language: rules.Figurine}))
	// Output:
	// Qh4#
	// Dh4++
	// ♕h4#
}

func ExampleMove_UCI() {
	p := rules.MustPosition("4k3/8/8/8/8/8/8/4K2R w K - 0 1", rules.Standard)
	m, err := p.ParseSAN("O-O")
	if err != nil {
		fmt.Println(err)
		return
	}
	king, rook := p.CastlingTargets(m)
	fmt.Println(m.UCI(rules.Standard), m.UCI(rules.Chess960), m.From(), m.To(), king, rook)
	// Output: e1g1 e1h1 e1 h1 g1 f1
}

func ExampleHistory() {
	h := rules.NewHistory(rules.StartPosition())
	for _, uci := range strings.Fields("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8") {
		m, err := h.Position().ParseUCI(uci)
		if err == nil {
			err = h.Play(m)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(h.Repetitions(), h.Claims(rules.FIDE2009).Threefold, rules.ThreefoldRepetition.Article(rules.FIDE2009))
	_, over := h.Automatic(rules.FIDE2009)
	fmt.Println(over)
	// Output:
	// 3 true 9.2
	// false
}

func ExampleWinnable() {
	budget := rules.Budget{Positions: rules.FullPositions}
	p := rules.MustPosition("8/8/4k3/3n4/8/3NK3/8/8 w - - 0 1", rules.Standard)
	v := rules.Winnable(p, rules.White, budget)
	fmt.Println(v, v.Check(p, rules.White))

	wall := rules.MustPosition("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", rules.Standard)
	fmt.Println(rules.Winnable(wall, rules.White, budget), rules.Winnable(wall, rules.Black, budget))
	// Output:
	// can by line <nil>
	// cannot by closure cannot by closure
}

func ExamplePerft() {
	fmt.Println(rules.Perft(rules.StartPosition(), 4))
	// Output: 197281
}
