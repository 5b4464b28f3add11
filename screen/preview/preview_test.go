package preview_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"touchmove/internal/goldentest"
	"touchmove/rules"
	"touchmove/screen/preview"
)

// Pictures of a game that goes on, of one that is over, with long names, and of a board
// that has said nothing. They are looked at when they change.
func TestDraw(t *testing.T) {
	live := rules.MustPosition("4r1k1/B1p1q1p1/2p3r1/3bN2p/5P2/1P2p1P1/P1QbP1RP/3R2K1 b - - 1 28", rules.Standard)
	for name, c := range map[string]preview.Card{
		"live": {
			Position: live, Known: true, From: square(t, "c1"), To: square(t, "c2"), Event: "Tivoli Autumn Open 2026", Place: "Round 4 · Board 1",
			White: preview.Player{Name: "Hernández Guerrero de la Cruz"}, Black: preview.Player{Name: "Święcicka-Wołodźko"}, Line: "28. Qc2", Rest: "as at 15:04",
		},
		"finished": {
			Position: rules.StartPosition(), Known: true, From: rules.NoSquare, To: rules.NoSquare, Event: "Campeonato Iberoamericano de Ajedrez por Equipos Mixtos 2026", Place: "Ronda 4 · Mesa 112",
			White: preview.Player{Name: "Öst", Points: "½"}, Black: preview.Player{Name: "Praggnanandhaarameshbabu-Nepomniachtchi", Points: "½"}, Line: "½–½", Rest: "Tablas por la regla de los cincuenta movimientos · 149 jugadas",
		},
		"won": {Position: live, Known: true, White: preview.Player{Name: "Țîrșă", Points: "1", Won: true}, Black: preview.Player{Name: "李", Points: "0"}, Line: "1–0"},
		"organiser": {
			Position: live, Known: true, From: square(t, "c1"), To: square(t, "c2"), Event: "Tivoli Autumn Open 2026", Place: "Round 4 · Board 1",
			White: preview.Player{Name: "Hernández Guerrero de la Cruz"}, Black: preview.Player{Name: "Święcicka-Wołodźko"}, Line: "28. Qc2", Rest: "as at 15:04",
			Organiser: &preview.Organiser{Name: "Tivoli Chess Club", Accent: color.NRGBA{0xc2, 0x32, 0x6b, 0xff}, On: color.NRGBA{0xff, 0xff, 0xff, 0xff}, Logo: rings()},
		},
		"letter": {
			Event: "Campeonato Iberoamericano de Ajedrez por Equipos Mixtos 2026", Place: "Ronda 4 · Mesa 112", From: rules.NoSquare, To: rules.NoSquare,
			Organiser: &preview.Organiser{Name: "ächz & Söhne", Accent: color.NRGBA{0xe8, 0xc4, 0x4a, 0xff}, On: color.NRGBA{0x10, 0x16, 0x1c, 0xff}},
		},
		"nothing": {Event: "Open", Place: "Board 7", From: rules.NoSquare, To: rules.NoSquare},
	} {
		t.Run(name, func(t *testing.T) {
			b := preview.Draw(c)
			got, err := png.Decode(bytes.NewReader(b))
			if err != nil {
				t.Fatal(err)
			}
			if got.Bounds() != image.Rect(0, 0, preview.Width, preview.Height) {
				t.Errorf("the picture has %v", got.Bounds())
			}
			if len(b) > 200_000 {
				t.Errorf("%d bytes are too many for a preview", len(b))
			}
			file := filepath.Join("testdata", name+".png")
			if goldentest.Updating() {
				if err := os.WriteFile(file, b, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			f, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			want, err := png.Decode(f)
			if err != nil {
				t.Fatal(err)
			}
			if far := distance(got, want); far > 0 {
				t.Errorf("%d pixels differ from %s: look at the picture, and run go test ./screen/preview -update", far, file)
			}
		})
	}
}

// rings is a logo of 256 pixels: white rings on nothing.
func rings() image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, 256, 256))
	for y := range 256 {
		for x := range 256 {
			if d := (x-128)*(x-128) + (y-128)*(y-128); d < 30*30 || d > 70*70 && d < 100*100 {
				img.SetNRGBA(x, y, color.NRGBA{255, 255, 255, 255})
			}
		}
	}
	return img
}

// distance counts the pixels that are visibly others: floating point may round a shade
// differently on another processor.
func distance(a, b image.Image) int {
	n := 0
	for y := range preview.Height {
		for x := range preview.Width {
			r1, g1, b1, _ := a.At(x, y).RGBA()
			r2, g2, b2, _ := b.At(x, y).RGBA()
			if max(r1, r2)-min(r1, r2) > 0x0404 || max(g1, g2)-min(g1, g2) > 0x0404 || max(b1, b2)-min(b1, b2) > 0x0404 {
				n++
			}
		}
	}
	return n
}

func square(t *testing.T, name string) rules.Square {
	t.Helper()
	sq, err := rules.ParseSquare(name)
	if err != nil {
		t.Fatal(err)
	}
	return sq
}

func BenchmarkDraw(b *testing.B) {
	c := preview.Card{Position: rules.StartPosition(), Known: true, Event: "Open", White: preview.Player{Name: "Réti"}, Black: preview.Player{Name: "Tartakower"}, Line: "1. e4"}
	for b.Loop() {
		preview.Draw(c)
	}
}
