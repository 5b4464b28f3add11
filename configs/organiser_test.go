package configs_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"touchmove/configs"
)

// The organiser's colour is checked: a wrong form is a fault, low contrast a warning.
func TestOrganiser(t *testing.T) {
	board := "\n[[board]]\nid = \"hall-1\"\nevent = \"open\"\n[board.wiring]\ndriver = \"simulated\"\n"
	for text, want := range map[string]string{
		`name = "Tivoli"` + "\n" + `accent = "#c2326b"`: "",
		`name = "Tivoli"`: "",
		`name = "Tivoli"` + "\n" + `accent = "pink"`:    `"pink" is not a colour`,
		`name = "Tivoli"` + "\n" + `accent = "#0d1218"`: "hard to see on dark pages",
		`name = "Tivoli"` + "\n" + `accent = "#ffff00"`: "hard to see on light pages",
		`accent = "#c2326b"`:                            "need a name",
		`name = "` + strings.Repeat("ö", 61) + `"`:      "61 characters",
		`name = "Club\u001b[2J"`:                        "U+001B",
		`name = "Club\u202e"`:                           "U+202E",
	} {
		path := filepath.Join(t.TempDir(), "hall.toml")
		if err := os.WriteFile(path, []byte("[organiser]\n"+text+board), 0o644); err != nil {
			t.Fatal(err)
		}
		c, faults, err := configs.Load(path)
		var said strings.Builder
		for _, f := range faults {
			said.WriteString(f.Error())
		}
		if err != nil {
			said.WriteString(err.Error())
		}
		if want == "" && (strings.Contains(said.String(), "organiser") || strings.Contains(said.String(), "accent") || c.Organiser.Name != "Tivoli") {
			t.Errorf("%s: %s", text, said.String())
		}
		if !strings.Contains(said.String(), want) {
			t.Errorf("%s: %q, want %q", text, said.String(), want)
		}
	}
}

// The contrast is as in WCAG 2.2, and the letter on the accent colour can be read.
func TestContrast(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{{"#000000", "#ffffff", 21}, {"#ffffff", "#000000", 21}, {"#777777", "#ffffff", 4.48}, {"#767676", "#ffffff", 4.54}} {
		if got := configs.Contrast(c.a, c.b); math.Abs(got-c.want) > 0.01 {
			t.Errorf("%s on %s: %.2f, want %.2f", c.a, c.b, got, c.want)
		}
	}
	for r := 0; r < 256; r += 15 {
		for g := 0; g < 256; g += 15 {
			accent := "#" + hex(r) + hex(g) + hex((r+g)/2)
			if on := (configs.Organiser{Accent: accent}).OnAccent(); configs.Contrast(accent, on) < 3 {
				t.Errorf("%s on %s: %.2f", on, accent, configs.Contrast(accent, on))
			}
		}
	}
}

func hex(n int) string {
	const digits = "0123456789abcdef"
	return string(digits[n/16]) + string(digits[n%16])
}
