package configs

import (
	"fmt"
	"regexp"

	"touchmove/internal/strict"
	"touchmove/rules"
	"touchmove/sensors/lights"
	"touchmove/sensors/wiring"
)

// lights checks the wiring of a board's lamps, and what they may show during a game.
func (k *checker) lights(raw *lightsTable, path string) (l wiring.Lights, training bool) {
	if !k.Written(path) {
		return l, false
	}
	words := wiring.LightWords()
	if raw.Driver == "" {
		k.Fault(path+".driver", "lights: no driver", "write driver = \"ws2812b\" in [board.lights]; the drivers are "+strict.OneOf(words))
		return l, false
	}
	if k.Choice(path+".driver", "driver", raw.Driver, words) < 0 {
		k.lightsOfAny(raw, &l, wiring.Lights{Driver: words[0]}.Kind(), path) // what is the same for every driver
		return l, false
	}
	l = wiring.Lights{Driver: raw.Driver, Edge: raw.Edge != nil && *raw.Edge, Brightness: defaultBrightness, SupplyMA: defaultSupplyMA}
	kind := l.Kind()
	k.lightKeys(kind, path)
	if kind.OnSPI() {
		k.lightPort(raw, &l, path)
	} else {
		k.lightChip(raw, kind, &l, path)
	}
	training = k.lightsOfAny(raw, &l, kind, path)
	if kind.OnSPI() {
		k.lightSupply(raw, &l, path)
	}
	return l, training
}

// lightsOfAny checks the keys that all drivers of lamps share.
func (k *checker) lightsOfAny(raw *lightsTable, l *wiring.Lights, kind *wiring.LightKind, path string) (training bool) {
	l.Layout = k.layout(raw, kind, path)
	if raw.Brightness != nil {
		if l.Brightness = int(*raw.Brightness); *raw.Brightness < 1 || *raw.Brightness > 100 {
			k.Fault(path+".brightness", fmt.Sprintf("brightness: %d percent", *raw.Brightness), "write 1 to 100; 20 is enough below wood in a lit room")
		}
	}
	if raw.DuringGame != nil {
		training = k.Choice(path+".during_game", "during_game", *raw.DuringGame, []string{"off", "training"}) == 1
	}
	return training
}

// lightKeys refuses keys that belong to other kinds of lamps.
func (k *checker) lightKeys(kind *wiring.LightKind, path string) {
	foreign, own := []string{"port", "serpentine", "supply_ma"}, "driver, bus, addr, first, next, edge, brightness and during_game"
	if kind.OnSPI() {
		foreign, own = []string{"bus", "addr"}, "driver, port, first, next, serpentine, edge, brightness, supply_ma and during_game"
	}
	for _, key := range foreign {
		if k.Written(path + "." + key) {
			k.Fault(path+"."+key, fmt.Sprintf("lights: %s is not a key of %s", key, kind.Driver), "remove it; "+kind.Driver+" has "+own)
		}
	}
}

var portName = regexp.MustCompile(`^[0-9]\.[0-9]$`)

func (k *checker) lightPort(raw *lightsTable, l *wiring.Lights, path string) {
	l.Port = "0.0"
	if raw.Port == nil {
		return
	}
	if l.Port = *raw.Port; !portName.MatchString(l.Port) {
		k.Fault(path+".port", fmt.Sprintf("port: %q is not an SPI port", l.Port), "write bus and chip select: 0.0 is /dev/spidev0.0, whose data output is GPIO10, pin 19")
	}
}

func (k *checker) lightChip(raw *lightsTable, kind *wiring.LightKind, l *wiring.Lights, path string) {
	l.Bus, l.Addr = defaultBus, kind.Addrs.Ranges[0].First
	if raw.Bus != nil {
		if l.Bus = *raw.Bus; l.Bus == "" {
			k.Fault(path+".bus", "bus: no name", `write bus = "1", or the name under /dev`)
		}
	}
	if raw.Addr != nil {
		k.address(*raw.Addr, path+".addr", "addr", kind.Part, kind.Addrs)
		l.Addr = uint16(*raw.Addr)
	}
}

