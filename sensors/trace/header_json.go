package trace

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"touchmove/rules"
	"touchmove/sensors"
)

// ParseHeader parses a trace's first line. Missing keys have the defaults of
// DefaultHeader, unknown keys are ignored. The error names the key and says which
// values it may have. A start position from which no game can be played is an
// error.
func ParseHeader(line []byte) (Header, error) {
	h := DefaultHeader()
	members, err := object(line)
	if err != nil {
		return Header{}, err
	}
	if err := checkVersion(members); err != nil {
		return Header{}, err
	}
	decided := false
	for _, m := range members {
		if err := h.set(m); err != nil {
			return Header{}, err
		}
		decided = decided || m.key == "claims_decided"
	}
	if !decided && h.WrittenBy == "" {
		h.ClaimsDecided = true // the trace was not written by a program of an earlier version
	}
	if err := h.Validate(); err != nil {
		return Header{}, err
	}
	return h, nil
}

func checkVersion(members []member) error {
	for _, m := range members {
		if m.key != "trace" {
			continue
		}
		if string(m.raw) != strconv.Itoa(Version) {
			return fmt.Errorf("trace format %s cannot be read, only format %d: use the touchmove that wrote it, or a newer one", clip(m.raw), Version)
		}
		return nil
	}
	return fmt.Errorf("the first line is not a trace header: write {\"trace\":%d,...} before the first record", Version)
}

// set takes over one member of the header's object.
func (h *Header) set(m member) error {
	switch m.key {
	case "scan_hz":
		hz, err := strconv.ParseFloat(string(m.raw), 64)
		if err != nil {
			return fmt.Errorf("scan_hz is %s and must be a number of scans a second", clip(m.raw))
		}
		h.ScanHz = hz
		return nil
	case "supervised", "quickplay", "claims_decided", "two_boards":
		return h.setTruth(m)
	case "history":
		return h.setHistory(m)
	case "setup":
		return h.setBefore(m)
	case "after":
		return h.setAfter(m)
	}
	set := headerWords[m.key]
	if set == nil {
		return nil // a key of a later version
	}
	word, err := m.text()
	if err != nil {
		return err
	}
	if err := set(h, word); err != nil {
		return fmt.Errorf("%s: %w", m.key, err)
	}
	return nil
}

// headerWords are the keys that hold a word or a text, with what takes it over.
var headerWords = map[string]func(h *Header, word string) error{
	"board":              func(h *Header, word string) error { h.Board = word; return nil },
	"start":              func(h *Header, word string) error { h.Start = word; return nil },
	"time_control":       func(h *Header, word string) error { h.TimeControl = word; return nil },
	"time_control_black": func(h *Header, word string) error { h.BlackControl = word; return nil },
	"announcements":      func(h *Header, word string) error { h.Names = word; return nil },
	"journal":            func(h *Header, word string) error { h.Journal = word; return nil },
	"version":            func(h *Header, word string) error { h.WrittenBy = word; return nil },
	"began":              func(h *Header, word string) error { return parse(&h.Began, word, ParseMoment) },

	"sensing":        func(h *Header, word string) error { return parse(&h.Sensing, word, sensors.ParseSensing) },
	"variant":        func(h *Header, word string) error { return parse(&h.Variant, word, rules.ParseVariant) },
	"laws":           func(h *Header, word string) error { return parse(&h.Laws, word, rules.ParseLaws) },
	"clock":          func(h *Header, word string) error { return parse(&h.Clock, word, ParseClock) },
	"publish":        func(h *Header, word string) error { return parse(&h.Publish, word, ParsePublish) },
	"board_kind":     func(h *Header, word string) error { return parse(&h.Tactile, word, parseBoardKind) },
	"opponent_board": func(h *Header, word string) error { return parse(&h.TactileOppo, word, parseBoardKind) },
	"mode": func(h *Header, word string) error {
		h.ModeGiven = true
		return parse(&h.Mode, word, ParseMode)
	},
}

// parse parses a word into a field.
func parse[T any](field *T, word string, of func(string) (T, error)) (err error) {
	*field, err = of(word)
	return err
}

