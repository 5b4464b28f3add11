package broadcast

import (
	"time"

	"touchmove/sensors/lights"
)

// Lit is what the lamps of a board show, for the topic lights.
type Lit struct {
	Frame  lights.Frame
	Faults []string  // lamps and buzzer that do not answer, in English
	Time   time.Time // when this began
}

// lamp is a lamp in a payload; Square is empty for the one at the edge.
type lamp struct {
	Square string `json:"square,omitempty"`
	Tone   string `json:"tone"`
	Large  bool   `json:"large"`
}

func (l *Lit) payload() []byte {
	payload := struct {
		V      int      `json:"v"`
		At     string   `json:"at"`
		Lit    []lamp   `json:"lit"`
		Edge   *lamp    `json:"edge"`
		Faults []string `json:"faults"`
	}{V: Version, At: utc(l.Time), Lit: []lamp{}, Faults: l.Faults}
	for sq := range l.Frame.Lit().All() {
		payload.Lit = append(payload.Lit, lampOf(sq.String(), l.Frame.Squares[sq]))
	}
	if edge := l.Frame.Edge; edge.Lit() {
		of := lampOf("", edge)
		payload.Edge = &of
	}
	if payload.Faults == nil {
		payload.Faults = []string{}
	}
	return encode(payload)
}

func lampOf(square string, l lights.Lamp) lamp {
	return lamp{Square: square, Tone: l.Tone.String(), Large: l.Large}
}

// Lamps passes what lamps show to the publisher. It holds only the latest.
type Lamps struct{ latest newest[Lit] }

// Offer replaces the latest. It is for one goroutine and never blocks.
func (l Lamps) Offer(next Lit) { l.latest.offer(next) }
