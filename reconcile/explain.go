package reconcile

import (
	"fmt"
	"strings"
	"time"

	"touchmove/reconcile/decoder"
	"touchmove/rules"
)

// KeepReasons makes the game keep, with each move told, why it was told, for
// Explain. It is to be called before the first Step.
func (g *Game) KeepReasons() { g.decoder.KeepReasons() }

// Explain says in plain words why the move of this ply was told: which readings
// made it believed, what else was thought possible, and what decided it. The
// error says which plies there are when the game has no such ply, or that no
// reasons were kept.
func (p *Played) Explain(ply int) (string, error) {
	i := ply - 1 - p.Ply
	if i < 0 || i >= len(p.Moves) {
		if len(p.Moves) == 0 {
			return "", fmt.Errorf("ply %d: the game has no moves", ply)
		}
		return "", fmt.Errorf("ply %d is not in the game: it has plies %d to %d", ply, p.Ply+1, p.Ply+len(p.Moves))
	}
	m := p.Moves[i]
	if m.Reason == nil {
		return "", fmt.Errorf("ply %d: no reasons were kept, or a person's command made the move", ply)
	}
	before := p.Start
	if i > 0 {
		before = p.Moves[i-1].After
	}
	w := words{before: before, move: m, reason: m.Reason}
	return w.all(ply), nil
}

// words writes one explanation.
type words struct {
	strings.Builder
	before rules.Position
	move   PlayedMove
	reason *decoder.Reason
}

func (w *words) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

func (w *words) all(ply int) string {
	r := w.reason
	w.line("Ply %d, %s: %s (%s), told at %s.", ply, w.before.Turn(), w.move.SAN, w.move.UCI, clock(w.move.Told))
	w.line("")
	w.line("What the sensors said:")
	for _, x := range r.Readings {
		w.line("  %s  %s read %s", clock(x.At), x.Square, x.Is)
	}
	if len(r.Readings) == 0 {
		w.line("  nothing on the squares of this move")
	}
	w.line("")
	w.line("How it was understood:")
	w.line("  the piece left %s at %s and the move lay on the board at %s, %s later", w.move.Move.From(), clock(r.Lifted), clock(r.Landed), seconds(r.Landed-r.Lifted))
	if r.Silent {
		w.line("  the captured piece was never seen to leave %s: that it was taken is concluded", w.move.Move.To())
	}
	if r.Blind {
		w.line("  one end of the move lies on a sensor that gave no reading or was not trusted: it is concluded")
	}
	if r.Guessed {
		w.line("  nobody named the promoted piece: a %s is assumed", w.move.Move.Promotion())
	}
	if w.move.Illegal {
		w.line("  the Laws do not allow this move; play went on from it, so it stands")
	}
	if w.move.How == Corrected {
		w.line("  something else had been told for this ply before")
	}
	if r.Open != 0 {
		w.line("  not explained by it at that moment: %s", squares(r.Open))
	}
	w.line("")
	w.line("What else was thought possible:")
	for _, rival := range r.Rivals {
		w.line("  %s", w.rival(rival))
	}
	if len(r.Rivals) == 0 {
		w.line("  nothing")
	}
	w.line("")
	w.line("What decided it: %s.", w.sign())
	return w.String()
}

func (w *words) rival(r decoder.Rival) string {
	what := "no move yet, the pieces still in the hand or only touched"
	if r.Move != rules.NoMove {
		what = r.Move.UCI(w.before.Variant())
		if w.before.IsLegal(r.Move) {
			what = w.before.SAN(r.Move)
		}
	}
	text := fmt.Sprintf("%s: %s", what, likelier(r.Behind))
	if r.Open != 0 {
		text += fmt.Sprintf("; it would leave %s unexplained", squares(r.Open))
	}
	return text
}

// likelier turns a difference of costs, in natural logarithms, into words.
func likelier(behind float64) string {
	switch {
	case behind < 0.3:
		return "about as likely"
	case behind < 1.1:
		return "somewhat less likely"
	case behind < 3:
		return "several times less likely"
	case behind < 7:
		return "much less likely"
	}
	return "all but ruled out"
}

func (w *words) sign() string {
	mover := w.before.Turn()
	switch w.reason.Sign {
	case decoder.Replied:
		return fmt.Sprintf("a later move stood on the board, so %s's was over", mover)
	case decoder.Pressed:
		return fmt.Sprintf("%s pressed the clock", mover)
	case decoder.Touched:
		return fmt.Sprintf("%s took a piece into the hand, and everything else was explained", mover.Other())
	case decoder.Quiet:
		return fmt.Sprintf("its squares had been still for %s, and nothing else was likely", seconds(w.reason.Wait))
	case decoder.Commanded:
		return "a person said so"
	}
	return "the game or its recording ended there"
}

func squares(set rules.Squares) string {
	var names []string
	for sq := range set.All() {
		names = append(names, sq.String())
	}
	return strings.Join(names, " ")
}

func clock(t time.Duration) string {
	ms := t.Milliseconds()
	return fmt.Sprintf("%d:%02d:%02d.%03d", ms/3600000, ms/60000%60, ms/1000%60, ms%1000)
}

func seconds(t time.Duration) string { return fmt.Sprintf("%.2f s", t.Seconds()) }
