package sheets

import (
	"fmt"
	"time"

	"touchmove/internal/hms"
	"touchmove/internal/words"
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

// Sheet is the scoresheet of one game.
type Sheet struct {
	Head   Head
	First  int  // number of the first move
	Black  bool // Black makes the first of Moves
	Moves  []Move
	Result string
	Relief [2]string // moves made without the duty to record, as spans of numbers, by colour
	Timed  bool      // there was a clock
	Signed [2]string // the result that each player has confirmed at the board (8.7), by colour
}

// Move is one player's move on a sheet.
type Move struct {
	Text    string // in the notation of the Laws, with (=) after an offer of a draw
	Time    string // h:mm:ss after the press; "?" if there was a clock and the time is unknown
	Illegal bool
	Guess   bool
}

// New makes the sheet of a game. The error says that there are no sheets in the language.
func New(head Head, h trace.Header, played *reconcile.Played, l rules.Language) (Sheet, error) {
	if _, err := words.For("sheets", l); err != nil {
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
			line.Time = hms.Full(m.Left[before.Turn()])
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

// relieve finds the moves that a player need not have recorded: those made with less than
// five minutes left and without thirty seconds added per move, and from 2009 on all others
// to the end of that period (8.4).
func (s *Sheet) relieve(l rules.Laws, played *reconcile.Played) {
	control, _ := chessclock.Parse(s.Head.Control) // unknown if it cannot be read: nothing is added
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
		thirty := control.Known() && control.Of(moves[by]).Increments()
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

// number returns the number of the move to which a half-move belongs.
func (s *Sheet) number(i int) int {
	if s.Black {
		i++
	}
	return s.First + i/2
}

// row is a line of the sheet, with a move of each player.
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
