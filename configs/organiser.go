package configs

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"unicode/utf8"
)

// Organiser is the name, logo and colour that the screen's pages show.
type Organiser struct {
	Name   string
	Logo   string // file, SVG or PNG, square; empty shows the first letter of the name
	Accent string // colour, as #c2326b, of the band at the top and of the logo's tile; empty means none
}

type organiserTable struct {
	Name   string `toml:"name"`
	Logo   string `toml:"logo"`
	Accent string `toml:"accent"`
}

// longestOrganiser is the longest name of an organiser, in characters: a longer one does
// not fit beside a logo.
const longestOrganiser = 60

// The background colours of the pages, dark and light (screen/style/tokens.css).
const darkPage, lightPage = "#0d1217", "#eef1f3"

var colour = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

func (k *checker) organiser(raw *organiserTable, o *Organiser) {
	*o = Organiser{Name: raw.Name, Logo: k.path(raw.Logo), Accent: raw.Accent}
	if utf8.RuneCountInString(o.Name) > longestOrganiser {
		k.Fault("organiser.name", fmt.Sprintf("name: %d characters do not fit beside a logo", utf8.RuneCountInString(o.Name)), fmt.Sprintf("write at most %d", longestOrganiser))
	}
	if o.Name == "" && (o.Logo != "" || o.Accent != "") {
		k.Fault("organiser", "organiser: a logo and a colour need a name, which screen readers say", `write name = "Tivoli Chess Club" beside them`)
	}
	if o.Accent == "" {
		return
	}
	if !colour.MatchString(o.Accent) {
		k.Fault("organiser.accent", fmt.Sprintf("accent: %q is not a colour", o.Accent), "write # and six hexadecimal digits, as #c2326b")
		return
	}
	for _, page := range []struct{ is, colour string }{{"dark", darkPage}, {"light", lightPage}} {
		if c := Contrast(o.Accent, page.colour); c < leastContrast {
			k.Warn("organiser.accent", fmt.Sprintf("accent: %s is hard to see on %s pages: the contrast is %.1f, and 3 is needed", o.Accent, page.is, c), "choose a colour that is neither very light nor very dark, as #c2326b")
		}
	}
}

// leastContrast is the minimum for graphical objects (WCAG 2.2, 1.4.11).
const leastContrast = 3

// Contrast returns the contrast ratio of two colours written as #rrggbb, from 1 to 21 (WCAG
// 2.2, relative luminance and contrast ratio).
func Contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c string) float64 {
	linear := func(digits string) float64 {
		n, _ := strconv.ParseUint(digits, 16, 8) // its form has been checked
		v := float64(n) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c[1:3]) + 0.7152*linear(c[3:5]) + 0.0722*linear(c[5:7])
}

// OnAccent returns the colour of text on the accent colour: white if its contrast is
// sufficient, else dark.
func (o Organiser) OnAccent() string {
	if o.Accent == "" || Contrast(o.Accent, "#ffffff") >= leastContrast {
		return "#ffffff"
	}
	return "#10161c"
}
