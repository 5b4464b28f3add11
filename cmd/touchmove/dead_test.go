package main

import (
	"encoding/json"
	"testing"

	"touchmove/rules"
)

// The line that dead prints is a proof: legal moves that end in checkmate by
// the side that it names.
func TestDeadLine(t *testing.T) {
	for _, fen := range []string{
		"8/6k1/8/8/2R5/8/8/5K2 w - - 0 1",
		"7k/8/8/8/8/5K2/2P5/8 w - - 0 1",
		"N7/8/8/8/6k1/4q3/8/K7 w - - 0 1",
		"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
		rules.StartFEN,
	} {
		status, stdout, stderr := call(t, "", "dead", "--json", fen)
		var a struct {
			FEN    string
			Line   []string
			LineBy string `json:"line_by"`
		}
		if err := json.Unmarshal([]byte(stdout), &a); err != nil || status != exitDone {
			t.Errorf("%s: exit status %d, %q, %v, %s", fen, status, stdout, err, stderr)
			continue
		}
		p, err := readPosition(fen, rules.Standard)
		if err != nil {
			t.Fatal(err)
		}
		for _, uci := range a.Line {
			m, err := p.ParseUCI(uci)
			if err != nil {
				t.Fatalf("%s: %v", fen, err)
			}
			p = p.After(m)
		}
		if loser := map[string]rules.Color{"white": rules.Black, "black": rules.White}[a.LineBy]; !p.IsCheckmate() || p.Turn() != loser || a.FEN != fen {
			t.Errorf("%s: the line %v by %q ends in %s", fen, a.Line, a.LineBy, p.FEN())
		}
	}
}
