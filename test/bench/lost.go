package main

import (
	"fmt"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// lostEvery is how often it is looked whether the line that was played is still held.
const lostEvery = time.Second

// whereLost says how the search of a decoder stands to the moves that were played, when they are over: it
// holds their line, has merged it into another one, or has lost it, and how it stood before.
func whereLost(p *play, from time.Duration) string {
	d := decoder.New(decoder.Config{
		Start: p.line[0], Polarity: p.header.Sensing == sensors.Polarity, Clock: p.header.Clock == trace.ClockButtons,
	})
	at, last := from, p.done[len(p.done)-1]+lostEvery
	var held decoder.Standing
	var when time.Duration
	now := decoder.Standing{Held: true}
	for _, r := range p.records {
		for ; at <= last && at < r.At; at += lostEvery {
			d.Advance(at)
			if now = d.StandingOf(p.moves); now.Held {
				held, when = now, at
			}
		}
		if r.At > last {
			break
		}
		d.Advance(r.At)
		feed(d, r)
		d.Findings()
	}
	how := fmt.Sprintf("hypothesis %d of %d, %.1f behind", held.Rank+1, held.Of, held.Behind)
	if held.Merged {
		how += ", merged into it"
	}
	if now.Held {
		return "held to the end: " + how
	}
	return fmt.Sprintf("lost after %.0f s: %s", when.Seconds(), how)
}
