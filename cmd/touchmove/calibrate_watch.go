package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"touchmove/calibration/guide"
)

func newCalibrateWatch(c *console, o *calibrateOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "watch [--config FILE] [--board ID] [--plain [--for SECONDS]]",
		Short: "Watch a board live: every level, margin and fault",
		Long: `Show what every sensor reads, how far it is from being misread, and what is wrong
with it. With --plain, each change is a line; --for stops after this number of seconds
and prints a line for every square.`,
		Example: "  touchmove calibrate watch --config hall-7.toml\n  touchmove calibrate watch --plain --for 10 --config hall-7.toml",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			b, err := o.open(cmd, c)
			if err != nil {
				return err
			}
			defer b.close()
			if cmd.Flags().Changed("for") && !(o.seconds > 0 && o.seconds <= 86400) {
				return badf("--for %g: write 1 to 86400 seconds", o.seconds)
			}
			ctx, stop := untilStopped(cmd.Context())
			defer stop()
			if o.plain || !isTerminal(c.out) || !isTerminal(c.in) {
				err := guide.PlainWatch(ctx, b, b.board, b.hands, c.out, time.Duration(o.seconds*float64(time.Second)))
				if errors.Is(err, context.Canceled) {
					return nil
				}
				return err
			}
			return runModel(ctx, c, guide.NewWatchModel(ctx, b, b.board, b.hands, b.style), b)
		},
	}
	cmd.Flags().Float64Var(&o.seconds, "for", 0, "`SECONDS` to watch, with --plain; without it, until interrupted")
	return cmd
}

func newCalibrateReport(c *console, o *calibrateOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "report --config FILE [--board ID] [--json]",
		Short: "Print the result of the last calibration, and what to do",
		Long: `Read the calibration of a board and say whether it is ready, which squares are weak or
bad, why, and what to do about it. Exit status 1 when the board is not ready.`,
		Example: "  touchmove calibrate report --config hall-7.toml\n  touchmove calibrate report --config hall-7.toml --json",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.config == "" {
				return badf("--config is missing: name the configuration of the board")
			}
			board, sheet, file, err := o.find(c)
			if err != nil {
				return bad(err)
			}
			if sheet == nil {
				return fmt.Errorf("%s: there is no such file: board %s has not been calibrated yet: run touchmove calibrate %s", file, board.ID, o.words())
			}
			b := bench{board: reportedBoard(board, o), style: guide.NewStyle(terminalOf(profileOf(c)))}
			r := guide.Report{Board: &b.board, Sheet: sheet, Age: time.Since(sheet.Date)}
			if o.json {
				_, err = c.out.Write(r.JSON())
			} else {
				err = b.print(c.out, sheet, o.plain)
			}
			if err != nil {
				return err
			}
			return readiness(sheet)
		},
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "everything that was measured, as JSON")
	return cmd
}
