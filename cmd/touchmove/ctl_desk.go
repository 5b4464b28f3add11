package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	sockets "touchmove/daemon/control"
	"touchmove/eventlog"
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
	Whole    int `json:"undoable_game"`
	Guide    []struct{ Square, Put string }
	Illegal  struct{ White, Black int }
	Offer    *string `json:"draw_offer"`
	Sealing  *string `json:"adjourned"`
	Signed   struct {
		White, Black *string
		Missing      []string
	}
	result string                 // as the game stands
	Spoken *eventlog.Announcement `json:"announcement"`
	eventlog.Ruling
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
	d.result = a.Boards[0].Result
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
