package guide

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"touchmove/calibration"
	"touchmove/internal/terminal"
	"touchmove/rules"
	"touchmove/sensors"
)

// Report describes a calibration for a person: a verdict, the margins, every square that is
// not good with its cause and its cure, worst first, and what to type next.
type Report struct {
	Board *Board
	Sheet *calibration.Sheet
	Age   time.Duration // of the calibration
}

// word is a grade as reports write it: a sensor that does not answer is bad too.
func word(g calibration.Grade) string {
	if g == calibration.Silent {
		return "bad"
	}
	return g.String()
}

// Text writes the report for a terminal or, if plain is true, with one fact per line.
func (r *Report) Text(s *Style, plain bool) string {
	var b strings.Builder
	sheet := r.Sheet
	fmt.Fprintf(&b, "%s\n", s.bold.Render(r.headline()))
	poles := map[bool]string{true: "both poles", false: "one pole"}[sheet.Sensing == sensors.Polarity]
	if !sheet.Linear {
		poles = "digital"
	}
	fmt.Fprintf(&b, "calibrated %s by touchmove %s, %s, %s\n", sheet.Date.Format("2006-01-02 15:04 MST"), short(sheet.Program), s.text(r.Board.What), poles)
	if days := int(r.Age / (24 * time.Hour)); r.Age > calibration.OldAfter {
		fmt.Fprintf(&b, "%s\n", s.warn.Render(fmt.Sprintf("that is %d days ago: calibrate again", days)))
	}
	if !plain && sheet.Linear && sheet.Measured() {
		r.margins(&b, s)
	}
	if !plain {
		b.WriteString("\n")
	}
	for _, line := range r.lines(s, plain) {
		b.WriteString(line + "\n")
	}
	if next := r.next(); next != "" {
		if !plain {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "%s  %s\n", s.info.Render("next"), next)
	}
	return b.String()
}

// headline is the verdict in one line.
func (r *Report) headline() string {
	sheet := r.Sheet
	if !sheet.Measured() {
		return sheet.Board + ": wiring found, levels not measured"
	}
	light := "ready"
	if sheet.Light() == calibration.Red {
		light = "not ready"
	}
	var parts []string
	add := func(g calibration.Grade, one, many string) {
		switch n := sheet.Of(g).Count(); {
		case n == 1:
			parts = append(parts, "1 "+one)
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %s", n, many))
		}
	}
	add(calibration.Weak, "weak square", "weak squares")
	add(calibration.Bad, "bad square", "bad squares")
	add(calibration.Silent, "without answer", "without answer")
	add(calibration.Untried, "not measured", "not measured")
	switch {
	case len(parts) == 0:
		return fmt.Sprintf("%s: %s, all 64 squares good", sheet.Board, light)
	case light == "ready":
		return fmt.Sprintf("%s: ready with %s", sheet.Board, strings.Join(parts, ", "))
	}
	return fmt.Sprintf("%s: not ready, %s", sheet.Board, strings.Join(parts, ", "))
}

// margins draws the board with the margin of each square.
func (r *Report) margins(b *strings.Builder, s *Style) {
	fmt.Fprintf(b, "\n%s\n", s.dim.Render("      a     b     c     d     e     f     g     h      margin in percent of what is needed; 100 and more is good"))
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(b, "%s ", s.dim.Render(fmt.Sprintf(" %d", rank+1)))
		for file := range 8 {
			q := &r.Sheet.Squares[rules.SquareAt(file, rank)]
			text := fmt.Sprintf("%5d", q.Percent())
			switch q.Grade {
			case calibration.Silent:
				text = "    ?"
			case calibration.Untried:
				text = "    -"
			}
			mark := " "
			if q.Grade == calibration.Weak {
				mark = "!"
			} else if q.Grade == calibration.Bad {
				mark = "X"
			}
			if q.Grade != calibration.Good {
				text, mark = s.of(q.Grade).Render(text), s.of(q.Grade).Render(mark)
			}
			b.WriteString(text + mark)
		}
		b.WriteString("\n")
	}
}

