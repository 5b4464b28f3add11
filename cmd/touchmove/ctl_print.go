package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"touchmove/broadcast"
	sockets "touchmove/daemon/control"
	"touchmove/eventlog"
	"touchmove/eventlog/alarms"
	"touchmove/internal/hms"
	"touchmove/internal/words"
	"touchmove/reconcile"
	"touchmove/reconcile/article4"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// standingLine describes the state of a game in one line.
func standingLine(t *words.Texts, b sockets.Standing) string {
	line := fmt.Sprintf("%s: %s, %s", b.Board, b.Event, t.T("phase."+b.Phase))
	if b.White != "" || b.Black != "" {
		line += fmt.Sprintf(", %s – %s", orUnknown(b.White), orUnknown(b.Black))
	}
	if b.Last != "" {
		line += fmt.Sprintf(", %s", numbered(b.Ply, t.SAN(b.Last)))
	}
	return line + fmt.Sprintf(", %s, seq %d", b.Result, b.Seq)
}

// deskPrinter prints an arbiter's desk in one language. Commands to type, and the names of
// keys, are the same in all languages.
type deskPrinter struct {
	io.Writer
	*words.Texts
	d *desk
}

// printf writes formatted text. The writer never fails.
func (t *deskPrinter) printf(format string, values ...any) { fmt.Fprintf(t.Writer, format, values...) }

// player returns how to name a player whom a payload calls white or black.
func (t *deskPrinter) player(by string) string {
	if c, err := rules.ParseColor(by); err == nil {
		return t.Colour(c)
	}
	return by
}

// all prints the whole desk.
func (t *deskPrinter) all() {
	t.brief()
	t.alarms()
	t.question()
	t.ruling()
	t.guide()
	t.actions()
}

func (t *deskPrinter) alarms() {
	list := t.d.Ringing.Alarms
	if len(list) == 0 {
		t.printf("%s\n", t.T("ctl.no-alarm"))
		return
	}
	t.printf("%s\n", t.T("ctl.alarms"))
	for _, a := range list {
		mark, tail := " ", ""
		if a.Urgent {
			mark = "!"
		}
		switch {
		case a.AcknowledgedBy != "":
			tail = "  (" + t.T("ctl.acknowledged-by", "who", a.AcknowledgedBy) + ")"
		case a.Acknowledged:
			tail = "  (" + t.T("ctl.acknowledged") + ")"
		}
		span := t.d.Answer.AtMS - a.SinceMS
		if a.DueMS != nil {
			span = *a.DueMS - t.d.Answer.AtMS
		}
		t.printf("  %s %s%s\n", mark, strings.ReplaceAll(a.Text[t.Code], "{t}", minutes(span)), tail)
		if a.ID == alarms.GameFinished {
			t.printf("      %s\n", t.resultHint(a.What))
		}
		if answer := answering(a); answer != "" {
			t.printf("      touchmove ctl %s\n", answer)
		}
		if !a.Acknowledged {
			line := "touchmove ctl acknowledge what=" + string(a.ID)
			if a.Cause != "" {
				line += fmt.Sprintf(" cause=%q", a.Cause)
			}
			t.printf("      %s\n", line)
		}
	}
}

// answering returns the command that an alarm waits for, where nothing else on the desk names it, or "". What the
// arbiter may decide instead is in docs/arbiter.md.
func answering(a broadcast.OpenAlarm) string {
	switch a.ID {
	case alarms.GameFinished:
		return trace.DoResult + " result=" + a.Result
	case alarms.AutoDraw, alarms.IllegalPosition:
		return trace.DoResult + " result=" + rules.Drawn.String()
	case alarms.PrematureResult:
		return trace.DoResult + " result=" + rules.Ongoing.String()
	case alarms.ClockPaused:
		return trace.DoStartClocks
	case alarms.DefaultNear:
		return trace.DoPresent + " player=" + a.Player
	}
	return ""
}

// resultHint says whether the public already knows the result that an alarm asks the arbiter
// to confirm.
func (t *deskPrinter) resultHint(why string) string {
	switch {
	case t.d.board().Phase == eventlog.Over.String():
		return t.T("hint.game_finished.told", "r", t.d.board().Result)
	case why == reconcile.KingsInTheCentre:
		return t.T("hint.game_finished.sign")
	}
	return t.T("hint.game_finished")
}

func minutes(ms int64) string { return hms.Short(time.Duration(ms) * time.Millisecond) }

