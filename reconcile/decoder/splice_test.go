package decoder_test

import (
	"slices"
	"testing"
	"time"
)

// TestDoubtsOfTwoOutages: twice the first two ranks are silent while White makes two moves there, which may
// have been made in either order. Whatever a person says of the first pair, both orders of the second stay
// possible, so in the end the line is the one that was played.
func TestDoubtsOfTwoOutages(t *testing.T) {
	for _, unseen := range [][]string{
		{"d1e2", "g1h1", "f1e1", "b1d2"}, {"d1e2", "g1h1", "b1d2", "f1e1"},
		{"g1h1", "d1e2", "f1e1", "b1d2"}, {"g1h1", "d1e2", "b1d2", "f1e1"},
	} {
		b, start := from(t, "r1bqk2r/ppp1bppp/2np1n2/1B2p3/4P3/3P1N2/PPP2PPP/RNBQ1RK1 w kq - 4 6")
		played := []string{"b5a4", "f6g4"}
		b.see(t, played...)
		replies := []string{"h7h6", "a7a5", "b7b6", "g7g6"}
		for n, reply := range replies {
			if n%2 == 0 {
				b.dark(0, nil)
			}
			b.wait(15 * time.Second)
			b.see(t, reply)
			played = append(played, unseen[n], reply)
			if n%2 == 1 {
				b.wait(10 * time.Second)
				b.dark(0, after(t, start, played...))
				b.wait(5 * time.Second)
			}
		}
		seen := []string{"c2c3", "c8d7", "h2h3", "g4f6"}
		b.see(t, seen...)
		played = append(played, seen...)
		for n := 2; n < 10; n += 2 {
			before := after(t, start, played[:n]...)
			m, err := before.ParseUCI(played[n])
			if err != nil {
				t.Fatal(err)
			}
			if !b.Explains(n+1, m) {
				t.Fatalf("after the answers before it, ply %d cannot have been %s; played %v, told %v", n+1, played[n], played, b.lineTold())
			}
			b.Answer(n+1, m, *before)
			b.wait(time.Second)
		}
		b.wait(2 * time.Second)
		if told := b.lineTold(); !slices.Equal(told, played) {
			t.Errorf("told\n%v, played\n%v", told, played)
		}
	}
}
