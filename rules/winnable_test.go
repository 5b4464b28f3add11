package rules_test

import (
	"os"
	"strings"
	"testing"

	"touchmove/rules"
)

type lifeCase struct {
	fen  string
	want [2]rules.Answer
}

func readLives(t testing.TB) (out []lifeCase) {
	t.Helper()
	data, err := os.ReadFile("testdata/dead-positions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		cells := strings.Split(line, "\t")
		c := lifeCase{fen: cells[1], want: [2]rules.Answer{rules.Can, rules.Can}}
		for i := range 2 {
			if cells[0][i] == '-' {
				c.want[i] = rules.Cannot
			}
		}
		out = append(out, c)
	}
	return out
}

func TestWinnable(t *testing.T) {
	for _, c := range readLives(t) {
		p := rules.MustPosition(c.fen, rules.Standard)
		for color := rules.White; color <= rules.Black; color++ {
			v := rules.Winnable(p, color, rules.FullBudget)
			t.Logf("%s: %v: %v, %d positions, %d moves", c.fen, color, v, v.Positions, len(v.Line))
			if v.Answer != c.want[color] {
				t.Errorf("%s: %v %v, want %v", c.fen, color, v, c.want[color])
			}
			if err := v.Check(p, color); err != nil {
				t.Errorf("%s: %v: the proof of %v does not hold: %v", c.fen, color, v, err)
			}
		}
	}
}