// Moment writes a moment with the time zone it is in, to the millisecond (RFC 3339).
func Moment(t time.Time) string { return t.Format("2006-01-02T15:04:05.000Z07:00") }

// ParseMoment parses a moment and the time zone it is in (RFC 3339).
func ParseMoment(word string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339Nano, word)
	if err != nil {
		return time.Time{}, fmt.Errorf("%.60q is no time: write it as 2026-11-21T19:22:00.123+01:00", word)
	}
	_, offset := t.Zone() // not that of this computer, although it may have the same offset at that moment
	return t.In(time.FixedZone("", offset)), nil
}

func (h *Header) setTruth(m member) error {
	yes, err := m.truth()
	if err != nil {
		return err
	}
	switch m.key {
	case "supervised":
		h.Unsupervised = !yes
	case "quickplay":
		h.Quickplay = yes
	case "claims_decided":
		h.ClaimsDecided = yes
	case "two_boards":
		h.TwoBoards = yes
	}
	return nil
}

func parseBoardKind(word string) (tactile bool, err error) {
	switch word {
	case "normal":
		return false, nil
	case "tactile":
		return true, nil
	}
	return false, fmt.Errorf("%q is not a kind of board: write normal or tactile", word)
}

func (h *Header) setHistory(m member) error {
	moves, err := list(m)
	if err != nil {
		return err
	}
	h.History = nil
	for i, raw := range moves {
		move, err := member{key: fmt.Sprintf("history move %d", i+1), raw: raw}.text()
		if err != nil {
			return err
		}
		h.History = append(h.History, move)
	}
	return nil
}

func (h *Header) setAfter(m member) error {
	links, err := list(m)
	if err != nil {
		return err
	}
	h.After = []Link{}
	for _, raw := range links {
		members, err := object(raw)
		if err != nil {
			return fmt.Errorf("after: %w", err)
		}
		var link Link
		for _, part := range members {
			switch part.key {
			case "journal":
				link.Journal, err = part.text()
			case "crc":
				link.CRC, err = part.text()
			}
			if err != nil {
				return fmt.Errorf("after: %w", err)
			}
		}
		h.After = append(h.After, link)
	}
	return nil
}

func (h *Header) setBefore(m member) error {
	members, err := object(m.raw)
	if err != nil {
		return fmt.Errorf("setup: %w", err)
	}
	for _, part := range members {
		var counts *[2]int
		switch part.key {
		case "illegal":
			counts = &h.Setup.Illegal
		case "control_moves_left":
			counts = &h.Setup.ControlMovesLeft
		default:
			continue
		}
		sides, err := object(part.raw)
		if err != nil {
			return fmt.Errorf("setup: %s: %w", part.key, err)
		}
		for _, side := range sides {
			by, err := rules.ParseColor(side.key)
			if err != nil {
				return fmt.Errorf("setup: %s: %w", part.key, err)
			}
			if counts[by], err = side.count(); err != nil {
				return fmt.Errorf("setup: %s: %w", part.key, err)
			}
		}
	}
	return nil
}

// Validate returns an error unless the header can begin a trace: its start position
// must be playable, and every count must be valid. The error names the key.
func (h *Header) Validate() error {
	if h.Start == "" {
		return errors.New("start is empty: write the FEN of the position set up, or leave the key out for the standard one")
	}
	setup, err := rules.ParseFEN(h.Start)
	if err != nil {
		return fmt.Errorf("start: %w", err)
	}
	if _, err := rules.NewPosition(setup, h.Variant); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	if h.ScanHz < 0 || math.IsNaN(h.ScanHz) || math.IsInf(h.ScanHz, 0) {
		return fmt.Errorf("scan_hz is %v and must be a number of scans a second, 0 or more", h.ScanHz)
	}
	for i, move := range h.History {
		if err := checkUCI(move); err != nil {
			return fmt.Errorf("history move %d: %w", i+1, err)
		}
	}
	for c := range h.Setup.Illegal {
		if h.Setup.Illegal[c] < 0 || h.Setup.ControlMovesLeft[c] < 0 {
			return fmt.Errorf("setup: %v has a count below 0: write how many, 0 or more", rules.Color(c))
		}
	}
	if _, err := rules.ParseLaws(h.Laws.String()); err != nil {
		return fmt.Errorf("laws: %w", err)
	}
	if h.Sensing > sensors.Polarity || h.Variant > rules.Chess960 || int(h.Clock) >= len(clockWords) || int(h.Mode) >= len(modeWords) {
		return fmt.Errorf("sensing %d, variant %d, clock %d or mode %d is not one of the constants", h.Sensing, h.Variant, h.Clock, h.Mode)
	}
	return nil
}

