package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"touchmove/broadcast"
	sockets "touchmove/daemon/control"
	"touchmove/sensors/trace"
)

// onDesk is the topic desk, read back.
type onDesk struct {
	Actions []struct {
		Number, Undoes, Undone int
		AtMS                   int64 `json:"at_ms"`
		Do, By                 string
		Keys                   map[string]any
		Before, After          struct {
			Ply     int
			Result  string
			WhiteMS *int64 `json:"white_ms"`
			BlackMS *int64 `json:"black_ms"`
		}
	}
	Undoable int
	Guide    []struct{ Square, Put string }
	Illegal  struct{ White, Black int }
	Offer    *string                 `json:"draw_offer"`
	Sealing  *string                 `json:"adjourned"`
	Spoken   *broadcast.Announcement `json:"announcement"`
	broadcast.Ruling
}

// ringing is the topic alarms, read back.
type ringing struct {
	Alarms []struct {
		ID, Cause    string
		Urgent       bool
		SinceMS      int64  `json:"since_ms"`
		DueMS        *int64 `json:"due_ms"`
		Acknowledged bool
		By           string `json:"acknowledged_by"`
		Text         map[string]string
	}
}

// newCtlDesk lists what an arbiter has to know of a board.
func newCtlDesk(c *console, o *ctlOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "desk",
		Short: "Show what lies on an arbiter's desk: alarms, duties, claims with the evidence, what to put right, actions",
		Long: `Show what lies on an arbiter's desk of a board: the alarms that ring, what Article 4 asks
of whom, breaches and illegal moves, the latest claim with what the record says of it, what is
to be taken off the board and put on it, and the actions done with what undoes them.`,
		Example: "  touchmove ctl desk\n  touchmove ctl --board hall-7 desk --json",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			return o.desk(c, func(w io.Writer, a *sockets.Answer, d *onDesk, r *ringing) {
				fmt.Fprintln(w, standingLine(a.Boards[0]))
				tellAlarms(w, r, a.AtMS)
				tellRuling(w, d)
				tellGuide(w, d)
				tellActions(w, d)
			})
		},
	}
}

// newCtlAlarms lists what rings.
func newCtlAlarms(c *console, o *ctlOptions) *cobra.Command {
	return &cobra.Command{
		Use: "alarms", Short: "List the alarms that ring on a board, and how to acknowledge them",
		Example: "  touchmove ctl alarms\n  touchmove ctl acknowledge what=claim",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			return o.desk(c, func(w io.Writer, a *sockets.Answer, _ *onDesk, r *ringing) { tellAlarms(w, r, a.AtMS) })
		},
	}
}

// newCtlActions lists what was done.
func newCtlActions(c *console, o *ctlOptions) *cobra.Command {
	return &cobra.Command{
		Use: "actions", Short: "List the latest actions of the game with what undoes them",
		Example: "  touchmove ctl actions\n  touchmove ctl undo action=3",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			return o.desk(c, func(w io.Writer, _ *sockets.Answer, d *onDesk, _ *ringing) { tellActions(w, d) })
		},
	}
}

// newCtlGuide guides whoever puts the pieces right.
func newCtlGuide(c *console, o *ctlOptions) *cobra.Command {
	once := false
	cmd := &cobra.Command{
		Use:   "guide [--once]",
		Short: "Say square by square what to take off and put on, until the board shows the game",
		Long: `Say square by square what is to be taken off the board and what is to be put where, as after
"ctl restore ply=N", and go on saying it until the board shows the game's position.`,
		Example: "  touchmove ctl restore ply=40\n  touchmove ctl guide",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
			defer stop()
			return o.guide(ctx, c, once)
		},
	}
	cmd.Flags().BoolVar(&once, "once", false, "say it once and end")
	return cmd
}

// desk asks for a board's desk and has it told.
func (o *ctlOptions) desk(c *console, tell func(io.Writer, *sockets.Answer, *onDesk, *ringing)) error {
	client, err := o.dial()
	if err != nil {
		return err
	}
	defer client.Close()
	a, err := client.Desk(o.board)
	if err != nil {
		return err
	}
	if o.json {
		return json.NewEncoder(c.out).Encode(a)
	}
	d, r, err := unpack(&a)
	if err != nil {
		return err
	}
	var b strings.Builder
	tell(&b, &a, d, r)
	_, err = io.WriteString(c.out, b.String())
	return err
}