// lines lists the squares that are not good, and remarks about others.
func (r *Report) lines(s *Style, plain bool) (lines []string) {
	lines = r.poor(s)
	kinds := map[calibration.Cause]rules.Squares{}
	for sq := range r.Sheet.Noted().All() {
		c := r.Sheet.Squares[sq].Cause
		kinds[c] = kinds[c].With(sq)
	}
	for _, c := range []calibration.Cause{calibration.UpsideDown, calibration.Inverted} {
		if squares := kinds[c]; squares != 0 {
			q := r.Sheet.Squares[squares.First()]
			lines = append(lines, fmt.Sprintf("%s  %s  %s", s.ok.Render(terminal.Pad("good", 5)), someNames(squares), q.Says()))
		}
	}
	if r.Sheet.WiringFound {
		differs := calibration.Compare(r.Sheet.Wiring, r.Board.Wiring)
		for _, says := range differs {
			lines = append(lines, fmt.Sprintf("%s  %s  %s", s.info.Render(terminal.Pad("note", 5)), "wiring", says+" Accepted as it is."))
		}
		if len(differs) > 0 && r.Board.Plan != "" {
			lines = append(lines, fmt.Sprintf("%s  %s draws it as it was found", s.info.Render(terminal.Pad("note", 5)), r.Board.Plan))
		}
	}
	if plain && len(lines) == 0 {
		if r.Sheet.Measured() {
			return []string{"good   all squares"}
		}
		return []string{"note   wiring  as it is configured"}
	}
	return lines
}

// poor lists the squares that are not good, worst first. Squares with the same fault, such as those of a chip with a
// loose plug, share a line.
func (r *Report) poor(s *Style) (lines []string) {
	if !r.Sheet.Measured() {
		return nil
	}
	type fault struct {
		grade calibration.Grade
		says  string
	}
	silent := map[string]int{} // squares without an answer, by chip
	for sq := range r.Sheet.Of(calibration.Silent).All() {
		if chip := r.chip(sq); chip != "" {
			silent[chip]++
		}
	}
	var faults []fault
	squares := map[fault]rules.Squares{}
	for _, sq := range r.Sheet.Poor() {
		q := &r.Sheet.Squares[sq]
		f := fault{q.Grade, q.Says() + "; " + q.Cure()}
		if q.Grade == calibration.Silent {
			at := r.channel(sq)
			if chip := r.chip(sq); silent[chip] >= wholeChip {
				at = chip
			}
			f.says = q.Says() + ": " + at + "; " + q.Cure()
		}
		if squares[f] == 0 {
			faults = append(faults, f)
		}
		squares[f] = squares[f].With(sq)
	}
	for _, f := range faults {
		lines = append(lines, fmt.Sprintf("%s  %s  %s", s.of(f.grade).Render(terminal.Pad(word(f.grade), 5)), allNames(squares[f]), f.says))
	}
	return lines
}

// wholeChip is the number of squares of one chip without an answer from which on the fault is more likely the chip's
// than that of their wires.
const wholeChip = 3

// chip names the chip of a square, without its input; "" if a square has no chip of its own, as in a matrix.
func (r *Report) chip(sq rules.Square) string {
	ch := r.wired(sq).Channel(sq)
	if ch < 0 {
		return ""
	}
	name := r.Board.Names.Long(ch)
	if at := strings.LastIndex(name, " "); at > 0 && strings.Contains(name, "chip ") {
		return name[:at]
	}
	return ""
}

// channel names the wire and the channel found for a square or, if none was found, the
// configured ones.
func (r *Report) channel(sq rules.Square) string {
	return r.Board.on(r.wired(sq), sq)
}

// wired returns the wiring that names the channel of a square: as it was found or, if its channel was not, as it is
// configured.
func (r *Report) wired(sq rules.Square) calibration.Wiring {
	if r.Sheet.Wiring.Channel(sq) < 0 {
		return r.Board.wired()
	}
	return r.Sheet.Wiring
}

// next returns what to type next, or "" if there is nothing to do.
func (r *Report) next() string {
	var squares []string
	for _, sq := range r.Sheet.Poor() {
		if g := r.Sheet.Squares[sq].Grade; (g == calibration.Weak || g == calibration.Bad) && len(squares) < 8 {
			squares = append(squares, sq.String())
		}
	}
	switch {
	case !r.Sheet.Measured():
		return r.Board.command("levels")
	case r.Age > calibration.OldAfter:
		return r.Board.command("")
	case len(squares) > 0:
		return r.Board.command("levels --square " + strings.Join(squares, ","))
	}
	return ""
}

