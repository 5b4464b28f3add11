package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"touchmove/event/entrants"
	"touchmove/eventlog"
	"touchmove/internal/strict"
)

func newEvent(c *console) *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "event",
		Short: "Check event files; write round reports, crosstables and TRF",
		Long: `Read event files (docs/event.md): TOML with the players and pairings of every round, or
a pairing list as CSV, as Swiss-Manager exports it. A daemon takes players and pairings from
the file that its configuration names (file under [event]). With the journals of the
boards they give the report of a round, the crosstable, and the report for FIDE.`,
		Example: `  touchmove event check open-2026.toml
  touchmove event show --round 3 open-2026.toml
  touchmove event report --round 3 --config hall.toml open-2026.toml`,
	})
	cmd.AddCommand(newEventCheck(c), newEventShow(c), newEventReport(c), newEventTable(c), newEventTRF(c), newEventSite(c))
	return cmd
}

func newEventCheck(c *console) *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE...",
		Short: "Find every fault in event files",
		Long: `Check event files. Each fault is printed with its file and line, what is wrong and what
to write instead; the last line is a count. Exit status 2 if there is an error, 0 if
there are only warnings.`,
		Example: "  touchmove event check open-2026.toml round3.csv",
		Args:    someFiles("name what to check"),
		RunE: func(_ *cobra.Command, args []string) error {
			report := report{paint: terminalPaint(), ascii: needsPlainSigns()}
			for _, file := range args {
				_, faults, err := entrants.Load(file)
				var found strict.Faults
				if err != nil && !errors.As(err, &found) {
					faults = strict.Faults{unreadable(file, err)}
				}
				for _, fault := range faults {
					report.add(fault)
				}
			}
			return report.end(c, len(args))
		},
	}
}

func newEventShow(c *console) *cobra.Command {
	var round string
	cmd := &cobra.Command{
		Use:     "show [--round ROUND] FILE",
		Short:   "Print the pairings of an event file",
		Long:    `Print the pairings of an event file as they were understood, round by round.`,
		Example: "  touchmove event show --round 3 open-2026.toml",
		Args:    oneArg("FILE", "name an event file"),
		RunE: func(_ *cobra.Command, args []string) error {
			event, faults, err := entrants.Load(args[0])
			var path *fs.PathError
			switch {
			case errors.As(err, &path):
				return bad(err)
			case err != nil:
				return badf("%w (touchmove event check %s)", err, args[0])
			}
			for _, f := range faults {
				fmt.Fprintln(c.err, showable(f.Error()))
			}
			rounds := event.Rounds
			if round != "" {
				r, err := event.Round(round)
				if err != nil {
					return badf("--round: %w", err)
				}
				rounds = []entrants.Round{*r}
			}
			return showRounds(c.out, event, rounds)
		},
	}
	cmd.Flags().StringVar(&round, "round", "", "show only this `ROUND`")
	return cmd
}

func showRounds(w io.Writer, event *entrants.Event, rounds []entrants.Round) error {
	fmt.Fprintln(w, orWord(event.Name, "(no name)"))
	if event.Site != "" {
		fmt.Fprintln(w, event.Site)
	}
	if event.TimeControl != "" {
		fmt.Fprintln(w, "time control "+event.TimeControl)
	}
	for _, r := range rounds {
		fmt.Fprintf(w, "\nround %s", orWord(r.Name, "?"))
		if r.Date != "" {
			fmt.Fprintf(w, ", %s", r.Date)
		}
		if r.Time != "" {
			fmt.Fprintf(w, " %s", r.Time)
		}
		fmt.Fprintln(w)
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		for _, g := range r.Games {
			fmt.Fprintf(t, "%s\t%s\t%s\n", g.Board, playerLine(g.White), playerLine(g.Black))
		}
		if err := t.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// playerLine describes a player as pairing lists do: "WGM Żółć, Anna POL 2412".
func playerLine(p eventlog.Player) string {
	line := p.Name
	if p.Title != "" {
		line = p.Title + " " + line
	}
	if p.Federation != "" {
		line += " " + p.Federation
	}
	if p.Rating != 0 {
		line += " " + strconv.Itoa(p.Rating)
	}
	return line
}