func unpack(a *sockets.Answer) (*onDesk, *ringing, error) {
	d, r := &onDesk{}, &ringing{}
	if len(a.Boards) != 1 {
		return nil, nil, errors.New("the daemon is an older one, which has no desk: start the new one")
	}
	return d, r, errors.Join(json.Unmarshal(a.Desk, d), json.Unmarshal(a.Alarms, r))
}

// guide follows what is to be put right until nothing is.
func (o *ctlOptions) guide(ctx context.Context, c *console, once bool) error {
	client, err := o.dial()
	if err != nil {
		return err
	}
	defer client.Close()
	said := ""
	for {
		a, err := client.Desk(o.board)
		if err != nil {
			return err
		}
		d, _, err := unpack(&a)
		if err != nil {
			return err
		}
		var b strings.Builder
		tellGuide(&b, d)
		if text := b.String(); text != said {
			if text == "" {
				text = "the board shows the game\n"
			}
			if _, err := io.WriteString(c.out, text); err != nil {
				return err
			}
			said = b.String()
		} else if said == "" {
			_, err := fmt.Fprintln(c.out, "the board shows the game")
			return err
		}
		if once || said == "" {
			return nil
		}
		select {
		case <-time.After(400 * time.Millisecond):
		case <-ctx.Done():
			return nil
		}
	}
}

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

func tellAlarms(w io.Writer, r *ringing, nowMS int64) {
	if len(r.Alarms) == 0 {
		fmt.Fprintln(w, "no alarm rings")
		return
	}
	fmt.Fprintln(w, "alarms")
	for _, a := range r.Alarms {
		mark, tail := " ", ""
		if a.Urgent {
			mark = "!"
		}
		if a.Acknowledged {
			tail = strings.TrimRight("  (acknowledged by "+a.By, " ") + ")"
			if a.By == "" {
				tail = "  (acknowledged)"
			}
		}
		span := nowMS - a.SinceMS
		if a.DueMS != nil {
			span = *a.DueMS - nowMS
		}
		text := strings.ReplaceAll(a.Text["en"], "{t}", minutes(span))
		fmt.Fprintf(w, "  %s %s%s\n", mark, text, tail)
		if !a.Acknowledged {
			line := "touchmove ctl acknowledge what=" + a.ID
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

func tellRuling(w io.Writer, d *onDesk) {
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
	if a := d.Spoken; a != nil && a.Text != "" {
		fmt.Fprintf(w, "announced: %s (%s)\n", a.Text, a.UCI)
	}
	tellClaim(w, d.Claim)
}

// tellClaim tells the latest claim with the evidence.
func tellClaim(w io.Writer, c *broadcast.Claim) {
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

// after says after which move of whom something was so, as "after 12 Black".
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

func tellGuide(w io.Writer, d *onDesk) {
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

func tellActions(w io.Writer, d *onDesk) {
	if len(d.Actions) == 0 {
		fmt.Fprintln(w, "nothing was done in this game")
		return
	}
	fmt.Fprintln(w, "actions, the latest first")
	for _, a := range slices.Backward(d.Actions) {
		var keys []string
		for _, name := range []string{"what", "kind", "player", "ply", "plies", "uci", "square", "to", "piece", "result", "ms", "why", "text"} {
			if v, ok := a.Keys[name]; ok {
				keys = append(keys, fmt.Sprintf("%s=%v", name, v))
			}
		}
		line := fmt.Sprintf("  %d. %s %s %s", a.Number, minutes(a.AtMS), a.Do, strings.Join(keys, " "))
		if a.By != "" {
			line += " by " + a.By
		}
		if who, ok := a.Keys["who"]; ok {
			line += fmt.Sprintf(" (%v, %v)", who, a.Keys["role"])
		}
		switch {
		case a.Undone > 0:
			line += fmt.Sprintf(": undone by %d", a.Undone)
		case a.Undoes > 0:
			line += fmt.Sprintf(": took back %d", a.Undoes)
		}
		fmt.Fprintln(w, "  "+strings.Join(strings.Fields(line), " "))
		if a.Number == d.Undoable {
			fmt.Fprintf(w, "      touchmove ctl undo action=%d\n", a.Number)
		}
	}
}
