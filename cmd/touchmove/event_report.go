package main

import (
	"bytes"
	"fmt"
	"time"

	"github.com/spf13/cobra"
)

const fromWhere = `
The records are the journals of the state directory (--state, or the directory of
--config), or the traces given after the event file. A game belongs to the
pairing with the round and players of its new-game command.`

func newEventReport(c *console) *cobra.Command {
	var o filingOptions
	cmd := &cobra.Command{
		Use:   "report [--round ROUND] [--language LANGUAGE] [--html | --json] [--config FILE | --state DIR] [--event ID] FILE [TRACE]...",
		Short: "The report of a round: pairings, results, times, incidents",
		Long: `Write the report of a round: who played whom, how and why each game ended, its moves and
clock times, illegal moves, claims, verdicts, penalties and all other arbiters' actions,
and what is still open. It is text; with --html a page for the printer (A4), with
--json for programs.
` + fromWhere,
		Example: `  touchmove event report --round 3 --config hall.toml open-2026.toml
  touchmove event report --round 3 --html --language de --state /var/lib/touchmove open-2026.toml > round3.html`,
		Args: someFiles("name an event file"),
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := o.results(c, args)
			if err != nil {
				return err
			}
			report, err := r.Report(o.round, time.Local)
			if err != nil {
				return badf("--round: %w", err)
			}
			return o.write(c, report)
		},
	}
	o.flags(cmd)
	o.form(cmd)
	cmd.Flags().StringVar(&o.round, "round", "", "which `ROUND`, by its name (default: the only one)")
	return cmd
}

func newEventTable(c *console) *cobra.Command {
	var o filingOptions
	cmd := &cobra.Command{
		Use:   "table [--round ROUND] [--language LANGUAGE] [--html | --json] [--config FILE | --state DIR] [--event ID] FILE [TRACE]...",
		Short: "The crosstable and standings, after the last round or an earlier one",
		Long: `Write the crosstable: one line for each player, in order of points, with the result of each
round, such as 12w1: against the player in twelfth place, with White, won. Ties are broken
by the event file's tie_breaks, which are codes of FIDE's Tie-Break Regulations; without
them by direct encounter, wins and Sonneborn-Berger (DE, WIN, SB).
` + fromWhere,
		Example: `  touchmove event table --config hall.toml open-2026.toml
  touchmove event table --round 5 --json --state /var/lib/touchmove open-2026.toml`,
		Args: someFiles("name an event file"),
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := o.results(c, args)
			if err != nil {
				return err
			}
			table, err := r.Crosstable(o.round)
			if err != nil {
				return badf("--round: %w", err)
			}
			return o.write(c, table)
		},
	}
	o.flags(cmd)
	o.form(cmd)
	cmd.Flags().StringVar(&o.round, "round", "", "after this `ROUND` (default: the last that has a result)")
	return cmd
}

func newEventTRF(c *console) *cobra.Command {
	var o filingOptions
	var output string
	cmd := &cobra.Command{
		Use:   "trf [-o FILE] [--config FILE | --state DIR] [--event ID] FILE [TRACE]...",
		Short: "The tournament report for FIDE and pairing programs (TRF16)",
		Long: `Write the Tournament Report File of FIDE, version of 2016: header lines, and a line for
each player with the opponent, colour and result of each round. The column of a game
without a result is empty, so that a pairing program can continue from the file.
` + fromWhere,
		Example: "  touchmove event trf --config hall.toml -o open-2026.trf open-2026.toml",
		Args:    someFiles("name an event file"),
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := o.results(c, args)
			if err != nil {
				return err
			}
			var text bytes.Buffer
			if err := r.TRF(&text); err != nil {
				return bad(err)
			}
			for _, line := range r.Strange {
				fmt.Fprintf(c.err, "warning: %s\n", line)
			}
			if output != "" {
				return writeOutput(output, text.Bytes())
			}
			_, err = text.WriteTo(c.out)
			return err
		},
	}
	o.flags(cmd)
	cmd.Flags().StringVarP(&output, "output", "o", "", "`FILE` to write instead of standard output")
	return cmd
}
