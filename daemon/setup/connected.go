package setup

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"touchmove/configs"
	"touchmove/daemon/doctor"
	"touchmove/sensors/wiring"
)

// connected finds out how the board is wired, or that none can be found.
func (s *Session) connected(ctx context.Context) error {
	if a := s.Answers; a.Practise != "" {
		return s.practiseOn(a.Practise)
	}
	s.page(fmt.Sprintf("step 1 of %d: what is connected", steps), "~1 min left")
	s.printf("  Looking for buses and chips. Nothing is switched or written.\n\n")
	s.survey = s.Look()
	if s.Answers.Driver != "" {
		return s.named(s.Answers.Driver)
	}
	if len(s.survey.Buses) == 0 && len(s.survey.Lines) == 0 && !s.survey.Raspberry {
		return s.practice(ctx)
	}
	for {
		s.listParts()
		guesses := Recognise(s.survey)
		again := true
		var err error
		switch {
		case len(guesses) > 0 && guesses[0].Whole():
			again, err = s.whole(ctx, guesses)
		case len(guesses) > 0:
			again, err = s.mend(ctx, guesses[0])
		default:
			again, err = s.nobody(ctx)
		}
		if err != nil || !again {
			return err
		}
		s.page(fmt.Sprintf("step 1 of %d: what is connected", steps), "~1 min left")
		s.survey = s.Look()
	}
}

// listParts says which computer this is and which parts answer.
func (s *Session) listParts() {
	ok, bad := paint(s.style.OK, "●"), paint(s.style.Bad, "✖")
	if s.survey.Computer != "" {
		s.printf("  %s %s\n", ok, s.survey.Computer)
	}
	for _, bus := range s.survey.Buses {
		if bus.Problem != "" {
			s.printf("  %s I2C bus %d: %s\n", bad, bus.Number, bus.Problem)
			continue
		}
		s.printf("  %s I2C bus %d: %s\n", ok, bus.Number, answering(len(bus.Parts)))
		if len(bus.Parts) > 0 {
			s.printf("\n%s", table(bus.Parts))
		}
	}
	if len(s.survey.Buses) == 0 {
		s.printf("  %s no I2C bus that a board could be on\n", paint(s.style.Warn, "▲"))
		if len(s.survey.Skipped) > 0 {
			s.printf("    not looked at: %s (--bus N does so)\n", strings.Join(s.survey.Skipped, ", "))
		}
	}
}

func answering(n int) string {
	switch n {
	case 0:
		return "no answer"
	case 1:
		return "one chip answers"
	}
	return strconv.Itoa(n) + " chips answer"
}

// table lists parts with their address jumpers.
func table(parts []doctor.Part) string {
	rows := [][4]string{{"address", "jumpers", "kind", "inputs"}}
	widest, left := 0, 9
	for i, p := range parts {
		at := fmt.Sprintf("0x%02x", p.Addr)
		if p.Mux != 0 { // chips of one port share a row
			alike := func(o doctor.Part) bool {
				return o.Mux == p.Mux && o.Port == p.Port && slices.Equal(o.Kinds, p.Kinds)
			}
			if slices.ContainsFunc(parts[:i], alike) {
				continue
			}
			for _, o := range parts[i+1:] {
				if alike(o) {
					at += fmt.Sprintf(" 0x%02x", o.Addr)
				}
			}
			at += behind(p.Mux, p.Port)
			left = max(left, len(at))
		}
		kind, inputs := strings.TrimPrefix(p.String(), fmt.Sprintf("0x%02x ", p.Addr)), ""
		if len(p.Kinds) > 0 {
			var names []string
			for _, k := range p.Kinds {
				names = append(names, strings.ToUpper(k))
			}
			kind, inputs = either(names), inputsOf(p.Kinds)
		}
		rows = append(rows, [4]string{at, jumpers(p), kind, inputs})
		widest = max(widest, utf8.RuneCountInString(kind))
	}
	var b strings.Builder
	for _, r := range rows {
		fmt.Fprintf(&b, "       %-*s %-9s %-*s %s\n", left, r[0], r[1], max(47-left, widest), r[2], r[3])
	}
	return b.String() + "\n"
}

// behind says which port of a switch a part is behind; "" for none.
func behind(mux uint16, port int) string {
	if mux == 0 {
		return ""
	}
	return fmt.Sprintf(" behind port %d", port)
}