// layout checks the order of the lamps along their wire.
func (k *checker) layout(raw *lightsTable, kind *wiring.LightKind, path string) lights.Layout {
	l := lights.Layout{First: rules.A1, Next: rules.B1, Serpentine: kind.OnSPI()}
	if raw.Serpentine != nil {
		l.Serpentine = *raw.Serpentine
	}
	for _, end := range []struct {
		key  string
		word *string
		sq   *rules.Square
	}{{"first", raw.First, &l.First}, {"next", raw.Next, &l.Next}} {
		if end.word == nil {
			continue
		}
		sq, err := rules.ParseSquare(*end.word)
		if err != nil {
			k.Fault(path+"."+end.key, fmt.Sprintf("%s: %q is not a square", end.key, *end.word), "write a square, as a1")
			return l
		}
		*end.sq = sq
	}
	corner := l.First.File()%7 == 0 && l.First.Rank()%7 == 0
	if corner && raw.Next == nil && l.Check() != nil {
		k.Fault(path+".first", fmt.Sprintf("first: from %v, which way do the lamps go?", l.First), "write next, the square of the second lamp, too")
	} else if err := l.Check(); err != nil {
		k.Fault(k.FirstWritten(path+".next", path+".first"), "lights: "+err.Error(), "first is the corner where the wire of data begins, next the square after it")
	}
	return l
}

// lightSupply checks the current that the lamps may draw.
func (k *checker) lightSupply(raw *lightsTable, l *wiring.Lights, path string) {
	if raw.SupplyMA != nil {
		if l.SupplyMA = int(*raw.SupplyMA); *raw.SupplyMA < 200 || *raw.SupplyMA > 20000 {
			k.Fault(path+".supply_ma", fmt.Sprintf("supply_ma: %d mA", *raw.SupplyMA), "write 200 to 20000: what the 5 V supply of the lamps gives")
			return
		}
	}
	if most := l.MostMA(); most > l.SupplyMA && l.Brightness <= 100 {
		k.Warn(k.FirstWritten(path+".supply_ma", path+".brightness", path+".driver"),
			fmt.Sprintf("lights: %d lamps at %d percent can draw %d mA, but their supply gives %d mA", l.Count(), l.Brightness, most, l.SupplyMA),
			fmt.Sprintf("they are dimmed when many are lit; write brightness = %d for an even light, or a larger supply", max(1, l.Brightness*l.SupplyMA/most)))
	}
}

// buzzer checks a buzzer connected to a GPIO line.
func (k *checker) buzzer(raw *buzzerTable, path string) (b wiring.Buzzer, inGame bool) {
	if !k.Written(path) {
		return b, false
	}
	if raw.Line == "" {
		k.Fault(path+".line", "buzzer: no line", `write line = "GPIO12", to the base of its transistor`)
		return b, false
	}
	if _, err := wiring.ParseLine(raw.Line); err != nil {
		k.Fault(path+".line", fmt.Sprintf("line: %q is not a GPIO line", raw.Line), wiring.LineHelp)
	}
	if raw.DuringGame != nil {
		inGame = k.Choice(path+".during_game", "during_game", *raw.DuringGame, []string{"off", "on"}) == 1
	}
	return wiring.Buzzer{Line: raw.Line}, inGame
}

// signals claims the chips and lines of lamps and buzzer.
func (c *claims) signals(b Board, path, owner string) {
	if l := b.Lights; l.Wired() {
		kind := l.Kind()
		if kind.OnSPI() {
			for _, line := range wiring.PortLines(l.Port) {
				if !c.claim(c.k.FirstWritten(path+".lights.port", path+".lights.driver"), line, owner+"'s lamps (SPI port "+l.Port+")") {
					break
				}
			}
		} else {
			c.claim(c.k.FirstWritten(path+".lights.addr", path+".lights.driver"), wiring.On(l.Bus, l.Addr), owner+"'s lamps")
		}
	}
	if b.Buzzer.Wired() {
		c.claim(path+".buzzer.line", b.Buzzer.Line, owner+"'s buzzer")
	}
}

// Signals returns the wiring of the board's lamps and buzzer.
func (b Board) Signals() wiring.Signals { return wiring.Signals{Lights: b.Lights, Buzzer: b.Buzzer} }
