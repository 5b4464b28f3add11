// Package preview draws the picture that a chat or a social network shows beside a link
// to a board: the position, the players, and the last move or the result.
//
// The pieces and the letters were drawn once by a browser (draw.mjs); here they are only
// put together, so that the program needs no font and no SVG.
package preview

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"unicode/utf8"

	"touchmove/rules"
)

// The size of the picture, as Open Graph recommends it for large previews.
const (
	Width  = 1200
	Height = 630
)

// Card is what a picture says.
type Card struct {
	Position rules.Position
	Known    bool         // a position has been told; without one the board is empty
	From, To rules.Square // of the last move; NoSquare without one
	Event    string
	Place    string // round and board
	White    Player
	Black    Player
	Line     string // the last move or the result
	Rest     string // what stands behind it, less loud

	Organiser *Organiser // nil shows none
}

// Organiser is whose event it is: a tile with the logo, or with the first letter of the
// name, and a band of the colour.
type Organiser struct {
	Name   string
	Accent color.NRGBA
	On     color.NRGBA // what stands on the accent
	Logo   image.Image // square; nil shows the letter
}

// Player is one of the two players.
type Player struct {
	Name   string // surname
	Points string // share of the point; empty while the game goes on
	Won    bool
}

// The dark theme of the screen (screen/style/tokens.css).
var (
	ground = rgb(0x0d1217)
	raise  = rgb(0x202a33)
	line   = rgb(0x33404c)
	ink    = rgb(0xf4f1ea)
	muted  = rgb(0xaab6c1)
	light  = rgb(0xd9e1e8)
	dark   = rgb(0x6f8ba4)
	from   = rgb(0xf2cf7e)
	to     = rgb(0xf5b83d)
	edge   = rgb(0x5c3b00)
	dashed = rgb(0x886629) // edge at 70 % on from
)

func rgb(v uint32) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
}

// Places of the text beside the board.
const (
	left   = Height + 40
	right  = Width - 40
	indent = left + 44 // of names, behind the colour's square
)

// Draw draws a card as PNG.
func Draw(c Card) []byte {
	img := image.NewNRGBA(image.Rect(0, 0, Width, Height))
	fill(img, img.Bounds(), ground)
	drawBoard(img, c)
	band, from := to, left
	if o := c.Organiser; o != nil {
		band, from = o.Accent, left+logoSize+18
		drawLogo(img, o)
	}
	fill(img, image.Rect(Height, 0, Width, 8), band)
	title := bold.fitted(c.Event, right-from, 0.62)
	for i, text := range title {
		bold.write(img, from, 84+i*36, text, ink, 0.62)
	}
	plain.write(img, from, 84+len(title)*36, plain.cut(c.Place, right-from, 0.86), muted, 0.86)
	black, white := lay(c.Black), lay(c.White)
	bottom := Height - 95
	fill(img, image.Rect(left, bottom, right, bottom+2), line)
	white.draw(img, bottom-white.high, rules.White)
	black.draw(img, bottom-white.high-black.high, rules.Black)
	drawLine(img, bottom+51, c.Line, c.Rest)
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img); err != nil {
		panic("preview: " + err.Error()) // into memory
	}
	return b.Bytes()
}

// drawLine writes the last line, smaller where it is long.
func drawLine(img *image.NRGBA, base int, text, rest string) {
	if rest != "" {
		rest = " · " + rest
	}
	scale := min(1, max(0.7, float64(right-left-4)/float64(plain.width(text+rest, 1)+1)))
	x := plain.write(img, left+2, base, plain.cut(text, right-left, scale), ink, scale)
	plain.write(img, x, base, plain.cut(rest, right-x, scale), muted, scale)
}

func fill(img draw.Image, r image.Rectangle, c color.Color) {
	draw.Draw(img, r, image.NewUniform(c), image.Point{}, draw.Src)
}

// row is a player's row.
type row struct {
	Player
	lines []string
	scale float64
	high  int
}

// lay breaks a name into as many lines as it needs, smaller where a word is long.
func lay(p Player) row {
	room := right - indent
	if p.Points != "" {
		room -= 84
	}
	scale := 0.97
	if utf8.RuneCountInString(p.Name) > 20 {
		scale = 0.82
	}
	lines := bold.fitted(p.Name, room, scale)
	for scale > 0.5 && (len(lines) > 2 || bold.widest(lines, scale) > room) {
		scale *= 0.9
		lines = bold.fitted(p.Name, room, scale)
	}
	for narrower := room; len(lines) > 1; narrower -= 8 { // lines of about the same length
		even := bold.fitted(p.Name, narrower, scale)
		if len(even) > len(lines) || bold.widest(even, scale) > room {
			break
		}
		lines = even
		if narrower < room/3 {
			break
		}
	}
	for i := range lines {
		lines[i] = bold.cut(lines[i], room, scale)
	}
	return row{p, lines, scale, 30 + max(1, len(lines))*int(54*scale)}
}

func (r row) draw(img *image.NRGBA, top int, side rules.Color) {
	fill(img, image.Rect(left, top, right, top+2), line)
	middle := top + r.high/2 + 1
	box := image.Rect(left, middle-13, left+26, middle+13)
	fill(img, box, rgb(0xffffff))
	if side == rules.Black {
		fill(img, box.Inset(2), rgb(0x10151a))
	}
	for i, text := range r.lines {
		base := middle + int(r.scale*(16+54*(float64(i)-float64(len(r.lines)-1)/2)))
		bold.write(img, indent, base, text, ink, r.scale)
	}
	if r.Points == "" {
		return
	}
	plate, text := raise, ink
	if r.Won {
		plate, text = ink, ground
	}
	fill(img, image.Rect(right-66, middle-30, right, middle+30), plate)
	bold.write(img, right-33-bold.width(r.Points, 1)/2, middle+16, r.Points, text, 1)
}
