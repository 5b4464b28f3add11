package tournament

import (
	"cmp"
	"slices"

	"touchmove/event/entrants"
	"touchmove/rules"
)

// Line is a player's line in the crosstable.
type Line struct {
	Rank    int // from 1
	Player  entrants.Entrant
	Points  Half
	Results []Cell

	ties map[TieBreak]Tie
}

// Cell is what a player did in one round.
type Cell struct {
	Opponent int // starting number; 0 if there is none
	Colour   rules.Color
	Result   byte // as in a tournament report (TRF16), ' ' if there is none yet
	Points   Half
	Rank     int // the opponent's rank; 0 if there is none
}

// Standings returns the crosstable after a number of rounds; 0 means all rounds. Players
// are ordered by points. Ties are broken by the tie-breaks named in the event file, or else
// by direct encounter, wins and Sonneborn-Berger, and finally by starting number.
func (r *Results) Standings(rounds int) []Line {
	if rounds <= 0 || rounds > len(r.Rounds) {
		rounds = len(r.Rounds)
	}
	lines := make([]Line, len(r.Event.Players))
	for i, p := range r.Event.Players {
		lines[i].Player = p
		for n := range r.Rounds[:rounds] {
			c := r.cell(&r.Rounds[n], p)
			lines[i].Results = append(lines[i].Results, c)
			lines[i].Points += c.Points
		}
	}
	breaks := tieBreaksOf(r.Event)
	parting := newParting(r.Event, lines)
	for i := range lines {
		lines[i].ties = map[TieBreak]Tie{}
		for _, b := range breaks {
			lines[i].ties[b] = parting.value(b, &lines[i])
		}
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return cmp.Compare(b.Points, a.Points) })
	for from := 0; from < len(lines); {
		to := from + 1
		for to < len(lines) && lines[to].Points == lines[from].Points {
			to++
		}
		order(lines[from:to], breaks)
		from = to
	}
	rank := map[int]int{}
	for i := range lines {
		lines[i].Rank = i + 1
		rank[lines[i].Player.No] = i + 1
	}
	for i := range lines {
		for n := range lines[i].Results {
			lines[i].Results[n].Rank = rank[lines[i].Results[n].Opponent]
		}
	}
	return lines
}

// cell returns what a player did in a round.
func (r *Results) cell(round *Round, p entrants.Entrant) Cell {
	if kind, ok := round.Bye(p); ok {
		c := Cell{Result: byte(kind)}
		switch kind {
		case entrants.FullBye, entrants.PairingBye:
			c.Points = 2
		case entrants.HalfBye:
			c.Points = 1
		}
		return c
	}
	g, colour, ok := round.Of(p.No)
	if !ok {
		return Cell{Result: byte(entrants.ZeroBye)}
	}
	c := Cell{Opponent: g.Players[colour.Other()].No, Colour: colour, Result: ' '}
	if !g.Outcome.Known {
		return c
	}
	c.Points = g.Outcome.Points[colour]
	// Lost, drawn and won: normally, by default, or without a move by each player.
	codes := [3]byte{'0', '=', '1'}
	switch {
	case g.Outcome.Forfeit:
		codes = [3]byte{'-', 'D', '+'} // half a point in a game that was not played is an unrated draw
	case g.Outcome.Short:
		codes = [3]byte{'L', 'D', 'W'}
	}
	c.Result = codes[c.Points]
	return c
}
