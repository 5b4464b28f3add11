package wiring

import (
	"fmt"
	"slices"
	"strings"

	"touchmove/rules"
)

// others are the kinds of wiring that are not a row of a table of chips.
var others = [...]struct {
	driver string
	usual  func([]rules.Square) Wiring
}{
	{MCPMatrix{}.Driver(), usualMCPMatrix},
	{GPIOMatrix{}.Driver(), usualGPIOMatrix},
	{CD74HC4067, usualMultiplexed},
}

// Words lists the words of all wirings with one part, in the order in which
// messages and docs name them.
func Words() (words []string) {
	for _, e := range expanders {
		words = append(words, e.Driver)
	}
	words = append(words, MCPMatrix{}.Driver(), GPIOMatrix{}.Driver())
	return append(append(words, ConverterWords()...), CD74HC4067)
}

// Known returns the driver's word for a part that has another name, in upper or
// lower case: "tca9555" for "PCA9555"; "" if there is none.
func Known(part string) string {
	same := func(name string) bool { return strings.EqualFold(name, part) }
	for _, e := range expanders {
		if same(e.Part) || slices.ContainsFunc(e.Aliases, same) {
			return e.Driver
		}
	}
	for _, c := range converterTable {
		if same(c.Part) || slices.ContainsFunc(c.Aliases, same) {
			return c.Driver
		}
	}
	return ""
}

// Usual returns the usual wiring of a board with a driver, with all squares in
// their natural order. "mixed" is three kinds of chips on two buses. The error says
// that there is no such driver.
func Usual(driver string) (Wiring, error) {
	squares := Natural(0)
	if e := ExpanderOf(driver); e != nil {
		return e.usual(squares), nil
	}
	if c := ConverterOf(driver); c != nil {
		return c.usual(squares), nil
	}
	for _, o := range others {
		if o.driver == driver {
			return o.usual(squares), nil
		}
	}
	if driver == (Mixed{}).Driver() {
		return Mixed{
			Expanders{Chip: "mcp23017", Bus: "1", Addrs: []uint16{0x20, 0x21}, Squares: squares[:32]},
			Expanders{Chip: "pcf8575", Bus: "3", Addrs: []uint16{0x20}, ActiveHigh: true, Squares: squares[32:48]},
			Expanders{Chip: "mcp23008", Bus: "3", Addrs: []uint16{0x26, 0x27}, Squares: squares[48:]},
		}, nil
	}
	return nil, fmt.Errorf("no simulated chip is called %q", driver)
}
