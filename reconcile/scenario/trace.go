package scenario

import (
	"fmt"
	"strings"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// The times of a scenario played as a trace: the first step, the gap between steps, and the time
// between the last step and the end of the recording.
const (
	First = 2 * time.Second
	Gap   = 700 * time.Millisecond
	Rest  = 3 * time.Second
)

// Pace is how fast a scenario is played: the time between two acts where the script names none, and the
// time between the last act and the end of the recording.
type Pace struct{ Gap, Rest time.Duration }

// Usual is the pace of Trace.
var Usual = Pace{Gap: Gap, Rest: Rest}

// Trace plays the scenario under one edition of the Laws, at the usual pace.
func (s *Scenario) Trace(edition string) (trace.Header, []trace.Record, error) {
	return s.Paced(edition, Usual)
}

// Paced plays the scenario under one edition of the Laws, at a pace.
func (s *Scenario) Paced(edition string, at Pace) (trace.Header, []trace.Record, error) {
	h, pl, err := s.play(edition, at)
	return h, pl.records, err
}

// Refused returns the commands of the trace that must be refused, by the number of their record,
// with the code of the refusal.
func (s *Scenario) Refused(edition string) (map[int]string, error) {
	_, pl, err := s.play(edition, Usual)
	return pl.refused, err
}

func (s *Scenario) play(edition string, pace Pace) (h trace.Header, pl player, err error) {
	laws, err := rules.ParseLaws(edition)
	if err != nil {
		return h, pl, fmt.Errorf("%s: %w", s.ID, err)
	}
	p, variant, err := s.position()
	if err != nil {
		return h, pl, fmt.Errorf("%s: %w", s.ID, err)
	}
	h, err = s.header(variant, laws)
	if err != nil {
		return h, pl, fmt.Errorf("%s: %w", s.ID, err)
	}
	stands, err := s.stands(&p)
	if err != nil {
		return h, pl, fmt.Errorf("%s: shows: %w", s.ID, err)
	}
	pl = player{sensing: h.Sensing, start: shown(stands, h.Sensing), onMove: p.Turn(), refused: map[int]string{}}
	pl.add(0, trace.Scan{Board: pl.start})
	at, gap := First, time.Duration(0)
	for i, step := range s.Script {
		if step.WaitMS != 0 {
			gap = time.Duration(step.WaitMS) * time.Millisecond
			continue
		}
		at += gap
		gap = pace.Gap
		if err := pl.step(at, step); err != nil {
			return h, pl, fmt.Errorf("%s: step %d: %w", s.ID, i+1, err)
		}
	}
	pl.add(at+gap-min(gap, pace.Gap)+pace.Rest, trace.End{})
	return h, pl, nil
}

// stands returns what stands on the board at first.
func (s *Scenario) stands(p *rules.Position) (board [64]rules.Piece, err error) {
	if s.Shows == "" {
		for sq := range board {
			board[sq] = p.At(rules.Square(sq))
		}
		return board, nil
	}
	setup, err := rules.ParseFEN(s.Shows + " w - - 0 1")
	return setup.Board, err
}

// shown returns what sensors read of a board.
func shown(board [64]rules.Piece, sensing sensors.Sensing) sensors.Scan {
	var scan sensors.Scan
	for sq, piece := range board {
		switch {
		case piece == rules.NoPiece:
			scan[sq] = sensors.Empty
		case sensing == sensors.Occupancy:
			scan[sq] = sensors.Occupied
		case piece.Color() == rules.White:
			scan[sq] = sensors.White
		default:
			scan[sq] = sensors.Black
		}
	}
	return scan
}

type player struct {
	sensing sensors.Sensing
	start   sensors.Scan
	onMove  rules.Color
	records []trace.Record
	refused map[int]string // by the number of the record
}

func (pl *player) add(at time.Duration, w trace.What) {
	pl.records = append(pl.records, trace.Record{At: at, What: w})
}

func (pl *player) step(at time.Duration, s Step) error {
	if s.Refused != "" {
		pl.refused[len(pl.records)] = s.Refused
	}
	command := func(c trace.Command) { pl.add(at, c) }
	switch {
	case s.Command != nil:
		command(*s.Command)
	case s.Lift != nil:
		return pl.change(at, s.Lift, sensors.Empty)
	case s.Place != nil:
		is := sensors.Occupied
		if pl.sensing == sensors.Polarity {
			var err error
			if is, err = sensors.ParseState(s.Color); err != nil {
				return err
			}
		}
		return pl.change(at, s.Place, is)
	case s.Clock == "stopped":
		command(trace.Command{Do: trace.DoStopClocks, By: s.By})
	case s.Clock != "":
		by, err := rules.ParseColor(s.Clock)
		if err != nil {
			return err
		}
		pl.add(at, trace.Press{By: by})
		pl.onMove = by.Other()
	case s.Say == "adjust":
		command(trace.Command{Do: trace.DoAdjust, By: s.By})
	case s.Say != "":
		command(trace.Command{Do: trace.DoSay, By: s.By, What: s.Say})
	case s.Promote != "":
		command(trace.Command{Do: trace.DoPromote, By: pl.onMove.String(), Piece: s.Promote})
	case s.Touch != "":
		command(trace.Command{Do: trace.DoTouch, By: s.By, Square: s.Touch})
	case s.Claim != "":
		what := strings.ReplaceAll(s.Claim, "_", "-")
		if what == "threefold" {
			what = trace.ClaimRepetition
		}
		command(trace.Command{Do: trace.DoClaim, By: s.By, What: what})
	case s.Offer != "":
		command(trace.Command{Do: trace.DoOfferDraw, By: s.By})
	case s.Resign:
		command(trace.Command{Do: trace.DoResign, By: s.By})
	case s.Announce != "":
		command(trace.Command{Do: trace.DoAnnounce, UCI: s.Announce})
	case s.Arbiter == "attribute":
		command(trace.Command{Do: trace.DoAttribute, Square: s.Square, To: s.By})
	case s.Arbiter == "restore":
		pl.add(at, trace.Scan{Board: pl.start})
		command(trace.Command{Do: trace.DoRestore, By: "arbiter"})
	default:
		return fmt.Errorf("a step that does nothing: %+v", s)
	}
	return nil
}

func (pl *player) change(at time.Duration, names []string, is sensors.State) error {
	for _, name := range names {
		sq, err := rules.ParseSquare(name)
		if err != nil {
			return err
		}
		pl.add(at, trace.Change{Square: sq, Is: is})
	}
	return nil
}
