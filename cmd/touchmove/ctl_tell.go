package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	sockets "touchmove/daemon/control"
	"touchmove/eventlog"
	"touchmove/sensors/trace"
)

// standingLine says where a game stands.
func standingLine(b sockets.Standing) string {
	line := fmt.Sprintf("%s: %s, %s", b.Board, b.Event, b.Phase)
	if b.White != "" || b.Black != "" {
		line += fmt.Sprintf(", %s – %s", orUnknown(b.White), orUnknown(b.Black))
	}
	if b.Last != "" {
		line += fmt.Sprintf(", %s", moveText(b.Ply, b.Last))
	}
	return line + fmt.Sprintf(", %s, seq %d", b.Result, b.Seq)
}

func tellAlarms(w io.Writer, d *desk) {
	if len(d.Ringing.Alarms) == 0 {
		fmt.Fprintln(w, "no alarm rings")
		return
	}
	fmt.Fprintln(w, "alarms")
	for _, a := range d.Ringing.Alarms {
		mark, tail := " ", ""
		if a.Urgent {
			mark = "!"
		}
		if a.Acknowledged {
			tail = strings.TrimRight("  (acknowledged by "+a.AcknowledgedBy, " ") + ")"
			if a.AcknowledgedBy == "" {
				tail = "  (acknowledged)"
			}
		}
		span := d.AtMS - a.SinceMS
		if a.DueMS != nil {
			span = *a.DueMS - d.AtMS
		}
		text := strings.ReplaceAll(a.Text["en"], "{t}", minutes(span))
		fmt.Fprintf(w, "  %s %s%s\n", mark, text, tail)
		if !a.Acknowledged {
			line := "touchmove ctl acknowledge what=" + string(a.ID)
			if a.Cause != "" {
				line += fmt.Sprintf(" cause=%q", a.Cause)
			}
			fmt.Fprintf(w, "      %s\n", line)
		}
	}
}

