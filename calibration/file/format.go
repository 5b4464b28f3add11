package file

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"touchmove/calibration"
	"touchmove/rules"
	"touchmove/sensors"
)

// Format writes a calibration file, with one line per square. Parse reads it back
// unchanged.
func Format(s *calibration.Sheet) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "# What touchmove measured of the sensors of board %s, in counts of its converters.\n", s.Board)
	b.WriteString("# `touchmove calibrate` writes it, `touchmove check` finds faults in it, docs/calibration.md explains it.\n")
	fmt.Fprintf(&b, "calibration = %d\nboard = %q\ndate = %s\nprogram = %s\ndriver = %s\n", Version, s.Board, s.Date.UTC().Format(time.RFC3339), text(s.Program), text(s.Driver))
	fmt.Fprintf(&b, "sensing = %q\n", s.Sensing)
	if s.Linear {
		b.WriteString("sensors = \"linear\"\n")
	} else {
		b.WriteString("sensors = \"digital\"\n")
		fmt.Fprintf(&b, "active = %q\n", map[bool]string{true: "low", false: "high"}[s.ActiveLow])
	}
	if s.WiringFound {
		b.WriteString("wiring_found = true\n")
	}
	b.WriteString("wiring = [")
	for ch, sq := range s.Wiring {
		if ch%8 == 0 {
			b.WriteString("\n ")
		}
		fmt.Fprintf(&b, " %q,", squareName(sq))
	}
	b.WriteString("\n]\n\n[squares]\n")
	for sq := range rules.AllSquares.All() {
		writeSquare(&b, sq, &s.Squares[sq], s)
	}
	return []byte(b.String())
}

func squareName(sq rules.Square) string {
	if sq == rules.NoSquare {
		return "-"
	}
	return sq.String()
}

// text writes a string in quotes for TOML, which does not know all escapes that Go's
// quoting uses.
func text(s string) string {
	return strconv.Quote(strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, s))
}

func writeSquare(b *strings.Builder, sq rules.Square, q *calibration.Square, s *calibration.Sheet) {
	fmt.Fprintf(b, "%v = { grade = %q", sq, q.Grade)
	put := func(key, value string) { fmt.Fprintf(b, ", %s = %s", key, value) }
	whole := func(key string, v int32) {
		if v != 0 {
			put(key, strconv.Itoa(int(v)))
		}
	}
	real := func(key string, v float64) {
		if v != 0 {
			put(key, decimal(v))
		}
	}
	pair := func(key string, t calibration.Threshold) {
		if t != (calibration.Threshold{}) {
			put(key, fmt.Sprintf("[%d, %d]", t.Enter, t.Leave))
		}
	}
	if q.Cause != "" {
		put("cause", strconv.Quote(string(q.Cause)))
	}
	real("share", q.Share)
	if q.From != rules.NoSquare {
		put("from", strconv.Quote(q.From.String()))
	}
	if q.Inverted {
		put("inverted", "true")
	}
	if s.Linear {
		whole("zero", q.Zero)
	}
	whole("white", q.White)
	pair("white_at", q.AtW)
	if s.Sensing == sensors.Polarity || q.AtB != (calibration.Threshold{}) {
		whole("black", q.Black)
		pair("black_at", q.AtB)
	}
	real("noise", q.Noise)
	real("margin", q.Margin)
	real("drift", q.Drift)
	if len(q.Near) > 0 {
		var near []string
		for _, n := range q.Near {
			near = append(near, fmt.Sprintf("%v = %s", n.Square, decimal(n.Part)))
		}
		put("near", "{ "+strings.Join(near, ", ")+" }")
	}
	b.WriteString(" }\n")
}

// decimal writes a number that TOML reads as a float.
func decimal(v float64) string {
	s := strconv.FormatFloat(v, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
