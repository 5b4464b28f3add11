package trace

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// maxMicros is the last microsecond that a time.Duration can hold, about 292 years
// after the trace began.
const maxMicros = math.MaxInt64 / int64(time.Microsecond)

// ParseRecord parses one line after the header, without its newline. The header
// says which states the board can show. Unknown keys are ignored. Reader checks
// whether the record fits those before it (time, the first scan, the end). The
// error says what was found and what is allowed.
func ParseRecord(line []byte, h *Header) (Record, error) {
	r, ok := parseCanonical(line)
	if !ok {
		var err error
		if r, err = parseAny(line); err != nil {
			return Record{}, err
		}
	}
	if err := checkSensing(r.What, h.Sensing); err != nil {
		return Record{}, err
	}
	return r, nil
}

// parseCanonical parses the four short records as AppendRecord writes them, without
// building a JSON object. Nearly all lines of a trace have this form. It leaves
// everything else to parseAny and never guesses.
func parseCanonical(line []byte) (Record, bool) {
	rest, ok := bytes.CutPrefix(line, []byte(`{"at_us":`))
	if !ok {
		return Record{}, false
	}
	var us int64
	n := 0
	for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
		if n >= 15 || n == 1 && rest[0] == '0' {
			return Record{}, false
		}
		us = us*10 + int64(rest[n]-'0')
		n++
	}
	rest, ok = bytes.CutSuffix(rest[n:], []byte(`}`))
	if n == 0 || !ok {
		return Record{}, false
	}
	what := whatCanonical(rest)
	return Record{At: time.Duration(us) * time.Microsecond, What: what}, what != nil
}

func whatCanonical(rest []byte) What {
	if tail, ok := bytes.CutPrefix(rest, []byte(`,"square":"`)); ok {
		if len(tail) < 3 || !bytes.HasPrefix(tail[2:], []byte(`","is":"`)) {
			return nil
		}
		sq := rules.SquareAt(int(tail[0])-'a', int(tail[1])-'1')
		is, ok := stateWord(tail[len(`e2","is":"`):])
		if !ok || sq == rules.NoSquare {
			return nil
		}
		return Change{sq, is}
	}
	if tail, ok := bytes.CutPrefix(rest, []byte(`,"scan":"`)); ok {
		board, err := sensors.ParseScan(string(bytes.TrimSuffix(tail, []byte(`"`))))
		if err != nil || tail[len(tail)-1] != '"' {
			return nil
		}
		return Scan{board}
	}
	switch string(rest) {
	case `,"clock":"white"`:
		return Press{rules.White}
	case `,"clock":"black"`:
		return Press{rules.Black}
	case `,"end":true`:
		return End{}
	}
	return nil
}

// stateWord parses a state's word and the quote after it.
func stateWord(text []byte) (sensors.State, bool) {
	switch string(text) {
	case `empty"`:
		return sensors.Empty, true
	case `occupied"`:
		return sensors.Occupied, true
	case `white"`:
		return sensors.White, true
	case `black"`:
		return sensors.Black, true
	case `unknown"`:
		return sensors.Unknown, true
	}
	return sensors.Unknown, false
}

// parseAny parses every valid record, however its JSON is formatted.
func parseAny(line []byte) (Record, error) {
	members, err := object(line)
	if err != nil {
		return Record{}, err
	}
	var at, is, kind *member
	for i := range members {
		m := &members[i]
		switch m.key {
		case "at_us":
			at = m
		case "is":
			is = m
		case "scan", "square", "clock", "command", "end":
			if kind != nil {
				return Record{}, fmt.Errorf("one record holds both %q and %q: write two lines with the same at_us", kind.key, m.key)
			}
			kind = m
		}
	}
	if at == nil {
		return Record{}, errors.New("record without an at_us: write the microseconds since the trace began")
	}
	us, err := at.micros()
	if err != nil {
		return Record{}, err
	}
	if kind == nil && is != nil {
		return Record{}, errors.New("is without a square: write both, as \"square\":\"e2\",\"is\":\"empty\"")
	}
	if kind == nil {
		return Record{}, errors.New("record without a scan, square, clock, command or end: write one of them")
	}
	if is != nil && kind.key != "square" {
		return Record{}, fmt.Errorf("one record holds both %q and \"is\": write two lines with the same at_us", kind.key)
	}
	what, err := parseWhat(*kind, is)
	if err != nil {
		return Record{}, err
	}
	return Record{At: us, What: what}, nil
}

func parseWhat(kind member, is *member) (What, error) {
	switch kind.key {
	case "command":
		c, err := parseCommand(kind.raw)
		if err != nil {
			return nil, fmt.Errorf("command: %w", err)
		}
		return c, nil
	case "end":
		if string(kind.raw) != "true" {
			return nil, fmt.Errorf("end is %s and must be true", clip(kind.raw))
		}
		return End{}, nil
	}
	word, err := kind.text()
	if err != nil {
		return nil, err
	}
	switch kind.key {
	case "scan":
		board, err := sensors.ParseScan(word)
		return Scan{board}, err
	case "clock":
		by, err := rules.ParseColor(word)
		if err != nil {
			return nil, fmt.Errorf("clock: %w", err)
		}
		return Press{by}, nil
	}
	sq, err := rules.ParseSquare(word)
	if err != nil {
		return nil, err
	}
	if is == nil {
		return nil, fmt.Errorf("square %v without an \"is\": add empty, occupied, white, black or unknown", sq)
	}
	if word, err = is.text(); err != nil {
		return nil, err
	}
	state, err := sensors.ParseState(word)
	if err != nil {
		return nil, fmt.Errorf("square %v: %w", sq, err)
	}
	return Change{sq, state}, nil
}

// micros returns a time in whole microseconds.
func (m member) micros() (time.Duration, error) {
	us, err := strconv.ParseInt(string(m.raw), 10, 64)
	switch {
	case err != nil:
		return 0, fmt.Errorf("%q is %s and must be a whole number of microseconds", m.key, clip(m.raw))
	case us < 0:
		return 0, fmt.Errorf("%s is %d: time is counted from 0, when the trace began", m.key, us)
	case us > maxMicros:
		return 0, fmt.Errorf("%s is %d, more than the 292 years a trace may last", m.key, us)
	}
	return time.Duration(us) * time.Microsecond, nil
}

// checkSensing refuses a colour from a board that cannot detect one. A polarity
// board may report occupied: it feels a piece but not its pole.
func checkSensing(w What, s sensors.Sensing) error {
	if s == sensors.Polarity {
		return nil
	}
	const advice = "write occupied, or sensing polarity in the header"
	switch w := w.(type) {
	case Change:
		if w.Is > sensors.Occupied {
			return fmt.Errorf("square %v is %v on a board whose sensing is occupancy: %s", w.Square, w.Is, advice)
		}
	case Scan:
		for sq, is := range w.Board {
			if is > sensors.Occupied {
				return fmt.Errorf("scan: %v is %v on a board whose sensing is occupancy: %s", rules.Square(sq), is, advice)
			}
		}
	}
	return nil
}
