package plan

import (
	"touchmove/internal/markup"
)

// SVG returns the plan as one picture, with its sheets one below the other.
func (p *Plan) SVG() []byte {
	sheets := p.sheets()
	all, n := num(paperH*float64(len(sheets))), 0
	return []byte(markup.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%smm" height="%smm" viewBox="0 0 %s %s" font-family="%s" role="img">
<title>Wiring of board %s: %s</title>
%s</svg>
`, num(paperW), all, num(paperW), all, font, p.Board, p.Title, markup.Each(sheets, func(c *canvas) markup.HTML {
		n++
		return markup.Sprintf("<g transform=\"translate(0 %s)\">\n%s</g>\n", num(paperH*float64(n-1)), p.sheet(c, n, len(sheets)))
	})))
}

// HTML returns the plan as a page that prints each sheet on A4 paper.
func (p *Plan) HTML() []byte {
	sheets, n := p.sheets(), 0
	return []byte(markup.Sprintf(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Wiring of board %s: %s</title>
<style>
@page { size: A4 landscape; margin: 0 }
body { margin: 0; background: #fff }
svg { display: block; width: 297mm; height: 210mm; break-after: page; break-inside: avoid }
svg:last-of-type { break-after: auto }
@media screen { svg { width: 100%%; height: auto; max-width: 1400px; margin: 0 auto; border-bottom: 1px solid #bbb } }
</style>
</head>
<body>
%s</body>
</html>
`, p.Board, p.Title, markup.Each(sheets, func(c *canvas) markup.HTML {
		n++
		return markup.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" font-family="%s" role="img" aria-label="%s, sheet %d of %d">
%s</svg>
`, num(paperW), num(paperH), font, p.Title, n, len(sheets), p.sheet(c, n, len(sheets)))
	})))
}

const font = "Inter,Arial,sans-serif"

// sheet draws a sheet with its title and foot.
func (p *Plan) sheet(c *canvas, n, of int) markup.HTML {
	return markup.Sprintf(`<rect width="%s" height="%s" fill="#fff"/>
<text x="12" y="14" font-size="5" font-weight="700">%s</text>
<text x="%s" y="14" font-size="3.2" font-weight="600" text-anchor="end">Sheet %d of %d</text>
<path d="M12 17.5H%s" fill="none" stroke="#000" stroke-width="0.5"/>
%s<text x="12" y="203" font-size="2.6" fill="#444">Board %s, %s · touchmove wiring · print at 100 %%</text>
<text x="%s" y="203" font-size="2.6" font-weight="700" text-anchor="end">%s</text>
`, num(paperW), num(paperH), p.Title, num(edge), n, of, num(edge), markup.Each(c.shapes, func(s markup.HTML) markup.HTML { return s }), p.Board, p.Source, num(edge), p.foot())
}

// foot returns the sentence that must not be overlooked.
func (p *Plan) foot() string {
	if p.Circuit.Lamps != nil {
		return "Signals of the Pi are 3.3 V. Never 5 V on one of them."
	}
	return "3.3 V everywhere. Never 5 V on a pin of the Pi."
}