// inputsOf returns the numbers of inputs of the kinds that a part can be.
func inputsOf(kinds []string) string {
	var words []string
	for _, k := range kinds {
		n := 0
		if e := wiring.ExpanderOf(k); e != nil {
			n = e.Inputs
		} else if c := wiring.ConverterOf(k); c != nil {
			n = c.Inputs
		}
		if word := strconv.Itoa(n); n > 0 && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return either(words)
}

// either lists words as a choice: "a, b or c".
func either(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// jumpers returns what a part's address pins A2 A1 A0 must read for its address; "" if its
// address is wired in another way.
func jumpers(p doctor.Part) string {
	for _, k := range p.Kinds {
		if e := wiring.ExpanderOf(k); e != nil && e.Addrs.Pins == "A2 A1 A0" {
			return fmt.Sprintf("%d %d %d", p.Addr>>2&1, p.Addr>>1&1, p.Addr&1)
		}
	}
	return ""
}

// whole asks whether a recognised board is the right one. again is true if it should look again.
func (s *Session) whole(ctx context.Context, guesses []Guess) (again bool, err error) {
	for len(guesses) > 0 && !guesses[len(guesses)-1].Whole() {
		guesses = guesses[:len(guesses)-1]
	}
	g := guesses[0]
	if len(guesses) > 1 {
		s.printf("  Some chips answer alike. What is printed on yours?\n\n")
		for i, one := range guesses {
			s.printf("  %d  %-32s %s\n", i+1, one, Describe(one.Driver))
		}
		s.printf("\n")
		s.say("A PCA9555, TCA9535 or TCA9539 is a TCA9555 here: they are read in the same way.")
	} else {
		what := "an " + g.String()
		if _, matrix := g.Wiring.(wiring.MCPMatrix); !matrix {
			what = g.String() + ": " + Describe(g.Driver)
		}
		s.say("This looks like " + what + ".")
	}
	s.printf("\n")
	s.say("touchmove wiring draws the plan, to compare with your board. Which way the board lies, and which wire serves which square, calibration finds out afterwards.")
	var allowed, pairs []string
	for i := range guesses {
		allowed = append(allowed, strconv.Itoa(i+1))
	}
	pairs = append(pairs, "Enter", "that is my board")
	if len(guesses) > 1 {
		pairs = []string{"Enter", "it is 1", "2", "that one"}
		if len(guesses) > 2 {
			pairs[2] = "2 to " + strconv.Itoa(len(guesses))
		}
	}
	s.keys(append(pairs, "r", "look again", "o", "it is another", "?", "help", "q", "stop")...)
	key, _, err := s.key(ctx, helpConnected, nil, append(allowed, "", "r", "o")...)
	switch {
	case err != nil:
		return false, err
	case key == "r":
		return true, nil
	case key == "o":
		return false, s.another(ctx)
	case key != "":
		n, _ := strconv.Atoi(key) // one of the allowed numbers
		g = guesses[n-1]
	}
	s.choices.Wiring = g.Wiring
	return false, nil
}

const helpConnected = "Chips are identified only by reading them, and some kinds read alike: the name is printed on the chip. " +
	"A wrong kind shows at once in calibration: no square answers. A board that is not in the list can be described by hand: docs/config.md."

// another asks for one of all wirings.
func (s *Session) another(ctx context.Context) error {
	all := wiring.Words()
	s.printf("\n")
	for i, driver := range all {
		s.printf("  %2d  %-12s %s\n", i+1, driver, Describe(driver))
	}
	s.printf("\n")
	word, err := s.text(ctx, "Which is it? Its number or its word", all[0], helpConnected, false, func(word string) error {
		if n, err := strconv.Atoi(word); (err != nil || n < 1 || n > len(all)) && !slices.Contains(all, word) {
			return fmt.Errorf("%q is not one of them: write 1 to %d, or a word such as %s", word, len(all), all[0])
		}
		return nil
	})
	if err != nil {
		return err
	}
	if n, err := strconv.Atoi(word); err == nil {
		word = all[n-1]
	}
	return s.named(word)
}

// named chooses the wiring of a driver: with the chips that answer, or else its usual one.
func (s *Session) named(driver string) error {
	w, err := wiring.Usual(driver)
	if err != nil {
		return fmt.Errorf("%q is not a wiring: choose one of %s", driver, strings.Join(wiring.Words(), ", "))
	}
	for _, g := range Recognise(s.survey) {
		if g.Driver == driver {
			w = g.Wiring
		}
	}
	switch one := w.(type) {
	case wiring.GPIOMatrix:
		one.Rows, one.Columns, one.Settle = given(s.Answers.Rows, planRows), given(s.Answers.Columns, planColumns), linesSettle
		w = one
	case wiring.Multiplexed:
		one.Select = given(s.Answers.Select, planSelect)
		w = one
	case wiring.MCPMatrix:
		one.Settle = matrixSettle
		w = one
	}
	s.choices.Wiring = w
	return nil
}

// given returns the lines that the answers name, or else the usual ones.
func given(lines, usual []string) []string {
	if lines != nil {
		return lines
	}
	return usual
}

// practiseOn chooses a simulated board with the chips of a driver.
func (s *Session) practiseOn(driver string) error {
	like, err := wiring.Usual(driver)
	if err != nil {
		return fmt.Errorf("%q is not a board to practise on: choose one of %s", driver, strings.Join(configs.Chips(), ", "))
	}
	w := configs.Simulated{Chip: driver, Style: "club"}
	if wiring.Linear(like) {
		w.Style, s.choices.Colours = "polarity", true
	}
	s.choices.Wiring, s.practise = w, true
	return nil
}
