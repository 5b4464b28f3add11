package chips

import (
	"math"

	"touchmove/rules"
	"touchmove/sensors"
)

// Ailment is a fault of the sensor of one square.
type Ailment uint8

// A sensor is well, always feels a piece, never feels one, loses the piece on it
// now and then, or reports the opposite of what is there, such as a contact that
// opens or a linear sensor that is upside down. A cold sensor has no supply: a
// linear one gives no voltage, a contact feels nothing.
const (
	Well Ailment = iota
	StuckOn
	StuckOff
	Chattering
	Inverted
	Cold
)

// Ail gives the sensor of a square an ailment; Well cures it.
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

// Chance seeds the random numbers for noise, chatter, and where on its square a
// piece is put.
func (b *Board) Chance(seed uint64) { b.change(func() { b.dice = seed }) }

// felt returns what the sensors detect of the pieces on the board.
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

// roll returns a number from 0 to 1: the next of a SplitMix64 sequence (Steele, Lea
// and Flood, OOPSLA 2014).
func (b *Board) roll() float64 {
	b.dice += 0x9e3779b97f4a7c15
	z := b.dice
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64((z^z>>31)>>11) / (1 << 53)
}

// normal returns a number with the standard normal distribution (Box and Muller
// 1958).
func (b *Board) normal() float64 {
	return math.Sqrt(-2*math.Log(1-b.roll())) * math.Cos(2*math.Pi*b.roll())
}
