package tournament

import (
	"fmt"
	"slices"
	"strings"

	"touchmove/event/entrants"
	"touchmove/rules"
)

// TieBreak is a way of parting players of equal points, by its code in the Tie-Break
// Regulations of FIDE (Handbook, C.07).
type TieBreak string

// The tie-breaks of C.07 that an event file may name.
const (
	DirectEncounter TieBreak = "DE"    // article 6, where all who are tied have met
	Wins            TieBreak = "WIN"   // article 7.1: rounds with the points of a win, played or not
	GamesWon        TieBreak = "WON"   // article 7.2: games won over the board
	BlackGames      TieBreak = "BPG"   // article 7.3: games played with Black
	BlackWins       TieBreak = "BWG"   // article 7.4: games won with Black
	Progressive     TieBreak = "PS"    // sum of the points after each round
	Buchholz        TieBreak = "BH"    // article 8.1: sum of the opponents' points
	BuchholzCut1    TieBreak = "BH-C1" // article 14.1: without the least of them
	SonnebornBerger TieBreak = "SB"    // points of each opponent, times what was made against them
	AverageRating   TieBreak = "ARO"   // average rating of the opponents, rounded
)

// TieBreaks are all of them.
var TieBreaks = []TieBreak{DirectEncounter, Wins, GamesWon, BlackGames, BlackWins, Progressive, Buchholz, BuchholzCut1, SonnebornBerger, AverageRating}

// usual are those of an event file that names none.
var usual = []TieBreak{DirectEncounter, Wins, SonnebornBerger}

// tieBreaksOf are the tie-breaks of an event, in their order.
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

// Tie is what a player has in a tie-break, in quarter points; of counts and ratings four
// times the number.
type Tie int

// Text writes the value as tables do: 3, 12.5, 10.25.
func (t Tie) Text() string {
	whole := fmt.Sprint(int(t / 4))
	if rest := t % 4; rest != 0 {
		return whole + "." + strings.TrimRight(fmt.Sprintf("%02d", rest*25), "0")
	}
	return whole
}

// Tie is a player's value in a tie-break of the event; of DirectEncounter it depends on
// who is tied, and is 0 here.
func (l *Line) Tie(b TieBreak) Tie { return l.ties[b] }

// parting computes tie-breaks from the lines of all players.
type parting struct {
	lines   []Line
	at      map[int]int // the line of a starting number
	robin   bool        // a round robin: unplayed games count against who was paired (article 15)
	counted int         // rounds
}

func newParting(e *entrants.Event, lines []Line) *parting {
	p := &parting{lines: lines, at: map[int]int{}, robin: isRoundRobin(e)}
	for i := range lines {
		p.at[lines[i].Player.No] = i
		p.counted = len(lines[i].Results)
	}
	return p
}

// isRoundRobin reports whether the event file pairs everybody with everybody.
func isRoundRobin(e *entrants.Event) bool {
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

// part of a tie-break: an opponent's points, or those of a dummy, and what was made
// against them.
type part struct {
	score     Half
	points    Half
	voluntary bool
}

func (p part) product() Tie { return Tie(p.score * p.points) }

func (c Cell) played() bool { return c.Opponent != 0 && strings.IndexByte("1=0WDL", c.Result) >= 0 }

// requested is a bye that was asked for, or a round after the player has left.
func (c Cell) requested() bool {
	return c.Opponent == 0 && (c.Result == byte(entrants.HalfBye) || c.Result == byte(entrants.ZeroBye))
}

// voluntary is a voluntary unplayed round (article 16.1): a requested bye, or a game lost
// by default.
func (c Cell) voluntary() bool { return c.requested() || c.Result == '-' && c.Points == 0 }

// adjusted are the points of a player for those who met them: requested byes with nothing
// played after them count as draws (article 16.3).
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

// parts are what the rounds of a player bring to Buchholz and Sonneborn-Berger: of an
// unplayed round a dummy with the player's own points, but no more than the opponent who
// was paired, or than draws in all rounds (article 16.4).
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

// value computes one tie-break of one player; DirectEncounter is none of one player.
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
			sum += x.product()
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

// cut leaves out the least part; the least of a voluntary unplayed round, where there is
// one that is not below it (article 16.5).
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

// averageRating is that of the rated opponents who were met over the board.
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

// encounters are the points that players who are tied made against each other, in quarter
// points, and nil unless each has met every other (article 6).
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

// order puts players of equal points in order, tie-break by tie-break: each parts only
// those whom the ones before left tied. At last the starting number decides.
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
