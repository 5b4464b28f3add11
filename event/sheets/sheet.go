package sheets

import (
	"fmt"
	"time"

	"touchmove/reconcile"
	"touchmove/reconcile/article4"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// Head is the heading of a sheet. Unknown fields are empty.
type Head struct {
	Event, Site, Date, Round, Board string
	White, Black                    string
	Control                         string
	Laws                            rules.Laws
}

// Sheet is one game as it is filed.
type Sheet struct {
	Head   Head
	First  int  // number of the first move
	Black  bool // Black makes the first of Moves
	Moves  []Move
	Result string
	Relief [2]string // spans of moves without the duty to record, by colour
	Timed  bool      // a clock was there
	Signed [2]string // the result that each player has confirmed at the board (8.7), by colour
}

// Move is a half-move of a sheet.
type Move struct {
	Text    string // in the notation of the Laws, with (=) where a draw was offered
	Time    string // h:mm:ss after the press; "?" where a clock was there and it is not known
	Illegal bool
	Guess   bool
}

// New makes the sheet of a game that was played on a board, in a language. The
// error says that no sheets are written in it.
func New(head Head, h trace.Header, played *reconcile.Played, l rules.Language) (Sheet, error) {
	if _, err := wordsOf(l); err != nil {
		return Sheet{}, err
	}
	s := Sheet{Head: head, Result: played.Result, First: 1}
	s.Head.Laws = h.Laws
	if s.Head.Control == "" {
		s.Head.Control = h.TimeControl
	}
	if s.Head.Board == "" {
		s.Head.Board = h.Board
	}
	if n := played.Ply; n > 0 {
		s.First = n/2 + 1
	}
	s.Black = played.Start.Turn() == rules.Black
	offers := map[int]bool{}
	for _, o := range played.Offers {
		if i, ok := played.OfferedAt(o); ok {
			offers[i] = true
		}
	}
	for _, m := range played.Moves {
		s.Timed = s.Timed || m.Timed
	}
	before := played.Start
	for i, m := range played.Moves {
		line := Move{Illegal: m.Illegal, Guess: m.How == reconcile.Inferred}
		if m.Illegal {
			line.Text = m.UCI
		} else {
			line.Text = before.Notate(m.Move, rules.Notation{Style: rules.FIDE, Language: l})
		}
		if offers[i] {
			line.Text += " " + rules.DrawOffer
		}
		switch {
		case m.Timed:
			line.Time = hms(m.Left[before.Turn()])
		case s.Timed && i < len(played.Moves)-1:
			line.Time = "?"
		}
		s.Moves = append(s.Moves, line)
		before = m.After
	}
	for _, by := range []rules.Color{rules.White, rules.Black} {
		s.Signed[by], _, _ = played.Signature(by)
	}
	if mode := reconcile.RateOf(h).Mode; article4.HasToRecord(h.Laws, mode) {
		s.relieve(h.Laws, played)
	}
	return s, nil
}

// relieve finds the spans of moves that a player made with less than five minutes
// and without thirty seconds a move, from 2009 to the end of that period (8.4).
func (s *Sheet) relieve(l rules.Laws, played *reconcile.Played) {
	thirty := false
	control, err := chessclock.Parse(s.Head.Control)
	if err == nil && control.Known() {
		thirty = control.Periods[0].Each >= 30*time.Second
	}
	var from, to, moves [2]int
	var least [2]time.Duration
	end := func(by rules.Color) {
		if from[by] == 0 {
			return
		}
		span := fmt.Sprint(from[by])
		if to[by] > from[by] {
			span = fmt.Sprintf("%d–%d", from[by], to[by])
		}
		if s.Relief[by] != "" {
			s.Relief[by] += ", "
		}
		s.Relief[by] += span
		from[by] = 0
	}
	for i, m := range played.Moves {
		by := m.After.Turn().Other()
		moves[by]++
		if m.Timed && (least[by] == 0 || m.Left[by] < least[by]) {
			least[by] = m.Left[by]
		}
		switch {
		case !m.Timed:
		case article4.IsRelieved(l, article4.Recording{Left: m.Left[by], Least: least[by], Thirty: thirty}):
			if from[by] == 0 {
				from[by] = s.number(i)
			}
			to[by] = s.number(i)
		default:
			end(by)
		}
		if control.EndsWith(moves[by]) {
			least[by] = 0
		}
	}
	end(rules.White)
	end(rules.Black)
}

// number is the number of the move that a half-move is of.
func (s *Sheet) number(i int) int {
	if s.Black {
		i++
	}
	return s.First + i/2
}

func hms(d time.Duration) string {
	n := int(d / time.Second)
	return fmt.Sprintf("%d:%02d:%02d", n/3600, n/60%60, n%60)
}

// row is a line of the sheet: a move of each.
type row struct {
	Number       int
	White, Black Move
}

func (s *Sheet) rows() (list []row) {
	for i, m := range s.Moves {
		n := s.number(i)
		if len(list) == 0 || list[len(list)-1].Number != n {
			list = append(list, row{Number: n})
		}
		at := &list[len(list)-1]
		if (i%2 == 0) != s.Black {
			at.White = m
		} else {
			at.Black = m
		}
	}
	return list
}
