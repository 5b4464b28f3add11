package preview

import (
	"bytes"
	"embed"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"sync"
)

//go:embed *.png *.txt
var files embed.FS

// picture decodes a picture that draw.mjs wrote.
func picture(name string) image.Image {
	b, err := files.ReadFile(name)
	if err != nil {
		panic("preview: " + err.Error()) // built in
	}
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		panic("preview: " + name + ": " + err.Error()) // built in
	}
	return img
}

var pieces = sync.OnceValue(func() image.Image { return picture("pieces.png") })

// glyph is one letter in a face's picture.
type glyph struct {
	x, y, w, h int // its place
	dx, dy     int // from the pen to its corner
	advance    float64
}

// face is a font at one size. It is read when it is first used.
type face struct {
	name string
	read sync.Once

	ink    *image.Gray
	glyphs map[rune]glyph
}

var (
	bold  = &face{name: "bold"}
	plain = &face{name: "plain"}
)

func (f *face) load() {
	f.read.Do(func() {
		f.ink = picture(f.name + ".png").(*image.Gray)
		f.glyphs = map[rune]glyph{}
		table, err := files.ReadFile(f.name + ".txt")
		if err != nil {
			panic("preview: " + err.Error()) // built in
		}
		for row := range strings.Lines(string(table)) {
			var r rune
			var g glyph
			if _, err := fmt.Sscanf(row, "%x %d %d %d %d %d %d %g", &r, &g.x, &g.y, &g.w, &g.h, &g.dx, &g.dy, &g.advance); err != nil {
				panic("preview: " + f.name + ": " + err.Error()) // built in
			}
			g.advance /= 64
			f.glyphs[r] = g
		}
	})
}

// glyph returns a letter; one that the face does not have is a question mark.
func (f *face) glyph(r rune) glyph {
	f.load()
	if g, ok := f.glyphs[r]; ok {
		return g
	}
	return f.glyphs['?']
}

// width is how many pixels a text takes.
func (f *face) width(text string, scale float64) int {
	sum := 0.0
	for _, r := range text {
		sum += f.glyph(r).advance
	}
	return int(math.Ceil(sum * scale))
}

func (f *face) widest(lines []string, scale float64) int {
	most := 0
	for _, text := range lines {
		most = max(most, f.width(text, scale))
	}
	return most
}

// cut leaves of a text what there is room for.
func (f *face) cut(text string, room int, scale float64) string {
	if f.width(text, scale) <= room {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && f.width(string(runes)+"...", scale) > room {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "..."
}

// fitted breaks a text between words, and behind hyphens, into lines of at most room
// pixels. A single word may be wider.
func (f *face) fitted(text string, room int, scale float64) []string {
	var lines []string
	current := ""
	for _, word := range strings.SplitAfter(strings.ReplaceAll(text, "-", "- "), " ") {
		part := strings.TrimSuffix(word, " ")
		joined := current + part
		if current != "" && !strings.HasSuffix(current, "-") {
			joined = current + " " + part
		}
		if current != "" && f.width(joined, scale) > room {
			lines, current = append(lines, current), part
			continue
		}
		current = joined
	}
	if current != "" {
		lines = append(lines, current)
	}
	return lines
}

// write writes a text on a baseline, and returns where the pen is then.
func (f *face) write(img *image.NRGBA, x, base int, text string, c color.NRGBA, scale float64) int {
	pen := float64(x)
	for _, r := range text {
		g := f.glyph(r)
		f.stamp(img, g, pen+float64(g.dx)*scale, float64(base)+float64(g.dy)*scale, c, scale)
		pen += g.advance * scale
	}
	return int(math.Ceil(pen))
}

// stamp draws one letter, made smaller by the mean of what each pixel covers.
func (f *face) stamp(img *image.NRGBA, g glyph, x, y float64, c color.NRGBA, scale float64) {
	for py := int(math.Floor(y)); float64(py) < y+float64(g.h)*scale; py++ {
		for px := int(math.Floor(x)); float64(px) < x+float64(g.w)*scale; px++ {
			cover := f.cover(g, (float64(px)-x)/scale, (float64(py)-y)/scale, 1/scale)
			if cover == 0 || !(image.Point{X: px, Y: py}).In(img.Rect) {
				continue
			}
			old := img.NRGBAAt(px, py)
			mix := func(a, b uint8) uint8 { return uint8(float64(a) + (float64(b)-float64(a))*cover + 0.5) }
			img.SetNRGBA(px, py, color.NRGBA{R: mix(old.R, c.R), G: mix(old.G, c.G), B: mix(old.B, c.B), A: 255})
		}
	}
}

// cover is how much of a square of the letter's own pixels is inked, 0 to 1.
func (f *face) cover(g glyph, x, y, side float64) float64 {
	sum := 0.0
	for gy := max(0, int(math.Floor(y))); gy < g.h && float64(gy) < y+side; gy++ {
		high := min(float64(gy+1), y+side) - max(float64(gy), y)
		for gx := max(0, int(math.Floor(x))); gx < g.w && float64(gx) < x+side; gx++ {
			wide := min(float64(gx+1), x+side) - max(float64(gx), x)
			sum += high * wide * float64(f.ink.GrayAt(g.x+gx, g.y+gy).Y) / 255
		}
	}
	return min(1, sum/(side*side))
}