// AppendHeader appends a trace's first line with its newline. Keys are in the order
// of docs/trace.md. Keys with a default are written only if they differ from it,
// except variant, start and laws, which are always written. The same header gives
// the same bytes.
func AppendHeader(b []byte, h Header) []byte {
	b = strconv.AppendInt(append(b, `{"trace":`...), Version, 10)
	text := func(key, value string) {
		b = append(append(append(b, `,"`...), key...), `":`...)
		b = appendString(b, value)
	}
	text("board", h.Board)
	text("sensing", h.Sensing.String())
	text("variant", h.Variant.String())
	text("start", h.Start)
	text("laws", h.Laws.String())
	if h.ScanHz != 0 {
		b = strconv.AppendFloat(append(b, `,"scan_hz":`...), h.ScanHz, 'f', -1, 64)
	}
	if h.Clock != ClockUnknown {
		text("clock", h.Clock.String())
	}
	if h.Mode != StandardPlay || h.ModeGiven {
		text("mode", h.Mode.String())
	}
	if h.Publish != Sure {
		text("publish", h.Publish.String())
	}
	if h.TimeControl != "" {
		text("time_control", h.TimeControl)
	}
	if h.BlackControl != "" {
		text("time_control_black", h.BlackControl)
	}
	if h.Unsupervised {
		b = append(b, `,"supervised":false`...)
	}
	if h.Quickplay {
		b = append(b, `,"quickplay":true`...)
	}
	if h.ClaimsDecided != (h.WrittenBy == "") { // not the default of a header without it
		b = strconv.AppendBool(append(b, `,"claims_decided":`...), h.ClaimsDecided)
	}
	if h.Tactile {
		text("board_kind", "tactile")
	}
	if h.TactileOppo {
		text("opponent_board", "tactile")
	}
	if h.Names != "" {
		text("announcements", h.Names)
	}
	if h.TwoBoards {
		b = append(b, `,"two_boards":true`...)
	}
	if len(h.History) > 0 {
		b = append(b, `,"history":[`...)
		for i, move := range h.History {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendString(b, move)
		}
		b = append(b, ']')
	}
	b = h.Setup.append(b)
	if h.Journal != "" {
		text("journal", h.Journal)
	}
	b = appendAfter(b, h.After)
	if h.WrittenBy != "" {
		text("version", h.WrittenBy)
	}
	if !h.Began.IsZero() {
		text("began", Moment(h.Began))
	}
	return append(b, "}\n"...)
}

func appendAfter(b []byte, links []Link) []byte {
	if links == nil {
		return b
	}
	b = append(b, `,"after":[`...)
	for i, link := range links {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(append(b, `{"journal":`...), link.Journal)
		if link.CRC != "" {
			b = appendString(append(b, `,"crc":`...), link.CRC)
		}
		b = append(b, '}')
	}
	return append(b, ']')
}

func (s Before) append(b []byte) []byte {
	if s == (Before{}) {
		return b
	}
	b = append(b, `,"setup":{`...)
	first := true
	for _, part := range []struct {
		key    string
		counts [2]int
	}{{"illegal", s.Illegal}, {"control_moves_left", s.ControlMovesLeft}} {
		if part.counts == [2]int{} {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(appendString(b, part.key), ":{"...)
		for c, n := range part.counts {
			if n == 0 {
				continue
			}
			if b[len(b)-1] != '{' {
				b = append(b, ',')
			}
			b = append(appendString(b, rules.Color(c).String()), ':')
			b = strconv.AppendInt(b, int64(n), 10)
		}
		b = append(b, '}')
	}
	return append(b, '}')
}
