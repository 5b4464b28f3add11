package decoder_test

import (
	"slices"
	"testing"
	"time"

	"touchmove/reconcile/asking"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
)

// BenchmarkChoose measures the worst answers: White has moved twelve times without being read, and may have
// made these moves in nearly any order. It reports the time of the slowest
// answer, of each answer the shortest of all runs.
func BenchmarkChoose(b *testing.B) {
	for name, fen := range map[string]string{
		"king and rooks": "7k/pppppppp/8/8/8/8/8/R3K2R w - - 0 1",
		"queen":          "7k/pppppppp/8/8/8/8/PPP5/1B1QK1N1 w - - 0 1",
		"rook":           "7k/pppppppp/8/8/8/8/8/R5K1 w - - 0 1",
	} {
		b.Run(name, func(b *testing.B) { benchmarkChoose(b, darkened(b, fen)) })
	}
}

func benchmarkChoose(b *testing.B, t *table) {
	list := t.Alternatives()
	i := slices.IndexFunc(list, func(u asking.Unsettled) bool { return !u.Published && len(u.Candidates) > 1 })
	if i < 0 {
		b.Fatal("no move is in doubt")
	}
	u, d := list[i], t.Decoder
	least := make([]time.Duration, len(u.Candidates))
	for b.Loop() {
		for i, c := range u.Candidates {
			f := d.Fork()
			began := time.Now()
			d.Choose(u.Ply, c.Move)
			if took := time.Since(began); least[i] == 0 || took < least[i] {
				least[i] = took
			}
			d, _ = f.Open(d)
		}
	}
	b.ReportMetric(float64(slices.Max(least).Microseconds()), "worst-µs")
}

// darkened plays a game from a position in which White moves on the first two ranks while they are not read.
func darkened(b testing.TB, fen string) *table {
	start := rules.MustPosition(fen, rules.Standard)
	t := &table{Decoder: decoder.New(decoder.Config{Start: start})}
	scan := occupied(start)
	t.wait(time.Millisecond)
	t.Scan(&scan)
	t.wait(time.Second)
	t.dark(0, nil)
	for _, m := range []string{"a7a6", "b7b6", "c7c6", "d7d6", "e7e6", "f7f6", "g7g6", "h7h6", "a6a5", "b6b5", "c6c5", "d6d5"} {
		t.wait(5 * time.Second)
		t.move(square(b, m[:2]), square(b, m[2:]))
	}
	t.wait(5 * time.Second)
	return t
}
