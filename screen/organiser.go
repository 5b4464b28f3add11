package screen

import (
	"bytes"
	"errors"
	"fmt"
	"image/color"
	"image/png"
	"strconv"
	"strings"

	"touchmove/screen/preview"
)

// Organiser is whose name, logo and colour the pages show. The zero value shows none.
type Organiser struct {
	Name   string
	Accent string // as #c2326b; empty means none
	On     string // colour of what stands on the accent
	Logo   []byte // SVG or PNG: see SetLogo
	kind   string // "svg" or "png"
}

// Limits of a logo: more than any page should load for it. A picture of one colour has few bytes and
// may yet take gigabytes when it is drawn.
const (
	largestLogo = 256 << 10 // bytes
	widestLogo  = 1024      // pixels
)

// SetLogo sets the logo. The error says why it cannot be used.
func (o *Organiser) SetLogo(text []byte) error {
	if len(text) > largestLogo {
		return fmt.Errorf("%d bytes are too many for a logo: use at most %d", len(text), largestLogo)
	}
	if c, err := png.DecodeConfig(bytes.NewReader(text)); err == nil {
		if c.Width != c.Height {
			return fmt.Errorf("the picture is %d by %d pixels: a logo must be square", c.Width, c.Height)
		}
		if c.Width > widestLogo {
			return fmt.Errorf("the picture is %d by %d pixels: a logo may have %d by %d at most", c.Width, c.Height, widestLogo, widestLogo)
		}
		o.Logo, o.kind = text, "png"
		return nil
	}
	if !bytes.Contains(text[:min(len(text), 4096)], []byte("<svg")) {
		return errors.New("it is neither SVG nor PNG")
	}
	o.Logo, o.kind = text, "svg"
	return nil
}

// file is the name under which the logo is served, "" for none.
func (o *Organiser) file() string {
	if o.kind == "" {
		return ""
	}
	return "organiser." + o.kind
}

// pageOrganiser is what the page is told of the organiser.
type pageOrganiser struct {
	Name   string `json:"name"`
	Accent string `json:"accent,omitempty"`
	On     string `json:"on,omitempty"`
	Logo   string `json:"logo,omitempty"`
}

func (o *Organiser) forPage() *pageOrganiser {
	if o.Name == "" {
		return nil
	}
	return &pageOrganiser{o.Name, o.Accent, o.On, o.file()}
}

// forPicture is what the picture beside a link shows of the organiser. A logo in SVG is not
// drawn there: the tile has the first letter of the name instead.
func (o *Organiser) forPicture() *preview.Organiser {
	if o.Name == "" {
		return nil
	}
	p := &preview.Organiser{Name: o.Name, Accent: colour(o.Accent, color.NRGBA{R: 0x20, G: 0x2a, B: 0x33, A: 255}), On: colour(o.On, color.NRGBA{R: 0xf4, G: 0xf1, B: 0xea, A: 255})}
	if o.kind == "png" {
		p.Logo, _ = png.Decode(bytes.NewReader(o.Logo)) // nil, as without a logo, where it is broken
	}
	return p
}

// colour reads a colour as #c2326b.
func colour(text string, otherwise color.NRGBA) color.NRGBA {
	v, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 24)
	if err != nil {
		return otherwise
	}
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
}
