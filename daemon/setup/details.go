package setup

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"touchmove/sensors/wiring"
)

// details asks what reading the chips cannot tell about how the board is wired.
func (s *Session) details(ctx context.Context) (err error) {
	if s.practise {
		return nil
	}
	c := &s.choices
	switch w := c.Wiring.(type) {
	case wiring.MCPMatrix:
		err = s.matrixOnChip(ctx, &w)
		c.Wiring = w
	case wiring.GPIOMatrix:
		if err = s.lines(ctx, "Lines of the rows, from rank 1 to 8", 8, &w.Rows, s.Answers.Rows != nil, nil); err != nil {
			return err
		}
		if err = s.lines(ctx, "Lines of the columns, from file a to h", 8, &w.Columns, s.Answers.Columns != nil, w.Rows); err != nil {
			return err
		}
		w.Bare, err = s.bare(ctx)
		c.Wiring = w
	case wiring.Multiplexed:
		err = s.lines(ctx, "Lines that select an input, S0 to S3", 4, &w.Select, s.Answers.Select != nil, nil)
		c.Wiring = w
	}
	if err == nil && wiring.Linear(c.Wiring) {
		c.Colours, err = s.agreed(ctx, yesNo{ask: "Are White’s and Black’s magnets opposite?", help: helpColours, usual: true})
	}
	return err
}

// matrixOnChip asks which port of its chip has the rows of a matrix, and whether it has diodes.
func (s *Session) matrixOnChip(ctx context.Context, w *wiring.MCPMatrix) (err error) {
	if w.Bare, err = s.bare(ctx); err != nil {
		return err
	}
	usual, words := "crossed", []string{"crossed", "a", "b"}
	if w.Bare { // crossed, a row would be read through the pieces of another
		usual, words = "a", words[1:]
	} else {
		s.say("The plan of a matrix has GPA0 and GPB7 exchanged (crossed); older boards have all rows on port a, or on b.")
	}
	if s.Answers.RowsPort != "" {
		usual = s.Answers.RowsPort
	}
	_, err = s.text(ctx, "Rows: "+either(words)+"?", usual, helpPorts, s.Answers.RowsPort != "", func(word string) error {
		w.Crossed, w.RowsOnB = word == "crossed", word == "b"
		if !slices.Contains(words, word) {
			return fmt.Errorf("%q is not a port: write %s", word, either(words))
		}
		return nil
	})
	return err
}

// bare asks whether a matrix lacks diodes.
func (s *Session) bare(ctx context.Context) (bool, error) {
	usual, known := true, s.Answers.Diodes != nil
	if known {
		usual = *s.Answers.Diodes
	}
	diodes, err := s.agreed(ctx, yesNo{ask: "Is there a diode at each square?", help: helpDiodes, usual: usual, known: known})
	return !diodes, err
}

// lines asks for n GPIO lines. *lines holds those of the wiring plan beforehand. The lines in taken
// are in use for something else.
func (s *Session) lines(ctx context.Context, question string, n int, lines *[]string, known bool, taken []string) error {
	if known {
		if err := checkLines(*lines, n, taken); err != nil {
			return fmt.Errorf("%s: %w", strings.Join(*lines, ","), err)
		}
		return nil
	}
	plan := strings.Join(*lines, " ")
	if !s.yes {
		s.say("In the wiring plan: " + plan)
	}
	_, err := s.text(ctx, question, "as there", helpLines, false, func(word string) error {
		if word == "as there" {
			return checkLines(*lines, n, taken)
		}
		given := strings.FieldsFunc(word, func(r rune) bool { return r == ' ' || r == ',' })
		for i, one := range given {
			if digits.MatchString(one) {
				given[i] = "GPIO" + one
			} else if gpio.MatchString(one) {
				given[i] = strings.ToUpper(one)
			}
		}
		if err := checkLines(given, n, taken); err != nil {
			return err
		}
		*lines = given
		return nil
	})
	return err
}

var (
	digits = regexp.MustCompile(`^[0-9]{1,3}$`)
	gpio   = regexp.MustCompile(`^(?i:gpio)[0-9]{1,3}$`)
	onChip = regexp.MustCompile(`^gpiochip[0-9]{1,3}:[0-9]{1,3}$`)
)

// checkLines refuses lines that cannot be those of one side of a wiring.
func checkLines(lines []string, n int, taken []string) error {
	for i, one := range lines {
		switch {
		case !gpio.MatchString(one) && !onChip.MatchString(one):
			return fmt.Errorf("%q is not a line: write its GPIO number (not its pin on the header), such as GPIO17, or gpiochip1:3", one)
		case slices.Contains(lines[:i], one):
			return fmt.Errorf("%s is there twice: every line serves once", one)
		case slices.Contains(taken, one):
			return fmt.Errorf("%s is a line of the rows already: every line serves once", one)
		}
	}
	if len(lines) != n {
		return fmt.Errorf("these are %d lines: write %d, with spaces between them", len(lines), n)
	}
	return nil
}

const (
	helpColours = "yes: White’s magnets have one pole down and Black’s the other, so that the sensors tell the colours apart. no: all magnets lie the same way."
	helpPorts   = "Which of the chip’s pins the eight rows are soldered to: a is GPA0 to GPA7, b is GPB0 to GPB7, crossed is the plan that touchmove wiring draws. " +
		"If you do not know, Enter: a wrong answer shows in calibration, where no square answers as expected."
	helpDiodes = "A diode at each square lets a matrix read any position. Without diodes, three pieces on the corners of a rectangle look like four."
	helpLines  = "Enter if you soldered by the plan. Otherwise write the GPIO numbers of your lines in their order, such as 5 6 12 13. " +
		"On the header, GPIO17 is pin 11: the command pinout shows all."
)
