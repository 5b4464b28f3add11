package tournament

import (
	"fmt"
	"slices"
	"strings"

	"touchmove/event/entrants"
	"touchmove/rules"
)

// TieBreak is a way of ordering players with equal points, by its code in FIDE's Tie-Break
// Regulations (Handbook, C.07).
type TieBreak string

// The tie-breaks of C.07 that an event file may name.
const (
	DirectEncounter TieBreak = "DE"    // article 6, if all tied players have met
	Wins            TieBreak = "WIN"   // article 7.1: rounds with the points of a win, played or not
	GamesWon        TieBreak = "WON"   // article 7.2: games won over the board
	BlackGames      TieBreak = "BPG"   // article 7.3: games played with Black
	BlackWins       TieBreak = "BWG"   // article 7.4: games won with Black
	Progressive     TieBreak = "PS"    // sum of the points after each round
	Buchholz        TieBreak = "BH"    // article 8.1: sum of the opponents' points
	BuchholzCut1    TieBreak = "BH-C1" // article 14.1: without the least of these
	SonnebornBerger TieBreak = "SB"    // sum of each opponent's points times the points made against them
	AverageRating   TieBreak = "ARO"   // average rating of the opponents, rounded
)

// TieBreaks lists all of them.
var TieBreaks = []TieBreak{DirectEncounter, Wins, GamesWon, BlackGames, BlackWins, Progressive, Buchholz, BuchholzCut1, SonnebornBerger, AverageRating}

// usual are the tie-breaks of an event file that names none.
var usual = []TieBreak{DirectEncounter, Wins, SonnebornBerger}

// tieBreaksOf returns the tie-breaks of an event, in their order.
func tieBreaksOf(e *entrants.Event) []TieBreak {
	var list []TieBreak
	for _, code := range e.TieBreaks {
		list = append(list, TieBreak(code))
	}
	if len(list) == 0 {
		return usual
	}
	return list
}

// Tie is a player's value in a tie-break, in quarter points; for counts and ratings, four
// times the number.
type Tie int

// Text writes the value as in a table: 3, 12.5, 10.25.
func (t Tie) Text() string {
	whole := fmt.Sprint(int(t / 4))
	if rest := t % 4; rest != 0 {
		return whole + "." + strings.TrimRight(fmt.Sprintf("%02d", rest*25), "0")
	}
	return whole
}

// Tie returns a player's value in a tie-break of the event. For DirectEncounter, which
// depends on who is tied, it is 0.
func (l *Line) Tie(b TieBreak) Tie { return l.ties[b] }

// parting computes tie-breaks from the lines of all players.
type parting struct {
	lines   []Line
	at      map[int]int // index of the line, by starting number
	robin   bool        // a round robin: an unplayed game counts as one against the opponent who was paired (article 15)
	counted int         // number of rounds
}

func newParting(e *entrants.Event, lines []Line) *parting {
	p := &parting{lines: lines, at: map[int]int{}, robin: IsRoundRobin(e)}
	for i := range lines {
		p.at[lines[i].Player.No] = i
		p.counted = len(lines[i].Results)
	}
	return p
}

// IsRoundRobin reports whether the event file pairs every player with every other.
func IsRoundRobin(e *entrants.Event) bool {
	met := map[[2]int]bool{}
	for _, r := range e.Rounds {
		for _, g := range r.Games {
			white, ok := e.Find(g.White)
			black, known := e.Find(g.Black)
			if ok && known {
				met[[2]int{min(white.No, black.No), max(white.No, black.No)}] = true
			}
		}
	}
	n := len(e.Players)
	return n > 2 && len(met) == n*(n-1)/2
}

// part is the contribution of one round to a tie-break: the points of the opponent, or of a
// dummy, and the points made against them.
type part struct {
	score     Half
	points    Half
	voluntary bool
}

func (c Cell) played() bool { return c.Opponent != 0 && strings.IndexByte("1=0WDL", c.Result) >= 0 }

// requested reports whether the round is a bye that was requested, or one after the player
// left.
func (c Cell) requested() bool {
	return c.Opponent == 0 && (c.Result == byte(entrants.HalfBye) || c.Result == byte(entrants.ZeroBye))
}

// voluntary reports whether the round is a voluntary unplayed one (article 16.1): a
// requested bye, or a game lost by default.
func (c Cell) voluntary() bool { return c.requested() || c.Result == '-' && c.Points == 0 }

// adjusted returns a player's points as they count for the opponents: requested byes with
// no game after them count as draws (article 16.3).
func (p *parting) adjusted(no int) Half {
	l := &p.lines[p.at[no]]
	points := l.Points
	if p.robin {
		return points
	}
	for _, c := range slices.Backward(l.Results) {
		if !c.voluntary() {
			break
		}
		if c.requested() {
			points += 1 - c.Points
		}
	}
	return points
}

