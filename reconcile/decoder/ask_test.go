package decoder

import (
	"testing"

	"touchmove/rules"
)

// TestAskedAgainAtTheEnd: when the game is over, the open question is asked again if it does not name the move
// that was the likeliest, also when an earlier half-move has been asked about before.
func TestAskedAgainAtTheEnd(t *testing.T) {
	first := rules.MustPosition(rules.StartFEN, rules.Standard)
	move := func(p *rules.Position, uci string) rules.Move {
		m, err := p.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	question := func(ply int, p rules.Position, ucis ...string) *Question {
		q := &Question{Ply: ply, Before: p}
		for _, uci := range ucis {
			q.Candidates = append(q.Candidates, Candidate{Alternative: Alternative{Move: move(&p, uci)}})
		}
		return q
	}
	second := first.After(move(&first, "e2e4"))
	root := &link{pos: first}
	var d Decoder
	d.pub.tail = &link{prev: root, ply: 1, pos: second, move: move(&first, "e2e4")}
	d.put(question(1, first, "e2e4", "e2e3")) // answered since
	d.asking.open = nil
	d.put(question(2, second, "d7d5", "d7d6"))
	likelier := question(2, second, "e7e5", "d7d5")
	d.asking.last = []*Question{question(1, first, "e2e4", "e2e3"), likelier}
	d.askAtEnd()
	if q := d.asking.open; q != likelier {
		t.Errorf("open is %+v, want the question with e7e5", q)
	}
}
