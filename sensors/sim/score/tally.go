package score

// Tally sums reports. The zero value is ready to use.
type Tally struct {
	Traces, Games, Exact     int
	Plies, Right             int // Right counts those before the first error of each game
	Shown, Wrong, NeverRight int
	Surplus                  int
}

// Add adds one report.
func (t *Tally) Add(r Report) {
	t.Traces++
	t.Surplus += r.Surplus
	t.Shown += r.Shown
	t.Wrong += len(r.Wrong)
	t.NeverRight += r.NeverRight
	for _, g := range r.Games {
		t.Games++
		t.Plies += g.Plies
		t.Right += g.Right
		if g.Exact {
			t.Exact++
		}
	}
}

// ExactPercent returns the percentage of games rebuilt exactly.
func (t *Tally) ExactPercent() float64 { return percent(t.Exact, t.Games) }

// RightPercent returns the percentage of plies before the first error of their
// game.
func (t *Tally) RightPercent() float64 { return percent(t.Right, t.Plies) }

// WrongPer100 returns the number of wrong moves shown per 100 plies played.
func (t *Tally) WrongPer100() float64 { return percent(t.Wrong, t.Plies) }

func percent(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return 100 * float64(n) / float64(of)
}
