package main

import (
	"math"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/sim"
	"touchmove/sensors/trace"
)

// play is a trace of one game with the positions that were played.
type play struct {
	level   string
	header  trace.Header
	records []trace.Record
	line    []rules.Position // the first position, and the one after each ply
	moves   []rules.Move
	done    []time.Duration // when the hand let go of the piece, by ply
}

const (
	askedAfter  = 500 * time.Millisecond // after a ply was done
	askedAgain  = 2                      // plies later the share is taken again
	lossMost    = 6.0                    // for a ply that no hypothesis has
	lostFor     = 4                      // plies in a row that no hypothesis has: the game is lost
	lossOfAGame = 30.0
)

// playOf prepares a trace. It returns false for a trace of several games, and if no move is
// legal; from the first illegal move on nothing can be compared.
func playOf(level string, r readings, truth sim.Truth) (play, bool) {
	if len(truth.Games) != 1 {
		return play{}, false
	}
	game := &truth.Games[0]
	setup, err := rules.ParseFEN(game.StartFEN)
	if err != nil {
		return play{}, false
	}
	p, err := rules.NewPosition(setup, r.header.Variant)
	if err != nil {
		return play{}, false
	}
	of := play{level: level, header: r.header, records: r.records, line: []rules.Position{p}}
	for _, ply := range game.Plies {
		m, err := p.ParseUCI(ply.UCI)
		if err != nil {
			break
		}
		p = p.After(m)
		of.line, of.moves = append(of.line, p), append(of.moves, m)
		of.done = append(of.done, time.Duration(ply.DoneUS)*time.Microsecond)
	}
	return of, len(of.done) > 0
}

// loss measures how far a decoder with these parameters is from what was played: the
// negative logarithm of the share of the true position among its hypotheses, summed over all
// plies, taken soon after each was done and again two plies later.
func (p *play) loss(with *decoder.Parameters) float64 {
	d := decoder.New(decoder.Config{
		Start: p.line[0], Polarity: p.header.Sensing == sensors.Polarity, Clock: p.header.Clock == trace.ClockButtons, Parameters: with,
	})
	loss, lost, asked := 0.0, 0, 0
	ask := func(ply int) float64 {
		return min(-math.Log(max(d.Share(ply, &p.line[ply]), math.SmallestNonzeroFloat64)), lossMost)
	}
	for _, r := range p.records {
		for asked < len(p.done) && p.done[asked]+askedAfter < r.At {
			asked++
			d.Advance(p.done[asked-1] + askedAfter)
			d.Findings()
			loss += ask(asked)
			if before := asked - askedAgain; before > 0 {
				late := ask(before)
				loss += late
				if lost++; late < lossMost {
					lost = 0
				}
			}
			if lost >= lostFor {
				return loss + lossOfAGame
			}
		}
		d.Advance(r.At)
		feed(d, r)
		d.Findings()
	}
	for ply := max(1, asked-askedAgain+1); ply <= asked; ply++ {
		loss += ask(ply)
	}
	return loss
}

// feed gives a decoder the acts of hands. The arbiter's commands do not affect the costs.
func feed(d *decoder.Decoder, r trace.Record) {
	switch w := r.What.(type) {
	case trace.Scan:
		d.Scan(&w.Board)
	case trace.Change:
		d.Change(w.Square, w.Is)
	case trace.Press:
		d.Press(w.By)
	case trace.Command:
		switch w.Do {
		case trace.DoPress:
			if by, err := rules.ParseColor(w.By); err == nil {
				d.Press(by)
			}
		case trace.DoPromote:
			if kind, err := rules.ParseKind(w.Piece); err == nil {
				d.Promote(kind)
			}
		case trace.DoResult, trace.DoResign, trace.DoAcceptDraw, trace.DoFlag:
			d.Finish()
		}
	}
}
