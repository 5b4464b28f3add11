package wiring

import (
	"fmt"
	"strings"
)

// String says how many parts there are.
func (m Mixed) String() string { return fmt.Sprintf("%d parts, mixed", len(m)) }

// What says in words what a wiring is put together from, without its buses:
// "2×MCP23017, PCF8575".
func What(w Wiring) string {
	var all []string
	for _, p := range w.Parts() {
		all = append(all, p.what())
	}
	return strings.Join(all, ", ")
}

// times is a number of parts of a kind: "4×MCP23017", or the kind alone when
// there is one.
func times(n int, part string) string {
	if n == 1 {
		return part
	}
	return fmt.Sprintf("%d×%s", n, part)
}

// Article is the article of a chip's name as it is read aloud.
func Article(part string) string {
	if strings.IndexByte("AHMS", part[0]) >= 0 {
		return "an"
	}
	return "a"
}

// Names names the channels of a wiring as they are soldered: by chip and input,
// or by row and column.
type Names []Part

// NamesOf returns the names of a wiring's channels.
func NamesOf(w Wiring) Names { return w.Parts() }

// Long names a channel for people: "chip 0x21 GPB3", "row 3 column 4"; on a
// board of several parts "part 2 chip 0x20 P07".
func (n Names) Long(channel int) string {
	i, ch, ok := n.find(channel)
	if !ok {
		return fmt.Sprintf("channel %d", channel)
	}
	long, _ := n[i].name(ch)
	if len(n) > 1 {
		return fmt.Sprintf("part %d %s", i+1, long)
	}
	return long
}

// Short names a channel where there is little room: "1.11", "3/4".
func (n Names) Short(channel int) string {
	i, ch, ok := n.find(channel)
	if !ok {
		return fmt.Sprint(channel)
	}
	_, short := n[i].name(ch)
	return short
}

// find is the part a channel belongs to, and which of its channels it is.
func (n Names) find(channel int) (part, ch int, ok bool) {
	if channel < 0 {
		return 0, 0, false
	}
	for i, p := range n {
		width := len(p.Served())
		if channel < width {
			return i, channel, true
		}
		channel -= width
	}
	return 0, 0, false
}
