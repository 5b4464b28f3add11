package main

import (
	"io"
	"os"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// paint gives text its role's colour: the ANSI colours of the technician's own
// terminal. What it paints has to go through colored or the live view, which
// leave out what the terminal cannot show.
type paint struct {
	ok, warn, bad, info, dim, bold lipgloss.Style
}

func newPaint() paint {
	color := func(c string) lipgloss.Style {
		return lipgloss.NewStyle().Foreground(lipgloss.Color(c)).TabWidth(lipgloss.NoTabConversion)
	}
	return paint{
		ok: color("2"), warn: color("3"), bad: color("1"), info: color("6"), dim: color("8"),
		bold: lipgloss.NewStyle().Bold(true).TabWidth(lipgloss.NoTabConversion), // the terminal's own colour of text
	}
}

// lightPaint are the roles on a light background, on which a terminal's own yellow, green and cyan cannot be
// read.
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

// terminalPaint are the roles on the background that the terminal says it has.
func terminalPaint() paint {
	if hasLightBackground(os.Getenv("COLORFGBG")) {
		return lightPaint()
	}
	return newPaint()
}

// hasLightBackground reads COLORFGBG, in which rxvt, Konsole and others name the colours of text and
// background ("0;15", "0;default;15") by their numbers among the sixteen of ANSI: white and grey are light.
func hasLightBackground(colorfgbg string) bool {
	background := colorfgbg[strings.LastIndex(colorfgbg, ";")+1:]
	return background == "7" || background == "15"
}

// colored writes painted text with the colours that w shows: none where it is
// no terminal or NO_COLOR is set; words and signs are enough then. A sequence
// must not be split between two writes.
func colored(w io.Writer) io.Writer { return colorprofile.NewWriter(w, os.Environ()) }

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

// isUTF8Locale reads the encoding of a locale name such as en_GB.UTF-8.
func isUTF8Locale(name string) bool {
	_, encoding, _ := strings.Cut(name, ".")
	encoding, _, _ = strings.Cut(encoding, "@")
	return strings.EqualFold(strings.ReplaceAll(encoding, "-", ""), "utf8")
}
