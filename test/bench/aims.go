package main

import "fmt"

// aim is what a level must reach with publish = sure.
type aim struct {
	exact float64 // percent of games, at least
	wrong float64 // moves shown wrong per 100 plies, at most
	slow  int64   // 95th percentile of the delay, milliseconds
}

var aims = map[string]aim{
	"clean":     {100, 0, 6000},
	"club":      {98, 0.3, 6000},
	"noisy":     {98, 0.3, 6000},
	"session":   {98, 0.3, 6000},
	"promotion": {98, 0.3, 6000},
	"polarity":  {98, 0.3, 6000},
	"chess960":  {97, 0.5, 6000},
	"blitz":     {95, 0.4, 6000},
	"arbiter":   {94, 1.5, 6000},
	"faulty":    {90, 2, 20000},

	"physical-club":     {98, 0.4, 20000},
	"physical-hall":     {98, 0.3, 20000},
	"physical-poor":     {96, 0.7, 20000},
	"physical-polarity": {94, 1, 20000},
	"physical-blitz":    {90, 2, 20000},
}

// Limits in milliseconds, for every level that has an aim: two medians of the delay,
// and the cost of a game.
const (
	releaseMedian = 1200 // after the release, without a clock
	pressMedian   = 400  // after the press
	gameMost      = 150  // for 80 moves
)

// short lists the figures in which a level falls short of its aim.
func (l *level) short() (lines []string) {
	a, ok := aims[l.name]
	if !ok {
		return nil
	}
	over := func(what string, got, most float64) {
		if got > most {
			lines = append(lines, fmt.Sprintf("%s %.2f, aim at most %g", what, got, most))
		}
	}
	if got := l.tally.ExactPercent(); got < a.exact {
		lines = append(lines, fmt.Sprintf("%.1f %% exact, aim at least %g", got, a.exact))
	}
	over("shown wrong per 100", l.slipsPer100(), a.wrong)
	over("never played per 100", l.tally.WrongPer100(), a.wrong)
	over("median ms without a clock", float64(percentile(l.release, 50))/1000, releaseMedian)
	over("95 % ms without a clock", float64(percentile(l.release, 95))/1000, float64(a.slow))
	over("median ms after a press", float64(percentile(l.pressed, 50))/1000, pressMedian)
	over("95 % ms after a press", float64(percentile(l.pressed, 95))/1000, float64(a.slow))
	over("ms per 80 moves", float64(percentile(l.costs, 50).Microseconds())/1000, gameMost)
	return lines
}