// squareJSON is a square in the JSON report.
type squareJSON struct {
	Square     string             `json:"square"`
	Grade      string             `json:"grade"`
	Cause      string             `json:"cause,omitempty"`
	Says       string             `json:"says,omitempty"`
	Do         string             `json:"do,omitempty"`
	Channel    *int               `json:"channel"`
	Name       string             `json:"channel_name,omitempty"`
	Margin     *float64           `json:"margin_sigma"`
	Percent    *int               `json:"percent"` // of what is needed
	Zero       *int32             `json:"zero"`
	White      *int32             `json:"white"`
	WhiteEnter *int32             `json:"white_enter"`
	WhiteLeave *int32             `json:"white_leave"`
	Black      *int32             `json:"black"`
	BlackEnter *int32             `json:"black_enter"`
	BlackLeave *int32             `json:"black_leave"`
	Noise      *float64           `json:"noise"`
	Drift      *float64           `json:"drift_per_hour"`
	Crosstalk  map[string]float64 `json:"crosstalk,omitempty"`
}

// JSON writes the report for programs: all measurements, with levels in counts.
func (r *Report) JSON() []byte {
	s := r.Sheet
	out := struct {
		V        int          `json:"v"`
		Board    string       `json:"board"`
		Light    string       `json:"light"`
		Date     string       `json:"date"`
		AgeDays  float64      `json:"age_days"`
		Old      bool         `json:"old"`
		Program  string       `json:"program"`
		Driver   string       `json:"driver"`
		Sensing  string       `json:"sensing"`
		Sensors  string       `json:"sensors"`
		Wanted   float64      `json:"margin_wanted"`
		Good     int          `json:"good"`
		Weak     int          `json:"weak"`
		Bad      int          `json:"bad"`
		Silent   int          `json:"silent"`
		Untried  int          `json:"untried"`
		Wiring   []string     `json:"wiring"`
		Found    bool         `json:"wiring_found"`
		Differs  []string     `json:"wiring_differs"`
		Squares  []squareJSON `json:"squares"`
		NextType string       `json:"next,omitempty"`
	}{
		V: 1, Board: s.Board, Light: [...]string{"green", "amber", "red"}[s.Light()], Date: s.Date.Format(time.RFC3339),
		AgeDays: math.Round(r.Age.Hours()/24*10) / 10, Old: r.Age > calibration.OldAfter,
		Program: s.Program, Driver: s.Driver, Sensing: s.Sensing.String(), Sensors: map[bool]string{true: "linear", false: "digital"}[s.Linear],
		Wanted: calibration.Wanted, Good: s.Of(calibration.Good).Count(), Weak: s.Of(calibration.Weak).Count(), Bad: s.Of(calibration.Bad).Count(),
		Silent: s.Of(calibration.Silent).Count(), Untried: s.Of(calibration.Untried).Count(),
		Found: s.WiringFound, Differs: []string{}, NextType: r.next(),
	}
	for _, sq := range s.Wiring {
		name := "-"
		if sq != rules.NoSquare {
			name = sq.String()
		}
		out.Wiring = append(out.Wiring, name)
	}
	if s.WiringFound {
		out.Differs = append(out.Differs, calibration.Compare(s.Wiring, r.Board.Wiring)...)
	}
	for sq := range rules.AllSquares.All() {
		out.Squares = append(out.Squares, r.square(sq))
	}
	text, err := json.MarshalIndent(out, "", " ")
	if err != nil {
		panic("guide: a report that is no JSON: " + err.Error()) // cannot fail: it has no numbers that JSON lacks
	}
	return append(text, '\n')
}

func (r *Report) square(sq rules.Square) squareJSON {
	q := &r.Sheet.Squares[sq]
	j := squareJSON{Square: sq.String(), Grade: q.Grade.String(), Cause: string(q.Cause), Says: q.Says(), Do: q.Cure()}
	if ch := r.Sheet.Wiring.Channel(sq); ch >= 0 {
		j.Channel, j.Name = &ch, r.Board.Names.Long(ch)
	}
	if !r.Sheet.Linear || q.Grade >= calibration.Silent {
		return j
	}
	j.Zero, j.Noise, j.Drift = &q.Zero, &q.Noise, &q.Drift
	if q.AtW != (calibration.Threshold{}) {
		j.WhiteEnter, j.WhiteLeave = &q.AtW.Enter, &q.AtW.Leave
		percent := q.Percent()
		j.Margin, j.Percent = &q.Margin, &percent
	}
	if q.AtB != (calibration.Threshold{}) {
		j.BlackEnter, j.BlackLeave = &q.AtB.Enter, &q.AtB.Leave
	}
	if q.White != 0 {
		j.White = &q.White
	}
	if q.Black != 0 {
		j.Black = &q.Black
	}
	for _, n := range q.Near {
		if j.Crosstalk == nil {
			j.Crosstalk = map[string]float64{}
		}
		j.Crosstalk[n.Square.String()] = n.Part
	}
	return j
}
