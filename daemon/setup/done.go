package setup

import (
	"context"
	"fmt"
	"strings"
)

// done says what comes next.
func (s *Session) done(context.Context) error {
	s.page(fmt.Sprintf("step 4 of %d: done", steps), "")
	s.printf("  %s %s is written. It checks clean and starts.\n\n", paint(s.style.OK, "●"), s.path)
	s.printf("  Next: calibrate. It finds the wire of each square and measures the sensors.\n\n")
	s.printf("     %s\n\n", paint(s.style.Info, "touchmove calibrate --config "+s.path))
	s.printf("  Then play. Moves appear by themselves.\n\n")
	if s.Place.Unit {
		s.printf("     %s\n\n", paint(s.style.Info, "systemctl restart touchmove"))
	} else {
		s.printf("     %s\n\n", paint(s.style.Info, "touchmove run --config "+s.path))
	}
	address := "http://127.0.0.1:8080"
	if s.choices.Network {
		address = "http://" + s.choices.Name + ".local:8080"
	}
	s.printf("  Watch it at %s\n", paint(s.style.Info, address))
	return s.failed
}

// Calibrate asks whether to continue with the calibration at once.
func (s *Session) Calibrate(ctx context.Context) (bool, error) {
	if s.yes {
		return false, nil
	}
	s.printf("\n")
	return s.agreed(ctx, "Calibrate now?", true, false)
}

// Play asks whether to play at once.
func (s *Session) Play(ctx context.Context) (bool, error) {
	s.printf("\n")
	return s.agreed(ctx, "Play now?", true, false)
}

// wrap breaks a text into lines of at most this width.
func wrap(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(strings.ReplaceAll(text, "`", "")) {
		if line != "" && len([]rune(line))+1+len([]rune(word)) > width {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
