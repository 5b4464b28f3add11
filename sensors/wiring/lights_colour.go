package wiring

import (
	"math"

	"touchmove/sensors/lights"
	"touchmove/sensors/lights/ws2812b"
)

// tones are the colours of LEDs for each tone at full brightness. They are purer than on
// a screen, because a lamp below a wooden square loses colour.
var tones = [...]ws2812b.Colour{
	lights.Dark: {}, lights.White: {255, 214, 150}, lights.Green: {0, 255, 90}, lights.Amber: {255, 120, 0}, lights.Red: {255, 24, 8}, lights.Violet: {150, 40, 255},
}

// small is the brightness of a small lamp, relative to a large one.
const small = 1.0 / 6

// colours writes the colours for the lamps of a frame into into, in the order of the
// wire, and returns what the frame draws in mA. A frame that would draw more than the
// supply gives is dimmed.
func (l Lights) colours(f *lights.Frame, into []ws2812b.Colour) (mA float64) {
	scale := float64(l.Brightness) / 100
	if drawn, idle := l.draws(f, scale), l.idle(); l.SupplyMA > 0 && drawn > float64(l.SupplyMA) && drawn > idle {
		scale *= max(0, (float64(l.SupplyMA)-idle)/(drawn-idle))
	}
	for n, sq := range l.Layout.Squares() {
		into[n] = colourOf(f.Squares[sq], scale)
	}
	if l.Edge {
		into[64] = colourOf(f.Edge, scale)
	}
	return l.draws(f, scale)
}

func colourOf(lamp lights.Lamp, scale float64) (c ws2812b.Colour) {
	if !lamp.Large {
		scale *= small
	}
	for i, full := range tones[lamp.Tone] {
		if v := float64(full) * scale; v > 0 {
			c[i] = byte(max(1, math.Floor(v))) // rounded down: the supply is a limit
		}
	}
	return c
}

// idle returns what the lamps draw when all are dark, in mA.
func (l Lights) idle() float64 {
	if kind := l.Kind(); kind.OnSPI() {
		return kind.IdleMA * float64(l.Count())
	}
	return l.Kind().IdleMA
}

// draws returns what a frame draws at a scale of brightness, in mA.
func (l Lights) draws(f *lights.Frame, scale float64) float64 {
	kind := l.Kind()
	all := f.Squares[:]
	if l.Edge {
		all = append(all[:len(all):len(all)], f.Edge)
	}
	sum := 0.0
	for _, lamp := range all {
		if !kind.OnSPI() {
			if lamp.Lit() {
				sum += kind.ChannelMA * scale / 64
			}
			continue
		}
		bright := scale
		if !lamp.Large {
			bright *= small
		}
		for _, v := range tones[lamp.Tone] {
			sum += kind.ChannelMA * bright * float64(v) / 255
		}
	}
	return sum + l.idle()
}

// MostMA returns what the lamps draw when all of them are large and white, in mA, before
// any limit by their supply.
func (l Lights) MostMA() int {
	if l.Kind() == nil {
		return 0
	}
	f := lights.Frame{Edge: lights.Lamp{Tone: lights.White, Large: true}}
	for sq := range f.Squares {
		f.Squares[sq] = f.Edge
	}
	return int(math.Ceil(l.draws(&f, float64(l.Brightness)/100)))
}
