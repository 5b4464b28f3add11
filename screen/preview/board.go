package preview

import (
	"image"
	"image/draw"

	"touchmove/rules"
)

// drawBoard draws the board at the left edge, White below, the last move marked.
func drawBoard(img *image.NRGBA, c Card) {
	for sq := rules.Square(0); sq < 64; sq++ {
		file, rank := int(sq)%8, int(sq)/8
		r := image.Rect(at(file), at(7-rank), at(file+1), at(8-rank))
		paint := light
		if (file+rank)%2 == 0 {
			paint = dark
		}
		marked := c.Known && c.From != c.To
		switch {
		case marked && sq == c.To:
			fill(img, r, edge)
			fill(img, r.Inset(6), to)
		case marked && sq == c.From:
			fill(img, r, from)
			dash(img, r)
		default:
			fill(img, r, paint)
		}
		if p := c.Position.At(sq); c.Known && p != rules.NoPiece {
			place := image.Rect(0, 0, square, square).Add(r.Min)
			draw.Draw(img, place, pieces(), image.Pt(0, square*pieceRow(p)), draw.Over)
		}
	}
}

// square is the side of a drawn piece; the squares of a board of 630 pixels are at most as large.
const square = 79

// at is the edge of the nth file or rank.
func at(n int) int { return n * Height / 8 }

// dash draws a dashed edge.
func dash(img *image.NRGBA, r image.Rectangle) {
	for d := 0; d < r.Dx(); d += 22 {
		end := min(d+11, r.Dx())
		fill(img, image.Rect(r.Min.X+d, r.Min.Y, r.Min.X+end, r.Min.Y+6), dashed)
		fill(img, image.Rect(r.Min.X+d, r.Max.Y-6, r.Min.X+end, r.Max.Y), dashed)
		fill(img, image.Rect(r.Min.X, r.Min.Y+d, r.Min.X+6, r.Min.Y+end), dashed)
		fill(img, image.Rect(r.Max.X-6, r.Min.Y+d, r.Max.X, r.Min.Y+end), dashed)
	}
}

// pieceRow is the place of a piece among those drawn: king, queen, rook, bishop, knight
// and pawn, White's first.
func pieceRow(p rules.Piece) int {
	order := map[rules.Kind]int{rules.King: 0, rules.Queen: 1, rules.Rook: 2, rules.Bishop: 3, rules.Knight: 4, rules.Pawn: 5}
	n := order[p.Kind()]
	if p.Color() == rules.Black {
		n += 6
	}
	return n
}