// parts returns what a player's rounds contribute to Buchholz and Sonneborn-Berger. For an
// unplayed round, that is a dummy opponent with the player's own points, but no more than
// those of the opponent who was paired, or than draws in all rounds (article 16.4).
func (p *parting) parts(l *Line) []part {
	var list []part
	for _, c := range l.Results {
		switch {
		case c.Result == ' ':
		case c.played() || c.Opponent != 0 && p.robin:
			list = append(list, part{p.adjusted(c.Opponent), c.Points, false})
		case p.robin:
		case c.Opponent != 0:
			list = append(list, part{min(l.Points, p.adjusted(c.Opponent)), c.Points, c.voluntary()})
		default:
			list = append(list, part{min(l.Points, Half(p.counted)), c.Points, c.voluntary()})
		}
	}
	return list
}

// value computes one tie-break of one player; DirectEncounter is not computed here.
func (p *parting) value(b TieBreak, l *Line) Tie {
	switch b {
	case Buchholz, BuchholzCut1:
		list := p.parts(l)
		if b == BuchholzCut1 {
			list = cut(list)
		}
		var sum Half
		for _, x := range list {
			sum += x.score
		}
		return Tie(sum) * 2
	case SonnebornBerger:
		var sum Tie
		for _, x := range p.parts(l) {
			sum += Tie(x.score * x.points)
		}
		return sum
	case AverageRating:
		return 4 * Tie(p.averageRating(l))
	case Progressive:
		var sum, points Half
		for _, c := range l.Results {
			points += c.Points
			sum += points
		}
		return Tie(sum) * 2
	}
	count := 0
	for _, c := range l.Results {
		won := c.Points == 2
		black := c.played() && c.Colour == rules.Black
		if b == Wins && won || b == GamesWon && won && c.played() || b == BlackGames && black || b == BlackWins && black && won {
			count++
		}
	}
	return 4 * Tie(count)
}

// cut removes the part with the least score. If there are voluntary unplayed rounds, it
// removes the least of those (article 16.5).
func cut(list []part) []part {
	if len(list) == 0 {
		return nil
	}
	least, voluntary := 0, -1
	for i, x := range list {
		if x.score < list[least].score {
			least = i
		}
		if x.voluntary && (voluntary < 0 || x.score < list[voluntary].score) {
			voluntary = i
		}
	}
	if voluntary >= 0 {
		least = voluntary
	}
	return slices.Delete(slices.Clone(list), least, least+1)
}

// averageRating returns the average rating of the rated opponents whom a player met over
// the board.
func (p *parting) averageRating(l *Line) int {
	sum, n := 0, 0
	for _, c := range l.Results {
		if c.played() {
			if r := p.lines[p.at[c.Opponent]].Player.Rating; r > 0 {
				sum, n = sum+r, n+1
			}
		}
	}
	if n == 0 {
		return 0
	}
	return (2*sum + n) / (2 * n)
}

// encounters returns the points that tied players made against each other, in quarter
// points, or nil unless each has met every other (article 6).
func encounters(tied []Line) map[int]Tie {
	in := map[int]bool{}
	for _, l := range tied {
		in[l.Player.No] = true
	}
	points := map[int]Tie{}
	for _, l := range tied {
		met := map[int]bool{}
		for _, c := range l.Results {
			if in[c.Opponent] {
				met[c.Opponent] = true
				points[l.Player.No] += 2 * Tie(c.Points)
			}
		}
		if len(met) != len(tied)-1 {
			return nil
		}
	}
	return points
}

// order orders players with equal points, tie-break by tie-break. Each tie-break is applied
// only among players whom those before it left tied. Finally the starting number decides.
func order(tied []Line, by []TieBreak) {
	if len(tied) < 2 {
		return
	}
	if len(by) == 0 {
		slices.SortStableFunc(tied, func(a, b Line) int { return a.Player.No - b.Player.No })
		return
	}
	value := func(l *Line) Tie { return l.ties[by[0]] }
	if by[0] == DirectEncounter {
		direct := encounters(tied)
		value = func(l *Line) Tie { return direct[l.Player.No] }
	}
	slices.SortStableFunc(tied, func(a, b Line) int { return int(value(&b) - value(&a)) })
	values := make([]Tie, len(tied))
	for i := range tied {
		values[i] = value(&tied[i])
	}
	for from := 0; from < len(tied); {
		to := from + 1
		for to < len(tied) && values[to] == values[from] {
			to++
		}
		order(tied[from:to], by[1:])
		from = to
	}
}
