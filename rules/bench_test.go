package rules_test

import (
	"fmt"
	"testing"

	"touchmove/rules"
)

// BenchmarkPerft counts the six positions of the Chess Programming Wiki, at small depths, or with
// -perft.full at the depths usually used to compare generators. Its last figure is nodes per
// second.
func BenchmarkPerft(b *testing.B) {
	lines := readPerft(b, "perft.epd")[:6]
	for i, full := range [...]int{6, 5, 7, 5, 5, 5} {
		depth := full - 2
		if *perftFull {
			depth = full
		}
		p := rules.MustPosition(lines[i].fen, rules.Standard)
		b.Run(fmt.Sprintf("position%d/depth%d", i+1, depth), func(b *testing.B) {
			b.ReportAllocs()
			var nodes uint64
			for b.Loop() {
				nodes += rules.Perft(p, depth)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

const middlegame = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"

func BenchmarkLegalMoves(b *testing.B) {
	p := rules.MustPosition(middlegame, rules.Standard)
	buf := make([]rules.Move, 0, rules.MaxMoves)
	b.ReportAllocs()
	for b.Loop() {
		buf = p.LegalMoves(buf[:0])
	}
}

func BenchmarkAfter(b *testing.B) {
	p := rules.MustPosition(middlegame, rules.Standard)
	m, err := p.ParseUCI("f3e5")
	if err != nil {
		m = p.LegalMoves(nil)[0]
	}
	b.ReportAllocs()
	for b.Loop() {
		_ = p.After(m)
	}
}

func BenchmarkKey(b *testing.B) {
	p := rules.MustPosition(middlegame, rules.Standard)
	for b.Loop() {
		_ = p.Key()
	}
}

func BenchmarkParseSAN(b *testing.B) {
	p := rules.MustPosition(middlegame, rules.Standard)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.ParseSAN("Nd5"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSAN(b *testing.B) {
	p := rules.MustPosition(middlegame, rules.Standard)
	m, err := p.ParseSAN("Rad1")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		_ = p.SAN(m)
	}
}

// TestNoAllocations plays, examines and hashes a game without one allocation.
func TestNoAllocations(t *testing.T) {
	p := rules.MustPosition(middlegame, rules.Standard)
	buf := make([]rules.Move, 0, rules.MaxMoves)
	var found int
	for name, f := range map[string]func(){
		"LegalMoves":   func() { buf = p.LegalMoves(buf[:0]) },
		"After":        func() { found += int(p.After(p.LegalMoves(buf[:0])[0]).Turn()) },
		"IsLegal":      func() { p.IsLegal(rules.NoMove) },
		"HasLegalMove": func() { p.HasLegalMove() },
		"IsCheckmate":  func() { p.IsCheckmate() },
		"Key":          func() { found += int(p.Key() & 1) },
		"ParseSAN":     func() { _, _ = p.ParseSAN("Nd5") },
		"ParseUCI":     func() { _, _ = p.ParseUCI("c3d5") },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
	if per := testing.AllocsPerRun(3, func() { rules.Perft(p, 3) }); per > 1 {
		t.Errorf("Perft of 91,000 nodes allocates %v times; its lists should be the only one", per)
	}
}
