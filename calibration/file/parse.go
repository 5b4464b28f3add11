package file

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"time"

	"touchmove/calibration"
	"touchmove/internal/strict"
	"touchmove/rules"
	"touchmove/sensors"
)

// Version is the version of the calibration file that is written and read.
const Version = 1

// sheetFile is the structure of a calibration file.
type sheetFile struct {
	Calibration *int64                 `toml:"calibration"`
	Board       string                 `toml:"board"`
	Date        *time.Time             `toml:"date"`
	Program     string                 `toml:"program"`
	Driver      string                 `toml:"driver"`
	Sensing     string                 `toml:"sensing"`
	Sensors     string                 `toml:"sensors"`
	Active      *string                `toml:"active"`
	WiringFound bool                   `toml:"wiring_found"`
	Wiring      []string               `toml:"wiring"`
	Squares     map[string]sheetSquare `toml:"squares"`
}

// sheetSquare is what the file says about one square. Values that are missing were not
// measured.
type sheetSquare struct {
	Grade    string             `toml:"grade"`
	Cause    string             `toml:"cause"`
	Share    float64            `toml:"share"`
	From     string             `toml:"from"`
	Zero     int64              `toml:"zero"`
	White    int64              `toml:"white"`
	WhiteAt  []int64            `toml:"white_at"`
	Black    int64              `toml:"black"`
	BlackAt  []int64            `toml:"black_at"`
	Noise    float64            `toml:"noise"`
	Margin   float64            `toml:"margin"`
	Drift    float64            `toml:"drift"`
	Inverted bool               `toml:"inverted"`
	Near     map[string]float64 `toml:"near"`
}

// Is reports whether a TOML text is a calibration file: its first key is
// calibration.
func Is(text []byte) bool {
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\xef\xbb\xbf")))
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		key, _, found := bytes.Cut(line, []byte("="))
		return found && string(bytes.TrimSpace(key)) == "calibration"
	}
	return false
}

// Parse reads and checks the text of a calibration file as strictly as a configuration. The
// name appears in faults. The sheet is nil if any fault is more than a warning. Parse opens
// no file and reads no clock.
func Parse(name string, text []byte) (*calibration.Sheet, strict.Faults) {
	var raw sheetFile
	options := strict.Options{Docs: "docs/calibration.md", Written: "restore the file from a copy, or calibrate the board again"}
	f, ok := strict.Read(name, text, options, &raw)
	var s *calibration.Sheet
	if ok {
		s = (&reader{f}).sheet(&raw)
	}
	if faults := f.Faults(); faults.Broken() {
		return nil, faults
	}
	return s, f.Faults()
}

// reader makes a calibration from a file.
type reader struct{ *strict.File }

func (k *reader) sheet(raw *sheetFile) *calibration.Sheet {
	s := &calibration.Sheet{Board: raw.Board, Program: raw.Program, Driver: raw.Driver, WiringFound: raw.WiringFound}
	switch {
	case raw.Calibration == nil:
		k.Fault("", "calibration: not written", fmt.Sprintf("the first line is calibration = %d; `touchmove calibrate` writes such files", Version))
		return s
	case *raw.Calibration != Version:
		k.Fault("calibration", fmt.Sprintf("calibration: format %d is not known here", *raw.Calibration), fmt.Sprintf("this program reads %d: calibrate the board again, or use the program that wrote it", Version))
		return s
	}
	k.Level("board", "board", raw.Board, "hall-7")
	if raw.Date == nil {
		k.Fault("date", "date: not written", "write when the board was measured, as 2026-11-21T12:44:00Z")
	} else {
		s.Date = raw.Date.UTC()
	}
	s.Sensing = sensors.Sensing(max(0, k.Choice("sensing", "sensing", raw.Sensing, []string{"occupancy", "polarity"})))
	s.Linear = k.Choice("sensors", "sensors", raw.Sensors, []string{"digital", "linear"}) == 1
	if s.Sensing == sensors.Polarity && !s.Linear {
		k.Fault("sensors", "sensors: digital inputs cannot tell white from black", `write sensing = "occupancy", or sensors = "linear"`)
	}
	if raw.Active != nil {
		s.ActiveLow = k.Choice("active", "active", *raw.Active, []string{"high", "low"}) == 1
		if s.Linear {
			k.Fault("active", "active: that is for digital inputs", "remove it")
		}
	}
	k.sheetWiring(raw.Wiring, s)
	for sq := range s.Squares {
		s.Squares[sq] = calibration.Square{Grade: calibration.Untried, From: rules.NoSquare}
	}
	for _, name := range sorted(raw.Squares) {
		path := "squares." + name
		sq, err := rules.ParseSquare(name)
		if err != nil {
			k.Fault(path, fmt.Sprintf("squares: %s is not a square", strict.OrNothing(name)), "write a file a to h and a rank 1 to 8, for example `"+strict.LikelySquare(name)+"`")
			continue
		}
		q := raw.Squares[name]
		s.Squares[sq] = k.sheetSquare(&q, path, s)
	}
	if !k.Broken() && s.Measured() {
		if _, err := s.Table(); err != nil {
			k.Fault("squares", err.Error(), "calibrate the board again")
		}
	}
	return s
}

