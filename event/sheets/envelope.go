package sheets

import (
	"fmt"
	"strings"

	"touchmove/internal/hms"
	"touchmove/internal/markup"
	"touchmove/internal/words"
	"touchmove/reconcile"
	"touchmove/rules"
)

// Envelope writes the text on the envelope of an adjourned game (2018: I.2): the names, the
// position before the sealed move, the times used, who sealed the move, its number, an open
// offer of a draw, and lines for the time and place of the resumption and the number of
// envelopes. The sealed move itself is not on it, only the commitment that binds it, if it
// is encrypted. The error says that there are no sheets in the language.
func Envelope(head Head, a reconcile.Adjournment, l rules.Language) (string, error) {
	w, err := words.For("sheets", l)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", w.T("sheet.envelope"))
	for _, f := range envelopeFields(head, a, w) {
		value := f.Value
		if value == "" {
			value = "____________________"
		}
		fmt.Fprintf(&b, "%s %s\n", pad(f.Name+":", 36), value)
	}
	if a.Offer {
		fmt.Fprintln(&b, w.T("sheet.open-offer"))
	}
	return b.String(), nil
}

func envelopeFields(head Head, a reconcile.Adjournment, w *words.Texts) []field {
	names := [2]string{head.White, head.Black}
	colours := [2]string{w.T("white"), w.T("black")}
	sealer := colours[a.Sealer]
	if names[a.Sealer] != "" {
		sealer = names[a.Sealer] + " (" + sealer + ")"
	}
	list := []field{{w.T("label.event"), head.Event}, {w.T("label.round"), head.Round}, {w.T("label.board"), head.Board}, {w.T("white"), head.White}, {w.T("black"), head.Black}, {w.T("sheet.position"), a.FEN}}
	for by := range colours {
		used, left := "", ""
		if a.Timed {
			used, left = hms.Full(a.Used[by]), hms.Full(a.Left[by])
		}
		list = append(list, field{w.T("sheet.used") + " (" + colours[by] + ")", used}, field{w.T("sheet.left") + " (" + colours[by] + ")", left})
	}
	list = append(list, field{w.T("sheet.sealer"), sealer}, field{w.T("sheet.sealed"), fmt.Sprint(a.Ply/2 + 1)})
	if a.Commitment != "" {
		list = append(list, field{w.T("sheet.commitment"), a.Commitment})
	}
	return append(list, field{w.T("sheet.resumption"), ""}, field{w.T("sheet.envelopes"), ""})
}

const envelopeStyle = `<style>
@page { size: A5 landscape; margin: 10mm }
body { font: 11pt/1.4 system-ui, sans-serif; color: #000; max-width: 190mm; margin: 0 auto; display: grid; grid-template-columns: 1fr 62mm; gap: 0 8mm }
h1 { font-size: 15pt; margin: 0 0 3mm; grid-column: 1 / 3 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .8mm 3mm; margin: 0; align-content: start }
dt { color: #444; font-size: 9.5pt } dd { margin: 0; border-bottom: .2mm solid #888; min-height: 1.3em; overflow-wrap: anywhere }
table { border-collapse: collapse; border: .4mm solid #000; align-self: start } td { width: 7.4mm; height: 7.4mm; text-align: center; font: 17pt/1 "DejaVu Sans", sans-serif; padding: 0 } td.d { background: #ccc }
p { grid-column: 1 / 3; font-weight: 600; margin: 2mm 0 }
.signed { grid-column: 1 / 3; display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 8mm; margin-top: 12mm } .signed div { border-top: .3mm solid #000; padding-top: 1mm; font-size: 9.5pt }
</style>`

// EnvelopeHTML writes the same as a page for the printer, A5 landscape, with the position
// as a diagram. The error is that of Envelope, or about the position.
func EnvelopeHTML(head Head, a reconcile.Adjournment, variant rules.Variant, l rules.Language) (string, error) {
	w, err := words.For("sheets", l)
	if err != nil {
		return "", err
	}
	setup, err := rules.ParseFEN(a.FEN)
	if err != nil {
		return "", err
	}
	p, err := rules.NewPosition(setup, variant)
	if err != nil {
		return "", err
	}
	var board markup.HTML
	for rank := 7; rank >= 0; rank-- {
		board += "<tr>"
		for file := range 8 {
			shown := ""
			if piece := p.At(rules.SquareAt(file, rank)); piece != rules.NoPiece {
				shown = string([]rune("♔♕♖♗♘♙♚♛♜♝♞♟")[6*int(piece.Color())+map[rules.Kind]int{rules.King: 0, rules.Queen: 1, rules.Rook: 2, rules.Bishop: 3, rules.Knight: 4, rules.Pawn: 5}[piece.Kind()]])
			}
			board += markup.Sprintf("<td%s>%s</td>", markup.If((rank+file)%2 == 0, ` class="d"`), shown)
		}
		board += "</tr>"
	}
	return string(markup.Sprintf(`<!doctype html>
<html lang="%s"><meta charset="utf-8"><title>%s</title>
%s
<h1>%s</h1>
<dl>%s</dl>
<table>%s</table>
%s
<div class="signed"><div>%s</div><div>%s</div><div>%s</div></div>
</html>
`, w.Code, w.T("sheet.envelope"), markup.HTML(envelopeStyle), w.T("sheet.envelope"), markup.Each(envelopeFields(head, a, w), field.html), board,
		markup.If(a.Offer, markup.Sprintf("<p>%s</p>", w.T("sheet.open-offer"))), w.T("white"), w.T("black"), w.T("label.arbiter"))), nil
}

func (f field) html() markup.HTML {
	return markup.Sprintf("<dt>%s</dt><dd>%s</dd>", f.Name, f.Value)
}