// ruling prints what the Laws ask of the players and the arbiter.
func (t *deskPrinter) ruling() {
	d := t.d
	if o := d.Obligation; o != nil {
		t.printf("%s\n  %s", t.T("ctl.duty"), t.duty(o))
		if len(o.Allowed) > 0 {
			t.printf(" (%s)", t.T("ctl.allowed", "moves", strings.Join(o.Allowed, " ")))
		}
		t.printf("\n")
	}
	if v := d.Violation; v != nil {
		t.printf("%s\n  %s: %s%s, %s\n", t.T("ctl.breach"), t.player(v.By), t.Reason(v.Rule), t.owed(v), t.Reason(v.Status))
		if v.Status == article4.StatusClaimable {
			t.printf("      touchmove ctl claim by=%s what=%s\n", other(v.By), claimOf(v.Rule))
		}
	}
	t.illegal()
	if d.Offer != nil {
		state := *d.Offer
		if key := "offer." + state; t.Has(key) {
			state = t.T(key)
		}
		name := t.T("drawoffer")
		if d.OfferBy != nil {
			name = t.T("drawofferby", "p", t.player(*d.OfferBy))
		}
		t.printf("%s: %s\n", name, state)
	}
	t.draws("white", d.Draws.White)
	t.draws("black", d.Draws.Black)
	if d.Sealing != nil {
		t.printf("%s: %s\n", t.T("adjourned"), t.T("adjourned."+*d.Sealing))
	}
	t.signatures()
	if a := d.Spoken; a != nil && a.Text != "" {
		t.printf("%s: %s (%s)\n", t.T("announced"), a.Text, a.UCI)
	}
	if d.Claim != nil {
		t.claim(d.Claim)
	}
}

// duty says what a player has to do.
func (t *deskPrinter) duty(o *reconcile.Duty) string {
	return t.player(o.By) + " " + t.T("duty."+o.Kind, "s", strings.Join(o.Squares, ", "))
}

// owed says, after a comma, what a breach left undone: the duty with its squares, or the
// move that stands if a claim succeeds.
func (t *deskPrinter) owed(v *reconcile.ViolationState) string {
	switch {
	case v.Restores != nil:
		return ", " + t.T("owed.stands", "m", *v.Restores)
	case v.Duty != nil && len(v.Duty.Squares) > 0:
		s := v.Duty.Squares
		return ", " + t.T("owed."+v.Duty.Kind, "s", strings.Join(s, ", "), "a", s[0], "b", s[len(s)-1])
	}
	return ""
}

func (t *deskPrinter) illegal() {
	t.printf("%s\n", t.T("ctl.illegal", "white", t.d.Illegal.White, "black", t.d.Illegal.Black))
	i := t.d.Illegality
	if i == nil {
		return
	}
	t.printf("  %s", t.T("ctl.latest", "player", t.player(i.By)))
	switch p := i.Penalty; {
	case i.Status != nil:
		t.printf(", %s", t.Reason(*i.Status))
	case p != nil && p.Result != "":
		t.printf(": %s", t.T("ctl.laws-result", "result", p.Result))
	case p != nil:
		t.printf(": %s", t.T("ctl.laws-time", "seconds", p.OpponentTimeS))
	}
	t.printf("\n")
	t.offer(trace.DoIllegal)
}

// draws prints what a player has offered and claimed in vain, which the arbiter may find unreasonable (2018: 11.5).
func (t *deskPrinter) draws(by string, asked eventlog.DrawRecord) {
	var list []string
	for _, ply := range asked.Offers {
		list = append(list, t.after(ply))
	}
	if len(list) > 0 {
		t.printf("%s\n", t.T("ctl.offers", "player", t.player(by), "n", len(list), "after", strings.Join(list, ", ")))
	}
	list = list[:0]
	for _, c := range asked.Refused {
		what := c.What
		if what == "claim" {
			what = "quickplay-finish"
		}
		list = append(list, t.Claim(what)+" ("+t.after(c.Ply)+")")
	}
	if len(list) > 0 {
		t.printf("%s\n", t.T("ctl.refused", "player", t.player(by), "n", len(list), "claims", strings.Join(list, ", ")))
	}
}

// offer prints the command with the words that would be accepted, and nothing if none would.
func (t *deskPrinter) offer(do string) {
	var list []string
	for _, c := range t.d.Answer.Offered {
		if c.Do == do {
			list = append(list, c.What)
		}
	}
	if len(list) > 0 {
		t.printf("      touchmove ctl %s what=%s\n", do, strings.Join(list, "|"))
	}
}

// signatures prints who has signed the result, and the commands for the missing
// signatures.
func (t *deskPrinter) signatures() {
	for _, s := range []struct {
		by     rules.Color
		result *string
	}{{rules.White, t.d.Signed.White}, {rules.Black, t.d.Signed.Black}} {
		if s.result != nil {
			t.printf("%s\n", t.T("signedby", "p", t.Colour(s.by), "a", *s.result))
		}
	}
	for _, by := range t.d.Signed.Missing {
		t.printf("%s\n", t.T("unsignedby", "p", t.player(by)))
		for _, c := range t.d.Answer.Offered {
			if c.Do == trace.DoSign && c.By == by {
				t.printf("      touchmove ctl sign by=%s result=%s\n", by, c.Result)
			}
		}
	}
}

func other(by string) string {
	if by == "white" {
		return "black"
	}
	return "white"
}

// claimOf returns the kind of claim that fits a breach of a rule.
func claimOf(rule string) string {
	switch rule {
	case "promotion_choice":
		return trace.ClaimPromotionChoice
	case "rook_first":
		return trace.ClaimRookFirst
	case "released_piece", "castling_release", "promotion_release":
		return trace.ClaimReleasedPiece
	}
	return trace.ClaimTouchedPiece
}