// mostChannels is larger than the number of channels of any board.
const mostChannels = 1024

func (k *reader) sheetWiring(raw []string, s *calibration.Sheet) {
	if len(raw) == 0 || len(raw) > mostChannels {
		k.Fault("wiring", fmt.Sprintf("wiring: %d channels", len(raw)), "list the square of each channel, \"-\" where nothing is wired")
		return
	}
	var seen rules.Squares
	for ch, word := range raw {
		at := "wiring" + strict.Index(ch)
		sq, err := rules.ParseSquare(word)
		switch {
		case word == "-":
			sq = rules.NoSquare
		case err != nil:
			k.Fault(at, fmt.Sprintf("wiring: %s is not a square", strict.OrNothing(word)), "write a file a to h and a rank 1 to 8, for example `"+strict.LikelySquare(word)+"`")
			sq = rules.NoSquare
		case seen.Has(sq):
			k.Fault(at, fmt.Sprintf("wiring: %s is wired twice: to channels %d and %d", word, slices.Index(raw, word), ch), "give each square one channel")
		}
		seen = seen.With(sq)
		s.Wiring = append(s.Wiring, sq)
	}
	s.Unwired = rules.AllSquares &^ seen
}

func (k *reader) sheetSquare(raw *sheetSquare, path string, s *calibration.Sheet) calibration.Square {
	q := calibration.Square{From: rules.NoSquare, Inverted: raw.Inverted}
	grade, err := calibration.ParseGrade(raw.Grade)
	if err != nil {
		k.Choice(path+".grade", "grade", raw.Grade, []string{"good", "weak", "bad", "silent", "untried"})
	}
	if q.Cause, err = calibration.ParseCause(raw.Cause); err != nil {
		k.Fault(path+".cause", fmt.Sprintf("cause: %q is not known", raw.Cause), "docs/calibration.md lists them")
	}
	q.Grade = grade
	q.Zero = k.counts(path+".zero", "zero", raw.Zero)
	q.White, q.Black = k.counts(path+".white", "white", raw.White), k.counts(path+".black", "black", raw.Black)
	q.AtW, q.AtB = k.threshold(path+".white_at", "white_at", raw.WhiteAt), k.threshold(path+".black_at", "black_at", raw.BlackAt)
	for _, n := range []struct {
		key string
		raw float64
		to  *float64
	}{{"noise", raw.Noise, &q.Noise}, {"margin", raw.Margin, &q.Margin}, {"drift", raw.Drift, &q.Drift}, {"share", raw.Share, &q.Share}} {
		if math.IsNaN(n.raw) || math.Abs(n.raw) > mostMeasured || n.raw < 0 && n.key != "drift" {
			k.Fault(path+"."+n.key, fmt.Sprintf("%s: %s cannot have been measured", n.key, strict.Number(n.raw)), "calibrate the square again")
		}
		*n.to = n.raw
	}
	if raw.From != "" {
		if q.From, err = rules.ParseSquare(raw.From); err != nil {
			k.Fault(path+".from", fmt.Sprintf("from: %s is not a square", raw.From), "write a file a to h and a rank 1 to 8")
			q.From = rules.NoSquare
		}
	}
	for _, name := range sorted(raw.Near) {
		sq, err := rules.ParseSquare(name)
		if err != nil {
			k.Fault(path+".near."+name, fmt.Sprintf("near: %s is not a square", strict.OrNothing(name)), "write a file a to h and a rank 1 to 8")
			continue
		}
		q.Near = append(q.Near, calibration.Near{Square: sq, Part: raw.Near[name]})
	}
	slices.SortFunc(q.Near, func(a, b calibration.Near) int { return int(a.Square) - int(b.Square) })
	levels := calibration.Levels{Zero: q.Zero, White: q.AtW, Black: q.AtB}
	if felt := levels.White != (calibration.Threshold{}) || levels.Black != (calibration.Threshold{}); s.Linear && (felt || grade <= calibration.Weak) && !k.Broken() {
		if err := levels.Validate(s.Sensing); err != nil {
			k.Fault(path, "squares: "+err.Error(), "calibrate the square again")
		}
	}
	return q
}

// mostMeasured is larger than any measured number.
const mostMeasured = 1e12

func (k *reader) counts(path, key string, n int64) int32 {
	if n < -1<<28 || n > 1<<28 {
		k.Fault(path, fmt.Sprintf("%s: %d counts are more than any converter reads", key, n), "calibrate the square again")
		return 0
	}
	return int32(n)
}

func (k *reader) threshold(path, key string, pair []int64) calibration.Threshold {
	switch len(pair) {
	case 0:
		return calibration.Threshold{}
	case 2:
		return calibration.Threshold{Enter: k.counts(path, key, pair[0]), Leave: k.counts(path, key, pair[1])}
	}
	k.Fault(path, fmt.Sprintf("%s: %d numbers", key, len(pair)), "write two: the level from which a piece is detected, and the level below which it no longer is")
	return calibration.Threshold{}
}

func sorted[V any](m map[string]V) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
