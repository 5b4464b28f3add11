package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"touchmove/broadcast"
	sockets "touchmove/daemon/control"
	"touchmove/internal/sleep"
	"touchmove/internal/words"
)

// desk is what an arbiter needs to know about a board, read from the daemon's
// answer.
type desk struct {
	broadcast.DeskPayload
	Ringing broadcast.AlarmsPayload
	Answer  sockets.Answer // what else it says: the commands offered, and when something was last published
}

// board says where the game of the board stands.
func (d *desk) board() sockets.Standing { return d.Answer.Boards[0] }

// newCtlDesk makes the subcommand that prints the arbiter's desk.
func newCtlDesk(c *console, o *ctlOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "desk",
		Short: "Show the arbiter's desk: alarms, duties, claims with the evidence, what to correct, actions",
		Long: `Show the arbiter's desk of a board: ringing alarms, the open question, the duties of Article 4, breaches and
illegal moves, the latest claim with what the record says of it, what to take off the board
and put on it, and the actions with the commands that undo them.`,
		Example: "  touchmove ctl desk\n  touchmove ctl --board hall-7 desk --json",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			return o.desk(c, func(t *deskPrinter) {
				t.printf("%s\n", standingLine(t.Texts, t.d.board()))
				t.all()
			})
		},
	}
}

// newCtlAlarms makes the subcommand that lists the ringing alarms.
func newCtlAlarms(c *console, o *ctlOptions) *cobra.Command {
	return &cobra.Command{
		Use: "alarms", Short: "List a board's active alarms, and how to acknowledge them",
		Example: "  touchmove ctl alarms\n  touchmove ctl acknowledge what=claim",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			return o.desk(c, (*deskPrinter).alarms)
		},
	}
}

// newCtlActions makes the subcommand that lists the latest actions.
func newCtlActions(c *console, o *ctlOptions) *cobra.Command {
	return &cobra.Command{
		Use: "actions", Short: "List the latest actions of the game, and how to undo them",
		Example: "  touchmove ctl actions\n  touchmove ctl undo action=3",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			return o.desk(c, (*deskPrinter).actions)
		},
	}
}

// newCtlGuide makes the subcommand that says how to put the pieces right.
func newCtlGuide(c *console, o *ctlOptions) *cobra.Command {
	once := false
	cmd := &cobra.Command{
		Use:   "guide [--once]",
		Short: "List square by square which pieces to take off and put on, until the board shows the game's position",
		Long: `List square by square what to take off the board and what to put where, for example after
"ctl restore ply=N", and again after each change, until the board shows the game's position.`,
		Example: "  touchmove ctl restore ply=40\n  touchmove ctl guide",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := untilStopped(cmd.Context())
			defer stop()
			return o.guide(ctx, c, once)
		},
	}
	cmd.Flags().BoolVar(&once, "once", false, "print it once and exit")
	return cmd
}

// desk connects to the daemon, asks for a board's desk and prints it with print.
func (o *ctlOptions) desk(c *console, print func(*deskPrinter)) error {
	client, err := o.dial()
	if err != nil {
		return err
	}
	defer client.Close()
	return o.print(c, client, print)
}

// print asks the daemon for a board's desk and prints it with the function given.
func (o *ctlOptions) print(c *console, client *sockets.Client, print func(*deskPrinter)) error {
	texts, err := o.texts()
	if err != nil {
		return err
	}
	a, err := o.readDesk(client)
	if err != nil {
		return err
	}
	d, err := deskOf(&a)
	if err != nil {
		return err
	}
	if o.json {
		a.Advised = advised(texts, d)
		return json.NewEncoder(c.out).Encode(a)
	}
	var b strings.Builder
	print(&deskPrinter{&b, texts, d})
	_, err = io.WriteString(c.out, b.String())
	return err
}

// deskOf decodes the daemon's answer.
func deskOf(a *sockets.Answer) (*desk, error) {
	if len(a.Boards) != 1 {
		return nil, errors.New("the daemon is an older version without a desk: start the new one")
	}
	d := &desk{Answer: *a}
	return d, errors.Join(json.Unmarshal(a.Desk, &d.DeskPayload), json.Unmarshal(a.Alarms, &d.Ringing))
}

// advised returns what the edition has the arbiter do about the actions of a desk.
func advised(texts *words.Texts, d *desk) (list []sockets.Advised) {
	for _, done := range d.Actions {
		if advice := adviceOn(texts, d, done); advice != "" {
			list = append(list, sockets.Advised{Action: done.Number, Advice: advice})
		}
	}
	return list
}

// guide prints the remaining steps after each change, until the board is right.
func (o *ctlOptions) guide(ctx context.Context, c *console, once bool) error {
	texts, err := o.texts()
	if err != nil {
		return err
	}
	client, err := o.dial()
	if err != nil {
		return err
	}
	defer client.Close()
	said := ""
	for {
		a, err := o.readDesk(client)
		if err != nil {
			return err
		}
		d, err := deskOf(&a)
		if err != nil {
			return err
		}
		var b strings.Builder
		(&deskPrinter{&b, texts, d}).guide()
		if text := b.String(); text != said {
			if text == "" {
				text = texts.T("ctl.agrees") + "\n"
			}
			if _, err := io.WriteString(c.out, text); err != nil {
				return err
			}
			said = b.String()
		} else if said == "" {
			_, err := fmt.Fprintln(c.out, texts.T("ctl.agrees"))
			return err
		}
		if once || said == "" || !sleep.For(ctx, 400*time.Millisecond) {
			return nil
		}
	}
}
