package preview

import (
	"image"
	"image/color"
	"image/draw"
	"strings"
	"unicode/utf8"
)

// logoSize is the side of the organiser's tile.
const logoSize = 72

// drawLogo draws the organiser's tile.
func drawLogo(img *image.NRGBA, o *Organiser) {
	place := image.Rect(left, 48, left+logoSize, 48+logoSize)
	fill(img, place, o.Accent)
	if o.Logo != nil {
		draw.Draw(img, place, shrunk(o.Logo), image.Point{}, draw.Over)
		return
	}
	r, _ := utf8.DecodeRuneInString(o.Name)
	letter := strings.ToUpper(string(r))
	bold.write(img, left+(logoSize-bold.width(letter, 1))/2, place.Max.Y-20, letter, o.On, 1)
}

// shrunk is a picture in the size of the tile: each of its pixels is the mean of those of
// the picture that lie on it, or the nearest one of a smaller picture.
func shrunk(from image.Image) *image.NRGBA64 {
	to := image.NewNRGBA64(image.Rect(0, 0, logoSize, logoSize))
	b := from.Bounds()
	span := func(low, length, i int) (int, int) {
		first := low + i*length/logoSize
		return first, max(first+1, low+(i+1)*length/logoSize)
	}
	for y := range logoSize {
		top, bottom := span(b.Min.Y, b.Dy(), y)
		for x := range logoSize {
			first, last := span(b.Min.X, b.Dx(), x)
			var sum [4]uint64
			n := uint64((bottom - top) * (last - first))
			for yy := top; yy < bottom; yy++ {
				for xx := first; xx < last; xx++ {
					r, g, b, a := from.At(xx, yy).RGBA()
					for i, v := range []uint32{r, g, b, a} {
						sum[i] += uint64(v)
					}
				}
			}
			to.Set(x, y, color.RGBA64{R: uint16(sum[0] / n), G: uint16(sum[1] / n), B: uint16(sum[2] / n), A: uint16(sum[3] / n)})
		}
	}
	return to
}
