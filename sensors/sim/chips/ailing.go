package chips

import (
	"math"

	"touchmove/rules"
	"touchmove/sensors"
)

// Ailment is what is wrong with the sensor of one square.
type Ailment uint8

// A sensor is well, feels a piece for ever, feels none ever, comes and goes
// while a piece stands on it, or says the opposite of what is there: a contact
// that opens, a linear sensor that lies upside down. A cold linear sensor gives
// no voltage at all; a contact without current feels nothing.
const (
	Well Ailment = iota
	StuckOn
	StuckOff
	Chattering
	Inverted
	Cold
)

// Ail gives the sensor of a square an ailment, or cures it with Well.
func (b *Board) Ail(sq rules.Square, a Ailment) {
	b.change(func() {
		b.ailing[sq] = a
		b.ills = 0
		for _, a := range b.ailing {
			if a != Well {
				b.ills++
			}
		}
	})
}

// Chance seeds what is left to chance: noise, chatter, where on its square a
// piece is put.
func (b *Board) Chance(seed uint64) { b.change(func() { b.dice = seed }) }

// felt is what the sensors detect of the pieces there.
func (b *Board) felt() sensors.Scan {
	s := b.scan
	if b.ills == 0 {
		return s
	}
	for sq, a := range b.ailing {
		if a == Well || s[sq] == sensors.Unknown {
			continue
		}
		switch a {
		case StuckOn:
			if !s[sq].Full() {
				s[sq] = sensors.Occupied
			}
		case StuckOff, Cold:
			s[sq] = sensors.Empty
		case Chattering:
			if s[sq].Full() && b.roll() < 0.3 {
				s[sq] = sensors.Empty
			}
		case Inverted:
			s[sq] = opposite(s[sq])
		}
	}
	return s
}

func opposite(s sensors.State) sensors.State {
	switch s {
	case sensors.Empty:
		return sensors.Occupied
	case sensors.White:
		return sensors.Black
	case sensors.Black:
		return sensors.White
	}
	return sensors.Empty
}

// roll is a number from 0 to 1: the next of a SplitMix64 sequence (Steele, Lea
// and Flood, OOPSLA 2014).
func (b *Board) roll() float64 {
	b.dice += 0x9e3779b97f4a7c15
	z := b.dice
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64((z^z>>31)>>11) / (1 << 53)
}

// normal is a number of the standard normal distribution (Box and Muller 1958).
func (b *Board) normal() float64 {
	return math.Sqrt(-2*math.Log(1-b.roll())) * math.Cos(2*math.Pi*b.roll())
}
