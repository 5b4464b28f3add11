package reconcile

import (
	"fmt"

	"touchmove/reconcile/article4"
	"touchmove/reconcile/decoder"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// NewGame returns a Game that waits for the board to show the header's start position, after the
// header's history. It returns an error when the position or a move of the history is not valid.
func NewGame(h trace.Header) (*Game, error) {
	if h.Start == "" {
		h.Start = rules.StartFEN
	}
	setup, err := rules.ParseFEN(h.Start)
	if err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	start, err := rules.NewPosition(setup, h.Variant)
	if err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	p := start
	var past []rules.Move
	for i, uci := range h.History {
		m, err := p.ParseUCI(uci)
		if err != nil {
			return nil, fmt.Errorf("history: move %d: %w", i+1, err)
		}
		p = p.After(m)
		past = append(past, m)
	}
	g := &Game{header: h, origin: start}
	g.laws = article4.New(h, past, article4.Options{}, decoderView{g})
	g.decoder = decoder.New(decoder.Config{
		Start:    p,
		Ply:      len(h.History),
		Origin:   start,
		Polarity: h.Sensing == sensors.Polarity,
		Clock:    h.Clock == trace.ClockButtons,
		Quick:    h.Publish == trace.Quick,
	})
	g.games = []Played{{Start: p, Ply: len(h.History), Result: "*"}}
	g.headerClock()
	return g, nil
}
