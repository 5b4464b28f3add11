package main

import (
	"io"
	"os"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"touchmove/calibration/guide"
)

// paint holds the colours for the roles of text, from the ANSI colours of the user's own terminal.
// Painted text must go through colored or the live view, which remove what the terminal cannot
// show.
type paint struct {
	ok, warn, bad, info, dim, bold lipgloss.Style
}

func newPaint() paint {
	color := func(c string) lipgloss.Style {
		return lipgloss.NewStyle().Foreground(lipgloss.Color(c)).TabWidth(lipgloss.NoTabConversion)
	}
	return paint{
		ok: color("2"), warn: color("3"), bad: color("1"), info: color("6"), dim: color("8"),
		bold: lipgloss.NewStyle().Bold(true).TabWidth(lipgloss.NoTabConversion), // in the terminal's own text colour
	}
}

// lightPaint returns the colours for a light background, on which the terminal's own yellow, green
// and cyan are unreadable.
func lightPaint() paint {
	p := newPaint()
	for _, role := range []struct {
		style *lipgloss.Style
		color string
	}{{&p.ok, "#006b4a"}, {&p.warn, "#7d5200"}, {&p.bad, "#a92e08"}, {&p.info, "#005f9e"}, {&p.dim, "#495663"}} {
		*role.style = role.style.Foreground(lipgloss.Color(role.color))
	}
	return p
}

// terminalPaint returns the colours for the background that the terminal reports.
func terminalPaint() paint {
	if hasLightBackground(os.Getenv("COLORFGBG")) {
		return lightPaint()
	}
	return newPaint()
}

// hasLightBackground reads COLORFGBG, with which rxvt, Konsole and others report the colours of
// text and background ("0;15", "0;default;15") as numbers of the sixteen ANSI colours. Of these, 7
// (grey) and 15 (white) are light.
func hasLightBackground(colorfgbg string) bool {
	background := colorfgbg[strings.LastIndex(colorfgbg, ";")+1:]
	return background == "7" || background == "15"
}

// colored writes painted text with the colours that w can show. There are none if w is not a
// terminal or NO_COLOR is set, so the words and signs must suffice. A write must not end within a
// control sequence.
func colored(w io.Writer) io.Writer { return colorprofile.NewWriter(w, os.Environ()) }

// terminalOf says what a terminal with this colour profile can show.
func terminalOf(profile colorprofile.Profile) guide.Terminal {
	return guide.Terminal{Profile: profile, ASCII: needsPlainSigns(), Light: hasLightBackground(os.Getenv("COLORFGBG"))}
}

// needsPlainSigns reports whether the terminal may not know characters beyond ASCII.
func needsPlainSigns() bool {
	if os.Getenv("TERM") == "dumb" {
		return true
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := os.Getenv(name); v != "" {
			return !isUTF8Locale(v)
		}
	}
	return false
}

// isUTF8Locale reports whether a locale name such as en_GB.UTF-8 has the encoding UTF-8.
func isUTF8Locale(name string) bool {
	_, encoding, _ := strings.Cut(name, ".")
	encoding, _, _ = strings.Cut(encoding, "@")
	return strings.EqualFold(strings.ReplaceAll(encoding, "-", ""), "utf8")
}