func minutes(ms int64) string {
	s := max(ms, 0) / 1000
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

func tellRuling(w io.Writer, d *desk) {
	if o := d.Obligation; o != nil {
		fmt.Fprintf(w, "duty\n  %s: %s %s", o.By, strings.ReplaceAll(o.Kind, "_", " "), strings.Join(o.Squares, " "))
		if len(o.Allowed) > 0 {
			fmt.Fprintf(w, ", by %s", strings.Join(o.Allowed, " "))
		}
		fmt.Fprintln(w)
	}
	if v := d.Violation; v != nil {
		fmt.Fprintf(w, "breach of Article 4\n  %s: %s, %s\n", v.By, strings.ReplaceAll(v.Rule, "_", " "), v.Status)
		if v.Status == "claimable" {
			fmt.Fprintf(w, "      touchmove ctl claim by=%s what=%s\n", other(v.By), claimOf(v.Rule))
		}
	}
	fmt.Fprintf(w, "illegal moves: White %d, Black %d\n", d.Illegal.White, d.Illegal.Black)
	if i := d.Illegality; i != nil {
		fmt.Fprintf(w, "  the latest by %s", i.By)
		switch p := i.Penalty; {
		case i.Status != nil:
			fmt.Fprintf(w, ", %s", *i.Status)
		case p != nil && p.Result != "":
			fmt.Fprintf(w, ": %s by the Laws", p.Result)
		case p != nil:
			fmt.Fprintf(w, ": %d s to the opponent by the Laws", p.OpponentTimeS)
		}
		fmt.Fprintln(w, "\n      touchmove ctl illegal what=confirm|reject|not-counted")
	}
	if d.Offer != nil {
		fmt.Fprintf(w, "offer of a draw: %s\n", *d.Offer)
	}
	if d.Sealing != nil {
		fmt.Fprintf(w, "adjourned: %s\n", map[string]string{"open": "no move is sealed yet", "sealed": "the move is sealed"}[*d.Sealing])
	}
	tellSigned(w, d)
	if a := d.Spoken; a != nil && a.Text != "" {
		fmt.Fprintf(w, "announced: %s (%s)\n", a.Text, a.UCI)
	}
	tellClaim(w, d.Claim)
}

// tellSigned tells who has signed the result, and what notes the signatures that miss.
func tellSigned(w io.Writer, d *desk) {
	for _, s := range []struct {
		by     string
		result *string
	}{{"White", d.Signed.White}, {"Black", d.Signed.Black}} {
		if s.result != nil {
			fmt.Fprintf(w, "signed by %s: %s\n", s.by, *s.result)
		}
	}
	for _, by := range d.Signed.Missing {
		fmt.Fprintf(w, "not signed by %s\n      touchmove ctl sign by=%s result=%s\n", map[string]string{"white": "White", "black": "Black"}[by], by, d.Board.Result)
	}
}

// tellClaim tells the latest claim with the evidence.
func tellClaim(w io.Writer, c *eventlog.Claim) {
	if c == nil {
		return
	}
	what := map[string]string{"claim": "the quickplay finish", "request-increment": "an increment"}[c.What]
	if what == "" {
		what = strings.ReplaceAll(c.What, "-", " ")
	}
	fmt.Fprintf(w, "claim\n  %s claims %s", c.By, what)
	if c.UCI != "" {
		fmt.Fprintf(w, " with %s", c.UCI)
	}
	draw := c.What == trace.ClaimRepetition || c.What == trace.ClaimFiftyMoves
	if draw {
		fmt.Fprintf(w, ": %s by the record", map[bool]string{true: "right", false: "wrong"}[c.Right])
	}
	if !c.Waits {
		fmt.Fprint(w, ", ruled")
	}
	fmt.Fprintln(w)
	if draw {
		var stood []string
		for _, ply := range c.Stood {
			stood = append(stood, after(ply))
		}
		times := "times"
		if len(stood) == 1 {
			times = "time"
		}
		fmt.Fprintf(w, "    the position stood %d %s: %s\n", len(stood), times, strings.Join(stood, ", "))
		for _, near := range c.Differs {
			fmt.Fprintf(w, "    another position %s: %s\n", after(near.Ply), near.Why)
		}
		if c.Quiet > 0 {
			fmt.Fprintf(w, "    %d half-moves without capture and pawn move, since half-move %d\n", c.Quiet, c.Since)
		}
	}
	if c.Waits {
		words := "upheld|rejected"
		if c.What == "claim" {
			words = "draw|postpone|rejected"
		}
		fmt.Fprintf(w, "      touchmove ctl verdict what=%s\n", words)
	}
}

// after says after which move something was so, as in "after Black's move 12".
func after(ply int) string {
	if ply == 0 {
		return "at the start"
	}
	by := "White"
	if ply%2 == 0 {
		by = "Black"
	}
	return fmt.Sprintf("after %s's move %d", by, (ply+1)/2)
}

func other(by string) string {
	if by == "white" {
		return "black"
	}
	return "white"
}

// claimOf is how a breach is claimed.
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

func tellGuide(w io.Writer, d *desk) {
	if len(d.Guide) == 0 {
		return
	}
	fmt.Fprintf(w, "put right on the board: %d squares\n", len(d.Guide))
	pieces := map[string]string{"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
	for n, step := range d.Guide {
		if step.Put == "" {
			fmt.Fprintf(w, "  %d. take away what stands on %s\n", n+1, step.Square)
			continue
		}
		colour := "black"
		if step.Put == strings.ToUpper(step.Put) {
			colour = "white"
		}
		fmt.Fprintf(w, "  %d. put a %s %s on %s\n", n+1, colour, pieces[strings.ToLower(step.Put)], step.Square)
	}
}

func tellActions(w io.Writer, d *desk) {
	if len(d.Actions) == 0 {
		fmt.Fprintln(w, "nothing was done in this game")
		return
	}
	fmt.Fprintln(w, "actions, the latest first")
	for _, a := range slices.Backward(d.Actions) {
		var had map[string]any
		if err := json.Unmarshal(a.Keys, &had); err != nil {
			had = nil
		}
		var keys []string
		for _, name := range []string{"what", "kind", "player", "ply", "plies", "uci", "square", "to", "piece", "result", "ms", "why", "text"} {
			if v, ok := had[name]; ok {
				keys = append(keys, fmt.Sprintf("%s=%v", name, v))
			}
		}
		line := fmt.Sprintf("  %d. %s %s %s", a.Number, minutes(a.AtMS), a.Do, strings.Join(keys, " "))
		if a.By != "" {
			line += " by " + a.By
		}
		if who, ok := had["who"]; ok {
			line += fmt.Sprintf(" (%v, %v)", who, had["role"])
		}
		switch {
		case a.Undone > 0:
			line += fmt.Sprintf(": undone by %d", a.Undone)
		case a.Undoes > 0:
			line += fmt.Sprintf(": took back %d", a.Undoes)
		}
		fmt.Fprintln(w, "  "+strings.Join(strings.Fields(line), " "))
		if a.Number == d.Whole && a.Number != d.Undoable {
			fmt.Fprintf(w, "      touchmove ctl undo action=%d   (annuls this game and goes back to the one before)\n", a.Number)
		}
		if a.Number == d.Undoable {
			fmt.Fprintf(w, "      touchmove ctl undo action=%d\n", a.Number)
		}
	}
}
