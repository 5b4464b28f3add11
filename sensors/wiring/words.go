package wiring

import (
	"fmt"
	"strings"
)

// String says how many parts there are.
func (m Mixed) String() string { return fmt.Sprintf("%d parts, mixed", len(m)) }

// What says what a wiring consists of, without its buses: "2×MCP23017, PCF8575".
func What(w Wiring) string {
	var all []string
	for _, p := range w.Parts() {
		all = append(all, p.what())
	}
	return strings.Join(all, ", ")
}

// times returns a number of parts of one kind: "4×MCP23017", or the kind alone for
// one part.
func times(n int, part string) string {
	if n == 1 {
		return part
	}
	return fmt.Sprintf("%d×%s", n, part)
}

// Article returns the article for a chip's name as it is read aloud.
func Article(part string) string {
	if strings.IndexByte("AHMS", part[0]) >= 0 {
		return "an"
	}
	return "a"
}

// Names gives names to the channels of a wiring as they are soldered: by chip and
// input, or by row and column.
type Names []Part

// NamesOf returns the names of a wiring's channels.
func NamesOf(w Wiring) Names { return w.Parts() }

// Long returns the name of a channel for people: "chip 0x21 GPB3", "row 3 column
// 4"; on a board of several parts "part 2 chip 0x20 P07".
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

// Short returns the name of a channel for narrow columns: "1.11", "3/4".
func (n Names) Short(channel int) string {
	i, ch, ok := n.find(channel)
	if !ok {
		return fmt.Sprint(channel)
	}
	_, short := n[i].name(ch)
	return short
}

// find returns the part that a channel belongs to, and the number of the channel
// within it.
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
