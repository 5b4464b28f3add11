package pgn

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Comments carry values for programs as commands in brackets, such as [%clk 1:23:45]. Their form
// follows the draft "PGN standard, supplement" (2001) and today's chess servers.

// Clock is the time left on the mover's clock after the move, from the command clk.
func (p *Ply) Clock() (time.Duration, bool) { return parseClock(p.command("clk")) }

// Elapsed is the time the move took, from the command emt.
func (p *Ply) Elapsed() (time.Duration, bool) { return parseClock(p.command("emt")) }

// SetClock writes the command clk. Fractions of a second are kept to the millisecond; a negative time is
// written as 0.
func (p *Ply) SetClock(d time.Duration) { p.setCommand("clk", formatClock(d)) }

// command is the text of the first command of that name in the comments after the move.
func (p *Ply) command(name string) string {
	for _, c := range p.Comments {
		if start, end := findCommand(c, name); end > 0 {
			return strings.TrimSpace(c[start+len("[%")+len(name) : end-1])
		}
	}
	return ""
}

// setCommand replaces a command, or puts it at the front of the first comment.
func (p *Ply) setCommand(name, value string) {
	text := "[%" + name + " " + value + "]"
	for i, c := range p.Comments {
		if start, end := findCommand(c, name); end > 0 {
			p.Comments[i] = c[:start] + text + c[end:]
			return
		}
	}
	if len(p.Comments) == 0 {
		p.Comments = []string{text}
		return
	}
	p.Comments[0] = strings.TrimSpace(text + " " + p.Comments[0])
}

// findCommand returns the bounds of [%name ...] in a comment; end is 0 if there is none.
func findCommand(c, name string) (start, end int) {
	for from := 0; ; {
		i := strings.Index(c[from:], "[%"+name)
		if i < 0 {
			return 0, 0
		}
		start = from + i
		rest := c[start+len("[%")+len(name):]
		if closing := strings.IndexByte(rest, ']'); closing > 0 && (rest[0] == ' ' || rest[0] == '\t') {
			return start, len(c) - len(rest) + closing + 1
		}
		from = start + 1
	}
}

// parseClock reads h:mm:ss, mm:ss or ss, with optional fractions of a second.
func parseClock(s string) (time.Duration, bool) {
	var total float64
	parts := strings.Split(s, ":")
	if len(parts) > 3 {
		return 0, false
	}
	for i, part := range parts {
		if part == "" || strings.Trim(part, "0123456789.") != "" || i < len(parts)-1 && strings.Contains(part, ".") {
			return 0, false
		}
		n, err := strconv.ParseFloat(part, 64)
		if err != nil || n > 1e6 {
			return 0, false
		}
		total = total*60 + n
	}
	return time.Duration(math.Round(total*1e6)) * time.Microsecond, true
}

func formatClock(d time.Duration) string {
	ms := max(d, 0).Milliseconds()
	s := fmt.Sprintf("%d:%02d:%02d", ms/3_600_000, ms/60_000%60, ms/1000%60)
	if ms%1000 != 0 {
		s += strings.TrimRight(fmt.Sprintf(".%03d", ms%1000), "0")
	}
	return s
}
